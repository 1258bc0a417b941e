# SPDX-License-Identifier: MIT
"""What fetch.py and make_lock.py share: the manifest, downloads by name, and verification.

Sources are named by kind, name and version only. Which server a name comes from is the business of the
machine's own pip and npm, so this code knows no address.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

CHUNK = 1 << 20
HERE = pathlib.Path(__file__).resolve().parent
TOP_FOLDERS = ("pyodide", "fonts", "icons", "charts", "languages", "licenses")

EXIT_CHECK = 1
EXIT_USAGE = 2
EXIT_DOWNLOAD = 3
EXIT_VERIFY = 4
EXIT_SYSTEM = 5
EXIT_DISK = 6


class AssetError(Exception):
    """A failure that says what went wrong, what to do about it, and which exit code it is."""

    def __init__(self, what: str, advice: str, code: int) -> None:
        super().__init__(what)
        self.what = what
        self.advice = advice
        self.code = code


@dataclasses.dataclass(frozen=True)
class File:
    """One file of the assets folder; `member` is its name in the source, None when it is the source itself."""

    path: str
    sha256: str
    size: int
    member: str | None


@dataclasses.dataclass(frozen=True)
class Source:
    """Where files come from: pypi and npm archives, repository (committed here), asset (a wheel already
    placed) and apt (a file of an installed Debian package)."""

    kind: str
    name: str
    version: str
    archive: str
    archive_sha256: str
    archive_size: int
    files: tuple[File, ...]
    component: str = ""  # fetched only when it is asked for; empty: always

    @property
    def title(self) -> str:
        return f"{self.name} {self.version}".strip()


def megabytes(size: int) -> str:
    if size < 1_000_000:
        return f"{size / 1e3:.0f} kB"
    return f"{size / 1e6:.0f} MB" if size >= 10_000_000 else f"{size / 1e6:.1f} MB"


def sha256_of(path: pathlib.Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def safe_relative(name: str) -> bool:
    """True for a plain relative path: no root, drive, backslash, control character, '.' or '..'."""
    if not name or name.startswith("/") or "\\" in name or ":" in name:
        return False
    if any(ord(character) < 32 for character in name):
        return False
    return all(part not in ("", ".", "..") for part in name.split("/"))


def _read_file_entry(source: str, entry: dict[str, Any], seen: set[str]) -> File:
    path = entry["path"]
    member = entry.get("member")
    advice = "restore pyodide/assets/manifest.json from git and run again"
    if not safe_relative(path) or path.split("/")[0] not in TOP_FOLDERS:
        raise AssetError(f"the manifest wants to write outside of the assets folder: {path!r} ({source})", advice,
                         EXIT_VERIFY)
    if member is not None and not safe_relative(member):
        raise AssetError(f"the manifest names an unsafe archive member: {member!r} ({source})", advice, EXIT_VERIFY)
    if path in seen:
        raise AssetError(f"the manifest names {path} twice", advice, EXIT_VERIFY)
    if not re.fullmatch(r"[0-9a-f]{64}", entry["sha256"]) or entry["size"] < 0:
        raise AssetError(f"the manifest has no valid hash and size for {path}", advice, EXIT_VERIFY)
    seen.add(path)
    return File(path, entry["sha256"], entry["size"], member)


def read_manifest(path: pathlib.Path) -> list[Source]:
    advice = "restore pyodide/assets/manifest.json from git and run again"
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if document["format"] != 1:
            raise AssetError(f"{path} has format {document['format']}, this program reads 1", advice, EXIT_USAGE)
        seen: set[str] = set()
        sources = []
        for entry in document["sources"]:
            archive = entry.get("archive", {})
            archive_name = archive.get("file", "")
            if archive_name and ("/" in archive_name or not safe_relative(archive_name)):
                raise AssetError(f"the manifest names an unsafe archive: {archive_name!r}", advice, EXIT_VERIFY)
            files = tuple(_read_file_entry(entry["name"], item, seen) for item in entry["files"])
            sources.append(Source(entry["kind"], entry["name"], entry.get("version", ""), archive_name,
                                  archive.get("sha256", ""), archive.get("size", 0), files,
                                  entry.get("component", "")))
        return sources
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise AssetError(f"cannot read {path}: {error!r}", advice, EXIT_USAGE) from error


# ---------------------------------------------------------------------------------------------- downloads

Downloader = Callable[[Source, pathlib.Path, Callable[[str], None]], pathlib.Path]


def _folder_size(folder: pathlib.Path) -> int:
    total = 0
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(root, name)).st_size
            except OSError:
                continue  # a temporary file of the client that is already gone
    return total


def _run_watched(command: list[str], folder: pathlib.Path, environment: dict[str, str], total: int,
                 report: Callable[[str], None]) -> tuple[int, str]:
    """Runs a package client and reports how many bytes it has in `folder` while it works."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        # pylint: disable=consider-using-with
        process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=subprocess.STDOUT)
        started = reported = time.monotonic()
        interval = 1.0 if sys.stderr.isatty() else 5.0
        try:
            while process.poll() is None:
                time.sleep(0.1)
                now = time.monotonic()
                if now - reported >= interval:
                    reported = now
                    have = min(_folder_size(folder), total)
                    done = f"{megabytes(have)} of {megabytes(total)}, " if have else ""
                    report(f"  {done}{now - started:.0f} s so far")
        except BaseException:
            process.kill()
            process.wait()
            raise
        output.seek(0)
        return process.returncode, output.read()


