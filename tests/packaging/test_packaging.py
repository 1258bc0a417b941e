# SPDX-License-Identifier: MIT
"""The bill of materials, the desktop's files, man pages and the tree that is installed."""

import gzip
import hashlib
import json
import os
import plistlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

BUILD = Path(os.environ["GLOVEBOX_BUILD_DIR"])
ASSETS = Path(os.environ["GLOVEBOX_ASSETS_DIR"])
SOURCE = Path(os.environ["GLOVEBOX_SOURCE_DIR"])
DOCUMENTS = BUILD / "installer" / "documents"
PROGRAMS = ("glovebox", "glovebox-engine", "glovebox-bridge")


def components(bill):
    return {c["name"]: c for c in bill["components"]}


def problems_of(bill, assets):
    """What the bill leaves out or gets wrong of the wheels that are there."""
    found = []
    known = components(bill)
    hashes = {h["content"] for c in bill["components"] for h in c.get("hashes", [])}
    for wheel in sorted(assets.rglob("*.whl")):
        if hashlib.sha256(wheel.read_bytes()).hexdigest() not in hashes:
            found.append(f"{wheel.name} is not in the bill")
        name = re.sub(r"[-_.]+", "-", wheel.name.split("-")[0]).lower()
        if not known.get(name, {}).get("licenses"):
            found.append(f"{name} has no licence in the bill")
        texts = assets / "licenses" / name
        if not texts.is_dir() or not any(texts.iterdir()):
            found.append(f"{name} has no licence text")
    return found


