# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Output, logs and facts about this machine, for installer/run and tests/run.

# shellcheck disable=SC2034  # the other parts read these
{
    GLOVEBOX_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
    GLOVEBOX_LOGS=$GLOVEBOX_ROOT/build/logs
    GLOVEBOX_ASSETS=$GLOVEBOX_ROOT/build/assets
    GLOVEBOX_BUILD=$GLOVEBOX_ROOT/build/release
    GLOVEBOX_TEST_PYTHON=$GLOVEBOX_ROOT/build/test-python
    GLOVEBOX_ACCOUNT=glovebox
}

step() { printf '== %s\n' "$*"; }
note() { printf '   %s\n' "$*"; }
warn() { printf '   warning: %s\n' "$*" >&2; }

# die WHAT ADVICE…: ends with what failed and what to do about it.
die() {
    printf 'error: %s\n' "$1" >&2
    shift
    local line
    for line in "$@"; do
        printf '  what to do: %s\n' "$line" >&2
    done
    exit 1
}

show_tail() { # FILE LINES
    tail -n "$2" "$1" | sed 's/^/    /' >&2
}

is_terminal() { [[ -t 1 ]]; }

# One line that is written over on a terminal; elsewhere the caller prints it less often.
progress() {
    if is_terminal; then
        printf '\r\033[K   %s' "$*"
    else
        note "$*"
    fi
}
end_progress() { if is_terminal; then printf '\r\033[K'; fi; }

# beside NAME COMMAND…: does it while other steps go on, with what it says in a log. joined NAME: waits for it, shows what it
# said, and ends as it would have ended.
declare -A BESIDE=()
beside() {
    local name=$1
    shift
    ("$@") >"$(new_log "$name")" 2>&1 &
    BESIDE[$name]=$!
}
joined() {
    local name status=0
    for name in "$@"; do
        wait "${BESIDE[$name]}" || status=$?
        cat "$GLOVEBOX_LOGS/$name.log"
        [[ $status -eq 0 ]] || exit "$status"
    done
}

in_container() {
    [[ -n ${container:-} || ${CI:-} == true || -e /.dockerenv || -e /run/.containerenv ]] ||
        systemd-detect-virt --quiet --container 2>/dev/null
}

is_root() { [[ $(id -u) -eq 0 ]]; }

# The person who called sudo, or nothing.
sudo_caller() {
    if is_root && [[ -n ${SUDO_USER:-} && ${SUDO_USER} != root ]] && id -u "$SUDO_USER" >/dev/null 2>&1; then
        printf '%s\n' "$SUDO_USER"
    fi
}

as_root() {
    if is_root; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "this step needs root: $*" "run it as root, or install sudo and run again"
    fi
}

home_of() { getent passwd "$1" | cut -d: -f6; }

# as_account NAME COMMAND…: replaces this process by COMMAND run as that account, with nothing of root's left.
as_account() {
    local name=$1
    shift
    HOME=$(home_of "$name") USER=$name LOGNAME=$name \
        exec setpriv --reuid "$name" --regid "$(id -g "$name")" --init-groups -- "$@"
}

# Who fetches and builds: the caller of sudo where that person can write here, so that the tree stays theirs.
work_account() {
    local caller
    caller=$(sudo_caller)
    [[ -n $caller ]] || return 0
    local folder
    for folder in "$GLOVEBOX_ROOT" "$GLOVEBOX_ROOT/build" "$GLOVEBOX_LOGS" "$GLOVEBOX_ASSETS" "$GLOVEBOX_BUILD"; do
        if [[ -e $folder ]] && ! (as_account "$caller" test -w "$folder"); then
            return 0
        fi
    done
    printf '%s\n' "$caller"
}

# Runs COMMAND as the account that owns the work.
as_worker() {
    local account
    account=$(work_account)
    if [[ -n $account ]]; then
        (as_account "$account" "$@")
    else
        "$@"
    fi
}

# new_log NAME: prints the path of an empty log, which belongs to whoever does the work.
new_log() {
    local log=$GLOVEBOX_LOGS/$1.log
    rm -f "$log"
    as_worker touch "$log"
    printf '%s\n' "$log"
}

prepare_logs() {
    as_worker mkdir -p "$GLOVEBOX_LOGS" ||
        die "cannot write $GLOVEBOX_LOGS" "make $GLOVEBOX_ROOT writable for $(id -un), or run as its owner"
    if [[ ! -w $GLOVEBOX_LOGS ]]; then
        die "cannot write $GLOVEBOX_LOGS" "an earlier run as another account made it: chown -R it to $(id -un)"
    fi
}

python_command() {
    local candidate
    for candidate in python3 /usr/bin/python3; do
        if "$candidate" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    die "no Python 3.11 or newer with pip was found" "apt-get install python3 python3-pip, and run again"
}
