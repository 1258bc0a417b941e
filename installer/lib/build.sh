# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Configures and builds, with the compiler's output in a log.

# As many compilers as there are cores, and 1.5 GB of memory for each.
build_jobs() {
    local cores memory limit
    cores=$(nproc)
    memory=$(awk '/^MemTotal:/{print int($2 / 1024)}' /proc/meminfo)
    limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || true)
    if [[ $limit =~ ^[0-9]+$ ]] && ((limit / 1048576 < memory)); then
        memory=$((limit / 1048576))
    fi
    local jobs=$((memory / 1500))
    ((jobs <= cores)) || jobs=$cores
    ((jobs >= 1)) || jobs=1
    printf '%s\n' "$jobs"
}

# A folder configured for another checkout (the tree was moved or copied) cannot be used again.
drop_foreign_build() {
    local cache=$GLOVEBOX_BUILD/CMakeCache.txt home
    [[ -f $cache ]] || return 0
    home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")
    if [[ $home != "$GLOVEBOX_ROOT" ]]; then
        note "${GLOVEBOX_BUILD#"$GLOVEBOX_ROOT"/} belongs to $home: building anew"
        as_worker rm -rf "$GLOVEBOX_BUILD"
    fi
}

configure() { # PRESET
    local log
    log=$(new_log configure)
    note "configuring (preset $1)"
    if ! as_worker cmake -S "$GLOVEBOX_ROOT" --preset "$1" "-DGLOVEBOX_ASSETS_DIR=$GLOVEBOX_ASSETS" >"$log" 2>&1; then
        grep -A 8 -m 5 'CMake Error' "$log" | sed 's/^/    /' >&2 || show_tail "$log" 20
        die "cmake could not configure the build" "read the lines above and $log" \
            "if it speaks of a missing package, run installer/run again; if of an old cache, remove ${GLOVEBOX_BUILD#"$GLOVEBOX_ROOT"/}"
    fi
}

# A build that a developer configured otherwise stays what it is.
configure_release() {
    drop_foreign_build
    if [[ -f $GLOVEBOX_BUILD/build.ninja ]]; then
        return
    fi
    configure release
}

configure_ci() {
    drop_foreign_build
    configure ci
}

build_all() { # TARGETS, else everything
    local log jobs target started=$SECONDS targets=()
    for target in "$@"; do
        targets+=(--target "$target")
    done
    log=$(new_log build)
    jobs=$(build_jobs)
    note "building with $jobs at a time (log: ${log#"$GLOVEBOX_ROOT"/})"
    # A process group of its own, so that an interruption here can end all of the compilers.
    set -m
    NINJA_STATUS='[%f/%t] ' as_worker cmake --build "$GLOVEBOX_BUILD" -j "$jobs" "${targets[@]}" >"$log" 2>&1 &
    local pid=$!
    set +m
    # shellcheck disable=SC2064
    trap "kill -- -$pid 2>/dev/null || true; end_progress; exit 130" INT TERM
    watch_build "$pid" "$log"
    trap - INT TERM
    if grep -q 'no work to do' "$log"; then
        note "everything was built already"
    else
        note "built in $((SECONDS - started)) s"
    fi
}

watch_build() { # PID LOG
    local pid=$1 log=$2 ticks=0 interval=60 line
    if is_terminal; then interval=4; fi
    while kill -0 "$pid" 2>/dev/null; do
        sleep 0.5
        ticks=$((ticks + 1))
        if ((ticks % interval == 0)); then
            line=$(grep -o '^\[[0-9]*/[0-9]*\]' "$log" | tail -n 1 || true)
            progress "${line:-[starting]}"
        fi
    done
    end_progress
    if ! wait "$pid"; then
        grep -E '(error|Error):|^FAILED:|undefined reference|Killed' "$log" | head -n 20 | sed 's/^/    /' >&2 || true
        printf '    …\n' >&2
        show_tail "$log" 20
        if grep -q 'Killed\|virtual memory exhausted' "$log"; then
            die "the build ran out of memory" "close other programs, or add memory or swap, and run again"
        fi
        die "the build failed" "read the lines above and $log, and run again after the cause is gone"
    fi
}