def _download_failed(source: Source, client: str, output: str) -> AssetError:
    lines = [line for line in output.strip().splitlines() if line.strip()][-6:]
    detail = "\n".join(f"    {client}: {line[:240]}" for line in lines) or f"    {client} said nothing"
    advice = (f"check that {client} can reach its registry (network, proxy, {client} configuration) and run again, or "
            f"put {source.archive} into a folder and run pyodide/assets/fetch.py --archives FOLDER")
    if client == "pip" and "No module named pip" in output:
        advice = "install pip for this Python (Debian: apt-get install python3-pip) and run again"
    if "No space left on device" in output:
        return AssetError(f"the disk is full while fetching {source.title}\n{detail}", "free space and run again",
                          EXIT_DISK)
    return AssetError(f"{client} could not fetch {source.title}\n{detail}", advice, EXIT_DOWNLOAD)


def download_with_clients(source: Source, folder: pathlib.Path, report: Callable[[str], None]) -> pathlib.Path:
    """Fetches a source with pip or npm into `folder` and returns the archive."""
    with tempfile.TemporaryDirectory(prefix="download-", dir=folder) as name:
        work = pathlib.Path(name)
        environment = dict(os.environ, TMPDIR=str(work), PIP_DISABLE_PIP_VERSION_CHECK="1")
        if source.kind == "pypi":
            client = "pip"
            # The interpreter that runs the wheel is Pyodide's, so this one's version does not matter.
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--no-deps",
                       "--only-binary=:all:", "--ignore-requires-python", "--dest", str(work),
                       f"{source.name}=={source.version}"]
        elif source.kind == "npm":
            client = "npm"
            command = ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", str(work),
                       f"{source.name}@{source.version}"]
        else:
            raise AssetError(f"{source.title} cannot be downloaded", "restore the manifest from git", EXIT_USAGE)
        try:
            code, output = _run_watched(command, work, environment, source.archive_size, report)
        except FileNotFoundError as error:
            raise AssetError(f"{client} is not installed", f"install {client} and run again", EXIT_DOWNLOAD) from error
        found = sorted(work.glob("*.whl" if source.kind == "pypi" else "*.tgz"))
        if code != 0 or len(found) != 1:
            raise _download_failed(source, client, output)
        target = folder / (source.archive or found[0].name)
        os.replace(found[0], target)
        return target


# ------------------------------------------------------------------------------------------- verification

def _wrong_archive(source: Source, path: pathlib.Path, why: str) -> AssetError:
    return AssetError(
        f"{path.name} ({source.title}) is not the file that the manifest names: {why}",
        "do not use it. Run again; if it stays so, the package index or a proxy between serves a different file: "
        f"get {source.archive} from somewhere you trust and run pyodide/assets/fetch.py --archives FOLDER", EXIT_VERIFY)


