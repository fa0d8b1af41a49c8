"""The display for VASSAL's windows: a display that the caller names, a virtual one under Xvfb, or the
desktop.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
from collections.abc import Mapping
from types import TracebackType
from typing import Final

from hexwright.engine_driver.driver_connection import end_process_tree
from hexwright.engine_driver.engine_errors import EngineUnavailableError

SCREEN: Final = (1600, 1200)
"""The default size of a virtual display in pixels."""
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
    def is_own(self) -> bool:
        """Return whether this object started the display, so that no other program uses it."""
        return self._server is not None

    def _start(self, program: str) -> str:
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
                    "-nolisten",
                    "tcp",
                    "-terminate",
                ],
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

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
