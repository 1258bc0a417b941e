# SPDX-License-Identifier: MIT
import io
import os
import pathlib
import tempfile
import unittest

from _glovebox import hooks, packages, shell


class Shell(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        pathlib.Path("b.txt").write_text("two\none\n売上\ntwo\n", encoding="utf-8")
        pathlib.Path("a c.csv").write_text("x,y\n1,2\n")
        os.mkdir("sub")
        pathlib.Path("sub/m.py").write_text("import os\n")

    def run_line(self, command):
        out, err = io.StringIO(), io.StringIO()
        code = shell.run(command, out, err)
        return out.getvalue(), err.getvalue(), code

    def test_commands_do_what_their_namesakes_do(self):
        for command, expected in (
            ("ls", "a c.csv\nb.txt\nsub\n"),
            ("ls *.txt", "b.txt\n"),
            ("cat 'a c.csv'", "x,y\n1,2\n"),
            ("head -n 1 b.txt", "two\n"),
            ("tail -1 b.txt", "two\n"),
            ("wc -l b.txt", "4 b.txt\n"),
            ("cat b.txt | sort | uniq -c | head -2", "      1 one\n      2 two\n"),
            ("grep -n on b.txt", "2:one\n"),
            ("grep -rl import .", "./sub/m.py\n"),
            ("find . -name '*.py'", "./sub/m.py\n"),
            ("find . -type d -maxdepth 1", ".\n./sub\n"),
            ("echo -n $HOME_OF_NOBODY'$x' \"a b\"", "$x a b"),
            ("mkdir -p p/q && cp b.txt p/q && ls p/q", "b.txt\n"),
            ("mv b.txt z.txt; ls *.txt", "z.txt\n"),
            ("touch n && rm n && ls n || echo gone", "gone\n"),
            ("echo hi > f && cat < f", "hi\n"),
            ("echo 1 > g; echo 2 >> g; cat g", "1\n2\n"),
            ("rm -rf sub p && ls -d sub || echo gone", "gone\n"),
            ("true # comment", ""),
        ):
            with self.subTest(command):
                self.assertEqual(self.run_line(command)[0], expected)

    def test_python_runs_code_of_its_argument(self):
        self.assertEqual(self.run_line("python -c 'print(2 + 3, __name__)'")[0], "5 __main__\n")

    def test_pip_says_when_another_version_was_asked_for(self):
        before = hooks.distributions
        self.addCleanup(setattr, hooks, "distributions", before)
        hooks.distributions = {"numpy": "2.4.3"}
        for met in ("numpy", "numpy>=2", "numpy==2.4.*", "numpy~=2.4", "numpy<3,>=2.1", "numpy==2.4.3",
                    "numpy!=1.0"):
            with self.subTest(met):
                out, _, code = self.run_line(f"pip install '{met}'")
                self.assertIn("nothing to do", out)
                self.assertEqual(code, 0)
        for other in ("numpy==1.26", "numpy<2", "numpy>=3", "numpy==1.*", "numpy~=2.5", "numpy!=2.4.3"):
            with self.subTest(other), self.assertRaisesRegex(packages.InstallError, "while a run"):
                self.run_line(f"pip install '{other}'")

    def test_what_cannot_be_done_is_said(self):
        for command, words in (
            ("curl http://example.org", "curl: This sandbox has no network"),
            ("/usr/bin/git clone http://example.org", "no network"),
            ("sed s/a/b/ f", "sed: this sandbox has no other programs"),
            ("ls $(pwd)", "Commands inside of commands"),
            ("sleep 5 &", "Nothing can run in the background"),
            ("ls 'open", "is not closed"),
            ("ls --color", "--color is not known here"),
            ("cat nothing", "No such file"),
            ("rm sub", "use rm -r"),
            ("cd sub", "use %cd"),
            ("find . -exec rm {} +", "-exec is not known here"),
        ):
            with self.subTest(command):
                out, err, code = self.run_line(command)
                self.assertIn(words, err)
                self.assertNotEqual(code, 0)

    def test_a_failed_step_stops_what_depends_on_it(self):
        self.assertEqual(self.run_line("cat nothing && echo yes")[0], "")

    def test_pip_tells_what_is_carried(self):
        self.addCleanup(setattr, hooks, "distributions", hooks.distributions)
        hooks.distributions = {"scikit-learn": "1.8.0"}
        out, err, code = self.run_line("pip install -q 'Scikit_Learn>=1.2'")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("just import it", out)
        self.assertIn("scikit-learn==1.8.0\n", self.run_line("pip freeze")[0])
        self.assertEqual(self.run_line("conda install -y -c x scikit-learn")[2], 0)


if __name__ == "__main__":
    unittest.main()
