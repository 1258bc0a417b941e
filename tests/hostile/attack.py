# SPDX-License-Identifier: MIT
"""Tries every way out of the worker. "ports" stands before. Returns what each attempt met."""
import asyncio
import json

import js
from pyodide.ffi import create_proxy, to_js

outcomes = {}


def url(name, scheme="http"):
    return f"{scheme}://127.0.0.1:{ports[name]}/{name}"  # noqa: F821


def options(**values):
    return to_js(values, dict_converter=js.Object.fromEntries)


async def happens(target, *names):
    loop = asyncio.get_event_loop()
    future = loop.create_future()
    proxy = create_proxy(lambda *_: future.done() or future.set_result("event"))
    for name in names:
        setattr(target, name, proxy)
    return await future


async def by_fetch():
    await js.fetch(url("fetch"), options(mode="no-cors"))


async def by_xhr():
    request = js.XMLHttpRequest.new()
    request.open("GET", url("xhr"), False)
    request.send()


async def by_websocket():
    await happens(js.WebSocket.new(url("websocket", "ws")), "onopen", "onerror", "onclose")


async def by_webtransport():
    await js.WebTransport.new(url("webtransport", "https")).ready


async def by_eventsource():
    await happens(js.EventSource.new(url("eventsource")), "onopen", "onerror")


async def by_image():
    js.Image.new().src = url("image")


async def by_nested_worker():
    code = f"fetch('{url('nested_worker')}', {{mode: 'no-cors'}}).finally(() => postMessage(1))"
    blob = js.Blob.new(to_js([code]), options(type="text/javascript"))
    await happens(js.Worker.new(js.URL.createObjectURL(blob)), "onmessage", "onerror")


async def attempt(name, action):
    try:
        await asyncio.wait_for(action(), 4)
        outcomes[name] = "done"
    except BaseException as error:
        outcomes[name] = f"{type(error).__name__}: {error}"[:200]


for name, action in {
    "fetch": by_fetch,
    "xhr": by_xhr,
    "websocket": by_websocket,
    "webtransport": by_webtransport,
    "eventsource": by_eventsource,
    "image": by_image,
    "nested_worker": by_nested_worker,
}.items():
    await attempt(name, action)  # noqa: F704, PLE1142 (top-level await)

print(json.dumps(outcomes))
