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

# What comes from npm, which a machine need not have: without it everything else works.
ensure_component() { # NAME SIZE WHAT
    local fetch="pyodide/assets/fetch.py --with $1"
    if [[ -d $GLOVEBOX_ASSETS/$1 ]]; then
        return
    fi
    if ! command -v npm >/dev/null; then
        note "$3 are left out: install npm and run $fetch ($2)"
        return
    fi
    fetch_assets --with "$1" || note "$3 are left out: run $fetch later"
}
