# SPDX-License-Identifier: MIT
"""Packages that a running program asks for. Nothing is fetched here: the program's wish goes to
the host, which finds out what it means and asks the person, while the run waits."""

import os
import re
import sys
from json import dumps, loads

from . import hooks, host, wheels


class InstallError(RuntimeError):
    """A package that cannot be had: the person said no, a rule did, or there is none."""

    __module__ = "builtins"  # the name alone says it


class Requirements:
    """What one line or call asks for, as pip understands it."""

    def __init__(self):
        self.wanted = []
        self.constraints = []
        self.pre = False
        self.dependencies = True
        self.reinstall = False
        self.ignored = []  # options that mean nothing here, to be told


_WITH_VALUE = frozenset(("-i", "--index-url", "--extra-index-url", "-f", "--find-links", "-t",
                         "--target", "--prefix", "--root", "--src", "--trusted-host", "--proxy",
                         "--timeout", "--retries", "--python", "--platform", "--cert"))
_FROM_ELSEWHERE = frozenset(("-i", "--index-url", "--extra-index-url", "-f", "--find-links"))
_TELLING = "the index is the one that the person set"


def parse(words):
    """Of the words after "pip install"."""
    asked = Requirements()
    items = iter(str(word) for word in words)
    for word in items:
        option, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if option in ("-r", "--requirement", "-c", "--constraint"):
            path = value if equals else next(items, "")
            target = asked.wanted if option in ("-r", "--requirement") else asked.constraints
            target += requirements_of(path, asked)
        elif option in ("-e", "--editable"):
            raise InstallError("Nothing can be installed as editable here. Put the folder of the "
                               "source on sys.path, or install a wheel.")
        elif option in _WITH_VALUE:
            if not equals:
                next(items, None)
            if option in _FROM_ELSEWHERE:
                asked.ignored.append(f"{option}: {_TELLING}")
        elif option == "--pre":
            asked.pre = True
        elif option == "--no-deps":
            asked.dependencies = False
        elif option in ("--force-reinstall", "--reinstall"):
            asked.reinstall = True
        elif not word.startswith("-"):
            asked.wanted.append(word)
    return asked


def requirements_of(path, asked, depth=0):
    """The lines of a requirements file."""
    if depth > 5:
        raise InstallError(f"{path}: requirements files include one another too deeply.")
    try:
        with open(path, encoding="utf-8-sig") as file:
            text = file.read()
    except OSError as error:
        raise InstallError(f"The requirements file {path!r} cannot be read: "
                           f"{error.strerror}.") from None
    found = []
    for line in re.sub(r"\\\r?\n", " ", text).splitlines():
        line = re.sub(r"(^|\s)#.*$", "", line).strip()
        include = re.match(r"(?:-r|--requirement)(?:\s+|=)(.+)", line)
        if include:
            inner = os.path.join(os.path.dirname(path), include[1].strip())
            found += requirements_of(inner, asked, depth + 1)
        elif line.startswith("-"):
            asked.ignored.append(f"{line.split()[0]} in {path}")
        elif line:
            found.append(line)
    return found


def _as_host_understands(requirement):
    """Wheels are named by absolute path; the host reads them from the mount itself."""
    text = requirement.strip()
    for prefix in ("emfs:", "file://"):
        text = text.removeprefix(prefix)
    if not text.endswith(".whl") or "://" in text or " @ " in text:
        return text
    path = os.path.abspath(text)
    if not path.startswith("/mnt/"):
        raise InstallError(f"{requirement}: wheel files are installed from folders under /mnt "
                           "only. Put it into a folder that the person shared.")
    return path


