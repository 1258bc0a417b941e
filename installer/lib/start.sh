# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Starts the program as a person or as an unprivileged account, never as root unless told so.

GLOVEBOX_PROGRAM=$GLOVEBOX_BUILD/bin/glovebox

ensure_account() {
    if getent passwd "$GLOVEBOX_ACCOUNT" >/dev/null; then
        [[ $(id -u "$GLOVEBOX_ACCOUNT") -ne 0 ]] ||
            die "the account $GLOVEBOX_ACCOUNT is root" "give it another user id, and run again"
        return
    fi
    as_root useradd --system --user-group --create-home --home-dir "/var/lib/$GLOVEBOX_ACCOUNT" \
        --shell /usr/sbin/nologin "$GLOVEBOX_ACCOUNT" ||
        die "the account $GLOVEBOX_ACCOUNT could not be made" \
            "make it: useradd --system --create-home --home-dir /var/lib/$GLOVEBOX_ACCOUNT $GLOVEBOX_ACCOUNT"
    as_root chmod 0700 "/var/lib/$GLOVEBOX_ACCOUNT"
    note "made the account $GLOVEBOX_ACCOUNT"
}

account_can() { # ACCOUNT -r|-w|-x PATH
    (as_account "$1" test "$2" "$3") 2>/dev/null
}

# Prints the first folder on the way to PATH that the account may not pass, or PATH itself.
first_closed() { # ACCOUNT PATH
    local at='' part
    local IFS=/
    for part in ${2#/}; do
        at+=/$part
        if [[ $at != "$2" ]] && ! account_can "$1" -x "$at"; then
            printf '%s\n' "$at"
            return
        fi
    done
    printf '%s\n' "$2"
}

require_access() { # ACCOUNT -r|-w|-x PATH WHY
    local path word="read"
    path=$(realpath -m -- "$3")
    if [[ ! -e $path ]]; then
        die "$path does not exist ($4)" "make it, or name another, and run again"
    fi
    if [[ $2 == -w ]]; then word="write"; fi
    if [[ $2 == -x ]]; then word="run"; fi
    if ! account_can "$1" "$2" "$path"; then
        die "the account $1 cannot $word $path ($4): $(first_closed "$1" "$path") is closed to it" \
            "open it to that account (chmod, chown, setfacl) or move it, for example under /srv or /opt" \
            "or run installer/run as the person who will use it (sudo installer/run)" \
            "or, in a container or a test only, set GLOVEBOX_ALLOW_ROOT=1 to start as root"
    fi
}

# Checks the folders of --mount NAME=PATH[:mode] and of the two environment variables.
check_mount() { # ACCOUNT NAME=PATH[:MODE]
    local path=${2#*=} mode=staged
    case $path in
        *:ro | *:staged | *:rw)
            mode=${path##*:}
            path=${path%:*}
            ;;
    esac
    require_access "$1" -r "$path" "--mount $2"
    if [[ -d $path ]]; then require_access "$1" -x "$path" "--mount $2"; fi
    if [[ $mode == rw ]]; then require_access "$1" -w "$path" "--mount $2"; fi
}

check_access() { # ACCOUNT ARGS…
    local account=$1 argument expect_mount=0
    shift
    require_access "$account" -x "$GLOVEBOX_PROGRAM" "the program"
    require_access "$account" -r "$GLOVEBOX_ASSETS/SHA256SUMS.json" "the Python assets"
    for argument in "$@"; do
        if [[ $expect_mount == 1 ]]; then
            check_mount "$account" "$argument"
            expect_mount=0
        elif [[ $argument == --mount ]]; then
            expect_mount=1
        elif [[ $argument == --mount=* ]]; then
            check_mount "$account" "${argument#--mount=}"
        fi
    done
    if [[ -n ${PYODIDE_DATA_DIR:-} ]]; then
        require_access "$account" -w "$PYODIDE_DATA_DIR" PYODIDE_DATA_DIR
    fi
    if [[ -n ${PYODIDE_CACHE_DIR:-} ]]; then
        require_access "$account" -w "$PYODIDE_CACHE_DIR" PYODIDE_CACHE_DIR
    fi
}

# The session of the person: sudo drops what points to it.
adopt_session() { # ACCOUNT
    local runtime
    runtime=/run/user/$(id -u "$1")
    unset XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME
    [[ -d $runtime ]] || return 0
    export XDG_RUNTIME_DIR=$runtime
    if [[ -S $runtime/bus ]]; then
        export DBUS_SESSION_BUS_ADDRESS=unix:path=$runtime/bus
    fi
    local socket
    for socket in "$runtime"/wayland-*; do
        if [[ -S $socket && -z ${WAYLAND_DISPLAY:-} ]]; then
            export WAYLAND_DISPLAY=${socket##*/}
        fi
    done
}

# A sub-command does its work and ends: it needs no display and no --headless.
is_server_start() {
    case ${1:-} in
        key | connect | journal | --help | -h | --version | -v) return 1 ;;
    esac
    local argument
    for argument in "$@"; do
        [[ $argument != --headless ]] || return 1
    done
}

require_program() {
    [[ -x $GLOVEBOX_PROGRAM ]] || die "$GLOVEBOX_PROGRAM was not built" "read $GLOVEBOX_LOGS/build.log and run again"
}

start_program() { # ARGS…
    local account=''
    account=$(sudo_caller)
    if is_root && [[ ${GLOVEBOX_ALLOW_ROOT:-} != 1 ]]; then
        if [[ -z $account ]]; then
            account=$GLOVEBOX_ACCOUNT
            ensure_account
        fi
        check_access "$account" "$@"
        adopt_session "$account"
    else
        account=''
    fi
    if [[ -z ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]] && is_server_start "$@"; then
        note "there is no display: starting without a window"
        set -- --headless "$@"
    fi
    if [[ -z $account ]]; then
        exec "$GLOVEBOX_PROGRAM" "$@"
    fi
    note "starting as $account"
    account_can "$account" -x "$PWD" || cd "$(home_of "$account")" 2>/dev/null || cd /
    if [[ -n ${DISPLAY:-} && -n ${XAUTHORITY:-} ]] && ! account_can "$account" -r "$XAUTHORITY"; then
        unset XAUTHORITY
        note "if the display refuses $account, allow it: xhost +si:localuser:$account"
    fi
    as_account "$account" "$GLOVEBOX_PROGRAM" "$@"
}
