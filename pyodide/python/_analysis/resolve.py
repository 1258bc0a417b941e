# SPDX-License-Identifier: MIT
"""Which wheels a set of requirements needs, by pip's own resolver library.

A pure function that is asked again and again: what it does not know yet it names in `need`, the host gets that (from an
index, from a wheel on the disk) and asks once more with everything known so far. So no state is kept here, and nothing
is fetched that the resolution does not look at. `resolve` has the fields of both directions.
"""

from __future__ import annotations

import email.parser
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from packaging.markers import Marker, UndefinedComparison
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import InvalidVersion, Version
from resolvelib import (AbstractProvider, BaseReporter, InconsistentCandidate, ResolutionImpossible, ResolutionTooDeep,
                        Resolver)

MAX_ROUNDS = 20_000
MAX_SHOWN = 6
SEVERITIES = ("low", "medium", "high", "critical")
POLICY = "Packages › Policy"


class Refused(NamedTuple):
    """Why something cannot be had; `where` is where the person changes the rule."""

    rule: str
    text: str
    where: str = ""


class Candidate(NamedTuple):
    """One wheel, or one wheel together with extras of it."""

    name: str
    version: Version
    file: str  # "": installed, its wheel is unknown
    origin: str  # "installed", "given", "bundled", "release", "index", "folder"
    extras: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class Wanted(NamedTuple):
    """A requirement, after its marker was evaluated."""

    name: str
    extras: frozenset[str]
    specifier: SpecifierSet
    hashes: tuple[str, ...] = ()
    text: str = ""
    root: bool = False

    def __str__(self) -> str:
        extras = f"[{','.join(sorted(self.extras))}]" if self.extras else ""
        return f"{self.name}{extras}{self.specifier}"


class File(NamedTuple):
    """A file of a project that fits this interpreter's tags."""

    name: str
    version: Version
    rank: int  # of its best tag; lower is better
    origin: str
    sha256: str
    yanked: bool
    young: bool


class NeedMore(Exception):
    """The resolution came to something that the host has to get first."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"{kind} {name}")
        self.kind = kind
        self.name = name


def one_line(text: str, limit: int = 200) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[:limit - 1] + "…"


def listed(items: Iterable[str]) -> str:
    names = list(items)
    return ", ".join(names[:MAX_SHOWN]) + (f" and {len(names) - MAX_SHOWN} more" if len(names) > MAX_SHOWN else "")


# ------------------------------------------------------------------------------------------ what is known


class Platform:
    """The interpreter that the wheels are for."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self.python = Version(arguments["python"])
        pair = (self.python.major, self.python.minor)
        short = f"cp{pair[0]}{pair[1]}"
        platforms = list(arguments["platforms"])
        tags = [*cpython_tags(pair, [short], platforms), *compatible_tags(pair, short, platforms)]
        self.ranks: dict[Tag, int] = {}
        for rank, tag in enumerate(tags):
            self.ranks.setdefault(tag, rank)
        self.markers = {
            "implementation_name": "cpython", "implementation_version": str(self.python), "os_name": "posix",
            "platform_machine": "wasm32", "platform_python_implementation": "CPython", "platform_release": "",
            "platform_system": "Emscripten", "platform_version": "", "python_full_version": str(self.python),
            "python_version": f"{pair[0]}.{pair[1]}", "sys_platform": "emscripten",
        }

    def applies(self, marker: Marker | None, extra: str = "") -> bool:
        try:
            return marker is None or bool(marker.evaluate({**self.markers, "extra": extra}))
        except UndefinedComparison:
            return False

    def takes_python(self, specifier: str) -> bool:
        """Whether a `requires-python` allows this one; a malformed one allows all, as pip has it."""
        try:
            return not specifier or SpecifierSet(specifier).contains(self.python, prereleases=True)
        except InvalidSpecifier:
            return True

    def rank(self, tags: Iterable[Tag]) -> int | None:
        return min((self.ranks[tag] for tag in tags if tag in self.ranks), default=None)