def install(asked):
    """[(name, version)] of what was installed for `asked`; what is there already is left alone.
    Waits for the person; raises InstallError with their words when they say no."""
    wanted = [_as_host_understands(requirement) for requirement in asked.wanted
              if asked.reinstall or not is_there(requirement)]
    if not wanted:
        return []
    if host.ask_packages is None:
        raise InstallError("Packages can be asked for only while a run is active.")
    for note in asked.ignored:
        print(f"Glovebox ignores {note}.", file=sys.stderr)
    sys.stdout.flush()
    answer = loads(host.ask_packages(dumps({
        "requirements": wanted, "constraints": asked.constraints, "pre": asked.pre,
        "dependencies": asked.dependencies, "reinstall": asked.reinstall})))
    if not answer.get("ok"):
        if answer.get("errno") == "EINTR":
            raise KeyboardInterrupt
        raise InstallError(answer.get("message") or "The host gave no reason.")
    return _take(answer)


def _take(answer):
    done, failed = [], []
    for pin in answer.get("packages", ()):
        problem = host.install_package(dumps(pin))
        if problem:
            failed.append({"name": pin["name"], "text": problem})
        else:
            hooks.distributions[wheels.key_of(pin["name"])] = pin["version"]
            done.append((pin["name"], pin["version"]))
    host.packages_done(dumps({"request": answer.get("request"), "failed": failed}))
    if failed:
        lines = "; ".join(f"{item['name']}: {item['text']}" for item in failed)
        raise InstallError(f"Not everything could be installed. {lines}")
    return done


def install_words(words, out):
    """`pip install WORDS`."""
    asked = parse(words)
    if not asked.wanted:
        raise InstallError("pip install needs at least one package, such as: pip install humanize")
    for requirement in asked.wanted:
        if is_there(requirement) and not asked.reinstall:
            out.write(f"{requirement}: nothing to do, it is here; just import it.\n")
    done = install(asked)
    if done:
        out.write("Successfully installed " +
                  " ".join(f"{name}-{version}" for name, version in done) + "\n")


def project_of(requirement):
    """The name in "Scikit_Learn[alldeps]>=1.2", as the lock writes it."""
    return wheels.key_of(re.split(r"[\s\[<>=!~;@]", requirement.strip(), maxsplit=1)[0])


def is_there(requirement):
    """Whether the requirement is met by what can be imported already, so that nobody need be
    asked. Only for the plain ones; the host judges markers, extras and addresses."""
    if "[" in requirement or "@" in requirement or ";" in requirement or "--" in requirement:
        return False
    version = hooks.distributions.get(project_of(requirement), "")
    if not version:
        # sklearn for scikit-learn, as programs write it.
        return requirement.strip() in hooks.package_modules
    return is_met(requirement, version)


_CLAUSE = re.compile(r"(===?|~=|!=|<=|>=|<|>)\s*([\w.*+!-]+)")


def is_met(requirement, version):
    """Whether `version` is what "name>=1,<2" asks for. Letters in versions count for nothing."""
    own = _numbers(version)
    for relation, wanted in _CLAUSE.findall(requirement):
        series = wanted.endswith(".*")
        numbers = _numbers(wanted)
        same = own[:len(numbers)] == numbers if series else _padded(own) == _padded(numbers)
        at_least = _padded(own) >= _padded(numbers)
        met = {
            "==": same, "===": same, "!=": not same, ">=": at_least, "<": not at_least,
            ">": at_least and not same, "<=": same or not at_least,
            "~=": at_least and own[:len(numbers) - 1] == numbers[:-1],
        }[relation]
        if not met:
            return False
    return True


def _numbers(version):
    return [int(number) for number in re.findall(r"\d+", version)]


def _padded(numbers):
    return numbers + [0] * (8 - len(numbers))


def installed():
    """{name: version} of all that can be imported now."""
    import importlib.metadata

    found = {}
    for distribution in importlib.metadata.distributions():
        name = distribution.name
        if name:
            found.setdefault(wheels.key_of(name), distribution.version)
    return found


def source_of(name):
    """Whether it was installed from an index, or comes with Glovebox."""
    import importlib.metadata

    try:
        text = importlib.metadata.distribution(name).read_text("INSTALLER") or ""
    except importlib.metadata.PackageNotFoundError:
        return ""
    return "index" if text.strip() == "glovebox" else "bundled"
