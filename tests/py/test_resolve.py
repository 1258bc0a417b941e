# SPDX-License-Identifier: MIT
"""The resolution of requirements, asked round by round as the host does it. resolvelib and packaging come from the
wheels that Glovebox bundles."""

from __future__ import annotations

import os
import pathlib
import sys
import unittest
from typing import Any

ASSETS = pathlib.Path(os.environ.get("GLOVEBOX_ASSETS_DIR", ""), "pyodide")
for pattern in ("packaging-*.whl", "resolvelib-*.whl"):
    sys.path[:0] = [str(path) for path in ASSETS.glob(pattern)]

from _analysis.resolve import resolve  # noqa: E402  pylint: disable=wrong-import-position

PURE = "py3-none-any"
WASM = "cp314-cp314-pyemscripten_2026_0_wasm32"


class Host:
    """An index in memory: answers what the resolution names in `need`, and counts."""

    def __init__(self) -> None:
        self.projects: dict[str, dict[str, Any]] = {}
        self.metadata: dict[str, str] = {}
        self.verdicts: dict[str, dict[str, Any]] = {}
        self.bundled: dict[str, Any] = {}
        self.release: dict[str, Any] = {}
        self.asked: list[str] = []
        self.rounds = 0

    def wheel(self, name: str, version: str, *requires: str, tag: str = PURE, header: str = "", python: str = "",
              **facts: Any) -> str:
        file = f"{name.replace('-', '_')}-{version}-{tag}.whl"
        lines = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {item}" for item in requires)]
        self.metadata[file] = "\n".join(lines) + "\n" + header
        project = self.projects.setdefault(name, {"files": []})
        project["files"].append({"file": file, "python": python, **facts})
        return file

    def bundle(self, name: str, version: str, *requires: str, depends: tuple[str, ...] = ()) -> None:
        file = self.wheel(name, version, *requires)
        self.projects[name]["files"].pop()
        self.bundled[name] = {"version": version, "file": file, "sha256": "b" * 64, "depends": list(depends)}

    def ask(self, *requirements: str, installed: dict[str, str] | None = None, hashes: Any = (),
            **arguments: Any) -> dict[str, Any]:
        known: dict[str, Any] = {"projects": {}, "metadata": {}, "verdicts": {}}
        session = {name: {"version": version, "file": next((item for item in self.metadata if item.startswith(
            f"{name.replace('-', '_')}-{version}-")), "")} for name, version in (installed or {}).items()}
        while True:
            answer = resolve(
                requirements=[{"text": text, "hashes": hashes} for text in requirements], python="3.14.2",
                platforms=["pyemscripten_2026_0_wasm32"], installed=session, bundled=self.bundled,
                release=self.release, known=known, **arguments)
            if "need" not in answer:
                return answer
            self.rounds += 1
            for name in answer["need"].get("projects", []):
                self.asked.append(name)
                known["projects"][name] = self.projects.get(name, {"missing": True})
            for name in answer["need"].get("metadata", []):
                known["metadata"][name] = self.metadata[name]
            for name in answer["need"].get("verdicts", []):
                known["verdicts"][name] = self.verdicts.get(name, {})


def planned(answer: dict[str, Any]) -> list[str]:
    return [f"{item['name']} {item['version']}" for item in answer["plan"]]


class ResolveCase(unittest.TestCase):
    def setUp(self) -> None:
        self.host = Host()

    def refusal(self, answer: dict[str, Any], rule: str) -> str:
        self.assertEqual([item["rule"] for item in answer["refusals"]], [rule], answer)
        return str(answer["refusals"][0]["text"])


