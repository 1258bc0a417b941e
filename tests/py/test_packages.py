# SPDX-License-Identifier: MIT
import io
import json
import os
import pathlib
import tempfile
import unittest

from _glovebox import hooks, host, packages


class Host:
    """Answers as the worker does."""

    def __init__(self, test, answer, problems=None):
        self.answer, self.problems = answer, problems or {}
        self.asked, self.installed, self.done = [], [], []
        for name, function in (("ask_packages", self.ask), ("install_package", self.install),
                               ("packages_done", lambda text: self.done.append(json.loads(text)))):
            test.addCleanup(setattr, host, name, getattr(host, name))
            setattr(host, name, function)

    def ask(self, text):
        self.asked.append(json.loads(text))
        return json.dumps(self.answer)

    def install(self, text):
        pin = json.loads(text)
        self.installed.append(pin["name"])
        return self.problems.get(pin["name"], "")


PIN = {"name": "humanize", "version": "4.9.0", "sha256": "0" * 64}


class Asking(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.addCleanup(setattr, hooks, "distributions", hooks.distributions)
        self.addCleanup(setattr, hooks, "package_modules", hooks.package_modules)
        hooks.distributions = {"numpy": "2.4.3", "scikit-learn": "1.8.0"}
        hooks.package_modules = frozenset(("numpy", "sklearn"))

    def install(self, *words):
        out = io.StringIO()
        packages.install_words(words, out)
        return out.getvalue()

    def test_what_is_allowed_is_installed_and_told(self):
        there = Host(self, {"ok": True, "request": 7, "packages": [PIN]})
        self.assertIn("Successfully installed humanize-4.9.0", self.install("humanize>=4"))
        self.assertEqual(there.asked[0]["requirements"], ["humanize>=4"])
        self.assertEqual(there.done, [{"request": 7, "failed": []}])
        self.assertIn("just import it", self.install("humanize"))
        self.assertEqual(len(there.asked), 1)

    def test_a_denial_is_an_exception_with_the_persons_words(self):
        Host(self, {"ok": False, "errno": "EACCES", "message": "The person denied it: no."})
        with self.assertRaisesRegex(packages.InstallError, "The person denied it: no."):
            self.install("humanize")

    def test_an_interrupt_while_waiting_is_one(self):
        Host(self, {"ok": False, "errno": "EINTR", "message": ""})
        with self.assertRaises(KeyboardInterrupt):
            self.install("humanize")

    def test_what_fails_is_named_with_its_reason_and_the_rest_is_there(self):
        other = dict(PIN, name="other")
        there = Host(self, {"ok": True, "request": 1, "packages": [other, PIN]},
                     {"other": "its hash is another"})
        with self.assertRaisesRegex(packages.InstallError, "other: its hash is another"):
            self.install("humanize", "other")
        self.assertEqual(there.installed, ["other", "humanize"])
        self.assertEqual(there.done[0]["failed"],
                         [{"name": "other", "text": "its hash is another"}])

    def test_nobody_is_asked_for_what_is_here(self):
        there = Host(self, {"ok": False})
        for requirement in ("numpy", "numpy>=2,<3", "Scikit_Learn", "sklearn"):
            self.assertIn("just import it", self.install(requirement))
        self.assertEqual(there.asked, [])

    def test_options_and_requirements_files_mean_what_they_mean_to_pip(self):
        (self.folder / "more.txt").write_text("rich # tables\n\n# nothing\n")
        (self.folder / "requirements.txt").write_text(
            "-r more.txt\nhumanize[x]>=4 ; python_version > '3'\n--index-url somewhere\n"
            "tabulate==0.9 \\\n    --hash=sha256:00\n", encoding="utf-8")
        (self.folder / "c.txt").write_text("rich<14\n")
        asked = packages.parse(["-q", "--pre", "-r", str(self.folder / "requirements.txt"),
                                f"--constraint={self.folder / 'c.txt'}", "--no-deps", "msgspec",
                                "--force-reinstall", "-i", "address"])
        self.assertEqual(asked.wanted, ["rich", "humanize[x]>=4 ; python_version > '3'",
                                        "tabulate==0.9      --hash=sha256:00", "msgspec"])
        self.assertEqual(asked.constraints, ["rich<14"])
        self.assertTrue(asked.pre and asked.reinstall and not asked.dependencies)
        self.assertEqual(len(asked.ignored), 2)

    def test_a_requirements_file_that_is_missing_is_named(self):
        with self.assertRaisesRegex(packages.InstallError, "'nothing.txt' cannot be read"):
            self.install("-r", "nothing.txt")

    def test_a_file_that_includes_itself_ends(self):
        path = self.folder / "loop.txt"
        path.write_text("-r loop.txt\n")
        with self.assertRaisesRegex(packages.InstallError, "too deeply"):
            self.install("-r", str(path))

    def test_wheels_are_named_by_their_place_in_a_mount(self):
        there = Host(self, {"ok": True, "request": 1, "packages": []})
        self.install("emfs:/mnt/data/x-1-py3-none-any.whl")
        self.assertEqual(there.asked[0]["requirements"], ["/mnt/data/x-1-py3-none-any.whl"])
        with self.assertRaisesRegex(packages.InstallError, "folders under /mnt only"):
            self.install(os.path.join(str(self.folder), "x-1-py3-none-any.whl"))

    def test_nothing_to_install_is_said(self):
        with self.assertRaisesRegex(packages.InstallError, "at least one package"):
            self.install("-q")


if __name__ == "__main__":
    unittest.main()
