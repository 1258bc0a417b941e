# SPDX-License-Identifier: MIT
import hashlib
import io
import pathlib
import tempfile
import unittest
import zipfile

from _glovebox import wheels


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


if __name__ == "__main__":
    unittest.main()
