# SPDX-License-Identifier: MIT
"""The official Python SDK's client, told by lines of JSON on standard input what to do.

python_client.py URL MODE NAME, with the key in GLOVEBOX_KEY. Lines in: {"id", "op": hello | tools | call | cancel, …};
lines out: {"id", "result" | "error" | "progress"}.
"""

import json
import os
import sys

import anyio
import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation


def say(**fields):
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


async def call(client, calls, line):
    identity = line["id"]

    async def on_progress(progress, total, message):
        say(id=identity, progress={"progress": progress, "message": message})

    with anyio.CancelScope() as scope:
        calls[identity] = scope
        try:
            result = await client.call_tool(line["tool"], line["args"], 120, on_progress)
            say(id=identity, result=result.model_dump(mode="json", by_alias=True, exclude_none=True))
        except Exception as error:  # told to the test, which decides what it means
            say(id=identity, error=f"{type(error).__name__}: {error}")
    if scope.cancelled_caught:
        say(id=identity, error="cancelled")
    calls.pop(identity, None)


async def serve(client):
    calls = {}
    async with anyio.create_task_group() as group:
        async for text in anyio.wrap_file(sys.stdin):
            line = json.loads(text)
            match line["op"]:
                case "hello":
                    say(id=line["id"], result={"revision": client.protocol_version})
                case "tools":
                    listed = await client.list_tools()
                    tools = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed.tools]
                    say(id=line["id"], result=tools)
                case "call":
                    group.start_soon(call, client, calls, line)
                case "cancel":
                    calls[line["cancels"]].cancel()
        group.cancel_scope.cancel()


async def main(url, mode, name):
    headers = {"Authorization": f"Bearer {os.environ['GLOVEBOX_KEY']}"}
    async with httpx2.AsyncClient(headers=headers, timeout=httpx2.Timeout(150)) as http:
        transport = streamable_http_client(url, http_client=http)
        info = Implementation(name=name, version="1.0")
        async with Client(transport, mode=mode, client_info=info) as client:
            await serve(client)


anyio.run(main, *sys.argv[1:])