class Bill(unittest.TestCase):
    def setUp(self):
        self.bill = json.loads((DOCUMENTS / "bill.cdx.json").read_text(encoding="utf-8"))

    def test_is_of_this_version_in_cyclonedx(self):
        self.assertEqual(self.bill["bomFormat"], "CycloneDX")
        version = re.search(r"project\(glovebox VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        self.assertEqual(self.bill["metadata"]["component"]["version"], version)

    def test_names_every_wheel_with_its_hash_and_licence(self):
        self.assertEqual(problems_of(self.bill, ASSETS), [])

    def test_names_the_interpreter_the_font_and_the_icons(self):
        known = components(self.bill)
        for name in ("pyodide", "cpython", "noto-cjk", "lucide"):
            self.assertTrue(known[name]["licenses"], name)
            self.assertTrue(any((ASSETS / "licenses" / name).iterdir()), name)

    def test_names_the_libraries_that_draw_charts_as_they_were_pinned(self):
        known = components(self.bill)
        pins = {"vega": r"6\.", "vega-lite": r"6\.1\.0$", "vega-embed": r"7\."} # as altair's pages name them
        for name, version in pins.items():
            self.assertRegex(known[name]["version"], version)
            self.assertEqual(known[name]["purl"], f"pkg:npm/{name}@{known[name]['version']}")
            script = ASSETS / "charts" / f"{name}.min.js"
            self.assertEqual(known[name]["hashes"][0]["content"], hashlib.sha256(script.read_bytes()).hexdigest())
            self.assertEqual(known[name]["licenses"][0]["license"]["name"], "BSD-3-Clause")
            self.assertIn("Redistribution and use", (ASSETS / "licenses" / name / "LICENSE").read_text())

    def test_names_the_libraries_that_the_programs_are_linked_to(self):
        known = components(self.bill)
        for name in ("libqt6webenginecore6", "libqt6core6t64", "libc6"):
            self.assertRegex(known[name]["purl"], rf"^pkg:deb/debian/{name}@.")

    def test_names_a_library_of_no_package_by_its_file(self):
        """As on a system that has no dpkg."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ("ldd", "python3"):
                os.symlink(shutil.which(name), Path(folder, name))
            subprocess.run([shutil.which("python3"), SOURCE / "installer/documents.py", "--version", "1", "--date",
                            "2026-01-01", "--assets", ASSETS, "--to", folder, "--program", BUILD / "bin/glovebox-bridge"],
                           check=True, env={"PATH": folder})
            known = components(json.loads(Path(folder, "bill.cdx.json").read_text()))
        library = next(c for name, c in known.items() if name.startswith("libQt6Core.so.6"))
        self.assertEqual(len(library["hashes"][0]["content"]), 64)

    def test_a_wheel_that_is_left_out_is_noticed(self):
        less = {**self.bill, "components": [c for c in self.bill["components"] if c["name"] != "numpy"]}
        self.assertIn("numpy has no licence in the bill", problems_of(less, ASSETS))


class Desktop(unittest.TestCase):
    def test_the_desktop_entry_is_valid(self):
        said = subprocess.run(["desktop-file-validate", SOURCE / "installer/linux/glovebox.desktop"],
                              capture_output=True, text=True)
        self.assertEqual((said.returncode, said.stdout), (0, ""))

    def test_the_desktop_entry_opens_notebooks(self):
        entry = (SOURCE / "installer/linux/glovebox.desktop").read_text()
        self.assertIn("\nMimeType=application/x-ipynb+json;\n", entry)
        self.assertIn("\nExec=glovebox %F\n", entry)

    def test_the_metainfo_is_valid(self):
        # There is no home page and no domain to name the program after.
        said = subprocess.run(["appstreamcli", "validate", "--no-net",
                               "--override=cid-desktopapp-is-not-rdns=info,url-homepage-missing=info",
                               BUILD / "installer/glovebox.metainfo.xml"], capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stdout)


class ManPages(unittest.TestCase):
    def test_each_program_has_a_page_of_this_version(self):
        for program in PROGRAMS:
            text = gzip.decompress((DOCUMENTS / "man1" / f"{program}.1.gz").read_bytes()).decode()
            self.assertNotIn("@", text)
            self.assertTrue(text.startswith(f".TH {program.upper()} 1"), program)

    def test_pages_name_every_option_of_their_programs_help(self):
        for program, least in (("glovebox", 8), ("glovebox-bridge", 5)):
            text = gzip.decompress((DOCUMENTS / f"man1/{program}.1.gz").read_bytes()).decode().replace("\\-", "-")
            said = subprocess.run([BUILD / "bin" / program, "--help"], capture_output=True, text=True, check=True,
                                  env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "GLOVEBOX_ALLOW_ROOT": "1"})
            # The bridge keeps standard output for the protocol.
            options = set(re.findall(r"--[a-z][a-z-]+", said.stdout + said.stderr)) - {"--help-all"}
            self.assertGreater(len(options), least, program)
            self.assertEqual({o for o in options if o not in text}, set(), program)


class InstalledTree(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = Path(cls.folder.name)
        subprocess.run(["cmake", "--install", BUILD, "--prefix", cls.root], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_the_program_finds_its_files_where_they_are_installed(self):
        share = self.root / "share/glovebox"
        for path in ("assets/pyodide/pyodide.mjs", "runtime/pyodide/worker/worker.mjs",
                     "runtime/resources/shell/shell.js", "glovebox.mcpb", "bill.cdx.json"):
            self.assertTrue((share / path).is_file(), path)
        self.assertFalse((share / "assets/.stamp.json").exists(), "when each was fetched is no part of a package")

    def test_what_runs_is_what_the_build_has(self):
        built = BUILD / "share/glovebox/runtime"
        ours = {p.relative_to(built) for p in built.rglob("*") if p.is_file()}
        theirs = self.root / "share/glovebox/runtime"
        self.assertGreater(len(ours), 30)
        self.assertEqual({p for p in ours if not (theirs / p).is_file()
                          or (theirs / p).read_bytes() != (built / p).read_bytes()}, set())

    def test_links_of_the_installed_pages_lead_to_installed_pages_and_pictures(self):
        folder = self.root / "share/doc/glovebox"
        pages = list(folder.rglob("*.md"))
        self.assertGreater(len(pages), 20)
        links = [(page, link) for page in pages
                 for link in re.findall(r"\]\(([^)\s#]+)", page.read_text(encoding="utf-8")) if ":" not in link]
        self.assertGreater(len(links), 40)
        self.assertEqual([f"{page.relative_to(folder)}: {link}" for page, link in links
                          if not (page.parent / link).is_file()], [])

    def test_icons_have_the_size_of_their_folder(self):
        icons = list((self.root / "share/icons/hicolor").glob("*/apps/glovebox.png"))
        self.assertGreaterEqual(len(icons), 8)
        for icon in icons:
            size = int(icon.parts[-3].split("x")[0])
            self.assertEqual(struct.unpack(">II", icon.read_bytes()[16:24]), (size, size), icon)

    def test_no_path_of_the_build_is_left_in_the_programs_search_path(self):
        for program in PROGRAMS:
            said = subprocess.run(["readelf", "-d", self.root / "bin" / program], capture_output=True,
                                  text=True, check=True)
            self.assertNotIn("RUNPATH", said.stdout)
            self.assertNotIn("RPATH", said.stdout)


class OtherSystems(unittest.TestCase):
    """What of the packages for Windows and macOS can be looked at anywhere."""

    def test_a_file_of_icons_holds_the_pictures_that_it_was_given(self):
        pictures = {size: BUILD / f"installer/icons/{size}.png" for size in (16, 48, 256, 512)}
        with tempfile.TemporaryDirectory() as folder:
            for ending in ("ico", "icns"):
                subprocess.run([shutil.which("python3"), SOURCE / "installer/iconfile.py", f"{folder}/icons.{ending}",
                                *pictures.values()], check=True)
            ico = Path(folder, "icons.ico").read_bytes()
            icns = Path(folder, "icons.icns").read_bytes()
        self.assertEqual(struct.unpack("<HHH", ico[:6]), (0, 1, 3))  # Windows has no 512
        for number, size in enumerate((16, 48, 256)):
            width, height, _, _, _, bits, length, at = struct.unpack("<BBBBHHII", ico[6 + 16 * number:22 + 16 * number])
            self.assertEqual((width or 256, height or 256, bits), (size, size, 32))
            self.assertEqual(ico[at:at + length], pictures[size].read_bytes())
        self.assertEqual((icns[:4], struct.unpack(">I", icns[4:8])[0]), (b"icns", len(icns)))
        at, found = 8, {}
        while at < len(icns):
            length = struct.unpack(">I", icns[at + 4:at + 8])[0]
            found[icns[at:at + 4]] = icns[at + 8:at + length]
            at += length
        self.assertEqual(found[b"ic09"], pictures[512].read_bytes())
        self.assertEqual(found[b"ic13"], pictures[256].read_bytes())

    def test_the_bundle_of_macos_says_what_it_is_and_offers_notebooks(self):
        version = re.search(r"project\(glovebox VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        text = (SOURCE / "installer/macos/Info.plist.in").read_text().replace("@PROJECT_VERSION@", version)
        self.assertNotIn("@", text)
        about = plistlib.loads(text.encode())
        self.assertEqual((about["CFBundleExecutable"], about["CFBundleShortVersionString"]), ("glovebox", version))
        kind = about["CFBundleDocumentTypes"][0]
        self.assertEqual(kind["LSHandlerRank"], "Alternate")
        known = {t["UTTypeIdentifier"]: t for t in about["UTImportedTypeDeclarations"]}
        self.assertEqual(known[kind["LSItemContentTypes"][0]]["UTTypeTagSpecification"]["public.filename-extension"], ["ipynb"])

    def test_only_the_engine_may_write_code_into_memory_on_macos(self):
        folder = SOURCE / "installer/macos"
        self.assertEqual(plistlib.loads((folder / "engine.entitlements").read_bytes()), {"com.apple.security.cs.allow-jit": True})
        self.assertEqual(plistlib.loads((folder / "program.entitlements").read_bytes()), {})

    def test_windows_gives_the_program_the_rights_of_the_person(self):
        folder = SOURCE / "installer/windows"
        manifest = xml.etree.ElementTree.parse(folder / "glovebox.manifest")
        levels = [e.attrib["level"] for e in manifest.iter() if e.tag.endswith("requestedExecutionLevel")]
        self.assertEqual(levels, ["asInvoker"])
        patch = xml.etree.ElementTree.parse(folder / "wix-patch.xml").getroot()
        self.assertEqual([f.attrib["Id"] for f in patch], ["CM_CP_bin.glovebox.exe"])
        # The entry for the sign-in has the name that the program gives it.
        self.assertIn(r"CurrentVersion\\\\Run' 'glovebox'", (SOURCE / "cmake/GloveboxInstallWindows.cmake").read_text())

    def test_the_scripts_for_other_systems_are_scripts(self):
        for script in ("macos/package", "flatpak/package"):
            subprocess.run(["bash", "-n", SOURCE / "installer" / script], check=True)


class Flatpak(unittest.TestCase):
    """What of the manifest can be looked at without KDE's runtime."""

    def setUp(self):
        found = list((SOURCE / "installer/flatpak").glob("*.json"))
        self.assertEqual(len(found), 1)
        self.file = found[0]
        self.manifest = json.loads(self.file.read_text(encoding="utf-8"))
        self.module = self.manifest["modules"][-1]

    def test_the_name_is_one_that_flatpak_takes_and_the_files(self):
        self.assertRegex(self.manifest["id"], r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*){2,}$")
        self.assertEqual(self.file.stem, self.manifest["id"])

    def test_the_runtime_has_the_qt_that_the_build_asks_for(self):
        wanted = re.search(r"find_package\(Qt6 (\S+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        self.assertEqual({self.manifest[key] for key in ("runtime-version", "base-version")}, {wanted})

    def test_the_command_and_what_is_renamed_are_installed(self):
        rules = (SOURCE / "cmake/GloveboxInstall.cmake").read_text()
        self.assertIn(self.manifest["command"], re.search(r"install\(TARGETS ([^)]*) RUNTIME", rules)[1].split())
        for key in ("rename-desktop-file", "rename-appdata-file"):
            self.assertIn(f"/{self.manifest[key]}\" DESTINATION", " ".join(rules.split()))
        self.assertIn(f"RENAME {self.manifest['rename-icon']}.svg", rules)

    def test_options_are_ones_that_the_build_knows(self):
        lists = (SOURCE / "CMakeLists.txt").read_text()
        for option in self.module["config-opts"]:
            name = re.fullmatch(r"-D(\w+)=.+", option)[1]
            self.assertTrue(name.startswith("CMAKE_") or re.search(rf"(set|option)\({name}\b", lists), option)

    def test_sources_are_what_its_script_lays_out_and_nothing_comes_over_the_network(self):
        script = (SOURCE / "installer/flatpak/package").read_text()
        self.assertIn(self.file.name, script)
        for source in (s for m in self.manifest["modules"] for s in m["sources"]):
            self.assertEqual(source["type"], "dir")
            path = Path(os.path.normpath(self.file.parent / source["path"])).relative_to(SOURCE)
            self.assertIn(path.as_posix(), {"build/flatpak/boost", "build/flatpak/sources", "build/assets"})
            if path.parts[1] == "flatpak":
                self.assertIn(f'"$folder/{path.name}', script)
        assets = next(s["dest"] for s in self.module["sources"] if "dest" in s)
        self.assertIn(f"-DGLOVEBOX_ASSETS_DIR=/run/build/{self.module['name']}/{assets}", self.module["config-opts"])

    def test_flatpak_builder_reads_it_where_there_is_one(self):
        builder = shutil.which("flatpak-builder")
        if builder is None:
            self.skipTest("flatpak-builder is not installed")
        said = subprocess.run([builder, "--show-manifest", self.file], capture_output=True, text=True, check=True)
        self.assertEqual(json.loads(said.stdout), self.manifest)


class Reproducible(unittest.TestCase):
    """What tests/release/reproducible looks at whole is looked at here where it went wrong."""

    def test_no_resource_carries_the_times_of_its_files(self):
        written = [p for folder in ("app", "ui", "translations") for p in (BUILD / folder).rglob("qrc_*.cpp")]
        self.assertGreaterEqual(len(written), 5)
        for path in written:
            # From the second format on, the time of each file is in it.
            self.assertIn("int version = 1;", path.read_text(), path.name)

    def compare(self, content):
        """tests/release/reproducible with an archive that is made in no time; CONTENT is what a shell puts into a file of it."""
        with tempfile.TemporaryDirectory() as name:
            root = Path(name) / "checkout"
            shutil.copytree(SOURCE / "installer/lib", root / "installer/lib")
            (root / "tests/release").mkdir(parents=True)
            shutil.copy(SOURCE / "tests/release/reproducible", root / "tests/release")
            (root / "installer/package").write_text("#!/bin/bash\nexit 0\n")
            (root / "installer/tarball").write_text(f"""#!/bin/bash
cd "$(dirname "$0")/.." && mkdir -p tree build/packages && echo same >tree/one && {content} >tree/two &&
    tar --sort=name --mtime=@0 --owner=0 --group=0 --mode=0644 -cJf build/packages/glovebox.tar.xz tree/one tree/two\n""")
            for script in ("package", "tarball"):
                (root / "installer" / script).chmod(0o755)
            (root / "build/assets").mkdir(parents=True)
            (root / "build/assets/SHA256SUMS.json").write_text("{}")
            git = ["git", "-C", root, "-c", "user.name=Test", "-c", "user.email=test@localhost"]
            for command in (["init", "-q"], ["add", "installer", "tests"], ["commit", "-qm", "Test"]):
                subprocess.run([*git, *command], check=True)
            return subprocess.run([root / "tests/release/reproducible", f"{name}/work"], capture_output=True, text=True,
                                  timeout=60)

    def test_a_build_that_knows_nothing_of_its_place_is_the_same(self):
        said = self.compare("echo same")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("same: ", said.stdout)

    def test_a_file_that_knows_its_place_or_time_zone_or_umask_is_named(self):
        for content in ("pwd", "date +%Z", "umask"):
            said = self.compare(content)
            self.assertEqual(said.returncode, 1, content)
            self.assertRegex(said.stdout, r"Files \S+/two and \S+/two differ")
            self.assertNotIn("/one", said.stdout)

    def test_the_documents_are_the_same_bytes_again(self):
        with tempfile.TemporaryDirectory() as folder:
            version = json.loads((DOCUMENTS / "bill.cdx.json").read_text())["metadata"]["component"]["version"]
            day = re.search(r"GLOVEBOX_DATE (\S+?)\)", (SOURCE / "CMakeLists.txt").read_text())[1]
            subprocess.run([shutil.which("python3"), SOURCE / "installer/documents.py", "--version", version,
                            "--date", day, "--assets", ASSETS, "--to", folder, "--program",
                            *(BUILD / "bin" / p for p in PROGRAMS)], check=True)
            for path in sorted(p for p in Path(folder).rglob("*") if p.is_file()):
                self.assertEqual(path.read_bytes(), (DOCUMENTS / path.relative_to(folder)).read_bytes(), path)

    def test_the_bundle_is_the_same_bytes_anywhere(self):
        made = []
        for zone, umask in (("UTC", 0o022), ("Asia/Tokyo", 0o077)):
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "server").mkdir()
                (Path(folder) / "manifest.json").write_text("{}")
                (Path(folder) / "server/program").write_bytes(b"program")
                subprocess.run([shutil.which("python3"), SOURCE / "app/bridge/bundle.py", "bundle.mcpb", "2026-01-02",
                                "manifest.json", "server/program"], cwd=folder, umask=umask, check=True,
                               env={**os.environ, "TZ": zone})
                made.append((Path(folder) / "bundle.mcpb").read_bytes())
        self.assertEqual(*made)


if __name__ == "__main__":
    unittest.main()
