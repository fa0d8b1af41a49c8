"""The display for VASSAL's windows: a display that the caller names, a virtual one under Xvfb, or the
desktop.
"""

from __future__ import annotations

import os
import secrets
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final

from hexwright.engine_driver.driver_connection import end_process_tree
from hexwright.engine_driver.engine_errors import EngineUnavailableError

SCREEN: Final = (1600, 1200)
"""The default size of a virtual display in pixels."""
_SERVER_MB: Final = 2048
"""The memory in MiB of a virtual display, which keeps pictures for VASSAL."""
_PATIENCE: Final = 20.0


class EngineDisplay:
    """A context manager that provides an X display; `name` is None on systems that don't use X.

    A display that the caller names is used as it is. Otherwise a virtual one is started on a free number, so
    that no windows appear on the user's desktop. If Xvfb is missing, the display in the environment variable
    DISPLAY is used. `screen` is the width and height of a virtual display in pixels.
    """

    def __init__(
        self, given: str | None, environment: Mapping[str, str], screen: tuple[int, int] = SCREEN
    ) -> None:
        self.name = given
        self._screen = screen
        self._environment = environment
        self._server: subprocess.Popen[bytes] | None = None
        self._own: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> EngineDisplay:
        if self.name is not None or sys.platform in ("win32", "darwin"):
            return self
        server = shutil.which("Xvfb", path=self._environment.get("PATH"))
        if server is not None:
            self.name = self._start(server)
        elif self._environment.get("DISPLAY"):
            self.name = self._environment["DISPLAY"]
        else:
            raise EngineUnavailableError(
                "VASSAL needs a display: install Xvfb (on Debian: apt install xvfb) or set DISPLAY"
            )
        return self

    @property
    def authority(self) -> Path | None:
        """Return the file with the cookie that the display asks for, if there is one."""
        if self._own is not None:
            return Path(self._own.name, "authority")
        given = self._environment.get("XAUTHORITY")
        return Path(given) if given and self.name is not None else None

    def _start(self, program: str) -> str:
        # Without a cookie, every program of the machine's users could read the screen and type.
        self._own = tempfile.TemporaryDirectory(prefix="hexwright-display-", ignore_cleanup_errors=True)
        authority = Path(self._own.name, "authority")
        authority.write_bytes(_with_cookie(secrets.token_bytes(16)))
        reader, writer = os.pipe()
        try:
            self._server = subprocess.Popen(
                [
                    program,
                    "-displayfd",
                    str(writer),
                    "-screen",
                    "0",
                    f"{self._screen[0]}x{self._screen[1]}x24",
                    "-auth",
                    str(authority),
                    "-ld",
                    str(_SERVER_MB << 10),
                    "-nolisten",
                    "tcp",
                    "-terminate",
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(writer,),
                start_new_session=True,
            )
            os.close(writer)
            writer = -1
            number = b""
            while not number.endswith(b"\n"):
                ready, _, _ = select.select([reader], [], [], _PATIENCE)
                part = os.read(reader, 16) if ready else b""
                if not part:
                    raise EngineUnavailableError(f"Xvfb did not start ({program})")
                number += part
            return f":{int(number)}"
        except BaseException:
            self.close()
            raise
        finally:
            os.close(reader)
            if writer >= 0:
                os.close(writer)

    def close(self) -> None:
        """End the virtual display, if this object started one."""
        if self._server is not None:
            end_process_tree(self._server)
            self._server = None
        if self._own is not None:
            self._own.cleanup()
            self._own = None

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _with_cookie(cookie: bytes) -> bytes:
    """Return the content of an authority file: one cookie for every display of every machine."""
    any_family, any_address, any_number = b"\xff\xff", b"", b""
    fields = (any_address, any_number, b"MIT-MAGIC-COOKIE-1", cookie)
    return any_family + b"".join(len(each).to_bytes(2, "big") + each for each in fields)