class Choosing(ResolveCase):
    def test_what_is_needed_comes_first_and_the_newest_version_wins(self) -> None:
        self.host.wheel("app", "1.0", "lib>=1")
        self.host.wheel("lib", "1.0")
        self.host.wheel("lib", "1.10")
        self.host.wheel("lib", "1.9")
        answer = self.host.ask("App")
        self.assertEqual(planned(answer), ["lib 1.10", "app 1.0"])
        self.assertEqual(answer["plan"][1]["needs"], ["lib"])
        self.assertEqual([item["requested"] for item in answer["plan"]], [False, True])

    def test_an_older_version_is_taken_when_the_newest_does_not_fit_the_others(self) -> None:
        self.host.wheel("one", "1.0", "lib<2")
        self.host.wheel("two", "2.0", "lib>=2")
        self.host.wheel("two", "1.0", "lib")
        self.host.wheel("lib", "2.0")
        self.host.wheel("lib", "1.5")
        self.assertEqual(planned(self.host.ask("one", "two")), ["lib 1.5", "one 1.0", "two 1.0"])

    def test_a_bundled_version_that_fits_is_taken_without_asking_the_index(self) -> None:
        self.host.bundle("rich", "14.3.3")
        self.host.wheel("rich", "15.0")
        self.assertEqual(planned(self.host.ask("rich>=13")), ["rich 14.3.3"])
        self.assertEqual(self.host.asked, [])
        self.assertEqual(planned(self.host.ask("rich>=15")), ["rich 15.0"])

    def test_upgrading_looks_for_newer_versions_of_what_was_named_only(self) -> None:
        self.host.bundle("rich", "14.0", "pygments")
        self.host.bundle("pygments", "2.0")
        self.host.wheel("rich", "15.0", "pygments")
        self.host.wheel("pygments", "3.0")
        self.assertEqual(planned(self.host.ask("rich", upgrade=True)), ["pygments 2.0", "rich 15.0"])

    def test_compiled_wheels_of_this_interpreter_go_before_pure_ones(self) -> None:
        self.host.wheel("fast", "1.0")
        self.host.wheel("fast", "1.0", tag=WASM)
        self.assertEqual(self.host.ask("fast")["plan"][0]["file"], f"fast-1.0-{WASM}.whl")

    def test_pre_releases_only_when_asked_for_or_when_there_is_nothing_else(self) -> None:
        self.host.wheel("lib", "2.0rc1")
        self.host.wheel("lib", "1.0")
        self.assertEqual(planned(self.host.ask("lib")), ["lib 1.0"])
        self.assertEqual(planned(self.host.ask("lib>=2.0rc1")), ["lib 2.0rc1"])
        self.assertEqual(planned(self.host.ask("lib", pre_releases=True)), ["lib 2.0rc1"])
        self.host.wheel("early", "0.1a1")
        self.assertEqual(planned(self.host.ask("early")), ["early 0.1a1"])

    def test_a_version_taken_back_needs_to_be_named_exactly(self) -> None:
        self.host.wheel("lib", "2.0", yanked=True)
        self.host.wheel("lib", "1.0")
        self.assertEqual(planned(self.host.ask("lib")), ["lib 1.0"])
        self.assertEqual(planned(self.host.ask("lib==2.0")), ["lib 2.0"])
        self.assertIn("took back", self.refusal(self.host.ask("lib>1"), "no-version"))

    def test_markers_are_those_of_pyodide(self) -> None:
        self.host.wheel("app", "1.0", "winlib; sys_platform == 'win32'", "webs; sys_platform == 'emscripten'",
                        "old; python_version < '3.14'")
        self.host.wheel("webs", "1.0")
        self.assertEqual(planned(self.host.ask("app", "nothing; sys_platform == 'linux'")), ["webs 1.0", "app 1.0"])

    def test_extras_bring_what_they_name(self) -> None:
        self.host.wheel("app", "1.0", "base", "charts; extra == 'plot'", header="Provides-Extra: plot\n")
        self.host.wheel("base", "1.0")
        self.host.wheel("charts", "1.0")
        self.assertEqual(planned(self.host.ask("app")), ["base 1.0", "app 1.0"])
        answer = self.host.ask("app[Plot]")
        self.assertEqual(planned(answer), ["base 1.0", "charts 1.0", "app 1.0"])
        self.assertEqual(answer["plan"][2]["extras"], ["plot"])
        self.assertEqual(self.host.ask("app[nope]")["plan"][1]["warnings"][0]["rule"], "extra")

    def test_only_wheels_with_the_hash_asked_for(self) -> None:
        self.host.wheel("lib", "1.0", sha256="a" * 64)
        self.host.wheel("lib", "1.0", tag="py2.py3-none-any", sha256="c" * 64)
        self.assertIn("py2.py3", self.host.ask("lib==1.0", hashes=["c" * 64])["plan"][0]["file"])
        self.refusal(self.host.ask("lib==1.0", hashes=["d" * 64]), "hash")

    def test_circles_end(self) -> None:
        self.host.wheel("one", "1.0", "two")
        self.host.wheel("two", "1.0", "one")
        self.assertEqual(sorted(planned(self.host.ask("one"))), ["one 1.0", "two 1.0"])

    def test_constraints_limit_and_install_nothing(self) -> None:
        self.host.wheel("lib", "2.0")
        self.host.wheel("lib", "1.0")
        self.assertEqual(planned(self.host.ask("lib", constraints=["lib<2", "other<1"])), ["lib 1.0"])
        self.assertIn("lib<2", self.refusal(self.host.ask("lib>=2", constraints=["lib<2"]), "no-version"))

    def test_without_dependencies_only_what_was_named(self) -> None:
        self.host.wheel("app", "1.0", "lib")
        self.assertEqual(planned(self.host.ask("app", dependencies=False)), ["app 1.0"])

    def test_a_given_wheel_is_the_only_candidate_of_its_name(self) -> None:
        file = self.host.wheel("mine", "0.1", "lib")
        self.host.wheel("mine", "9.0")
        self.host.wheel("lib", "1.0")
        given = {"mine": {"version": "0.1", "file": file, "sha256": "e" * 64}}
        answer = self.host.ask(given=given)
        self.assertEqual(planned(answer), ["lib 1.0", "mine 0.1"])
        self.assertEqual(answer["plan"][1]["origin"], "given")

    def test_a_package_of_pyodides_release_brings_what_its_lock_says(self) -> None:
        self.host.release = {"shapely": {"version": "2.0", "file": "shapely.whl", "depends": ["numpy"]}}
        self.host.bundle("numpy", "2.4.3")
        answer = self.host.ask("shapely")
        self.assertEqual(planned(answer), ["numpy 2.4.3", "shapely 2.0"])
        self.assertEqual(answer["plan"][1]["origin"], "release")

    def test_the_index_goes_before_pyodides_release(self) -> None:
        self.host.release = {"msgspec": {"version": "0.20", "file": "msgspec.whl", "depends": []}}
        self.host.wheel("msgspec", "0.23", tag=WASM)
        self.assertEqual(self.host.ask("msgspec")["plan"][0]["origin"], "index")
        self.assertEqual(self.host.ask("msgspec<0.21")["plan"][0]["origin"], "release")
        self.host.projects["msgspec"] = {"files": [], "failed": "no network"}
        self.assertEqual(planned(self.host.ask("msgspec")), ["msgspec 0.20"])

    def test_what_pyodide_pairs_against_metadata_is_left_alone(self) -> None:
        self.host.bundle("sympy", "1.14", "mpmath<1.4", depends=("mpmath",))
        self.host.bundle("mpmath", "1.4.1")
        self.assertEqual(planned(self.host.ask("sympy")), ["mpmath 1.4.1", "sympy 1.14"])

    def test_a_wide_tree_takes_as_many_rounds_as_it_is_deep(self) -> None:
        self.host.wheel("top", "1.0", *(f"leaf{number}" for number in range(40)))
        for number in range(40):
            self.host.wheel(f"leaf{number}", "1.0")
        self.assertEqual(len(self.host.ask("top")["plan"]), 41)
        # For each level: the verdict, the project and the metadata.
        self.assertLessEqual(self.host.rounds, 6)


