# SPDX-License-Identifier: MIT
"""The C library of the interpreter can evaluate JavaScript. "ports" stands before."""
import asyncio
import ctypes

ctypes.CDLL(None).emscripten_run_script(
    f"globalThis.out = fetch('http://127.0.0.1:{ports['ctypes']}/', {{mode: 'no-cors'}})"  # noqa: F821
    .encode())
await asyncio.sleep(1)  # noqa: F704, PLE1142 (top-level await); the request is on its way
print("evaluated")
