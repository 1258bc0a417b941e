# SPDX-License-Identifier: MIT
"""The C library of the interpreter can evaluate JavaScript. "url" stands before."""
import ctypes

import js

ctypes.CDLL(None).emscripten_run_script(
    f"globalThis.out = fetch('{url}', {{mode: 'no-cors'}}).then(() => 1, () => 0)".encode())  # noqa: F821
await js.out  # noqa: F704, PLE1142 (top-level await); the request's own end
print("evaluated")
