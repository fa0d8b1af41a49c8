"""Watch what a tool does to the machine: files written elsewhere, processes, connections."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES: Final = {
    "os.mkdir": 1, "os.rmdir": 1, "os.remove": 1, "os.rename": 2, "os.link": 2, "os.symlink": 2,
    "os.truncate": 1, "os.chmod": 1, "os.chown": 1, "os.utime": 1,
}  # fmt: skip
"""How many paths such an event begins with."""
_PROCESSES: Final = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.spawn")
_NETWORK: Final = (
    "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname", "urllib.Request",
)  # fmt: skip


class Guard:
    """Remember what this process does outside its folder; Python tells each such act by an audit event."""

    def __init__(self, folder: Path) -> None:
        self._own = os.path.realpath(folder)
        self._acts: list[str] = []
        self.watching = False
        sys.addaudithook(self._seen)

    def acts(self, *, processes: bool) -> Sequence[str]:
        """Return what was done since the last call, and forget it."""
        acts, self._acts = self._acts, []
        return [act for act in acts if not (processes and act.startswith("starts a process"))]

    def _seen(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.watching:
            return
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & _WRITING:
                self._written(path)
        elif event in _CHANGES:
            for path in arguments[: _CHANGES[event]]:
                self._written(path)
        elif event in _PROCESSES:
            self._acts.append(f"starts a process: {event} {str(arguments)[:200]}")
        elif event in _NETWORK:
            self._acts.append(f"speaks to the network: {event} {str(arguments)[:200]}")

    def _written(self, path: object) -> None:
        if isinstance(path, str | bytes | os.PathLike):
            real = os.path.realpath(os.fsdecode(path))
            if real not in (self._own, os.devnull) and not real.startswith(self._own + os.sep):
                self._acts.append(f"writes outside: {real}")
