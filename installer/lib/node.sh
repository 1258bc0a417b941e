# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# npm packages that tests use, exactly as their lock files say.

ensure_test_modules() {
    local lock folder found=0
    for lock in "$GLOVEBOX_ROOT"/tests/*/package-lock.json; do
        [[ -f $lock ]] || continue
        found=1
        folder=$(dirname "$lock")
        if grep -q '"resolved": *"[a-z]*:' "$lock"; then
            die "$lock names the address of a registry" \
                "write it with npm install --omit-lockfile-registry-resolved, so that every machine uses its own"
        fi
        if [[ $folder/node_modules/.package-lock.json -nt $lock ]]; then
            note "${folder#"$GLOVEBOX_ROOT"/}: installed"
            continue
        fi
        install_modules "$folder"
    done
    [[ $found == 1 ]] || note "none are needed"
}

install_modules() { # FOLDER
    local folder=$1 log
    log=$(new_log "npm-$(basename "$folder")")
    note "${folder#"$GLOVEBOX_ROOT"/}: npm ci"
    if ! (cd "$folder" && as_worker npm ci --no-audit --no-fund) >"$log" 2>&1; then
        show_tail "$log" 15
        die "npm ci failed in $folder" "check that npm reaches its registry, read $log, and run again"
    fi
    touch "$folder/node_modules/.package-lock.json"
}