class Metadata:
    """The header of a METADATA file."""

    def __init__(self, text: str) -> None:
        message = email.parser.HeaderParser().parsestr(text)
        self.name = canonicalize_name(str(message.get("Name", "")))
        self.version = str(message.get("Version", ""))
        self.python = str(message.get("Requires-Python") or "")
        self.summary = one_line(str(message.get("Summary") or ""))
        licence = str(message.get("License-Expression") or "") or str(message.get("License") or "").split("\n")[0]
        if not licence or licence == "UNKNOWN":
            names = [str(item).split(" :: ")[-1] for item in message.get_all("Classifier", [])
                     if str(item).startswith("License ::")]
            licence = ", ".join(names)
        self.licence = one_line(licence, 120)
        self.extras = {canonicalize_name(str(item)) for item in message.get_all("Provides-Extra", [])}
        self.requires: list[Requirement] = []
        self.problem = one_line(str(message.get("X-Problem") or ""))  # of the host, which could not get it
        for line in message.get_all("Requires-Dist", []):
            try:
                self.requires.append(Requirement(" ".join(str(line).split())))
            except InvalidRequirement:
                self.problem = f"its metadata holds a requirement that nobody can read: {one_line(str(line), 80)}"


class Project:
    """What the sources told about one project."""

    def __init__(self, name: str, known: Mapping[str, Any], platform: Platform) -> None:
        self.missing = bool(known.get("missing"))
        self.failed = str(known.get("failed") or "")
        self.offline = bool(known.get("offline"))
        self.files: list[File] = []
        self.other_python: set[Version] = set()
        self.other_platform: set[Version] = set()
        self.source_only = int(known.get("sdists") or 0)
        self.foreign = int(known.get("foreign") or 0)  # wheels for other platforms that the host left out
        for item in known.get("files", []):
            self._add(name, item, platform)
        self.files.sort(key=lambda file: (file.version, -file.rank, file.sha256 != ""), reverse=True)

    def _add(self, name: str, item: Mapping[str, Any], platform: Platform) -> None:
        try:
            wheel_name, version, _, tags = parse_wheel_filename(item["file"])
        except (InvalidWheelFilename, InvalidVersion):
            return
        if wheel_name != name:
            return
        rank = platform.rank(tags)
        if rank is None:
            self.other_platform.add(version)
        elif not platform.takes_python(item.get("python", "")):
            self.other_python.add(version)
        else:
            self.files.append(File(item["file"], version, rank, item.get("origin", "index"), item.get("sha256", ""),
                                   bool(item.get("yanked")), bool(item.get("young"))))


def readable(ranges: Mapping[str, str]) -> Iterator[tuple[str, SpecifierSet]]:
    """What cannot be read allows nothing."""
    for name, text in ranges.items():
        try:
            yield name, SpecifierSet(text)
        except InvalidSpecifier:
            continue


class Known:
    """Everything that the host gave, and what is still missing."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self.platform = Platform(arguments)
        known = arguments.get("known", {})
        self._projects: Mapping[str, Any] = known.get("projects", {})
        self._metadata: Mapping[str, str] = known.get("metadata", {})
        self._verdicts: Mapping[str, Any] = known.get("verdicts", {})
        self._parsed_projects: dict[str, Project] = {}
        self._parsed_metadata: dict[str, Metadata] = {}
        self.installed = {name: (Version(item["version"]), item.get("file", ""))
                          for name, item in arguments.get("installed", {}).items()}
        self.bundled = arguments.get("bundled", {})
        self.release = arguments.get("release", {})
        self.given = {name: item for name, item in arguments.get("given", {}).items()}
        self.minimum = {name: Version(version) for name, version in arguments.get("minimum", {}).items()}
        self.unasked = dict(readable(arguments.get("unasked", {})))
        self.block_from = arguments.get("block_from", "never")
        self.warn_from = arguments.get("warn_from", "low")
        self.pre_releases = bool(arguments.get("pre_releases"))
        self.upgrade = bool(arguments.get("upgrade"))
        self.dependencies = bool(arguments.get("dependencies", True))

    def project(self, name: str) -> Project:
        if name not in self._parsed_projects:
            if name not in self._projects:
                raise NeedMore("projects", name)
            self._parsed_projects[name] = Project(name, self._projects[name], self.platform)
        return self._parsed_projects[name]

    def metadata(self, file: str) -> Metadata:
        if file not in self._parsed_metadata:
            if file not in self._metadata:
                raise NeedMore("metadata", file)
            self._parsed_metadata[file] = Metadata(self._metadata[file])
        return self._parsed_metadata[file]

    def verdict(self, name: str, origin: str) -> Refused | None:
        """What the rules that go by names say; they are the host's."""
        if name not in self._verdicts:
            raise NeedMore("verdicts", name)
        kind = "bundled" if origin in ("bundled", "installed") else "fetched"
        item = self._verdicts[name].get(kind)
        return Refused(item["rule"], item["text"], item.get("where", "")) if item else None

    def is_unasked(self, candidate: Candidate) -> bool:
        """Whether the person said that this version needs no question. A pre-release only when it is named as one."""
        versions = self.unasked.get(candidate.name)
        return versions is not None and versions.contains(candidate.version)

    def advisories(self, candidate: Candidate) -> list[Mapping[str, Any]]:
        return [item for item in self._verdicts.get(candidate.name, {}).get("advisories", [])
                if affects(item, candidate.version)]


