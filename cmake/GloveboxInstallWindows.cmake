# SPDX-License-Identifier: MIT
# Windows: a folder that runs by itself (windeployqt), and from it an installer by NSIS or WiX. Included by
# GloveboxInstall.cmake; installer/windows/package.ps1 does all of it.
set(_windows "${CMAKE_SOURCE_DIR}/installer/windows")
set(GLOVEBOX_ICO "${CMAKE_BINARY_DIR}/installer/glovebox.ico")
add_custom_command(OUTPUT "${GLOVEBOX_ICO}"
    COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/installer/iconfile.py" "${GLOVEBOX_ICO}" ${_icons}
    DEPENDS "${CMAKE_SOURCE_DIR}/installer/iconfile.py" ${_icons} VERBATIM)
add_custom_target(glovebox_ico DEPENDS "${GLOVEBOX_ICO}")
configure_file("${_windows}/glovebox.rc.in" "${CMAKE_BINARY_DIR}/installer/glovebox.rc" @ONLY)
enable_language(RC)
foreach(_program glovebox glovebox-engine glovebox-bridge)
    target_sources(${_program} PRIVATE "${CMAKE_BINARY_DIR}/installer/glovebox.rc")
    add_dependencies(${_program} glovebox_ico)
    if(MSVC) # ours is in the resources
        target_link_options(${_program} PRIVATE /MANIFEST:NO)
    endif()
endforeach()
# The bridge keeps its console: it speaks on standard input and output.
set_target_properties(glovebox glovebox-engine PROPERTIES WIN32_EXECUTABLE ON)

# Qt, its plugins and Chromium beside the programs.
foreach(_program glovebox glovebox-engine)
    qt_generate_deploy_app_script(TARGET ${_program} OUTPUT_SCRIPT _deploy NO_UNSUPPORTED_PLATFORM_ERROR)
    install(SCRIPT "${_deploy}")
endforeach()
install(FILES "${GLOVEBOX_ICO}" DESTINATION "${_share}")

set(CPACK_GENERATOR "NSIS;WIX")
set(CPACK_PACKAGE_FILE_NAME "glovebox-${PROJECT_VERSION}-windows-x86_64")
set(CPACK_PACKAGE_INSTALL_DIRECTORY Glovebox)
set(CPACK_PACKAGE_EXECUTABLES glovebox Glovebox)
configure_file("${CMAKE_SOURCE_DIR}/LICENSE" "${CMAKE_BINARY_DIR}/installer/LICENSE.txt" COPYONLY) # both want that ending
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_BINARY_DIR}/installer/LICENSE.txt")

# NSIS. What the person's sign-in starts goes with the program; the profile stays. "Open with" offers it for notebooks.
set(CPACK_NSIS_DISPLAY_NAME Glovebox)
set(CPACK_NSIS_PACKAGE_NAME Glovebox)
set(CPACK_NSIS_MUI_ICON "${GLOVEBOX_ICO}")
set(CPACK_NSIS_MUI_UNIICON "${GLOVEBOX_ICO}")
set(CPACK_NSIS_INSTALLED_ICON_NAME "bin\\\\glovebox.exe")
set(CPACK_NSIS_EXECUTABLES_DIRECTORY bin)
set(CPACK_NSIS_ENABLE_UNINSTALL_BEFORE_INSTALL ON)
set(CPACK_NSIS_UNIQUE_NAME Glovebox)
set(CPACK_NSIS_MANIFEST_DPI_AWARE ON)
string(JOIN "\n" CPACK_NSIS_EXTRA_INSTALL_COMMANDS
    "WriteRegStr SHCTX 'Software\\\\Classes\\\\Glovebox.Notebook' '' 'Jupyter notebook'"
    "WriteRegStr SHCTX 'Software\\\\Classes\\\\Glovebox.Notebook\\\\shell\\\\open\\\\command' '' '\\\"$INSTDIR\\\\bin\\\\glovebox.exe\\\" \\\"%1\\\"'"
    "WriteRegStr SHCTX 'Software\\\\Classes\\\\.ipynb\\\\OpenWithProgids' 'Glovebox.Notebook' ''")
string(JOIN "\n" CPACK_NSIS_EXTRA_UNINSTALL_COMMANDS
    "DeleteRegValue SHCTX 'Software\\\\Classes\\\\.ipynb\\\\OpenWithProgids' 'Glovebox.Notebook'"
    "DeleteRegKey SHCTX 'Software\\\\Classes\\\\Glovebox.Notebook'"
    "DeleteRegValue HKCU 'Software\\\\Microsoft\\\\Windows\\\\CurrentVersion\\\\Run' 'glovebox'")

# WiX. The upgrade code is the program's identity for all time: never another.
set(CPACK_WIX_UPGRADE_GUID 6E0D6C0A-6E53-4B55-9C5F-3C9B7B1C4D52)
set(CPACK_WIX_PRODUCT_ICON "${GLOVEBOX_ICO}")
set(CPACK_WIX_PROGRAM_MENU_FOLDER Glovebox)
set(CPACK_WIX_PATCH_FILE "${_windows}/wix-patch.xml")
set(CPACK_WIX_PROPERTY_ARPCONTACT "The Glovebox contributors")
