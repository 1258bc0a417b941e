# SPDX-License-Identifier: MIT
"""There is no network here. That is enforced outside of Python; this only says so in words."""

from . import hooks

MESSAGE = (
    "Network blocked: code in Glovebox reaches no network. "
    "Read files from a folder mounted under /mnt instead, or ask the person to put them there."
)


class NetworkBlockedError(ConnectionError):
    """Raised for every attempt to reach a network."""

    def __init__(self, *_args, **_named):
        super().__init__(MESSAGE)


def _refuse(*_args, **_named):
    raise NetworkBlockedError


async def _refuse_async(*_args, **_named):
    raise NetworkBlockedError


def close():
    hooks.after_import("socket", _close_socket)
    hooks.after_import("pyodide.http", _close_pyodide)
    hooks.after_import("urllib3.contrib.emscripten.fetch", _close_urllib3)
    hooks.after_import("httpx", _close_httpx)


def _close_socket(socket):
    for name in ("connect", "connect_ex", "sendto"):
        setattr(socket.socket, name, _refuse)
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "create_connection"):
        setattr(socket, name, _refuse)


def _close_pyodide(http):
    http.pyfetch = _refuse_async
    for name in ("open_url", "pyxhr"):
        if hasattr(http, name):
            setattr(http, name, _refuse)


def _close_urllib3(fetch):
    for name in ("send_request", "send_streaming_request", "send_jspi_request"):
        if hasattr(fetch, name):
            setattr(fetch, name, _refuse)


def _close_httpx(httpx):
    for name, refuse in (
        ("HTTPTransport", _refuse),
        ("AsyncHTTPTransport", _refuse_async),
    ):
        transport = getattr(httpx, name, None)
        if transport is not None:
            method = "handle_request" if refuse is _refuse else "handle_async_request"
            setattr(transport, method, refuse)