def at_least(severity: str, threshold: str) -> bool:
    if threshold not in SEVERITIES:
        return False
    return SEVERITIES.index(severity if severity in SEVERITIES else "high") >= SEVERITIES.index(threshold)


def affects(advisory: Mapping[str, Any], version: Version) -> bool:
    """OSV's own rule: a version listed, or inside one of the ranges. `events` are sorted by version there."""
    for text in advisory.get("versions", []):
        try:
            if Version(text) == version:
                return True
        except InvalidVersion:
            continue
    return any(in_range(events, version) for events in advisory.get("ranges", []))


def in_range(events: Iterable[Mapping[str, str]], version: Version) -> bool:
    inside = False
    for event in events:
        try:
            if "introduced" in event:
                inside = inside or event["introduced"] == "0" or version >= Version(event["introduced"])
            elif "fixed" in event:
                inside = inside and version < Version(event["fixed"])
            elif "last_affected" in event:
                inside = inside and version <= Version(event["last_affected"])
        except InvalidVersion:
            return True  # cannot be told: better one warning too many
    return inside


# --------------------------------------------------------------------------------------- choosing versions


class Finder:
    """The wheels of one project that may be used, best first."""

    def __init__(self, known: Known, wanted: list[Wanted]) -> None:
        self.known = known
        self._named = {item.name for item in wanted if item.root}
        self._origins: dict[str, str] = {}

    def refusal(self, candidate: Candidate) -> Refused | None:
        """Why the rules do not allow this very wheel."""
        refused = self.known.verdict(candidate.name, candidate.origin)
        if refused or candidate.origin == "installed":
            return refused
        lowest = self.known.minimum.get(candidate.name)
        if lowest is not None and candidate.version < lowest:
            return Refused("minimum", f"{candidate} is older than {lowest}, the lowest version that is allowed here.",
                           f"{POLICY} › Minimum versions")
        for item in self.known.advisories(candidate):
            if at_least(item.get("severity", ""), self.known.block_from):
                return Refused("advisory", f"{candidate} has a known weakness, {item['id']}: "
                                           f"{one_line(item.get('summary', ''), 120)}", f"{POLICY} › Advisories")
        return None

    def allowed(self, candidates: Iterable[Candidate]) -> Iterator[Candidate]:
        return (item for item in candidates if self.refusal(item) is None)

    def candidates(self, name: str, wanted: list[Wanted]) -> Iterator[Candidate]:
        """In the order in which they are tried. What is here comes before what has to be fetched, and the index, which
        the person chose, before Pyodide's own release. Each is looked at only when the resolution comes to it."""
        given = self.known.given.get(name)
        if given is not None:
            yield from self._fitting([Candidate(name, Version(given["version"]), given["file"], "given")], wanted)
            return
        if self.known.upgrade and name in self._named:
            yield from self._fitting(sorted([*self._local(name), *self._fetched(name, wanted), *self._released(name)],
                                            key=lambda item: item.version, reverse=True), wanted)
            return
        seen = set()
        for item in self._fitting(self._local(name), wanted):
            seen.add(item.version)
            yield item
        for item in self._fitting(self._fetched(name, wanted), wanted):
            if item.version not in seen:
                seen.add(item.version)
                yield item
        yield from (item for item in self._fitting(self._released(name), wanted) if item.version not in seen)

    def _local(self, name: str) -> list[Candidate]:
        found = []
        if name in self.known.installed:
            version, file = self.known.installed[name]
            found.append(Candidate(name, version, file, "installed"))
        bundled = self.known.bundled.get(name)
        if bundled and all(Version(bundled["version"]) != item.version for item in found):
            found.append(Candidate(name, Version(bundled["version"]), bundled["file"], "bundled"))
        return found

    def _released(self, name: str) -> list[Candidate]:
        released = self.known.release.get(name)
        return [Candidate(name, Version(released["version"]), released["file"], "release")] if released else []

    def _fetched(self, name: str, wanted: list[Wanted]) -> list[Candidate]:
        if self.known.verdict(name, "index") is not None:
            return []
        pinned = any(is_pinned(item.specifier) for item in wanted)
        best: dict[Version, File] = {}
        for file in self.known.project(name).files:
            if file.young or (file.yanked and not pinned) or not hash_fits(file.sha256, wanted):
                continue
            best.setdefault(file.version, file)
        return [Candidate(name, file.version, file.name, file.origin) for file in best.values()]

    def _fitting(self, candidates: Iterable[Candidate], wanted: list[Wanted]) -> list[Candidate]:
        """Those that all requirements take, pre-releases as in pip: only when asked for, or when there is nothing
        else."""
        specifier = SpecifierSet()
        for item in wanted:
            specifier &= item.specifier
        items = list(self.allowed(item for item in candidates if self._hash_fits(item, wanted)))
        versions = set(specifier.filter((item.version for item in items),
                                        prereleases=True if self.known.pre_releases else None))
        # What is in the session or in Pyodide was chosen already, also when it is a pre-release.
        return [item for item in items if item.version in versions
                or (item.origin in ("installed", "bundled", "release", "given")
                    and specifier.contains(item.version, prereleases=True))]

    def _hash_fits(self, candidate: Candidate, wanted: list[Wanted]) -> bool:
        if candidate.origin == "installed":
            return not any(item.hashes for item in wanted)
        for origin, packages in (("bundled", self.known.bundled), ("release", self.known.release),
                                 ("given", self.known.given)):
            if candidate.origin == origin:
                return hash_fits(packages[candidate.name].get("sha256", ""), wanted)
        return True  # of the sources: looked at before

    def why_none(self, name: str, wanted: list[Wanted]) -> Refused:
        """The most useful sentence about why nothing is left of a project."""
        asked = " and ".join(dict.fromkeys(str(item) for item in wanted))
        local = [*self._local(name), *self._released(name)]
        refused = [reason for reason in map(self.refusal, local) if reason]
        by_name = self.known.verdict(name, "index")
        if by_name is not None:
            if local and not refused:
                have = listed(f"{item.version} ({item.origin})" for item in local)
                return Refused(by_name.rule, f"{asked} asks for another version than {have}. {by_name.text}",
                               by_name.where)
            return refused[0] if refused else by_name
        project = self.known.project(name)
        fitting = [file for file in project.files if all(item.specifier.contains(file.version, prereleases=True)
                                                         for item in wanted)]
        for file in fitting:
            reason = self.refusal(Candidate(name, file.version, file.name, file.origin))
            if reason is not None:
                refused.append(reason)
        if refused:
            return refused[0]
        return self._why_no_file(name, asked, project, fitting, wanted, local)

    def _why_no_file(self, name: str, asked: str, project: Project, fitting: list[File], wanted: list[Wanted],
                     local: list[Candidate]) -> Refused:
        have = f" There is {listed(f'{item.name} {item.version} ({item.origin})' for item in local)}." if local else ""
        if project.offline:
            return Refused("offline", f"{asked} is neither bundled nor in the cache, and Glovebox works offline.{have}",
                           f"{POLICY} › Offline")
        if project.failed:
            return Refused("fetch", f"The index could not be asked for {name}: {project.failed}{have}")
        if project.missing:
            return Refused("unknown", f"No index knows a package {name}. Check the spelling; the name to install is "
                                      f"not always the name to import.")
        young = [file for file in fitting if file.young]
        if young:
            return Refused("young", f"{asked}: {listed(str(file.version) for file in young)} came out so recently that "
                                    f"the quarantine still holds it back.", f"{POLICY} › Quarantine")
        if fitting and any(item.hashes for item in wanted):
            return Refused("hash", f"None of the wheels for {asked} has the hash that was asked for. Check the hash, "
                                   f"or ask without it.")
        if fitting and all(file.yanked for file in fitting):
            return Refused("no-version", f"{asked}: the authors took back every version that fits; name one with == "
                                         f"to have it all the same.")
        if not project.files:
            return self._why_no_wheel(name, project, have)
        offered = listed(str(version) for version in dict.fromkeys(file.version for file in project.files))
        return Refused("no-version", f"There is no wheel for {asked} that works here. Versions that do: {offered}."
                                     f"{have}")

    def _why_no_wheel(self, name: str, project: Project, have: str) -> Refused:
        python = self.known.platform.python
        if project.other_python:
            return Refused("no-wheel", f"{name} has no version for Python {python.major}.{python.minor}.{have}")
        if project.other_platform or project.foreign:
            return Refused("no-wheel", f"{name} holds compiled code, and its authors publish no wheel for Pyodide "
                                       f"({self.known.platform.markers['platform_system']}, WebAssembly), so it cannot "
                                       f"run here. Look for a pure Python alternative.{have}")
        if project.source_only:
            return Refused("no-wheel", f"{name} is published as source only, without a wheel; building it is not "
                                       f"possible in the sandbox.{have}")
        return Refused("no-wheel", f"The index lists no files for {name}.{have}")


