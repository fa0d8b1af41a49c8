"""A web server that knows nothing of hexwright: files of a folder, and which of them were asked for."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Site:
    """A site on a plain web server of this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        asked = self.asked

        class Files(SimpleHTTPRequestHandler):
            def log_message(self, *_given: Any) -> None:
                asked.append(self.path)

            def handle(self) -> None:
                """Serve a visitor, who may leave at any time."""
                try:
                    super().handle()
                except ConnectionError:
                    return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
