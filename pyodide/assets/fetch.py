#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fetches Pyodide, its wheels, icons and the CJK font, verifies each file against manifest.json, and puts them
where Glovebox reads them. Run again, it fetches only what is missing.

Exit codes: 0 all files are there and right, 1 --check found a difference, 2 wrong usage or manifest, 3 a download
failed, 4 a file is not the one that the manifest names, 5 a system package is missing, 6 disk full or not writable.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import shutil
import sys
import time
from collections.abc import Callable, Collection, Iterator
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import assetlib  # noqa: E402  pylint: disable=wrong-import-position
from assetlib import AssetError, File, Source  # noqa: E402  pylint: disable=wrong-import-position

REPOSITORY = assetlib.HERE.parent.parent
SUMS = "SHA256SUMS.json"
STAMP = ".stamp.json"


class Fetcher:
    """Brings one assets folder to what the manifest says."""

    # pylint: disable=too-many-arguments,too-many-instance-attributes

    def __init__(self, manifest: pathlib.Path, destination: pathlib.Path, cache: pathlib.Path, *,
                 archives: pathlib.Path | None = None,
                 downloader: assetlib.Downloader = assetlib.download_with_clients,
                 say: Callable[[str], None] = lambda text: print(text, flush=True),
                 system_root: pathlib.Path = pathlib.Path("/"),
                 components: Collection[str] = ()) -> None:
        self.manifest = manifest
        self.destination = destination
        self.cache = cache
        self.archives = archives
        self.downloader = downloader
        self.say = say
        self.system_root = system_root
        self.sources = self._chosen(assetlib.read_manifest(manifest), components)
        self.manifest_digest = assetlib.sha256_of(manifest)
        # What really lies there: the manifest's values, except for a font of another Debian release.
        self.placed: dict[str, dict[str, Any]] = {}

    def _chosen(self, sources: list[Source], components: Collection[str]) -> list[Source]:
        """What is always there, what was asked for, and what was asked for once before."""
        present = self._previous_sums()
        known = {source.component for source in sources}
        for component in components:
            if component not in known:
                names = ", ".join(sorted(known - {""})) or "none"
                raise AssetError(f"there is no component {component!r}", f"choose from: {names}", assetlib.EXIT_USAGE)
        return [source for source in sources if source.component == "" or source.component in components
                or any(file.path in present for file in source.files)]

    # -- state of the folder

    def _stamp_now(self) -> dict[str, Any]:
        files = {}
        for path in [*(file.path for source in self.sources for file in source.files), SUMS]:
            status = os.lstat(self.destination / path)
            files[path] = [status.st_size, status.st_mtime_ns]
        return {"format": 1, "manifest": self.manifest_digest, "files": files}

    def is_stamped(self) -> bool:
        """True when nothing changed (size and time of each file) since all files were verified."""
        try:
            return json.loads((self.destination / STAMP).read_text(encoding="utf-8")) == self._stamp_now()
        except (OSError, ValueError):
            return False

    def _previous_sums(self) -> dict[str, Any]:
        try:
            document = json.loads((self.destination / SUMS).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return document if isinstance(document, dict) else {}

    def _state(self, source: Source, file: File) -> str:
        """'right', 'missing' or 'wrong'; a right file is recorded in `placed`."""
        target = self.destination / file.path
        if target.is_symlink() or (target.exists() and not target.is_file()):
            return "wrong"
        if not target.exists():
            return "missing"
        size = target.stat().st_size
        if source.kind != "apt" and size != file.size:
            return "wrong"
        digest = assetlib.sha256_of(target)
        right = digest == file.sha256 or (source.kind == "apt" and self._package_vouches(source, file, target))
        if right:
            self.placed[file.path] = {"sha256": digest, "size": size}
        return "right" if right else "wrong"

    def check(self) -> list[str]:
        """Hashes everything; returns one line per difference."""
        problems = []
        for source in self.sources:
            for file in source.files:
                state = self._state(source, file)
                if state != "right":
                    problems.append(f"{file.path}: {'is missing' if state == 'missing' else 'is not the right file'}")
        if not problems and self._previous_sums() != self.placed:
            problems.append(f"{SUMS}: does not list these files")
        return problems

    # -- work

    def fetch(self) -> None:
        with self._locked():
            if self.is_stamped():
                self.say(f"assets: all {sum(len(source.files) for source in self.sources)} files are in place")
                return
            previous = self._previous_sums()
            for source in self.sources:
                missing = [file for file in source.files if self._state(source, file) != "right"]
                if missing:
                    self._fetch_source(source, missing)
            self._remove_stale(previous)
            assetlib.write_atomically(self.destination / SUMS,
                                      json.dumps(self.placed, indent=1, sort_keys=True) + "\n")
            assetlib.write_atomically(self.destination / STAMP, json.dumps(self._stamp_now()) + "\n")
            total = sum(entry["size"] for entry in self.placed.values())
            self.say(f"assets: {len(self.placed)} files, {assetlib.megabytes(total)}, all verified")

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self.cache.mkdir(parents=True, exist_ok=True)
            self.destination.mkdir(parents=True, exist_ok=True)
            lock = (self.cache / "lock").open("w", encoding="utf-8")
        except OSError as error:
            raise AssetError(f"cannot write {error.filename}: {error.strerror}",
                             "make the folder writable, or choose others with --dest and --cache",
                             assetlib.EXIT_DISK) from error
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self.say("another fetch is running: waiting for it")
                fcntl.flock(lock, fcntl.LOCK_EX)
            for leftover in self.cache.glob("download-*"):  # of a run that was killed
                shutil.rmtree(leftover, ignore_errors=True)
            yield

    def _fetch_source(self, source: Source, missing: list[File]) -> None:
        if source.kind in ("pypi", "npm"):
            self._from_download(source, missing)
        elif source.kind == "asset":
            self._from_archive(source, missing, self.destination / source.name)
        elif source.kind == "repository":
            self._from_repository(missing)
        elif source.kind == "apt":
            self._from_package(source, missing)
        else:
            raise AssetError(f"the manifest has a source of unknown kind {source.kind!r}",
                             "restore pyodide/assets from git", assetlib.EXIT_USAGE)

    def _from_download(self, source: Source, missing: list[File]) -> None:
        archive, is_ours = self._archive(source, sum(file.size for file in missing))
        self._from_archive(source, missing, archive)
        if is_ours:
            archive.unlink()

    def _archive(self, source: Source, files_size: int) -> tuple[pathlib.Path, bool]:
        """The verified archive: given by --archives, kept from an interrupted run, or downloaded now."""
        if self.archives is not None and (self.archives / source.archive).is_file():
            given = self.archives / source.archive
            assetlib.verify_archive(source, given)
            self.say(f"using    {given}")
            return given, False
        kept = self.cache / source.archive
        if kept.is_file():
            with contextlib.suppress(AssetError):
                assetlib.verify_archive(source, kept)
                self.say(f"using    {source.title}, downloaded before")
                return kept, True
            kept.unlink()
        assetlib.require_space(self.cache, 2 * source.archive_size + files_size)
        self.say(f"fetching {source.title} ({assetlib.megabytes(source.archive_size)}) …")
        started = time.monotonic()
        archive = self.downloader(source, self.cache, self.say)
        try:
            assetlib.verify_archive(source, archive)
        except AssetError:
            archive.unlink()
            raise
        self.say(f"done     {source.title} in {time.monotonic() - started:.0f} s")
        return archive, True

    def _place(self, stream: Any, file: File, origin: str) -> None:
        assetlib.place(stream, file, self.destination, origin)
        self.placed[file.path] = {"sha256": file.sha256, "size": file.size}

    def _from_archive(self, source: Source, missing: list[File], path: pathlib.Path) -> None:
        whole = [file for file in missing if file.member is None]
        for file in whole:
            with path.open("rb") as stream:
                self._place(stream, file, path.name)
        if len(whole) == len(missing):
            return
        try:
            with assetlib.Archive(path) as archive:
                for file in missing:
                    if file.member is not None:
                        with archive.open(file.member) as stream:
                            self._place(stream, file, path.name)
        except (KeyError, assetlib.zipfile.BadZipFile, assetlib.tarfile.TarError) as error:
            raise AssetError(f"{path.name} ({source.title}) does not hold what the manifest names: {error}",
                             "restore pyodide/assets from git and run again", assetlib.EXIT_VERIFY) from error

    def _from_repository(self, missing: list[File]) -> None:
        for file in missing:
            origin = self.manifest.parent / (file.member or file.path)
            try:
                with origin.open("rb") as stream:
                    self._place(stream, file, str(origin))
            except FileNotFoundError as error:
                raise AssetError(f"{origin} is missing", "restore pyodide/assets from git and run again",
                                 assetlib.EXIT_USAGE) from error

    # -- the font of a Debian package

    def _package_vouches(self, source: Source, file: File, path: pathlib.Path) -> bool:
        """True when dpkg recorded this content for the file, at the installation of the signed package. That covers
        releases whose font is newer than the manifest."""
        recorded = self.system_root / f"var/lib/dpkg/info/{source.name}.md5sums"
        try:
            lines = recorded.read_text(encoding="utf-8").splitlines()
        except OSError:
            return False
        known = {name: digest for digest, name in (line.split(maxsplit=1) for line in lines if " " in line)}
        expected = known.get(file.member or "")
        if expected is None:
            return False
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
        return digest == expected

    def _from_package(self, source: Source, missing: list[File]) -> None:
        for file in missing:
            origin = self.system_root / (file.member or "")
            if not origin.is_file():
                raise AssetError(f"/{file.member} is missing (Debian package {source.name})",
                                 f"install it (apt-get install {source.name}) and run again", assetlib.EXIT_SYSTEM)
            digest = assetlib.sha256_of(origin)
            actual = File(file.path, digest, origin.stat().st_size, file.member)
            if digest != file.sha256 and not self._package_vouches(source, file, origin):
                raise AssetError(f"/{file.member} is neither the file that the manifest names nor what dpkg recorded "
                                 f"for {source.name}: SHA-256 {digest}",
                                 f"reinstall it (apt-get install --reinstall {source.name}) and run again",
                                 assetlib.EXIT_VERIFY)
            with origin.open("rb") as stream:
                self._place(stream, actual, str(origin))

    def _remove_stale(self, previous: dict[str, Any]) -> None:
        """Removes what an earlier manifest placed and this one does not name; never anything else."""
        for path in previous:
            if path not in self.placed and assetlib.safe_relative(path) and path.split("/")[0] in assetlib.TOP_FOLDERS:
                (self.destination / path).unlink(missing_ok=True)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dest", type=pathlib.Path, default=REPOSITORY / "build/assets", metavar="FOLDER",
                        help="where the files go (default: build/assets)")
    parser.add_argument("--cache", type=pathlib.Path, metavar="FOLDER",
                        help="where downloads are kept until their files are placed (default: beside --dest)")
    parser.add_argument("--archives", type=pathlib.Path, metavar="FOLDER",
                        help="look here for archives before downloading, for machines without a network")
    parser.add_argument("--manifest", type=pathlib.Path, default=assetlib.HERE / "manifest.json", metavar="FILE",
                        help="another manifest (default: the one beside this program)")
    parser.add_argument("--with", dest="components", action="append", default=[], metavar="COMPONENT",
                        help="fetch an optional component too, which needs npm: languages (48 MB to fetch, 122 MB on the "
                             "disk), the runtimes of run_code; charts (2 MB to fetch, 0.8 MB on the disk), what draws "
                             "the charts of altair; it stays from then on")
    parser.add_argument("--check", action="store_true", help="only hash every file and say what differs")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse_arguments(arguments)
    destination = options.dest.absolute()
    cache = (options.cache or destination.parent / "cache/assets").absolute()
    try:
        fetcher = Fetcher(options.manifest, destination, cache, archives=options.archives,
                          components=options.components)
        if not options.check:
            fetcher.fetch()
            return 0
        problems = fetcher.check()
        for problem in problems:
            print(problem)
        if problems:
            print(f"error: {len(problems)} of the files in {destination} are not right\n"
                  "  what to do: run pyodide/assets/fetch.py without --check", file=sys.stderr)
            return assetlib.EXIT_CHECK
        print(f"assets: all {len(fetcher.placed)} files are right")
        return 0
    except AssetError as error:
        print(f"error: {error.what}\n  what to do: {error.advice}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        print("error: interrupted\n  what to do: run again; what was fetched is kept", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