class Sessions(ResolveCase):
    def test_what_is_there_and_fits_stays(self) -> None:
        self.host.wheel("lib", "2.0")
        self.host.wheel("lib", "1.0")
        answer = self.host.ask("lib", installed={"lib": "1.0"})
        self.assertEqual((answer["plan"], answer["satisfied"]), ([], [{"name": "lib", "version": "1.0"}]))

    def test_a_replaced_version_is_named(self) -> None:
        self.host.wheel("lib", "2.0")
        self.host.wheel("lib", "1.0")
        answer = self.host.ask("lib>1", installed={"lib": "1.0"})
        self.assertEqual(answer["plan"][0]["replaces"], "1.0")

    def test_a_package_of_the_session_is_not_broken(self) -> None:
        """micropip#103: installing altair downgraded narwhals, and plotly stopped working."""
        self.host.wheel("plotly", "6.9", "narwhals>=1.15")
        self.host.wheel("altair", "5.0", "narwhals>=1.14")
        self.host.wheel("altair", "4.9", "narwhals<1.10")
        for version in ("1.20", "1.14", "1.9"):
            self.host.wheel("narwhals", version)
        installed = {"plotly": "6.9", "narwhals": "1.20"}
        self.assertEqual(planned(self.host.ask("altair", installed=installed)), ["altair 5.0"])
        text = self.refusal(self.host.ask("altair<5", installed=installed), "conflict")
        self.assertIn("plotly 6.9 needs narwhals>=1.15", text)
        self.assertIn("altair 4.9 needs narwhals<1.10", text)
        self.assertIn("create_session", text)
        # Control: without what the session has, it is possible.
        self.assertEqual(planned(self.host.ask("altair<5")), ["narwhals 1.9", "altair 4.9"])

    def test_a_locked_version_that_is_too_old_is_replaced_together_with_its_users(self) -> None:
        """pyodide#5834: the bundled typing-extensions does not fit newer pydantic."""
        self.host.bundle("typing-extensions", "4.15")
        self.host.bundle("pydantic", "2.12", "typing-extensions>=4.14")
        self.host.wheel("typing-extensions", "4.16")
        self.host.wheel("fastlib", "1.0", "pydantic>=2", "typing-extensions>=4.16")
        answer = self.host.ask("fastlib", installed={"typing-extensions": "4.15"})
        self.assertEqual(planned(answer), ["typing-extensions 4.16", "pydantic 2.12", "fastlib 1.0"])
        self.assertEqual(answer["plan"][0]["replaces"], "4.15")


