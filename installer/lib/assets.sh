# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Pyodide, its wheels, icons and the font: pyodide/assets/fetch.py does the work and says what is wrong.

ensure_assets() {
    local python
    python=$(python_command)
    as_worker "$python" "$GLOVEBOX_ROOT/pyodide/assets/fetch.py" --dest "$GLOVEBOX_ASSETS" 2>&1 | sed -u 's/^/   /' ||
        die "the assets are not complete" "do what the lines above say; what was fetched is kept"
}
