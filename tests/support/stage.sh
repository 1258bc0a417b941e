#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# stage.sh BUILD_DIR COMMAND [ARG …]: copies the program to a folder that every account can read, and runs COMMAND with
# GLOVEBOX_STAGE naming it. The folder is removed afterwards.
set -euo pipefail

build=$1
shift
stage=$(mktemp -d "${TMPDIR:-/tmp}/glovebox-stage.XXXXXX")
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
mkdir "$stage/bin"
# Hard links would keep the build's permissions; the assets are large, so they are shared where that is possible.
cp "$build"/bin/glovebox "$build"/bin/glovebox-engine "$build"/bin/glovebox-bridge "$stage/bin/"
for extra in ${GLOVEBOX_STAGE_EXTRA:-}; do
    cp "$build/bin/$extra" "$stage/bin/"
done
cp -rL --reflink=auto "$build/share" "$stage/share"
chmod -R a+rX "$stage"
GLOVEBOX_STAGE=$stage "$@"
