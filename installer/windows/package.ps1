# SPDX-License-Identifier: MIT
# Makes the installers for Windows in build\packages. Wanted: Visual Studio 2022 (its developer prompt), CMake, Ninja, Python,
# Qt 6.8 for MSVC with WebEngine, KSyntaxHighlighting and KArchive for it (CMAKE_PREFIX_PATH names both), Boost, and NSIS or WiX 3.
# Signed when GLOVEBOX_SIGN_THUMBPRINT names a certificate of the store.
$ErrorActionPreference = 'Stop'
$root = (Resolve-Path "$PSScriptRoot\..\..").Path
$build = "$root\build\windows"
$packages = "$root\build\packages"

function Invoke-Checked([string] $program) {
    & $program @args
    if ($LASTEXITCODE -ne 0) { throw "$program ended with $LASTEXITCODE" }
}

function Add-Signature([string[]] $files) {
    if (-not $env:GLOVEBOX_SIGN_THUMBPRINT) { return }
    Invoke-Checked signtool sign /sha1 $env:GLOVEBOX_SIGN_THUMBPRINT /fd SHA256 /tr $env:GLOVEBOX_TIMESTAMP_SERVER /td SHA256 @files
}

Write-Output '== 1/4 Python assets'
Invoke-Checked python "$root\pyodide\assets\fetch.py" --dest "$root\build\assets" --with charts
Write-Output '== 2/4 Build'
Invoke-Checked cmake -S $root --preset windows
Invoke-Checked cmake --build $build
Write-Output '== 3/4 Signatures'
Add-Signature (Get-ChildItem "$build\bin\glovebox*.exe").FullName
Write-Output '== 4/4 Installers'
$generators = @()
if (Get-Command makensis -ErrorAction SilentlyContinue) { $generators += 'NSIS' }
if (Get-Command candle -ErrorAction SilentlyContinue) { $generators += 'WIX' }
if (-not $generators) { throw 'neither NSIS nor WiX was found' }
foreach ($generator in $generators) {
    Push-Location $build
    Invoke-Checked cpack -G $generator -B $packages
    Pop-Location
}
$made = Get-ChildItem "$packages\glovebox-*-windows-x86_64.*" -Include *.exe, *.msi
Add-Signature $made.FullName
$made | ForEach-Object { '{0}  {1}' -f (Get-FileHash $_ -Algorithm SHA256).Hash.ToLower(), $_.Name }
