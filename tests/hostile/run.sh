#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh BIN_DIR SOURCE_DIR ASSETS_DIR [TEST-ARGS]: runs the boundary tests as an ordinary user. As root that is the
# account "glovebox", made if it is missing; what it needs is copied to where it can read it.
set -euo pipefail

bin=$1
source=$2
assets=$3
shift 3

if [[ $(id -u) -ne 0 ]]; then
    GLOVEBOX_BIN_DIR=$bin GLOVEBOX_RUNTIME_DIR=$source GLOVEBOX_ASSETS_DIR=$assets \
        GLOVEBOX_HOSTILE_DIR=$source/tests/hostile exec "$bin/tst_hostile" "$@"
fi

account=glovebox
getent passwd "$account" >/dev/null ||
    useradd --system --user-group --create-home --home-dir "/var/lib/$account" --shell /usr/sbin/nologin "$account"
stage=$(mktemp -d "${TMPDIR:-/tmp}/glovebox-hostile.XXXXXX")
trap 'rm -rf "$stage"' EXIT
mkdir -p "$stage"/{bin,home,runtime/pyodide,runtime/resources,assets/pyodide,hostile}
cp "$bin"/{glovebox-engine,hostile-engine,hostile-process,tst_hostile} "$stage/bin/"
cp -r "$source/pyodide/worker" "$source/pyodide/python" "$stage/runtime/pyodide/"
cp -r "$source/resources/shell" "$stage/runtime/resources/"
# The interpreter alone: no attempt needs a package.
for file in pyodide.asm.wasm pyodide.asm.mjs pyodide.mjs python_stdlib.zip pyodide-lock.json; do
    cp "$assets/pyodide/$file" "$stage/assets/pyodide/"
done
cp -r "$assets/charts" "$stage/assets/"
cp "$source"/tests/hostile/attack* "$stage/hostile/"
chmod -R a+rX "$stage"
chown "$account:$account" "$stage/home"
cd "$stage/home"
env -u GLOVEBOX_ALLOW_ROOT HOME="$stage/home" TMPDIR="$stage/home" \
    GLOVEBOX_BIN_DIR="$stage/bin" GLOVEBOX_RUNTIME_DIR="$stage/runtime" GLOVEBOX_ASSETS_DIR="$stage/assets" \
    GLOVEBOX_HOSTILE_DIR="$stage/hostile" \
    setpriv --reuid "$account" --regid "$account" --clear-groups "$stage/bin/tst_hostile" "$@"
