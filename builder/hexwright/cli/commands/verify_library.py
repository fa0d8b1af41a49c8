"""What `hexwright verify` does with a folder of many modules."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hexwright.cli.commands.output_files import OutputFile
from hexwright.cli.commands.work_options import engine_of
from hexwright.cli.console import print_result, print_table, show_progress_bar
from hexwright.support.message_wording import count_noun

if TYPE_CHECKING:
    from hexwright.module_checks.module_library import CheckedLibraryModule, LibraryModule

JSON_VERSION = 1
"""The version of the JSON layout; raised by a change that breaks readers."""
_LEVELS = ("error", "warning", "advice")


@dataclass(frozen=True, slots=True)
class LibraryRequest:
    """A folder of modules, the checks, and who runs them."""

    folder: Path
    modules: Sequence[LibraryModule]
    codes: tuple[str, ...]
    workers: int | None
    on: str | None
    record: Path | None


def checked_library(asked: LibraryRequest) -> Sequence[CheckedLibraryModule]:
    """Check all modules of a folder; return what was found by module, without the findings themselves."""
    from hexwright.module_checks.module_library import LibraryJob
    from hexwright.support.workers.work_record import WorkRecord, ordered_results

    job, found = LibraryJob(asked.folder, asked.codes), []
    with (
        engine_of(asked.workers, asked.on, os.cpu_count() or 1) as engine,
        WorkRecord.optional(asked.record) as record,
        show_progress_bar("modules", len(asked.modules), patient=True) as progress,
        closing(ordered_results(engine, job, asked.modules, record)) as results,
    ):
        for number, module in enumerate(results, start=1):
            found.append(replace(module, findings={**module.findings, "findings": []}))
            progress(number)
    return found


def write_library(
    found: Sequence[CheckedLibraryModule], *, as_json: bool, summary: bool, out: OutputFile | None
) -> None:
    """Print what was found, or write it to a file."""
    if as_json:
        text = json.dumps({"version": JSON_VERSION, "modules": [_values(one) for one in found]}, indent=1)
        lines: Sequence[str] = [text]
    else:
        heads, rows = _check_table(found) if summary else _module_table(found)
        if out is None:
            print_table("", heads, rows)
        lines = [*(["\t".join(row) for row in (heads, *rows)] if out is not None else []), _last_line(found)]
    if out is not None:
        out.write_text("\n".join(lines) + "\n")
        return
    for line in lines:
        print_result(line)


def _values(one: CheckedLibraryModule) -> dict[str, object]:
    return {
        "module": one.name,
        "files": one.findings.get("files", []),
        "counts": one.counts,
        "checks": one.checks,
        "score": one.score,
        **({"failure": one.failure} if one.failure else {}),
    }


def _module_table(found: Sequence[CheckedLibraryModule]) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    parts = list(dict.fromkeys(name for one in found for name in one.score))
    rows = [
        (
            one.name,
            *(f"{one.counts[level]:,}" if one.counts else "-" for level in _LEVELS),
            *(str(one.score.get(part, "-")) for part in parts),
            one.failure,
        )
        for one in found
    ]
    return ("module", "errors", "warnings", "advice", *parts, "failed"), rows


def _check_table(found: Sequence[CheckedLibraryModule]) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    return ("code", "modules", "findings", "what"), list(_check_rows(found))


def _check_rows(found: Sequence[CheckedLibraryModule]) -> Iterator[Sequence[str]]:
    from hexwright.module_checks.check_catalogue import explain

    modules, findings = Counter[str](), Counter[str]()
    for one in found:
        for code, numbers in one.checks.items():
            modules[code] += 1
            findings[code] += numbers["findings"]
    for code, number in sorted(modules.items(), key=lambda row: (-row[1], row[0])):
        check = explain(code)
        yield code, f"{number:,}", f"{findings[code]:,}", check.title if check else ""


def _last_line(found: Sequence[CheckedLibraryModule]) -> str:
    parts = [f"{sum(bool(one.counts.get(level)) for one in found):,} with {level}s" for level in _LEVELS[:2]]
    failed = sum(bool(one.failure) for one in found)
    parts += [f"{failed:,} whose check failed"] if failed else []
    return f"{count_noun(len(found), 'module')}: {', '.join(parts)}"
