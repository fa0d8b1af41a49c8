"""Convert VASSAL's log entries, warnings and dialogs about a module to diagnostics."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import Diagnostic, Severity, Span
from hexwright.engine_driver.engine_client import Engine
from hexwright.engine_driver.engine_errors import (
    EngineEndedError,
    EngineError,
    EngineTimeoutError,
    ModuleNotOpenedError,
)
from hexwright.engine_driver.engine_replies import EngineProblem
from hexwright.vassal.codec.module_archive import write
from hexwright.vassal.codec.module_folder import folder_entries

_CODES: Final = {"bug": "E005", "dialog": "E006", "manager": "E009"}
_LINGER: Final = 0.3
"""The time in seconds without a report, after which VASSAL is assumed to have nothing more to report."""
_LONGEST_TEXT: Final = 2000
"""The number of characters of a problem's text that a diagnostic repeats."""
MOST_PROBLEMS: Final = 1000
_LOG_CODES: Final = {"error": "E003", "warning": "E004"}


#: Seconds to wait for an answer of VASSAL; the opening of a module takes at least this long.
WAIT: Final = 120.0
_OPENING: Final = 180.0


def engine_findings(
    path: Path, *, display: str | None = None, timeout: float = WAIT, driver: Sequence[str] | None = None
) -> tuple[Diagnostic, ...]:
    """Open a module in VASSAL, start every set-up, draw every window, and report every problem.

    A module without set-ups is inspected in a new game. A module in a folder is packed first. Every problem
    is reported once, with the step in which it first occurred. Raise `EngineUnavailableError` if VASSAL is
    missing, and ArchiveError for a folder that isn't a module.
    """
    with _as_file(path) as file:
        inspection = _Inspection(path, file)
        try:
            with Engine(
                file,
                display=display,
                timeout=timeout,
                start_timeout=max(timeout, _OPENING),
                tile=True,
                driver=driver,
            ) as engine:
                inspection.inspect(engine)
        except ModuleNotOpenedError as fault:
            inspection.add("E001", Severity.ERROR, f"VASSAL can't open the module: {fault}")
        except EngineEndedError as fault:
            hint = "a large module may need more time; set a longer limit with --wait SECONDS"
            told = f"{inspection.moment}: {fault}"
            inspection.add(
                "E002", Severity.ERROR, told, hint if isinstance(fault, EngineTimeoutError) else ""
            )
    return tuple(inspection.found)


@contextmanager
def _as_file(path: Path) -> Iterator[Path]:
    """Yield the path of the module's file. A module in a folder is first packed into a temporary file."""
    if not path.is_dir():
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="hexwright-") as folder:
        file = Path(folder) / f"{path.resolve().name}.vmod"
        write(file, folder_entries(path))
        yield file


class _Inspection:
    """One inspection of a module in VASSAL, which collects diagnostics."""

    def __init__(self, path: Path, file: Path) -> None:
        self._file = file
        self.found: list[Diagnostic] = []
        self.moment = "on opening"
        self._path = path
        self._told: set[tuple[str, str]] = set()

    def add(self, code: str, severity: Severity, message: str, hint: str = "") -> None:
        self.found.append(Diagnostic(code, severity, message, Span(self._path.as_posix()), hint))

    def inspect(self, engine: Engine) -> None:
        try:
            self._walk(engine)
        finally:
            self._collect(engine)

    def _walk(self, engine: Engine) -> None:
        self._collect(engine)
        self._try(engine, "drawing the pieces", engine.draw_slots)
        titles = [setup.title for setup in engine.setups()]
        for title in titles:
            started = self._try(engine, f"starting {title!r}", partial(_starts, engine, title))
            if started is False:
                self.add("E007", Severity.ERROR, f"the set-up {title!r} doesn't start")
            if started:
                self._look_at_game(engine, f"in {title!r}")
        if not titles and self._try(engine, "starting a new game", partial(_starts, engine, None)):
            self._look_at_game(engine, "in a new game")
        # Some dialogs are opened by VASSAL's own threads a little later.
        self._try(engine, "at the end", partial(engine.wait, _LINGER))

    def _look_at_game(self, engine: Engine, where: str) -> None:
        if not any(seen.showing for seen in engine.maps()):
            self.add("E008", Severity.ERROR, f"no map window is shown {where}")
        self._try(engine, f"opening the windows {where}", engine.show_windows)
        for seen in engine.maps():
            self._try(engine, f"drawing map {seen.name!r} {where}", partial(engine.draw_map, seen.name))
        self._try(engine, f"drawing the windows {where}", engine.draw_windows)

    def _try(self, engine: Engine, moment: str, action: Callable[[], object]) -> object:
        """Run an action and collect the problems that it causes; return None if VASSAL refuses the action."""
        self.moment = moment
        try:
            return action()
        except EngineEndedError:
            raise
        except EngineError as fault:
            self.add("E010", Severity.ERROR, f"{moment}: {fault}")
            return None
        finally:
            self._collect(engine)

    def _collect(self, engine: Engine) -> None:
        """Add what VASSAL reported since the last call. Raise `EngineEndedError` if that has no end."""
        engine.take_chat()
        for problem in engine.take_problems():
            code = _CODES.get(problem.kind) or _LOG_CODES[problem.level]
            text = self._plain(problem)
            if (code, text) not in self._told:
                if len(self._told) == MOST_PROBLEMS:
                    raise EngineEndedError(f"VASSAL reported more than {MOST_PROBLEMS} different problems")
                self._told.add((code, text))
                self.add(code, Severity(problem.level), f"{self.moment}: {text}")

    def _plain(self, problem: EngineProblem) -> str:
        """Return a problem's text on one line, with the names of this machine's folders removed."""
        text = " ".join(problem.text.split()).replace(str(self._file.resolve()), self._path.name)
        return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}…"


def _starts(engine: Engine, title: str | None) -> bool:
    status = engine.new_game() if title is None else engine.start(title)
    return status.started
