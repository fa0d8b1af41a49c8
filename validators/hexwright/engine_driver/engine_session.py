"""A session with one VASSAL process and one module: start, exchange commands, end."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from hexwright.engine_driver import engine_replies, java_installation
from hexwright.engine_driver.driver_connection import DriverConnection, Event, reply_value
from hexwright.engine_driver.engine_display import SCREEN, EngineDisplay
from hexwright.engine_driver.engine_errors import EngineEndedError, ModuleNotOpenedError
from hexwright.engine_driver.engine_replies import ChatLine, EngineProblem, reply_from_json
from hexwright.engine_driver.engine_sandbox import class_path_files, clean_environment, sandboxed_command
from hexwright.engine_driver.file_exchange import FileExchange
from hexwright.engine_driver.manager_race import ManagerRace

QUICK_START_OPTIONS: Final = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""Java options for a process that runs for only a few minutes.

Two turns of play by mail took 61 s of processor time, of which the second compiler used 31 s. With these
options they took 30 s, and the event thread was no slower.
"""


class EngineSession:
    """A context manager in which a module is open. `Engine` adds the operations on it."""

    def __init__(
        self,
        path: Path | str,
        *,
        display: str | None = None,
        timeout: float = 60.0,
        start_timeout: float = 180.0,
        tile: bool = False,
        heap_mb: int = 1024,
        screen: tuple[int, int] = SCREEN,
        scale: int = 1,
        extensions: bool = False,
        driver: Sequence[str] | None = None,
    ) -> None:
        self.path = Path(path)
        self._extensions = extensions
        self._display = display
        self._timeout = timeout
        self._start_timeout = start_timeout
        self._tile = tile
        self._heap_mb = heap_mb
        self._screen = screen
        self._scale = scale
        self._driver = driver
        self.last_ms = 0.0
        self._open = contextlib.ExitStack()
        self._connection: DriverConnection | None = None
        self._chat: list[ChatLine] = []
        self._problems: list[EngineProblem] = []
        self._race = ManagerRace()
        self._log: tuple[Path, Path] | None = None

    # Opening and closing --------------------------------------------------------------------------

    def __enter__(self) -> Self:
        if not self.path.is_file():
            raise ModuleNotOpenedError(f"there is no file {self.path}")
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def _start(self) -> None:
        folder = Path(
            self._open.enter_context(
                tempfile.TemporaryDirectory(prefix="hexwright-engine-", ignore_cleanup_errors=True)
            )
        ).resolve()
        self._files = FileExchange(folder / "exchange", self.ask)
        environment = clean_environment(os.environ, folder) | {"JAVA_TOOL_OPTIONS": _java_options(folder)}
        if self._driver is not None:
            command = [*self._driver, str(self.path.resolve())]
        else:
            command = self._java_command(folder, environment)
        self._connection = DriverConnection(command, environment, folder)
        self._open.callback(self._connection.close)
        for event in self._connection.until(("loaded", "refused"), self._start_timeout):
            self._take(event)
        if event["event"] == "refused":
            raise ModuleNotOpenedError(str(event.get("reason")), str(event.get("detail") or ""))
        self.module = reply_from_json(
            engine_replies.ModuleReply, {key: value for key, value in event.items() if key != "event"}
        )

    def _java_command(self, folder: Path, environment: dict[str, str]) -> list[str]:
        found = java_installation.find_installation(os.environ)
        display = self._open.enter_context(EngineDisplay(self._display, os.environ, self._screen))
        module = self.path.resolve()
        readable = [module, *class_path_files(found.class_path)]
        extensions = module.with_name(f"{module.stem}_ext")
        if self._extensions and extensions.is_dir():
            readable.append(extensions)
        if display.name is not None:
            environment["DISPLAY"] = display.name
        if display.authority is not None:
            environment["XAUTHORITY"] = str(display.authority)
            readable.append(display.authority)
        options = [f"-Xmx{self._heap_mb}m", *QUICK_START_OPTIONS, "-Duser.language=en", "-Duser.country=US"]
        if self._scale != 1:
            options.append(f"-Dsun.java2d.uiScale={self._scale}")
        # VASSAL's colour conversion uses a class of the JDK that is not exported.
        options += ["--add-exports", "java.desktop/sun.java2d.cmm=ALL-UNNAMED"]
        arguments = [str(module), *(["tile"] if self._tile else [])]
        command = [found.java, *options, "-cp", found.class_path, java_installation.MAIN_CLASS, *arguments]
        return sandboxed_command(command, folder, readable, display.name)

    def close(self) -> None:
        """End VASSAL, its children and its display, and remove its files.

        It is safe to call this more than once.
        """
        self._open.close()

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Commands -------------------------------------------------------------------------------------

    def _take(self, event: Event) -> None:
        fields = {key: value for key, value in event.items() if key != "event"}
        if event["event"] == "chat":
            self._chat.append(reply_from_json(ChatLine, fields))
        elif event["event"] == "problem":
            problem = reply_from_json(EngineProblem, fields)
            if not self._race.explains(problem):
                self._problems.append(problem)

    def ask(self, verb: str, **args: object) -> object:
        """Send any command to the driver and return its answer. Arguments that are None are left out."""
        if self._connection is None:
            raise EngineEndedError("VASSAL is not open; use the session in a with statement")
        given = {name: value for name, value in args.items() if value is not None}
        for event in self._connection.ask(verb, given, self._timeout):
            self._take(event)
        taken = event.get("ms")
        self.last_ms = float(taken) if isinstance(taken, int | float) else 0.0
        return reply_value(event)

    def _text(self, verb: str, **args: object) -> str:
        return str(self.ask(verb, **args))

    def _number(self, value: object) -> int:
        if not isinstance(value, int):
            raise EngineEndedError(f"the driver sent {value!r:.200}, expected a number")
        return value

    def _names(self, verb: str, **args: object) -> tuple[str, ...]:
        value = self.ask(verb, **args)
        return tuple(map(str, value)) if isinstance(value, list) else ()

    def _mapping(self, verb: str, **args: object) -> Mapping[str, str | None]:
        value = self.ask(verb, **args)
        return dict(value) if isinstance(value, dict) else {}

    def take_chat(self) -> tuple[ChatLine, ...]:
        """Return the chat lines since the last call."""
        taken, self._chat = tuple(self._chat), []
        return taken

    def take_problems(self) -> tuple[EngineProblem, ...]:
        """Return VASSAL's log entries, dialogs and errors since the last call."""
        taken, self._problems = tuple(self._problems), []
        return taken

    def answer(self, text: str) -> None:
        """Set the answer to the next dialog: a button's label, or the text to type or choose."""
        self.ask("answer", text=text)


def _java_options(folder: Path) -> str:
    """Return the options that keep preferences and caches in `folder`, also for JVMs that VASSAL starts."""
    return f'"-DVASSAL.conf={folder}" "-Duser.home={folder}" "-Djava.io.tmpdir={folder}"'