def is_pinned(specifier: SpecifierSet) -> bool:
    return any(item.operator == "===" or (item.operator == "==" and not item.version.endswith(".*"))
               for item in specifier)


def hash_fits(sha256: str, wanted: Iterable[Wanted]) -> bool:
    return all(not item.hashes or sha256 in item.hashes for item in wanted)


# --------------------------------------------------------------------------------------- the resolution


class Provider(AbstractProvider):  # type: ignore[type-arg]
    """Answers resolvelib's questions."""

    def __init__(self, known: Known, finder: Finder, constraints: Mapping[str, list[Wanted]]) -> None:
        self.known = known
        self.finder = finder
        self.constraints = constraints
        self.problems: dict[str, str] = {}

    def identify(self, requirement_or_candidate: Wanted | Candidate) -> str:
        extras = requirement_or_candidate.extras
        return requirement_or_candidate.name + (f"[{','.join(sorted(extras))}]" if extras else "")

    def get_preference(self, identifier: str, resolutions: Mapping[str, Candidate],
                       candidates: Mapping[str, Iterator[Candidate]], information: Mapping[str, Iterator[Any]],
                       backtrack_causes: Iterable[Any]) -> tuple[bool, bool, bool, str]:
        """Causes of a backtrack first, then what is pinned or limited: few choices make conflicts show early."""
        wanted = [item.requirement for item in information[identifier]]
        causes = any(identifier in (self.identify(item.requirement), item.parent and self.identify(item.parent))
                     for item in backtrack_causes)
        return (not causes, not any(is_pinned(item.specifier) for item in wanted),
                not any(len(item.specifier) for item in wanted), identifier)

    def find_matches(self, identifier: str, requirements: Mapping[str, Iterator[Wanted]],
                     incompatibilities: Mapping[str, Iterator[Candidate]]) -> Callable[[], Iterator[Candidate]]:
        name = identifier.partition("[")[0]
        extras = frozenset(identifier.partition("[")[2].rstrip("]").split(",")) if "[" in identifier else frozenset()
        wanted = [*requirements[identifier], *self.constraints.get(name, [])]
        excluded = {(item.version, item.file) for item in incompatibilities[identifier]}

        def found() -> Iterator[Candidate]:
            for item in self.finder.candidates(name, wanted):
                if (item.version, item.file) not in excluded and self.usable(item):
                    yield item._replace(extras=extras)

        return found

    def is_satisfied_by(self, requirement: Wanted, candidate: Candidate) -> bool:
        return (requirement.name == candidate.name
                and requirement.specifier.contains(candidate.version, prereleases=True))

    def usable(self, candidate: Candidate) -> bool:
        """Whether its metadata can be believed. Metadata of a wheel that is not chosen is not asked for."""
        if not candidate.file or candidate.origin in ("release", "installed"):
            return True
        metadata = self.known.metadata(candidate.file)
        problem = metadata.problem
        if problem:
            pass
        elif metadata.name != candidate.name or not same_version(metadata.version, candidate.version):
            problem = f"its metadata calls it {one_line(metadata.name, 60)} {one_line(metadata.version, 40)}"
        elif not self.known.platform.takes_python(metadata.python):
            problem = f"its metadata asks for Python {one_line(metadata.python, 40)}"
        elif any(item.url and self.known.platform.applies(item.marker) for item in metadata.requires):
            problem = "it needs a package from an address, not from an index"
        if problem:
            self.problems[candidate.file] = problem
        return not problem

    def get_dependencies(self, candidate: Candidate) -> list[Wanted]:
        if not self.known.dependencies:
            return []
        own = [Wanted(candidate.name, frozenset(), SpecifierSet(f"=={candidate.version}"))] if candidate.extras else []
        if candidate.origin == "release" and not candidate.extras:
            return [Wanted(canonicalize_name(name), frozenset(), SpecifierSet())
                    for name in self.known.release[candidate.name].get("depends", [])]
        if not candidate.file or candidate.origin == "release":
            return own
        return own + self._required(candidate, self.known.metadata(candidate.file))

    def _required(self, candidate: Candidate, metadata: Metadata) -> list[Wanted]:
        found = []
        for item in metadata.requires:
            name = canonicalize_name(item.name)
            in_base = self.known.platform.applies(item.marker)
            in_extra = any(self.known.platform.applies(item.marker, extra) for extra in candidate.extras)
            if candidate.extras and in_base or not (in_base or in_extra) or item.url:
                continue
            found.append(Wanted(name, frozenset(map(canonicalize_name, item.extras)),
                                self._tolerated(candidate, name, item.specifier)))
        if candidate.origin == "bundled":
            names = {item.name for item in found}
            found += [Wanted(canonicalize_name(name), frozenset(), SpecifierSet())
                      for name in self.known.bundled[candidate.name].get("depends", [])
                      if canonicalize_name(name) not in names and not candidate.extras]
        return found

    def _tolerated(self, candidate: Candidate, name: str, specifier: SpecifierSet) -> SpecifierSet:
        """Pyodide pairs some packages against their own metadata, and tests them like that."""
        mine, other = self.known.bundled.get(candidate.name), self.known.bundled.get(name)
        if (mine and other and Version(mine["version"]) == candidate.version
                and not specifier.contains(other["version"], prereleases=True)):
            return SpecifierSet()
        return specifier