def verify_archive(source: Source, path: pathlib.Path) -> None:
    size = path.stat().st_size
    if size != source.archive_size:
        raise _wrong_archive(source, path, f"{size} bytes instead of {source.archive_size}")
    digest = sha256_of(path)
    if digest != source.archive_sha256:
        raise _wrong_archive(source, path, f"SHA-256 {digest} instead of {source.archive_sha256}")


class Archive:
    """Reads single members of a zip (wheel) or tar.gz by exact name; never extracts by the archive's own names."""

    def __init__(self, path: pathlib.Path) -> None:
        self._zip: zipfile.ZipFile | None = None
        self._tar: tarfile.TarFile | None = None
        if path.suffix == ".tgz":
            self._tar = tarfile.open(path)  # pylint: disable=consider-using-with
            self.names = [member.name for member in self._tar.getmembers() if member.isfile()]
        else:
            self._zip = zipfile.ZipFile(path)  # pylint: disable=consider-using-with
            self.names = [info.filename for info in self._zip.infolist() if not info.is_dir()]

    def open(self, name: str) -> BinaryIO:
        if self._zip is not None:
            return self._zip.open(name)  # type: ignore[return-value]
        assert self._tar is not None
        stream = self._tar.extractfile(name)
        if stream is None:
            raise KeyError(name)
        return stream  # type: ignore[return-value]

    def read(self, name: str) -> bytes:
        with self.open(name) as stream:
            return stream.read()

    def close(self) -> None:
        for handle in (self._zip, self._tar):
            if handle is not None:
                handle.close()

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def chunks(stream: BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(CHUNK):
        yield chunk


def place(stream: BinaryIO, file: File, destination: pathlib.Path, origin: str) -> None:
    """Writes `stream` to its place under `destination`, which appears there only whole and verified."""
    target = destination / file.path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.parent.resolve().is_relative_to(destination.resolve()):
            raise AssetError(f"{target.parent} leads out of {destination}", "remove that link and run again", EXIT_DISK)
        descriptor, name = tempfile.mkstemp(prefix=".partial-", dir=target.parent)
    except OSError as error:
        raise _cannot_write(target, error) from error
    try:
        digest = hashlib.sha256()
        size = 0
        with os.fdopen(descriptor, "wb") as output:
            for chunk in chunks(stream):
                size += len(chunk)
                if size > file.size:
                    break
                digest.update(chunk)
                output.write(chunk)
            os.fchmod(output.fileno(), 0o644)
        if size != file.size or digest.hexdigest() != file.sha256:
            why = f"more than {file.size} bytes" if size > file.size else f"{size} bytes, SHA-256 {digest.hexdigest()}"
            raise AssetError(f"{file.path} in {origin} is not what the manifest names: {why}",
                             "do not use it. Run again; if it stays so, restore pyodide/assets from git", EXIT_VERIFY)
        os.replace(name, target)
    except OSError as error:
        raise _cannot_write(target, error) from error
    finally:
        pathlib.Path(name).unlink(missing_ok=True)


def _cannot_write(path: pathlib.Path, error: OSError) -> AssetError:
    return AssetError(f"cannot write {path}: {error.strerror or error}",
                      "make room or make the folder writable (or choose another with --dest) and run again", EXIT_DISK)


def write_atomically(path: pathlib.Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f".partial-{path.name}")
        partial.write_text(text, encoding="utf-8")
        partial.chmod(0o644)
        os.replace(partial, path)
    except OSError as error:
        raise _cannot_write(path, error) from error


def require_space(folder: pathlib.Path, needed: int) -> None:
    existing = folder
    while not existing.exists():
        existing = existing.parent
    free = shutil.disk_usage(existing).free
    if free < needed:
        raise AssetError(f"{folder} has {megabytes(free)} free, {megabytes(needed)} are needed",
                         "free space, or choose other folders with --dest and --cache", EXIT_DISK)
