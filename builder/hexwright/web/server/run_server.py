"""Run the server on this machine until it is stopped."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable, Mapping
from typing import Final

import uvicorn

from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import Project
from hexwright.render.theme import Theme
from hexwright.web.server.web_app import WebApp

ADDRESS: Final = "127.0.0.1"
EDITORS: Final = {
    "vscode": "vscode://file/{file}:{line}:{column}",
    "vscodium": "vscodium://file/{file}:{line}:{column}",
    "cursor": "cursor://file/{file}:{line}:{column}",
    "zed": "zed://file/{file}:{line}:{column}",
    "idea": "idea://open?file={file}&line={line}&column={column}",
    "pycharm": "pycharm://open?file={file}&line={line}&column={column}",
    "sublime": "subl://open?url=file://{file}&line={line}&column={column}",
    "none": "",
}
"""The addresses by which editors open a line of a file."""


def bound_socket(port: int) -> socket.socket:
    """Return a socket on this machine's own address; raise `InputError` if the port is in use."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((ADDRESS, port))
    except OSError:
        found.close()
        raise InputError.single(
            "H001",
            f"port {port} is in use on this machine, perhaps by another 'hexwright serve'",
            None,
            f"stop it, or choose another port: --port {port + 1}",
        ) from None
    return found


def run_server(
    project: Project,
    slug: str | None,
    options: Mapping[str, str],
    theme: Theme,
    port: int,
    editor: str,
    started: Callable[[str], None],
) -> None:
    """Serve a project until the process is stopped; `started` receives the address to open."""
    listening = bound_socket(port)
    token = secrets.token_urlsafe(18)
    listening.listen()  # Who opens the address at once waits, and isn't refused.
    real_port = int(listening.getsockname()[1])
    app = WebApp(project, options, theme, token, real_port, editor)
    config = uvicorn.Config(app.asgi(), log_level="error", access_log=False, timeout_graceful_shutdown=1)
    started(f"http://{ADDRESS}:{real_port}/{token}/{slug + '/' if slug is not None else ''}")
    uvicorn.Server(config).run(sockets=[listening])