def same_version(text: str, version: Version) -> bool:
    try:
        return Version(text) == version
    except InvalidVersion:
        return False


def foresee(provider: Provider, wanted: list[Wanted]) -> dict[str, set[str]]:
    """Walks what will probably be looked at and gathers what is missing, so that the host can get many things at
    once."""
    need: dict[str, set[str]] = {}
    queue, seen = list(wanted), set()
    while queue:
        item = queue.pop(0)
        key = (item.name, item.extras, str(item.specifier))
        if key in seen:
            continue
        seen.add(key)
        try:
            limits = [item, *provider.constraints.get(item.name, [])]
            for candidate in provider.finder.candidates(item.name, limits):
                if provider.usable(candidate):
                    queue += provider.get_dependencies(candidate)
                    if item.extras:
                        queue += provider.get_dependencies(candidate._replace(extras=item.extras))
                    break
        except NeedMore as missing:
            need.setdefault(missing.kind, set()).add(missing.name)
    return need


def read(text: str, hashes: Iterable[str], platform: Platform) -> Wanted | Refused | None:
    """None: its marker says that it does not concern this interpreter."""
    shown = one_line(text, 100)
    try:
        item = Requirement(text)
    except InvalidRequirement as error:
        return Refused("syntax", f"\"{shown}\" is no requirement: {one_line(str(error).splitlines()[0], 120)}. Expected "
                                 f"is a name, optionally with [extras] and versions, e.g. \"rich>=14\".")
    if item.url:
        return Refused("syntax", f"\"{shown}\" names an address. Only packages of the index can be fetched; name the "
                                 f"package, or put its wheel into a mounted folder and give that path.")
    if not platform.applies(item.marker):
        return None
    return Wanted(canonicalize_name(item.name), frozenset(map(canonicalize_name, item.extras)), item.specifier,
                  tuple(hashes), shown, True)