class Refusing(ResolveCase):
    def test_the_rest_is_planned_when_one_cannot_be_had(self) -> None:
        self.host.wheel("lib", "1.0")
        answer = self.host.ask("lib", "nosuch")
        self.assertEqual(planned(answer), ["lib 1.0"])
        self.assertIn("not always the name to import", self.refusal(answer, "unknown"))

    def test_a_conflict_names_who_wants_what(self) -> None:
        self.host.wheel("one", "1.0", "lib<2")
        self.host.wheel("two", "1.0", "lib>=2")
        self.host.wheel("lib", "1.0")
        self.host.wheel("lib", "2.0")
        answer = self.host.ask("one", "two")
        self.assertEqual([item["rule"] for item in answer["refusals"]], ["conflict", "conflict"])
        self.assertIn("one 1.0 needs lib<2", answer["refusals"][0]["text"])
        self.assertIn("two 1.0 needs lib>=2", answer["refusals"][0]["text"])
        self.assertEqual(answer["plan"], [])

    def test_compiled_packages_without_a_wheel_for_pyodide_are_told_honestly(self) -> None:
        self.host.wheel("orjson", "3.0", tag="cp314-cp314-manylinux_2_17_x86_64")
        self.assertIn("no wheel for Pyodide", self.refusal(self.host.ask("orjson"), "no-wheel"))
        self.host.projects["source"] = {"files": [], "sdists": 3}
        self.assertIn("source only", self.refusal(self.host.ask("source"), "no-wheel"))
        self.host.wheel("old", "1.0", python="<3.14")
        self.assertIn("Python 3.14", self.refusal(self.host.ask("old"), "no-wheel"))

    def test_a_version_that_does_not_exist_lists_those_that_do(self) -> None:
        self.host.wheel("lib", "1.0")
        self.host.wheel("lib", "1.1")
        self.assertIn("1.1, 1.0", self.refusal(self.host.ask("lib>=2"), "no-version"))

    def test_the_package_that_needs_what_cannot_be_had_is_named(self) -> None:
        self.host.wheel("app", "1.0", "nosuch")
        self.assertIn("needed by app 1.0", self.refusal(self.host.ask("app"), "unknown"))

    def test_what_is_no_requirement_is_said(self) -> None:
        self.assertIn("is no requirement", self.refusal(self.host.ask("import notes"), "syntax"))
        self.assertIn("names an address", self.refusal(self.host.ask("a @ file:///x.whl"), "syntax"))

    def test_metadata_that_lies_is_not_believed(self) -> None:
        file = self.host.wheel("honest", "1.0")
        self.host.metadata[file] = "Name: other\nVersion: 1.0\n"
        self.assertIn("calls it other", self.refusal(self.host.ask("honest"), "metadata"))

    def test_an_unbelievable_wheel_gives_way_to_an_older_one(self) -> None:
        file = self.host.wheel("lib", "2.0")
        self.host.metadata[file] = "Name: lib\nVersion: 1.0\n"
        self.host.wheel("lib", "1.0")
        self.assertEqual(planned(self.host.ask("lib")), ["lib 1.0"])

    def test_a_dependency_from_an_address_makes_a_wheel_unusable(self) -> None:
        self.host.wheel("app", "1.0", "lib @ https://example.invalid/lib.whl")
        self.assertIn("from an address", self.refusal(self.host.ask("app"), "metadata"))


