"""Print diagnostics, tables and progress. Nothing else prints."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TextIO

from hexwright.diagnostics.diagnostic import Diagnostic, Severity
from hexwright.diagnostics.finding_groups import FindingGroup, group_by_file_and_cause
from hexwright.support.message_wording import duration_words, printable_line
from hexwright.support.progress_stages import ProgressListener

_WORD = 20
"""Maximum word length for which a table column is widened."""

_STEERING = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
PIPE_PROGRESS_SECONDS = 20.0
"""Seconds between two progress lines of a long task when output is piped."""

MAX_PLACES = 6
"""Maximum number of messages printed for findings that have one cause but different messages."""
MAX_LINES = 12
"""Maximum number of further line numbers printed for the same finding."""

_COLOURS = {Severity.ERROR: "31;1", Severity.WARNING: "33;1", Severity.ADVICE: "36"}


def prepare_streams() -> None:
    """Make both streams accept any character, and replace a closed stream.

    A character that the terminal's encoding lacks is printed as an escape sequence.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open to the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def silence_streams() -> None:
    """Discard all further output, because the program that reads it has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def strip_terminal_controls(text: str) -> str:
    """Return text with characters that control a terminal or change text direction escaped.

    Line ends and tabs stay. Untrusted text that must stay on one line goes through `printable`.
    """
    return _STEERING.sub(lambda sign: sign[0].encode("unicode_escape").decode("ascii"), text)


def print_result(text: str = "") -> None:
    """Print a line of the command's result."""
    print(strip_terminal_controls(text), file=sys.stdout)


def print_result_with_level(text: str, word: str) -> None:
    """Print a line of the result, colouring the severity word in it, if any."""
    print(_coloured_line(strip_terminal_controls(text), word, sys.stdout), file=sys.stdout)


def print_message(text: str) -> None:
    """Print a line that isn't part of the result."""
    print(strip_terminal_controls(text), file=sys.stderr)


def _coloured(stream: TextIO) -> bool:
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def _coloured_line(line: str, word: str, stream: TextIO) -> str:
    if not word or not _coloured(stream):
        return line
    # The severity word precedes the code in brackets; a place may contain it too.
    return line.replace(f"{word}[", f"\x1b[{_COLOURS[Severity(word)]}m{word}\x1b[0m[", 1)


def print_diagnostics(
    diagnostics: Iterable[Diagnostic], *, stream: TextIO | None = None, every: bool = False
) -> None:
    """Print diagnostics in order, and a count if there are several.

    Similar diagnostics in one list are reported together, with their number and first lines; if `every` is
    set, each is printed.
    """
    stream = stream or sys.stderr
    found = tuple(diagnostics)
    counts = dict.fromkeys(Severity, 0)
    for diagnostic in found:
        counts[diagnostic.severity] += 1
    groups = [FindingGroup((one,)) for one in found] if every else group_by_file_and_cause(found)
    for group in groups:
        head, *more = finding_lines(group)
        print(_coloured_line(printable_line(head), group.severity.value, stream), file=stream)
        for line in more:
            print(printable_line(line), file=stream)
    if sum(counts.values()) > 1:
        print(severity_counts(counts), file=stream)


def finding_lines(group: FindingGroup) -> Iterator[str]:
    """Yield the lines for findings with one cause: one for the cause, and one for each message that differs
    from it.
    """
    first, number = group.findings[0], len(group.findings)
    if number == 1:
        yield str(first)
    elif not group.has_own_messages:
        lines = ", ".join(map(str, group.other_lines[:MAX_LINES]))
        left = len(group.other_lines) - MAX_LINES
        also = f", also in {'lines' if len(group.other_lines) > 1 else 'line'} {lines}" if lines else ""
        yield f"{first} ({number} times{also}{f' and {left} more' if left > 0 else ''})"
    else:
        place = f"{first.span}: " if first.span is not None else ""
        hint = f" — {group.hint}" if group.hint else ""
        yield f"{place}{first.severity.value}[{first.code}]: {group.cause}{hint} ({number} times)"
        for finding in group.findings[:MAX_PLACES]:
            where = f"{finding.span.within_file}: " if finding.span is not None else ""
            own = f" — {finding.hint}" if finding.hint and not group.hint else ""
            yield f"    {where}{finding.message}{own}"
        if number > MAX_PLACES:
            yield f"    and {number - MAX_PLACES} more; 'hexwright check --all' lists each"