class Resolution:
    """One call of `resolve`."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self.known = Known(arguments)
        self.refusals: list[dict[str, str]] = []
        self.wanted: list[Wanted] = []
        for item in arguments.get("requirements", []):
            self._take(item["text"], item.get("hashes", []))
        for name, item in self.known.given.items():
            self.wanted.append(Wanted(name, frozenset(item.get("extras", [])), SpecifierSet(), (), item["file"], True))
        constraints: dict[str, list[Wanted]] = {}
        for text in arguments.get("constraints", []):
            limit = read(text, (), self.known.platform)
            if isinstance(limit, Refused):
                self._refuse(one_line(text, 100), "", limit)
            elif limit is not None:
                constraints.setdefault(limit.name, []).append(limit._replace(extras=frozenset(), root=False))
        self.finder = Finder(self.known, self.wanted)
        self.provider = Provider(self.known, self.finder, constraints)

    def _take(self, text: str, hashes: Iterable[str]) -> None:
        item = read(text, hashes, self.known.platform)
        if isinstance(item, Refused):
            self._refuse(one_line(text, 100), "", item)
        elif item is not None:
            self.wanted.append(item)

    def _refuse(self, requirement: str, name: str, reason: Refused) -> None:
        self.refusals.append({"requirement": requirement, "name": name, "rule": reason.rule, "text": reason.text,
                              "where": reason.where})

    def run(self) -> dict[str, Any]:
        need = foresee(self.provider, [*self.wanted, *self._kept()])
        try:
            if need:
                return {"need": {kind: sorted(names) for kind, names in need.items()}}
            graph = self._resolve_what_can_be()
        except NeedMore as missing:
            return {"need": {missing.kind: [missing.name]}}
        return {"refusals": self.refusals, **(self._plan(graph) if graph else {"plan": [], "satisfied": []})}

    def _kept(self) -> list[Wanted]:
        """What the session has stays in working order: it takes part in the resolution, at any version."""
        return [Wanted(name, frozenset(), SpecifierSet()) for name in self.known.installed] \
            if self.known.dependencies else []

    def _attempt(self, wanted: list[Wanted]) -> Any:
        resolver: Resolver[Wanted, Candidate, str] = Resolver(self.provider, BaseReporter())
        return resolver.resolve([*wanted, *self._kept()], max_rounds=MAX_ROUNDS)

    def _resolve_what_can_be(self) -> Any:
        """Everything together; when that is impossible, what is impossible by itself is refused and the rest tried
        again. What only fails together is refused together."""
        wanted = self.wanted
        if not wanted:
            return None
        try:
            return self._attempt(wanted)
        except ResolutionImpossible as together:
            reason_of_all = self._explain(together)
        except (ResolutionTooDeep, InconsistentCandidate):
            reason_of_all = Refused("conflict", "These requirements lead to so many combinations that none was found "
                                                "in time. Name exact versions, e.g. \"rich==14.3.3\".")
        possible = []
        for item in wanted if len(wanted) > 1 else []:
            try:
                self._attempt([item])
                possible.append(item)
            except ResolutionImpossible as alone:
                self._refuse(item.text, item.name, self._explain(alone))
            except (ResolutionTooDeep, InconsistentCandidate):
                possible.append(item)
        if possible and len(possible) < len(wanted):
            try:
                return self._attempt(possible)
            except ResolutionImpossible as rest:
                reason_of_all = self._explain(rest)
            except (ResolutionTooDeep, InconsistentCandidate):
                pass
        for item in possible or (wanted if len(wanted) == 1 else []):
            self._refuse(item.text, item.name, reason_of_all)
        return None

    def _explain(self, error: ResolutionImpossible) -> Refused:  # type: ignore[type-arg]
        causes = list(error.causes)
        names = {item.requirement.name for item in causes}
        wanted = [item.requirement for item in causes]
        name = wanted[0].name
        alone = [reason for reason in (self._why_alone(item) for item in wanted) if reason is not None]
        if alone:
            parents = {f"{item.parent}" for item in causes if item.parent is not None}
            if parents:
                return alone[0]._replace(text=f"{alone[0].text} (It is needed by {listed(sorted(parents))}.)")
            return alone[0]
        lines = []
        for item in causes:
            who = f"{item.parent} needs" if item.parent is not None else (
                "asked for is" if item.requirement.root else "this session has")
            lines.append(f"{who} {item.requirement}")
        for limit in self.provider.constraints.get(name, []):
            lines.append(f"the constraint is {limit}")
        kept = sorted(item for item in names if item in self.known.installed)
        advice = (f"The session already has {listed(f'{item} {self.known.installed[item][0]}' for item in kept)}; "
                  "use a new session (create_session) for this." if kept
                  else "Ask for other versions, or use a session of its own for each (create_session).")
        return Refused("conflict", f"No version of {listed(sorted(names))} fits everybody: "
                                   f"{'; '.join(dict.fromkeys(lines))}. {advice}")

    def _why_alone(self, wanted: Wanted) -> Refused | None:
        """The reason when nothing fits this requirement even without the others."""
        limits = [wanted, *self.provider.constraints.get(wanted.name, [])]
        candidates = list(self.finder.candidates(wanted.name, limits))
        if not candidates:
            return self.finder.why_none(wanted.name, limits)
        broken = [item for item in candidates if not self.provider.usable(item)]
        if len(broken) == len(candidates):
            return Refused("metadata", f"{broken[0]} cannot be used: {self.provider.problems[broken[0].file]}.")
        return None

    # ------------------------------------------------------------------------------------------ the answer

    def _plan(self, graph: Any) -> dict[str, Any]:
        chosen = {item.name: item for item in graph.mapping.values() if not item.extras}
        for item in graph.mapping.values():
            chosen.setdefault(item.name, item._replace(extras=frozenset()))
        needed = self._reachable(graph, chosen)
        roots = {item.name for item in self.wanted}
        satisfied = [{"name": name, "version": str(chosen[name].version)} for name in sorted(roots)
                     if name in chosen and chosen[name].origin == "installed"]
        plan = [self._entry(chosen[name], graph, roots) for name in self._ordered(needed, chosen, graph)
                if chosen[name].origin != "installed"]
        return {"plan": plan, "satisfied": satisfied}

    def _edges(self, candidate: Candidate, graph: Any) -> list[str]:
        names = []
        for item in graph.mapping.values():
            if item.name == candidate.name:
                names += [wanted.name for wanted in self.provider.get_dependencies(item)]
        return sorted({name for name in names if name != candidate.name})

    def _reachable(self, graph: Any, chosen: Mapping[str, Candidate]) -> set[str]:
        """The session's own packages matter only where they have to change."""
        queue = [item.name for item in self.wanted]
        queue += [name for name, item in chosen.items()
                  if name in self.known.installed and item.origin != "installed"]
        found: set[str] = set()
        while queue:
            name = queue.pop()
            if name not in found and name in chosen:
                found.add(name)
                queue += self._edges(chosen[name], graph)
        return found

    def _ordered(self, names: set[str], chosen: Mapping[str, Candidate], graph: Any) -> list[str]:
        """What is needed comes first; circles are cut at an arbitrary, but always the same place."""
        order: list[str] = []
        state: dict[str, bool] = {}

        def visit(start: str) -> None:
            stack = [(start, False)]
            while stack:
                name, left = stack.pop()
                if left:
                    order.append(name)
                elif name not in state:
                    state[name] = True
                    stack.append((name, True))
                    stack += [(item, False) for item in reversed(self._edges(chosen[name], graph))
                              if item in names and item not in state]

        for name in sorted(names):
            visit(name)
        return order

    def _entry(self, candidate: Candidate, graph: Any, roots: set[str]) -> dict[str, Any]:
        extras = sorted({extra for item in graph.mapping.values() if item.name == candidate.name
                         for extra in item.extras})
        metadata = None if candidate.origin == "release" else self.known.metadata(candidate.file)
        warnings = [{"rule": "advisory", "severe": at_least(item.get("severity", ""), "high"),
                     "text": f"{item['id']}: {one_line(item.get('summary', ''), 160)}",
                     "address": item.get("address", "")}
                    for item in self.known.advisories(candidate)
                    if at_least(item.get("severity", ""), self.known.warn_from)]
        missing = [extra for extra in extras if metadata and extra not in metadata.extras]
        if missing:
            warnings.append({"rule": "extra", "severe": False, "address": "",
                             "text": f"{candidate} has no extra {listed(missing)}."})
        old = self.known.installed.get(candidate.name)
        return {
            "name": candidate.name, "version": str(candidate.version), "file": candidate.file,
            "origin": candidate.origin, "needs": self._edges(candidate, graph), "extras": extras,
            "requested": candidate.name in roots, "replaces": str(old[0]) if old else "",
            "licence": metadata.licence if metadata else "", "summary": metadata.summary if metadata else "",
            "warnings": warnings, "unasked": self.known.is_unasked(candidate),
        }


