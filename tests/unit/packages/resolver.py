# SPDX-License-Identifier: MIT
"""Answers questions to the resolver, one JSON object a line, as the analyser does in the program."""

import json
import pathlib
import sys

pyodide, python = sys.argv[1:]
for pattern in ("packaging-*.whl", "resolvelib-*.whl"):
    sys.path[:0] = [str(path) for path in pathlib.Path(pyodide).glob(pattern)]
sys.path.insert(0, python)

from _analysis.resolve import resolve  # noqa: E402  pylint: disable=wrong-import-position

for line in sys.stdin:
    print(json.dumps(resolve(**json.loads(line))), flush=True)
