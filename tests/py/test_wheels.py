# SPDX-License-Identifier: MIT
import hashlib
import importlib
import importlib.metadata
import io
import json
import pathlib
import sys
import tempfile
import unittest
import zipfile

from _glovebox import hooks, host, wheels


def wheel(**files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    data = buffer.getvalue()
    return data, hashlib.sha256(data).hexdigest()


class Unpacking(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.target = str(self.root / "site")

    def test_files_land_in_the_target(self):
        data, digest = wheel(**{"a/__init__.py": "1", "a/b/c.txt": "日本", "empty/": ""})
        wheels.unpack(data, digest, "a", self.target)
        self.assertEqual((self.root / "site/a/b/c.txt").read_text(encoding="utf-8"), "日本")
        self.assertTrue((self.root / "site/empty").is_dir())

    def test_another_wheel_is_refused(self):
        data, _ = wheel(a="1")
        with self.assertRaisesRegex(wheels.WrongWheel, "not the one in the lock"):
            wheels.unpack(data, "0" * 64, "a", self.target)
        self.assertFalse((self.root / "site").exists())

    def test_a_path_that_leaves_the_target_is_refused(self):
        for name in ("../evil.py", "/evil.py", "a/../../evil.py"):
            data, digest = wheel(**{name: "1"})
            with self.subTest(name), self.assertRaises(wheels.WrongWheel):
                wheels.unpack(data, digest, "a", self.target)
        self.assertFalse((self.root / "evil.py").exists())


def distribution(name, version, **files):
    """A wheel with its metadata."""
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    everything = {**files, f"{info}/METADATA": metadata, f"{info}/WHEEL": "Wheel-Version: 1.0\n"}
    record = "".join(f"{path},sha256=x,1\n" for path in everything) + f"{info}/RECORD,,\n"
    return wheel(**everything, **{f"{info}/RECORD": record})


class Installing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.site = pathlib.Path(folder.name) / "site"
        self.site.mkdir()
        sys.path.insert(0, str(self.site))
        self.addCleanup(sys.path.remove, str(self.site))
        self.addCleanup(setattr, hooks, "distributions", hooks.distributions)
        hooks.distributions = {}
        self.addCleanup(sys.modules.pop, "gbx_mod", None)

    def install(self, name, version, unused=False, **files):
        data, digest = distribution(name, version, **files)
        return json.loads(wheels.install(data, digest, name, version, unused, str(self.site)))

    def test_metadata_says_what_is_there_and_who_put_it(self):
        self.assertEqual(self.install("gbx_mod", "1.0", **{"gbx_mod.py": "v = 1\n"}),
                         {"replaced": None, "stale": [], "kept": []})
        found = importlib.metadata.distribution("gbx-mod")
        self.assertEqual((found.version, found.read_text("INSTALLER")), ("1.0", "glovebox\n"))
        self.assertTrue(all(file.locate().exists() for file in found.files))
        self.assertEqual(hooks.distributions, {"gbx-mod": "1.0"})

    def test_files_of_the_version_before_are_gone(self):
        self.install("gbx_mod", "1.0", **{"gbx_mod/__init__.py": "", "gbx_mod/old.py": ""})
        told = self.install("gbx_mod", "2.0", **{"gbx_mod/__init__.py": "v = 2\n"})
        self.assertEqual(told, {"replaced": "1.0", "stale": [], "kept": []})
        self.assertFalse((self.site / "gbx_mod/old.py").exists())
        self.assertFalse((self.site / "gbx_mod-1.0.dist-info").exists())
        self.assertEqual(importlib.import_module("gbx_mod").v, 2)

    def test_what_is_imported_of_it_is_told(self):
        self.install("gbx_mod", "1.0", **{"gbx_mod.py": "v = 1\n"})
        importlib.import_module("gbx_mod")
        self.assertEqual(self.install("gbx_mod", "2.0", **{"gbx_mod.py": "v = 2\n"}),
                         {"replaced": "1.0", "stale": ["gbx_mod"], "kept": []})

    def test_what_nobody_asked_for_is_forgotten_instead(self):
        self.install("gbx_mod", "1.0", **{"gbx_mod.py": "v = 1\n"})
        importlib.import_module("gbx_mod")
        told = self.install("gbx_mod", "2.0", unused=True, **{"gbx_mod.py": "v = 22\n"})
        self.assertEqual(told["stale"], [])
        self.assertEqual(importlib.import_module("gbx_mod").v, 22)

    def test_folders_of_its_data_go_where_pip_puts_them(self):
        self.install("gbx_mod", "1.0", **{"gbx_mod-1.0.data/purelib/gbx_mod.py": "v = 3\n",
                                          "gbx_mod-1.0.data/scripts/tool": "#!python\n"})
        self.assertEqual(importlib.import_module("gbx_mod").v, 3)
        self.assertTrue((self.site / "bin/tool").exists())
        names = [str(file) for file in importlib.metadata.distribution("gbx_mod").files]
        self.assertIn("gbx_mod.py", names)
        self.assertIn("bin/tool", names)

    def test_a_wheel_that_is_not_the_allowed_one_changes_nothing(self):
        self.install("gbx_mod", "1.0", **{"gbx_mod.py": "v = 1\n"})
        good, digest = distribution("gbx_mod", "2.0", **{"gbx_mod.py": ""})
        two = distribution("gbx_mod", "2.0", **{"other-1.dist-info/METADATA": ""})
        outside = distribution("gbx_mod", "2.0", **{"../evil.py": "1"})
        deep = distribution("gbx_mod", "2.0", **{"gbx_mod-2.0.data/purelib/../../../evil.py": "1"})
        text = b"no zip"
        for data, sha256, version, words in (
            (good, "0" * 64, "2.0", "its hash is another"),
            (good, digest, "3.0", "says in its METADATA that it is gbx_mod 2.0"),
            (*two, "2.0", "2 folders of metadata"),
            (*outside, "2.0", "leaves its folder"),
            (*deep, "2.0", "leaves its folder"),
            (*wheel(a="1"), "2.0", "0 folders of metadata"),
            (text, hashlib.sha256(text).hexdigest(), "2.0", "is no zip file"),
        ):
            with self.subTest(words), self.assertRaisesRegex(wheels.WrongWheel, words):
                wheels.install(data, sha256, "gbx_mod", version, False, str(self.site))
        self.assertEqual(importlib.metadata.version("gbx_mod"), "1.0")
        self.assertFalse((self.site.parent / "evil.py").exists())

    def test_what_would_unpack_to_too_much_is_refused_unread(self):
        self.addCleanup(setattr, wheels, "MOST_BYTES", wheels.MOST_BYTES)
        wheels.MOST_BYTES = 1000
        with self.assertRaisesRegex(wheels.WrongWheel, "would unpack to more"):
            self.install("gbx_mod", "1.0", **{"gbx_mod.py": "#" * 2000})
        self.assertEqual(list(self.site.iterdir()), [])
        self.install("gbx_mod", "1.0", **{"gbx_mod.py": "#"})

    def test_files_of_another_package_stay_as_they_are(self):
        self.install("gbx_one", "1.0", **{"gbx_shared.py": "v = 1\n", "gbx_same.py": ""})
        told = self.install("gbx_two", "1.0", **{"gbx_shared.py": "v = 2\n", "gbx_same.py": "",
                                                 "gbx_own.py": ""})
        self.assertEqual(told["kept"], ["gbx_shared.py"])
        self.assertEqual((self.site / "gbx_shared.py").read_text(), "v = 1\n")
        # Nor do they go with the one that only brought them, too.
        wheels._delete([str(file) for file in importlib.metadata.files("gbx_two")], str(self.site))
        self.assertTrue((self.site / "gbx_same.py").exists())
        self.assertFalse((self.site / "gbx_own.py").exists())

    def test_nothing_comes_before_a_file_of_another_package_on_the_path(self):
        born = self.site.parent / "born"
        (born / "gbx_born").mkdir(parents=True)
        (born / "gbx_born/core.py").write_text("v = 1\n")
        sys.path.append(str(born))
        self.addCleanup(sys.path.remove, str(born))
        told = self.install("gbx_two", "1.0", **{"gbx_born/core.py": "v = 2\n",
                                                 "gbx_born/more.py": ""})
        self.assertEqual(told["kept"], ["gbx_born/core.py"])
        self.assertTrue((self.site / "gbx_born/more.py").exists())

    def test_compiled_code_that_every_interpreter_begins_with_stays(self):
        born = self.site.parent / "born"
        born.mkdir()
        sys.path.append(str(born))
        self.addCleanup(sys.path.remove, str(born))
        data, digest = distribution("gbx_mod", "1.0", **{"gbx_mod.py": "", "_gbx.so": ""})
        wheels.install(data, digest, "gbx_mod", "1.0", False, str(born))
        self.install("gbx_mod", "2.0", **{"gbx_mod.py": ""})  # nobody has imported it
        wheels._delete([str(file) for file in importlib.metadata.files("gbx_mod")], str(self.site))
        importlib.import_module("gbx_mod")
        for unused in (False, True):
            with self.assertRaisesRegex(wheels.WrongWheel, "gbx_mod 1.0 is compiled code .*leave the "
                                                           "version out, or ask for gbx_mod==1.0"):
                self.install("gbx_mod", "3.0", unused, **{"gbx_mod.py": ""})
        self.assertEqual(importlib.metadata.version("gbx_mod"), "1.0")

    def test_what_belongs_to_the_interpreter_is_not_data_of_a_package(self):
        for path in ("lib/python3.14/json/__init__.py", "lib/python314.zip", "mnt/data/x", "session/x",
                     "share/../lib/x"):
            with self.subTest(path), self.assertRaisesRegex(wheels.WrongWheel, "interpreter|leaves"):
                self.install("gbx_mod", "1.0", **{f"gbx_mod-1.0.data/data/{path}": ""})
        self.assertEqual(list(self.site.iterdir()), [])
        self.install("gbx_mod", "1.0", **{"gbx_mod-1.0.data/data/share/gbx/x": "",
                                          "lib/__init__.py": ""})
        self.assertTrue((self.site / "share/gbx/x").exists())

    def test_half_of_a_package_does_not_stay(self):
        class Full(io.BytesIO):
            def read(self, *sizes):
                raise OSError(28, "No space left on device")

        opened = wheels._opened
        self.addCleanup(setattr, wheels, "_opened", opened)

        def short(data, name):
            archive = opened(data, name)
            read = archive.read
            archive.read = lambda item: Full().read() if "second" in str(item) else read(item)
            return archive

        wheels._opened = short
        with self.assertRaises(OSError):
            self.install("gbx_mod", "1.0", **{"gbx_first.py": "1", "gbx_second.py": "2"})
        self.assertFalse((self.site / "gbx_first.py").exists())
        wheels._opened = opened
        self.assertEqual(self.install("gbx_mod", "1.0", **{"gbx_first.py": "1"})["kept"], [])

    def test_what_is_taken_away_is_told_to_the_host(self):
        told = []
        self.addCleanup(setattr, host, "package_removed", None)
        self.addCleanup(setattr, wheels, "_site", wheels._site)
        host.package_removed = told.append
        wheels._site = lambda: str(self.site)
        self.install("gbx_mod", "1.0", **{"gbx_mod/__init__.py": ""})
        self.assertEqual(wheels.uninstall("gbx-mod"), "1.0")
        self.assertEqual((told, hooks.distributions, list(self.site.iterdir())), (["gbx-mod"], {}, []))
        self.assertIsNone(wheels.uninstall("gbx-mod"))
        self.assertEqual(told, ["gbx-mod"])

    def test_below_what_is_taken_away_the_one_that_came_along_is_there_again(self):
        born = self.site.parent / "born"
        born.mkdir()
        sys.path.append(str(born))
        self.addCleanup(sys.path.remove, str(born))
        self.addCleanup(setattr, wheels, "_site", wheels._site)
        wheels._site = lambda: str(self.site)
        data, digest = distribution("gbx_mod", "1.0", **{"gbx_mod.py": ""})
        wheels.install(data, digest, "gbx_mod", "1.0", False, str(born))
        self.install("gbx_mod", "2.0", **{"gbx_mod.py": ""})
        self.assertEqual(wheels.uninstall("gbx_mod"), "2.0")
        self.assertEqual(hooks.distributions, {"gbx-mod": "1.0"})
        with self.assertRaisesRegex(PermissionError, "comes with Glovebox"):
            wheels.uninstall("gbx_mod")

    def test_versions_are_compared_as_indexes_write_them(self):
        data, digest = distribution("gbx_mod", "1.0.0", **{"gbx_mod.py": ""})
        wheels.install(data, digest, "GBX.mod", "1.0", False, str(self.site))
        self.assertEqual(hooks.distributions, {"gbx-mod": "1.0"})


if __name__ == "__main__":
    unittest.main()