def resolve(**arguments: Any) -> dict[str, Any]:
    """One round.

    Arguments: `requirements` [{`text`, `hashes`}], `constraints` [text], `python`, `platforms` [tags' last parts],
    `installed` {name: {`version`, `file`}}, `bundled`, `release` {name: {`version`, `file`, `sha256`, `depends`}},
    `given` {name: {`version`, `file`, `sha256`}}, `minimum`, `unasked` {name: version(s)}, `warn_from`, `block_from`, `upgrade`,
    `pre_releases`, `dependencies`, and `known`:
    `projects` {name: {`files` [{`file`, `python`, `sha256`, `yanked`, `young`, `origin`}], `sdists`, `foreign`, or
    `missing`, `failed`, `offline`}}, `metadata` {file: header of METADATA}, `verdicts` {name: {`bundled`, `fetched`
    ({`rule`, `text`, `where`} or null), `advisories`}}.

    Answer: {`need`: {`projects`, `metadata`, `verdicts`: names}}, or {`plan`, `satisfied`, `refusals`}.

    With `project` it is another question, see `newest_first`.
    """
    if "project" in arguments:
        return newest_first(arguments)
    return Resolution(arguments).run()


def newest_first(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Of one project: {`project`, `python`, `platforms`, `known`} → its versions that work here and the newest of
    all."""
    platform = Platform(arguments)
    name = canonicalize_name(arguments["project"])
    project = Project(name, arguments["known"], platform)
    here = list(dict.fromkeys(file.version for file in project.files if not file.yanked))
    everything = {*here, *project.other_platform, *project.other_python}
    return {"versions": [str(version) for version in here],
            "newest": str(max(everything)) if everything else ""}
