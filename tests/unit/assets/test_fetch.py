# SPDX-License-Identifier: MIT
"""The fetcher of the Python assets: with small archives made here and a downloader that copies them, no network."""

from __future__ import annotations

import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

ASSETS = pathlib.Path(__file__).resolve().parents[3] / "pyodide" / "assets"
sys.path.insert(0, str(ASSETS))
sys.dont_write_bytecode = True

import assetlib  # noqa: E402  pylint: disable=wrong-import-position
import fetch  # noqa: E402  pylint: disable=wrong-import-position
from assetlib import AssetError  # noqa: E402  pylint: disable=wrong-import-position


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def entry(path: str, data: bytes, member: str | None = None) -> dict[str, object]:
    result: dict[str, object] = {"path": path, "sha256": digest(data), "size": len(data)}
    if member is not None:
        result["member"] = member
    return result


def zip_bytes(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return stream.getvalue()


def tgz_bytes(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return stream.getvalue()


class Shelf:
    """Stands for the package clients: archives by file name; counts what was taken, and can fail."""

    def __init__(self) -> None:
        self.archives: dict[str, bytes] = {}
        self.taken: list[str] = []
        self.failures: dict[str, AssetError] = {}

    def __call__(self, source: assetlib.Source, folder: pathlib.Path, _report: object) -> pathlib.Path:
        self.taken.append(source.name)
        if source.name in self.failures:
            raise self.failures[source.name]
        target = folder / source.archive
        target.write_bytes(self.archives[source.archive])
        return target


class FetcherTest(unittest.TestCase):
    """Each test has a folder with a manifest of a wheel that carries a wheel, an npm archive, and a committed file."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="glovebox-assets-")  # pylint: disable=consider-using-with
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.destination = self.root / "assets"
        self.cache = self.root / "cache"
        self.shelf = Shelf()
        self.said: list[str] = []
        self.inner = zip_bytes({"inner-1.dist-info/LICENSE": b"may be used", "inner.py": b"x = 1\n"})
        self.carrier = zip_bytes({"c/core.mjs": b"export {}", "c/inner.whl": self.inner, "c/other.bin": b"not taken"})
        self.icons = tgz_bytes({"package/icons/eye.svg": b"<svg/>"})
        self.shelf.archives = {"carrier.whl": self.carrier, "icons.tgz": self.icons}
        (self.root / "repository").mkdir()
        (self.root / "repository/lock.json").write_bytes(b"{}")
        self.manifest = self.root / "repository/manifest.json"
        self.document = {"format": 1, "sources": [
            {"kind": "pypi", "name": "carrier", "version": "1",
             "archive": {"file": "carrier.whl", "sha256": digest(self.carrier), "size": len(self.carrier)},
             "files": [entry("pyodide/core.mjs", b"export {}", "c/core.mjs"),
                       entry("pyodide/inner.whl", self.inner, "c/inner.whl")]},
            {"kind": "npm", "name": "icons", "version": "2",
             "archive": {"file": "icons.tgz", "sha256": digest(self.icons), "size": len(self.icons)},
             "files": [entry("icons/eye.svg", b"<svg/>", "package/icons/eye.svg")]},
            {"kind": "repository", "name": "here", "files": [entry("pyodide/lock.json", b"{}", "lock.json")]},
            {"kind": "asset", "name": "pyodide/inner.whl",
             "files": [entry("licenses/inner/LICENSE", b"may be used", "inner-1.dist-info/LICENSE")]},
        ]}

    def fetcher(self, **options: object) -> fetch.Fetcher:
        self.manifest.write_text(json.dumps(self.document), encoding="utf-8")
        return fetch.Fetcher(self.manifest, self.destination, self.cache, downloader=self.shelf, say=self.said.append,
                             **options)  # type: ignore[arg-type]

    def fetch(self, **options: object) -> None:
        self.fetcher(**options).fetch()

    def refused(self, code: int, **options: object) -> AssetError:
        with self.assertRaises(AssetError) as caught:
            self.fetch(**options)
        self.assertEqual(caught.exception.code, code)
        self.assertGreater(len(caught.exception.advice), 10, "an error says what to do")
        return caught.exception

    def files(self) -> set[str]:
        return {str(path.relative_to(self.destination)) for path in self.destination.rglob("*") if path.is_file()}

    # -- a whole fetch

    def test_places_every_file_and_nothing_else(self) -> None:
        self.fetch()
        self.assertEqual(self.files(), {
            "pyodide/core.mjs", "pyodide/inner.whl", "pyodide/lock.json", "icons/eye.svg", "licenses/inner/LICENSE",
            "SHA256SUMS.json", ".stamp.json"})
        self.assertEqual((self.destination / "icons/eye.svg").read_bytes(), b"<svg/>")

    def test_sums_name_hash_and_size_of_every_file(self) -> None:
        self.fetch()
        sums = json.loads((self.destination / "SHA256SUMS.json").read_text(encoding="utf-8"))
        self.assertEqual(set(sums), self.files() - {"SHA256SUMS.json", ".stamp.json"})
        self.assertEqual(sums["pyodide/core.mjs"], {"sha256": digest(b"export {}"), "size": 9})

    def test_files_can_be_read_by_other_accounts(self) -> None:
        previous = os.umask(0o077)
        self.addCleanup(os.umask, previous)
        self.fetch()
        for name in self.files():
            self.assertTrue((self.destination / name).stat().st_mode & 0o004, name)

    def test_a_second_run_downloads_nothing(self) -> None:
        self.fetch()
        self.shelf.taken.clear()
        self.fetch()
        self.assertEqual(self.shelf.taken, [])
        self.assertIn("in place", self.said[-1])

    def test_downloads_are_not_kept_when_their_files_are_placed(self) -> None:
        self.fetch()
        self.assertEqual([path.name for path in self.cache.iterdir()], ["lock"])

    def test_says_what_is_fetched_and_how_large_it_is(self) -> None:
        self.fetch()
        self.assertTrue(any(re.fullmatch(r"fetching carrier 1 \(\d+ [kM]B\) …", line) for line in self.said), self.said)
        self.assertTrue(any(line.startswith("done     carrier 1") for line in self.said))

    # -- resuming

    def test_resumes_where_a_failed_run_stopped(self) -> None:
        self.shelf.failures["icons"] = AssetError("no network", "connect and run again", assetlib.EXIT_DOWNLOAD)
        self.refused(assetlib.EXIT_DOWNLOAD)
        self.assertTrue((self.destination / "pyodide/core.mjs").exists())
        self.assertFalse((self.destination / "SHA256SUMS.json").exists())
        self.shelf.failures.clear()
        self.shelf.taken.clear()
        self.fetch()
        self.assertEqual(self.shelf.taken, ["icons"])

    def test_a_verified_archive_of_an_interrupted_run_is_used(self) -> None:
        self.cache.mkdir()
        (self.cache / "carrier.whl").write_bytes(self.carrier)
        self.fetch()
        self.assertEqual(self.shelf.taken, ["icons"])

    def test_a_half_written_archive_is_fetched_again(self) -> None:
        self.cache.mkdir()
        (self.cache / "carrier.whl").write_bytes(self.carrier[:100])
        self.fetch()
        self.assertEqual(self.shelf.taken, ["carrier", "icons"])

    def test_what_a_killed_download_left_is_removed(self) -> None:
        (self.cache / "download-killed").mkdir(parents=True)
        (self.cache / "download-killed/part").write_bytes(b"part")
        self.fetch()
        self.assertFalse((self.cache / "download-killed").exists())

    def test_only_the_source_of_a_lost_file_is_fetched_again(self) -> None:
        self.fetch()
        self.shelf.taken.clear()
        (self.destination / "icons/eye.svg").unlink()
        self.fetch()
        self.assertEqual(self.shelf.taken, ["icons"])

    def test_a_changed_file_is_replaced(self) -> None:
        self.fetch()
        (self.destination / "pyodide/core.mjs").write_bytes(b"evil  {}!")
        self.fetch()
        self.assertEqual((self.destination / "pyodide/core.mjs").read_bytes(), b"export {}")

    def test_archives_from_a_folder_need_no_download(self) -> None:
        given = self.root / "given"
        given.mkdir()
        (given / "carrier.whl").write_bytes(self.carrier)
        (given / "icons.tgz").write_bytes(self.icons)
        self.fetch(archives=given)
        self.assertEqual(self.shelf.taken, [])
        self.assertTrue((given / "carrier.whl").exists(), "what was given is not ours to delete")

    def test_a_new_manifest_removes_what_the_old_one_placed_and_nothing_else(self) -> None:
        self.fetch()
        (self.destination / "icons/mine.svg").write_bytes(b"mine")
        self.document["sources"].pop(1)  # type: ignore[attr-defined]
        self.fetch()
        self.assertFalse((self.destination / "icons/eye.svg").exists())
        self.assertTrue((self.destination / "icons/mine.svg").exists())

    # -- components

    def make_icons_a_component(self) -> None:
        self.document["sources"][1]["component"] = "pictures"  # type: ignore[index]

    def test_a_component_is_fetched_only_when_it_is_asked_for(self) -> None:
        self.make_icons_a_component()
        self.fetch()
        self.assertNotIn("icons/eye.svg", self.files())
        self.fetch(components=["pictures"])
        self.assertIn("icons/eye.svg", self.files())
        self.assertEqual(self.shelf.taken, ["carrier", "icons"])

    def test_a_component_stays_and_is_checked_from_then_on(self) -> None:
        self.make_icons_a_component()
        self.fetch(components=["pictures"])
        self.fetch()
        self.assertIn("icons/eye.svg", self.files())
        (self.destination / "icons/eye.svg").write_bytes(b"<evil>")
        self.assertEqual(self.fetcher().check(), ["icons/eye.svg: is not the right file"])

    def test_an_unknown_component_is_refused_with_those_that_there_are(self) -> None:
        self.make_icons_a_component()
        self.assertIn("pictures", self.refused(assetlib.EXIT_USAGE, components=["sounds"]).advice)

    # -- what is refused

    def test_refuses_an_archive_with_a_wrong_hash(self) -> None:
        self.shelf.archives["carrier.whl"] = self.carrier[:-1] + b"x"
        error = self.refused(assetlib.EXIT_VERIFY)
        self.assertIn("carrier.whl", error.what)
        self.assertIn("do not use it", error.advice)
        self.assertFalse((self.cache / "carrier.whl").exists())
        self.assertEqual(self.files(), set())

    def test_refuses_a_given_archive_with_a_wrong_size(self) -> None:
        given = self.root / "given"
        given.mkdir()
        (given / "carrier.whl").write_bytes(self.carrier + b"more")
        self.assertIn("bytes instead of", self.refused(assetlib.EXIT_VERIFY, archives=given).what)

    def test_refuses_a_member_with_a_wrong_hash(self) -> None:
        self.document["sources"][0]["files"][0]["sha256"] = "0" * 64  # type: ignore[index]
        self.assertIn("pyodide/core.mjs", self.refused(assetlib.EXIT_VERIFY).what)
        self.assertEqual(self.files(), set(), "nothing unverified and no partial file stays")

    def test_stops_reading_a_member_that_is_too_long(self) -> None:
        self.document["sources"][0]["files"][0]["size"] = 3  # type: ignore[index]
        self.assertIn("more than 3 bytes", self.refused(assetlib.EXIT_VERIFY).what)

    def test_refuses_a_member_that_is_not_there(self) -> None:
        self.document["sources"][0]["files"][0]["member"] = "c/none"  # type: ignore[index]
        self.refused(assetlib.EXIT_VERIFY)

    def test_refuses_paths_that_lead_out(self) -> None:
        for path in ("../evil", "pyodide/../../evil", "/etc/evil", "pyodide//evil", "pyodide/./evil",
                     "pyodide\\..\\evil", "C:/evil", "pyodide/a\0b", "elsewhere/evil", ""):
            with self.subTest(path=path):
                self.document["sources"][0]["files"][0]["path"] = path  # type: ignore[index]
                self.refused(assetlib.EXIT_VERIFY)
        self.assertFalse(self.destination.exists())

    def test_refuses_members_and_archives_with_unsafe_names(self) -> None:
        self.document["sources"][0]["files"][0]["member"] = "../core.mjs"  # type: ignore[index]
        self.refused(assetlib.EXIT_VERIFY)
        self.document["sources"][0]["files"][0]["member"] = "c/core.mjs"  # type: ignore[index]
        self.document["sources"][0]["archive"]["file"] = "../carrier.whl"  # type: ignore[index]
        self.refused(assetlib.EXIT_VERIFY)

    def test_an_archive_cannot_choose_where_its_members_go(self) -> None:
        self.carrier = zip_bytes({"../../escaped": b"out", "c/core.mjs": b"export {}", "c/inner.whl": self.inner})
        self.shelf.archives["carrier.whl"] = self.carrier
        self.document["sources"][0]["archive"].update(  # type: ignore[index]
            sha256=digest(self.carrier), size=len(self.carrier))
        self.fetch()
        self.assertEqual([path for path in self.root.rglob("escaped")], [])

    def test_refuses_a_linked_folder_that_leads_out(self) -> None:
        outside = self.root / "outside"
        outside.mkdir()
        self.destination.mkdir()
        (self.destination / "pyodide").symlink_to(outside)
        self.refused(assetlib.EXIT_DISK)
        self.assertEqual(list(outside.iterdir()), [])

    def test_a_linked_file_is_replaced_and_its_target_untouched(self) -> None:
        outside = self.root / "outside.svg"
        outside.write_bytes(b"<svg/>")
        (self.destination / "icons").mkdir(parents=True)
        (self.destination / "icons/eye.svg").symlink_to(outside)
        self.fetch()
        self.assertFalse((self.destination / "icons/eye.svg").is_symlink())
        self.assertTrue(outside.exists())

    def test_refuses_two_files_of_one_name(self) -> None:
        self.document["sources"][1]["files"][0]["path"] = "pyodide/core.mjs"  # type: ignore[index]
        self.refused(assetlib.EXIT_VERIFY)

    def test_refuses_a_manifest_of_another_format(self) -> None:
        self.document["format"] = 2
        self.refused(assetlib.EXIT_USAGE)

    # -- --check

    def test_check_names_every_difference(self) -> None:
        self.fetch()
        self.assertEqual(self.fetcher().check(), [])
        (self.destination / "icons/eye.svg").unlink()
        (self.destination / "pyodide/core.mjs").write_bytes(b"export  ]")
        self.assertEqual(self.fetcher().check(),
                         ["pyodide/core.mjs: is not the right file", "icons/eye.svg: is missing"])

    def test_check_finds_what_size_and_time_hide(self) -> None:
        self.fetch()
        target = self.destination / "pyodide/core.mjs"
        before = target.stat()
        target.write_bytes(b"evil  {}!")
        os.utime(target, ns=(before.st_atime_ns, before.st_mtime_ns))
        self.assertTrue(self.fetcher().is_stamped())
        self.assertEqual(len(self.fetcher().check()), 1)

    def test_check_finds_changed_sums(self) -> None:
        self.fetch()
        (self.destination / "SHA256SUMS.json").write_text("{}", encoding="utf-8")
        self.assertEqual(self.fetcher().check(), ["SHA256SUMS.json: does not list these files"])

    # -- the font of the system

    def add_font(self, content: bytes, recorded: bytes | None = None) -> pathlib.Path:
        system = self.root / "system"
        (system / "usr/share").mkdir(parents=True, exist_ok=True)
        (system / "usr/share/cjk.ttc").write_bytes(content)
        if recorded is not None:
            (system / "var/lib/dpkg/info").mkdir(parents=True, exist_ok=True)
            line = f"{hashlib.md5(recorded, usedforsecurity=False).hexdigest()}  usr/share/cjk.ttc\n"
            (system / "var/lib/dpkg/info/fonts-cjk.md5sums").write_text(line, encoding="utf-8")
        self.document["sources"].append(  # type: ignore[attr-defined]
            {"kind": "apt", "name": "fonts-cjk", "files": [entry("fonts/cjk.ttc", b"known", "usr/share/cjk.ttc")]})
        return system

    def test_takes_the_font_that_the_manifest_knows(self) -> None:
        self.fetch(system_root=self.add_font(b"known"))
        self.assertEqual((self.destination / "fonts/cjk.ttc").read_bytes(), b"known")

    def test_takes_a_newer_font_that_dpkg_vouches_for(self) -> None:
        system = self.add_font(b"newer font", recorded=b"newer font")
        self.fetch(system_root=system)
        sums = json.loads((self.destination / "SHA256SUMS.json").read_text(encoding="utf-8"))
        self.assertEqual(sums["fonts/cjk.ttc"]["sha256"], digest(b"newer font"))
        self.assertEqual(self.fetcher(system_root=system).check(), [])

    def test_refuses_a_font_that_nobody_vouches_for(self) -> None:
        system = self.add_font(b"swapped", recorded=b"newer font")
        self.assertIn("reinstall", self.refused(assetlib.EXIT_VERIFY, system_root=system).advice)

    def test_names_the_package_of_a_missing_font(self) -> None:
        system = self.add_font(b"known")
        (system / "usr/share/cjk.ttc").unlink()
        self.assertIn("apt-get install fonts-cjk", self.refused(assetlib.EXIT_SYSTEM, system_root=system).advice)


class ClientTest(unittest.TestCase):
    """The real downloader with stand-ins for the package clients."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="glovebox-assets-")  # pylint: disable=consider-using-with
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.addCleanup(os.environ.__setitem__, "PATH", os.environ["PATH"])

    def stand_in(self, script: str) -> None:
        program = self.root / "bin/npm"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o755)
        os.environ["PATH"] = f"{program.parent}{os.pathsep}{os.environ['PATH']}"

    def download(self) -> pathlib.Path:
        cache = self.root / "cache"
        cache.mkdir()
        source = assetlib.Source("npm", "icons", "2", "icons.tgz", "", 10, ())
        return assetlib.download_with_clients(source, cache, lambda text: None)

    def test_takes_what_the_client_left(self) -> None:
        self.stand_in('while [ "$1" != --pack-destination ]; do shift; done; printf archive > "$2/icons-2.tgz"')
        self.assertEqual(self.download().read_bytes(), b"archive")
        self.assertEqual([path.name for path in (self.root / "cache").iterdir()], ["icons.tgz"])

    def test_says_what_the_client_said_and_what_to_do(self) -> None:
        self.stand_in("echo 'connection refused' >&2; exit 1")
        with self.assertRaises(AssetError) as caught:
            self.download()
        self.assertIn("connection refused", caught.exception.what)
        self.assertIn("--archives", caught.exception.advice)
        self.assertEqual(caught.exception.code, assetlib.EXIT_DOWNLOAD)

    def test_a_full_disk_is_named_as_such(self) -> None:
        self.stand_in("echo 'ENOSPC: No space left on device' >&2; exit 1")
        with self.assertRaises(AssetError) as caught:
            self.download()
        self.assertEqual(caught.exception.code, assetlib.EXIT_DISK)

    def test_a_missing_client_is_named(self) -> None:
        os.environ["PATH"] = str(self.root)
        with self.assertRaises(AssetError) as caught:
            self.download()
        self.assertIn("npm is not installed", caught.exception.what)


class CommittedFilesTest(unittest.TestCase):
    """manifest.json, pyodide-lock.json and the committed sources fit together."""

    def setUp(self) -> None:
        self.sources = assetlib.read_manifest(ASSETS / "manifest.json")
        self.files = {file.path: file for source in self.sources for file in source.files}
        self.lock = json.loads((ASSETS / "pyodide-lock.json").read_text(encoding="utf-8"))

    def test_every_committed_file_is_the_one_in_the_manifest(self) -> None:
        for source in self.sources:
            for file in source.files if source.kind == "repository" else ():
                with self.subTest(path=file.path):
                    self.assertEqual(assetlib.sha256_of(ASSETS / str(file.member)), file.sha256)

    def test_lock_and_manifest_name_the_same_wheels_with_the_same_hashes(self) -> None:
        wheels = {path.removeprefix("pyodide/"): file.sha256 for path, file in self.files.items()
                  if path.endswith(".whl")}
        locked = {item["file_name"]: item["sha256"] for item in self.lock["packages"].values()}
        self.assertEqual(locked, wheels)

    def test_every_dependency_in_the_lock_is_carried(self) -> None:
        packages = self.lock["packages"]
        for name, item in packages.items():
            self.assertEqual([other for other in item["depends"] if other not in packages], [], name)

    def test_imports_resolve_to_one_package_each(self) -> None:
        owners: dict[str, str] = {}
        for name, item in self.lock["packages"].items():
            for imported in item["imports"]:
                self.assertNotIn(imported, owners, f"{name} and {owners.get(imported)}")
                owners[imported] = name
        for imported, name in (("PIL", "pillow"), ("sklearn", "scikit-learn"), ("bs4", "beautifulsoup4"),
                               ("docx", "python-docx"), ("pptx", "python-pptx"), ("dateutil", "python-dateutil"),
                               ("markdown_it", "markdown-it-py"), ("zoneinfo", "tzdata")):
            self.assertEqual(owners.get(imported), name)

    def test_every_wheel_has_its_licence(self) -> None:
        for name in self.lock["packages"]:
            self.assertTrue(any(path.startswith(f"licenses/{name}/") for path in self.files), name)

    def test_no_address_is_written_down(self) -> None:
        for name in ("manifest.json", "pyodide-lock.json", "fetch.py", "assetlib.py", "make_lock.py"):
            text = (ASSETS / name).read_text(encoding="utf-8")
            self.assertNotRegex(text, r"https?://", name)

    def test_the_command_says_what_is_wrong_with_its_manifest(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            broken = pathlib.Path(folder) / "manifest.json"
            broken.write_text("{", encoding="utf-8")
            result = subprocess.run([sys.executable, str(ASSETS / "fetch.py"), "--manifest", str(broken), "--dest",
                                     str(pathlib.Path(folder) / "assets")], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, assetlib.EXIT_USAGE)
        self.assertIn("what to do:", result.stderr)


if __name__ == "__main__":
    unittest.main()
