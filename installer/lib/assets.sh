# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Pyodide, its wheels, icons and the font: pyodide/assets/fetch.py does the work and says what is wrong.

fetch_assets() { # OPTIONS of fetch.py
    local python
    python=$(python_command)
    as_worker "$python" "$GLOVEBOX_ROOT/pyodide/assets/fetch.py" --dest "$GLOVEBOX_ASSETS" "$@" 2>&1 | sed -u 's/^/   /'
}

ensure_assets() { # OPTIONS of fetch.py
    fetch_assets "$@" ||
        die "the assets are not complete" "do what the lines above say; what was fetched is kept"
}

# The runtimes of run_code come from npm, which a machine need not have: without them everything else works.
ensure_languages() {
    if [[ -d $GLOVEBOX_ASSETS/languages ]]; then
        return
    fi
    if ! command -v npm >/dev/null; then
        note "run_code's languages are left out: install npm and run pyodide/assets/fetch.py --with languages (48 MB)"
        return
    fi
    fetch_assets --with languages ||
        note "run_code's languages are left out: run pyodide/assets/fetch.py --with languages later"
}
