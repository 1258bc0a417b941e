#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what a package carries about itself, the same bytes each time for the same input:

bill.cdx.json   the software bill of materials (CycloneDX 1.6): every fetched part with version, hash and
                licence, and the distribution's libraries that the programs are linked to
man1/*.1.gz     the man pages
changelog.gz    in Debian's format, from CHANGELOG.md
copyright       in Debian's machine-readable format
"""

import argparse
import datetime
import email.parser
import email.utils
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import textwrap
import uuid
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT_LICENCE = "MIT"
# Of parts that are no wheels; each has its text in assets/licenses.
LICENCES = {"pyodide": "MPL-2.0", "cpython": "Python-2.0", "lucide": "ISC", "noto-cjk": "OFL-1.1",
            "charts": "BSD-3-Clause"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--version", required=True)
    parser.add_argument("--date", type=datetime.date.fromisoformat, required=True)
    parser.add_argument("--assets", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--program", nargs="+", type=Path, default=[])
    arguments = parser.parse_args()
    arguments.to.mkdir(parents=True, exist_ok=True)

    parts = fetched_parts(arguments.assets)
    libraries = linked_libraries(arguments.program)
    write_man_pages(arguments.to / "man1", arguments.version)
    write_compressed(arguments.to / "changelog.gz", debian_changelog(arguments.version, arguments.date))
    (arguments.to / "copyright").write_text(copyright_text(parts), encoding="utf-8")
    bill = bill_of_materials(arguments.version, parts + libraries)
    (arguments.to / "bill.cdx.json").write_text(json.dumps(bill, indent=1, sort_keys=True) + "\n",
                                                encoding="utf-8")


def fail(message):
    sys.exit(f"documents.py: {message}")


# --- parts

def fetched_parts(assets):
    """One component for every file among the assets that has a name and version of its own."""
    parts = []
    for path in sorted(assets.rglob("*.whl")):
        parts.append(wheel(path))
    folder = assets / "pyodide"
    parts.append(part("pyodide", pyodide_version(folder), LICENCES["pyodide"], folder / "pyodide.asm.wasm",
                      "application"))
    python = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]["python"]
    parts.append(part("cpython", python, LICENCES["cpython"], folder / "python_stdlib.zip"))
    parts.append(part("noto-cjk", "", LICENCES["noto-cjk"],
                      assets / "fonts" / "NotoSansCJK-Regular.ttc", "file"))
    parts.append(part("lucide", "", LICENCES["lucide"], assets / "licenses" / "lucide" / "LICENSE", "file"))
    return parts + chart_libraries(assets)


def chart_libraries(assets):
    """The scripts that draw charts, where they were fetched; the manifest knows what they are."""
    manifest = json.loads((ROOT / "pyodide/assets/manifest.json").read_text(encoding="utf-8"))
    made = []
    for source in manifest["sources"]:
        script = next((assets / f["path"] for f in source["files"] if f["path"].startswith("charts/")), None)
        if script is not None and script.is_file():
            library = part(source["name"], source["version"], LICENCES["charts"], script)
            library["purl"] = f"pkg:npm/{source['name']}@{source['version']}"
            made.append(library)
    return made


def pyodide_version(folder):
    found = re.search(r'"(\d+\.\d+\.\d+)"', (folder / "pyodide.mjs").read_text(encoding="utf-8"))
    return found[1] if found else fail("pyodide.mjs names no version")


def wheel(path):
    with zipfile.ZipFile(path) as archive:
        name = next((n for n in archive.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", n)), None)
        if name is None:
            fail(f"{path.name} has no METADATA")
        about = email.parser.BytesParser().parsebytes(archive.read(name))
    project = re.sub(r"[-_.]+", "-", about["Name"]).lower()
    made = part(project, about["Version"], licence_of(about), path)
    made["purl"] = f"pkg:pypi/{project}@{about['Version']}"
    return made


def licence_of(about):
    """What the metadata says: an SPDX expression, a short name, or the classifiers."""
    for field in (about["License-Expression"], about["License"]):
        if field and "\n" not in field and len(field) < 80:
            return field
    classifiers = [c.rsplit(" :: ", 1)[1] for c in about.get_all("Classifier", [])
                   if c.startswith("License :: ")]
    return ", ".join(classifiers) or (about["License"] or "").strip().split("\n", 1)[0] or None


def part(name, version, licence, path, kind="library"):
    made = {"type": kind, "bom-ref": f"{name}@{version}", "name": name}
    if version:
        made["version"] = version
    if path is not None:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        made["hashes"] = [{"alg": "SHA-256", "content": digest}]
    if licence:
        made["licenses"] = [{"license": {"name": licence}}]
    return made


def linked_libraries(programs):
    """The distribution's packages of the shared libraries that the programs name; of what is in none, the file."""
    files = set()
    for program in programs:
        for line in run("ldd", str(program)).splitlines():
            found = re.search(r"=> (/\S+)", line)
            if found:
                files.add(str(Path(found[1]).resolve()))
    owners = owners_of(sorted(files))
    made = [part(Path(path).name, "", None, Path(path)) for path in sorted(files) if path not in owners]
    for name, version in sorted(set(owners.values())):
        component = part(name, version, None, None)
        component["purl"] = f"pkg:deb/debian/{name}@{version}"
        component["scope"] = "required"
        made.append(component)
    return made


def owners_of(paths):
    """For each path that a package of the distribution has: the package's name and version."""
    if not paths or not shutil.which("dpkg-query"):
        return {}
    # All in one call: each reads the lists of every package. Some packages name their files as before /usr was merged.
    asked = {path: path for path in paths} | {path.removeprefix("/usr"): path for path in paths}
    said = subprocess.run(["dpkg-query", "-S", *asked], capture_output=True, text=True, check=False).stdout
    packages = {}
    for line in said.splitlines():
        names, _, path = line.rpartition(": ")
        if path in asked and not names.startswith("diversion by"):
            packages.setdefault(asked[path], names.split(",")[0])
    if not packages:
        return {}
    versions = dict(line.split("\t") for line in run(
        "dpkg-query", "-W", "-f", "${Package}\t${Version}\n", *sorted(set(packages.values()))).splitlines())
    plain = {path: name.split(":")[0] for path, name in packages.items()}
    return {path: (name, versions[name]) for path, name in plain.items()}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def bill_of_materials(version, parts):
    whole = {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "glovebox", "name": "glovebox",
                                   "version": version,
                                   "licenses": [{"license": {"id": PROJECT_LICENCE}}]}},
        "components": parts,
        "dependencies": [{"ref": "glovebox", "dependsOn": sorted(p["bom-ref"] for p in parts)}],
    }
    # From the content, so that the same parts give the same bytes.
    content = hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).digest()
    whole["serialNumber"] = f"urn:uuid:{uuid.UUID(bytes=content[:16], version=4)}"
    return whole


# --- Debian

def write_compressed(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def write_man_pages(folder, version):
    for page in sorted((ROOT / "installer/linux/man").glob("*.1")):
        text = page.read_text(encoding="utf-8").replace("@VERSION@", version)
        write_compressed(folder / f"{page.name}.gz", text)


def debian_changelog(version, date):
    """The newest section's entries; the rest is history of the source, not of the package."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    section = text.split("\n## ", 2)[1]
    entries = re.findall(r"^- (.+(?:\n  .+)*)", section, re.MULTILINE)
    lines = [f"glovebox ({version}) unstable; urgency=medium", ""]
    for entry in entries:
        words = re.sub(r"[`*]", "", re.sub(r"\s+", " ", entry))
        lines += wrapped(words)
    at = email.utils.format_datetime(datetime.datetime(date.year, date.month, date.day, tzinfo=datetime.UTC))
    lines += ["", f" -- The Glovebox contributors <glovebox@localhost>  {at}", ""]
    return "\n".join(lines)


def wrapped(words):
    return textwrap.wrap(words, 78, initial_indent="  * ", subsequent_indent="    ",
                         break_long_words=False)


def copyright_text(parts):
    text = (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    mit = text.split("\n\n", 2)
    body = "\n".join(f" {line}" if line.strip() else " ." for line in "\n\n".join(mit[2:]).splitlines())
    lines = ["Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/",
             "Upstream-Name: glovebox",
             "Comment: Parts that were made elsewhere are below /usr/share/glovebox/assets; the text of",
             " each licence is in /usr/share/glovebox/assets/licenses, by name. They are:"]
    for item in parts:
        licence = item["licenses"][0]["license"]["name"]
        lines.append(f" {item['name']} {item.get('version', '')}: {licence}")
    lines += ["", "Files: *", f"Copyright: {mit[1].strip().removeprefix('Copyright (c) ')}",
              "License: Expat", "", "License: Expat", body]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
