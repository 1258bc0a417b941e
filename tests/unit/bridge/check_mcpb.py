#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the bundle for Claude Desktop: it opens, its manifest has what version 0.3 asks for, and its bridge starts."""

import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile


def problems(manifest: dict, names: list[str]) -> list[str]:
    found = []

    def expect(condition: bool, text: str) -> None:
        if not condition:
            found.append(text)

    expect(manifest.get("manifest_version") == "0.3", "manifest_version is not 0.3")
    for field in ("name", "version", "description"):
        expect(isinstance(manifest.get(field), str) and manifest[field], f"{field} is missing")
    expect(bool(re.fullmatch(r"\d+\.\d+\.\d+", manifest.get("version", ""))), "version is no x.y.z")
    expect(bool(manifest.get("author", {}).get("name")), "author.name is missing")
    server = manifest.get("server", {})
    expect(server.get("type") == "binary", "server.type is not binary")
    expect(server.get("entry_point") in names, "server.entry_point is not in the bundle")
    run = server.get("mcp_config", {})
    expect(run.get("command") == "${__dirname}/" + str(server.get("entry_point")), "mcp_config.command is not the entry point")
    options = manifest.get("user_config", {})
    for name in re.findall(r"\$\{user_config\.(\w+)\}", json.dumps(run)):
        expect(name in options, f"user_config.{name} is used and not there")
    for name, option in options.items():
        expect(option.get("type") in ("string", "number", "boolean", "directory", "file"), f"user_config.{name}.type")
        expect(bool(option.get("title")) and bool(option.get("description")), f"user_config.{name} says nothing")
    expect(options.get("key", {}).get("sensitive") is True, "the key is not marked as sensitive")
    return found


def self_test() -> bool:
    """A manifest without what is needed is found out."""
    return len(problems({"manifest_version": "0.2", "server": {"mcp_config": {"env": {"A": "${user_config.b}"}}}}, [])) >= 8


def main() -> int:
    if not self_test():
        print("the check finds nothing in a broken manifest")
        return 1
    with zipfile.ZipFile(sys.argv[1]) as bundle, tempfile.TemporaryDirectory() as folder:
        broken = bundle.testzip()
        found = [f"{broken} is damaged"] if broken else []
        manifest = json.loads(bundle.read("manifest.json"))
        found += problems(manifest, bundle.namelist())
        entry = manifest["server"]["entry_point"]
        if not (bundle.getinfo(entry).external_attr >> 16) & 0o100:
            found.append(f"{entry} is not executable in the bundle")
        path = bundle.extract(entry, folder)
        os.chmod(path, 0o700)
        started = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
        if started.returncode != 0 or manifest["version"] not in started.stderr or started.stdout:
            found.append(f"the bridge does not start: {started}")
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