def severity_counts(counts: dict[Severity, int]) -> str:
    """Return counts in words, such as "2 errors, 1 warning"."""
    words = []
    for severity, count in counts.items():
        if count:
            plural = "s" if count > 1 and severity is not Severity.ADVICE else ""
            words.append(f"{count} {severity.value}{plural}")
    return ", ".join(words) or "no findings"


def print_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table; when piped, its columns are separated by tabs for other programs."""
    if not sys.stdout.isatty():
        print_result("\t".join(heads))
        for row in rows:
            print_result("\t".join(row))
        return
    from rich.box import SIMPLE_HEAD  # imported late: it takes longer than most commands
    from rich.console import Console
    from rich.table import Table

    lines = [tuple(printable_line(cell) for cell in row) for row in rows]
    printed = Table(title=title or None, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for head, *cells in zip(heads, *lines, strict=True):
        if not lines or any(cells):
            # Names to be typed again stay on one line if the screen has room.
            longest = max((len(word) for cell in (head, *cells) for word in cell.split()), default=0)
            printed.add_column(head, overflow="fold", min_width=min(longest, _WORD))
    for row in zip(*(column for column in zip(*lines, strict=True) if any(column)), strict=True):
        printed.add_row(*row)
    Console(highlight=False, markup=False).print(printed)


class _SilentListener:
    """An observer that shows nothing."""

    def stage(self, name: str) -> None:
        """Ignore the stage."""


@contextmanager
def show_stages(*, verbose: bool) -> Iterator[ProgressListener]:
    """Show the current stage on a terminal; in a pipe, print one line per stage if `verbose`, else
    nothing.
    """
    if verbose:

        class Lines:
            def stage(self, name: str) -> None:
                print_message(f"  {name}")

        yield Lines()
        return
    if not sys.stderr.isatty():
        yield _SilentListener()
        return
    from rich.console import Console
    from rich.status import Status

    with Status("starting", console=Console(stderr=True)) as status:

        class Spinner:
            def stage(self, name: str) -> None:
                status.update(name)

        yield Spinner()


@contextmanager
def show_progress_bar(
    what: str,
    total: int,
    *,
    patient: bool = False,
    start: int | None = None,
    clock: Callable[[], float] = monotonic,
) -> Iterator[Callable[[float], None]]:
    """Show a progress bar with the time left on a terminal; yield a function that takes the number of items
    done.

    In a pipe, show nothing; if `patient` is set, print an occasional line. With `start`, the number of items
    done before, also show how many are done a second.
    """
    if not sys.stderr.isatty():
        begun = last = clock()

        def line(done: float) -> None:
            nonlocal last
            now = clock()
            if patient and 0 < done < total and now - last >= PIPE_PROGRESS_SECONDS:
                last = now
                new = done - (start or 0)
                left = duration_words((now - begun) / new * (total - done)) if new > 0 else "unknown time"
                pace = f"{new / (now - begun):.3g} a second, " if start is not None else ""
                print_message(f"{what}: {done:.1f} of {total}, {pace}{left} left".replace(".0 of", " of"))

        yield line
        return
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn, Task
    from rich.text import Text

    class PaceColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:.3g} a second" if task.speed else "")

    columns = [*Progress.get_default_columns(), *([PaceColumn()] if start is not None else [])]
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(what, total=total, completed=start or 0)
        yield lambda done: progress.update(task, completed=done)