class Rules(ResolveCase):
    def test_a_blocked_name_is_refused_with_the_rule_also_as_a_dependency(self) -> None:
        self.host.wheel("app", "1.0", "evil")
        self.host.wheel("evil", "1.0")
        self.host.verdicts["evil"] = {"fetched": {"rule": "blocked", "text": "evil is blocked.", "where": "here"}}
        answer = self.host.ask("app")
        self.assertIn("needed by app 1.0", self.refusal(answer, "blocked"))
        self.assertEqual(answer["refusals"][0]["where"], "here")
        self.assertNotIn("evil", self.host.asked)

    def test_versions_below_the_lowest_allowed_are_refused(self) -> None:
        self.host.wheel("requests", "2.20")
        self.host.wheel("requests", "2.33")
        self.assertEqual(planned(self.host.ask("requests", minimum={"requests": "2.31"})), ["requests 2.33"])
        text = self.refusal(self.host.ask("requests<2.30", minimum={"requests": "2.31"}), "minimum")
        self.assertIn("2.31", text)

    def test_young_releases_wait(self) -> None:
        self.host.wheel("lib", "2.0", young=True)
        self.host.wheel("lib", "1.0")
        self.assertEqual(planned(self.host.ask("lib")), ["lib 1.0"])
        self.assertIn("quarantine", self.refusal(self.host.ask("lib>1"), "young"))

    def test_advisories_warn_or_block_by_severity(self) -> None:
        self.host.wheel("lib", "1.0")
        self.host.wheel("lib", "1.1")
        weak = {"id": "X-1", "severity": "medium", "summary": "Leaks.",
                "ranges": [[{"introduced": "1.1"}, {"fixed": "1.2"}]]}
        self.host.verdicts["lib"] = {"advisories": [weak]}
        answer = self.host.ask("lib", block_from="high")
        self.assertEqual(planned(answer), ["lib 1.1"])
        self.assertEqual(answer["plan"][0]["warnings"][0]["text"], "X-1: Leaks.")
        self.assertEqual(planned(self.host.ask("lib", block_from="medium")), ["lib 1.0"])
        self.refusal(self.host.ask("lib==1.1", block_from="medium"), "advisory")

    def test_a_rule_for_fetched_packages_leaves_bundled_ones_alone(self) -> None:
        self.host.bundle("rich", "14.0")
        self.host.verdicts["rich"] = {"fetched": {"rule": "only-bundled", "text": "Only bundled ones.", "where": "w"}}
        self.assertEqual(planned(self.host.ask("rich")), ["rich 14.0"])
        self.assertIn("14.0 (bundled)", self.refusal(self.host.ask("rich>=15"), "only-bundled"))

    def test_offline_and_unreachable_are_different_things(self) -> None:
        self.host.projects["one"] = {"files": [], "offline": True}
        self.host.projects["two"] = {"files": [], "failed": "the connection was refused."}
        self.refusal(self.host.ask("one"), "offline")
        self.assertIn("connection was refused", self.refusal(self.host.ask("two"), "fetch"))


class Looking(unittest.TestCase):
    def test_versions_that_work_here_newest_first(self) -> None:
        answer = resolve(project="lib", python="3.14.2", platforms=["pyemscripten_2026_0_wasm32"], known={"files": [
            {"file": "lib-1.0-py3-none-any.whl"}, {"file": f"lib-1.1-{WASM}.whl"},
            {"file": "lib-2.0-cp314-cp314-win_amd64.whl"}, {"file": "nonsense"}]})
        self.assertEqual(answer, {"versions": ["1.1", "1.0"], "newest": "2.0"})


if __name__ == "__main__":
    unittest.main()
