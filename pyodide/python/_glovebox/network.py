# SPDX-License-Identifier: MIT
"""There is no network here. That is enforced outside of Python; this only says so in words."""

from . import hooks

MESSAGE = (
    "This sandbox has no network, and nothing in it can give it one. Ask the person to put the "
    "data into a folder that Glovebox mounts, and read it from there under /mnt."
)


class NetworkBlockedError(ConnectionError):
    """Raised for every attempt to reach a network."""

    __module__ = "builtins"  # the name alone says it

    def __init__(self, *message):
        super().__init__(*(message or (MESSAGE,)))


def _refuse(*_args, **_named):
    raise NetworkBlockedError(MESSAGE)


async def _refuse_async(*_args, **_named):
    raise NetworkBlockedError(MESSAGE)


def close():
    hooks.after_import("socket", _close_socket)
    hooks.after_import("pyodide.http", _close_pyodide)
    hooks.after_import("urllib3.contrib.emscripten.fetch", _close_urllib3)
    hooks.after_import("httpx", _close_httpx)
    hooks.after_import("pyodide.webloop", _close_loop)


def _close_socket(socket):
    for name in ("connect", "connect_ex", "sendto", "sendmsg", "bind", "listen", "accept"):
        setattr(socket.socket, name, _refuse)
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "gethostbyaddr",
                 "create_connection", "create_server", "socketpair"):
        setattr(socket, name, _refuse)


def _close_loop(webloop):
    for name in ("create_server", "create_unix_server", "create_connection",
                 "create_unix_connection", "create_datagram_endpoint"):
        setattr(webloop.WebLoop, name, _refuse_async)


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
