# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The official Python SDK that tests use, exactly as tests/clients/requirements.txt says, in a folder of its own.

ensure_test_python() {
    local wanted=$GLOVEBOX_ROOT/tests/clients/requirements.txt python log
    python=$(python_command)
    if [[ $GLOVEBOX_TEST_PYTHON/.complete -nt $wanted ]]; then
        note "Python SDK: installed"
        return
    fi
    note "Python SDK: pip install"
    log=$(new_log pip-clients)
    rm -rf "$GLOVEBOX_TEST_PYTHON"
    if ! as_worker "$python" -m pip install --no-deps --only-binary=:all: --require-hashes \
        -r "$wanted" --target "$GLOVEBOX_TEST_PYTHON" >"$log" 2>&1; then
        show_tail "$log" 15
        die "pip could not install the Python SDK" "check that pip reaches its index, read $log, and run again"
    fi
    touch "$GLOVEBOX_TEST_PYTHON/.complete"
}
