"""Run the commands that the pages of the documentation show, and compare what they print, or write it anew.

A block `console` holds lines that begin with `$ hexwright`, each followed by what the command prints. A line
of three dots stands for any number of lines; a command without output there may print anything. A block with
a title is a file: YAML is merged into the file, anything else is the file. A page is one project.

By hand: `python -m tests.cli.pages [PAGE…]` writes the shown output anew where it has changed, and the
pictures of the tutorial. Read the difference before you commit it.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import yaml

from hexwright.cli.app import run

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
MOSCOW: Final = ROOT / "data" / "battle-for-moscow"
GEOGRAPHY: Final = ROOT / "data" / "geography" / "moscow-1941"
INPUTS: Final = {
    "mailed.vsav": ROOT / "tests" / "saves" / "recorded" / "by-hand.vsav",
    "game.vlog": ROOT / "tests" / "saves" / "recorded" / "by-hand.vlog",
}
"""Files that a page takes as given: VASSAL wrote them, in a game of `MOSCOW`."""
PICTURES: Final = {
    "tutorial.md": {"preview-map.png": "hill-3-map.png", "preview-counters.png": "hill-3-counters.png"}
}
"""Pictures that a page's commands draw and the page shows, by page: the file → its name in docs/images."""
README: Final = "../README.md"
"""The README, named as the pages are: by its path from docs/."""
DOTS: Final = "…"
_BLOCK = re.compile(r"^```(\w+)(?: title=\"(\S+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CHANGING = re.compile(r"\b\d+(?:\.\d+)? (?:s|min|MB)\b")
"""Times and sizes differ from machine to machine."""


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a page: commands, or a file with a title; `at` is where its text begins."""

    language: str
    title: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that was run: what the page shows and what was printed."""

    line: str
    shown: tuple[str, ...]
    printed: str
    code: int


def blocks(text: str) -> list[Block]:
    """Return the blocks of a page that are run, in order."""
    found = (Block(m[1], m[2] or "", m[3], m.start(3)) for m in _BLOCK.finditer(text))
    return [block for block in found if block.title or block.language == "console"]


def pages() -> list[str]:
    """Return the pages that show commands."""
    found = [*(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")), README]
    return sorted(page for page in found if "```console\n" in (DOCS / page).read_text("utf-8"))


def commands(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each command of a console block with the lines that it is shown to print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, printed = part.partition("\n")
        yield line, tuple(printed.splitlines())


def walk(page: str, folder: Path) -> Iterator[Ran]:
    """Do what a page says in an empty folder, the working folder; yield each command as it was run."""
    text = (DOCS / page).read_text("utf-8")
    for name, source in INPUTS.items():
        if name in text:
            shutil.copytree(MOSCOW, folder / "data" / MOSCOW.name, dirs_exist_ok=True)
            shutil.copy(source, folder / name)
    if "geomap moscow.yaml" in text:
        shutil.copytree(GEOGRAPHY, folder, dirs_exist_ok=True)
    for block in blocks(text):
        if block.title:
            _write(folder / block.title, block)
            continue
        for line, shown in commands(block.text):
            prompt, *arguments = shlex.split(line, comments=True)
            if prompt == "hexwright":
                yield Ran(line, shown, *_told(arguments))


def surroundings(folder: Path) -> dict[str, str]:
    """Return the environment in which nothing is remembered from elsewhere."""
    return {name: str(folder / name) for name in ("HEXWRIGHT_CONFIG", "HEXWRIGHT_CACHE")}


def _told(arguments: list[str]) -> tuple[str, int]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(arguments)
    return out.getvalue() + err.getvalue(), code


def _write(file: Path, block: Block) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if block.language != "yaml" or not file.exists():
        file.write_text(block.text, encoding="utf-8")
        return
    if (edited := _in_place(file.read_text(encoding="utf-8"), block.text)) is not None:
        file.write_text(edited, encoding="utf-8")
        return
    old = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    new = _merged(old, yaml.load(block.text, Loader=yaml.BaseLoader))
    file.write_text(yaml.safe_dump(new, default_style='"', sort_keys=False, allow_unicode=True), "utf-8")


_KEY = re.compile(r"^( *)(?:\"([^\"]+)\"|([\w-]+)):(?: |$)")


def _paths(text: str) -> dict[tuple[str, ...], tuple[int, str]]:
    """Return the keys of a file that have a value on their own line: path → number of the line, the line."""
    found: dict[tuple[str, ...], tuple[int, str]] = {}
    above: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines()):
        if (key := _KEY.match(line)) is not None:
            indent = len(key[1])
            above = [*(one for one in above if one[0] < indent), (indent, key[2] or key[3])]
            if line[key.end() :].strip():
                found[tuple(name for _, name in above)] = (number, line)
    return found


def _in_place(old: str, snippet: str) -> str | None:
    """Return a file with a snippet's values in place of its own, as an editor would leave it.

    None where the snippet has keys that the file hasn't, or lines that are no keys, or mappings to merge.
    """
    there, new = _paths(old), _paths(snippet)
    keys = all(_KEY.match(line) for line in snippet.splitlines())
    if not keys or not new.keys() <= there.keys() or any(": {" in line for _, line in new.values()):
        return None
    lines = old.splitlines()
    for path, (_, line) in new.items():
        lines[there[path][0]] = line
    return "\n".join(lines) + "\n"


def _merged(old: Any, new: Any) -> Any:
    """Put a snippet's keys into a file's; anything but a mapping is replaced."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}
    return new


# Compared ---------------------------------------------------------------------------------------------


def _plain(line: str) -> str:
    """Return a line in a form that is the same in a terminal, in a pipe and on any machine."""
    return "\t".join(re.split(r" {2,}|\t", _CHANGING.sub("_", line).strip()))


def prints(shown: Sequence[str], printed: str) -> bool:
    """Whether a command printed the lines that a page shows."""
    wanted = [_plain(line) for line in shown if line.strip()]
    got = "".join(_plain(line) + "\n" for line in printed.splitlines() if line.strip())
    pattern = "".join(r"(?:.*\n)*?" if line == DOTS else re.escape(line) + "\n" for line in wanted)
    return re.fullmatch(pattern, got) is not None


# Written anew -----------------------------------------------------------------------------------------


def anew(shown: Sequence[str], printed: str) -> list[str]:
    """Return what a page should show of an output: as many lines of each part between dots as it shows now.

    A part with dots before and after is looked for in the output, where the lines are most like it.
    """
    lines = aligned(printed.rstrip("\n").splitlines())
    parts = [list(part) for dots, part in groupby([*shown, ""], lambda line: line == DOTS) if not dots]
    parts[-1].pop()
    if DOTS not in shown:
        return lines
    if shown[0] == DOTS:
        parts.insert(0, [])
    head, *middle, tail = parts
    found, at, end = lines[: len(head)], len(head), len(lines) - len(tail)
    for part in middle:
        starts = range(at, end - len(part) + 1)
        start = max(starts, key=lambda n: _likeness(part, lines[n : n + len(part)]), default=at)
        at = start + len(part)
        found += [DOTS, *lines[start:at]]
    return [*found, DOTS, *lines[end:]]


def _likeness(one: Sequence[str], other: Sequence[str]) -> float:
    return SequenceMatcher(None, "\n".join(one), "\n".join(other), autojunk=False).ratio()


def aligned(lines: Sequence[str]) -> list[str]:
    """Return lines with columns in place of tabs, as a terminal shows them."""
    found: list[str] = []
    for table, rows in groupby(lines, lambda line: "\t" in line):
        if not table:
            found += rows
            continue
        cells = [line.split("\t") for line in rows]
        count = max(map(len, cells))
        widths = [max(len(row[n]) for row in cells if n < len(row)) for n in range(count)]
        found += [
            "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=False)).rstrip()
            for row in cells
        ]
    return found


def rewrite(page: str, folder: Path) -> bool:
    """Write a page's shown output anew where it isn't what was printed; return whether anything changed."""
    ran = iter(list(walk(page, folder)))
    old = (DOCS / page).read_text("utf-8")
    text, done = "", 0
    for block in blocks(old):
        if block.title:
            continue
        lines = []
        for line, shown in commands(block.text):
            one = next(ran) if line.startswith("hexwright ") else None
            keep = one is None or not shown or prints(shown, one.printed)
            lines += [f"$ {line}", *(shown if keep or one is None else anew(shown, one.printed))]
        text += old[done : block.at] + "\n".join(lines) + "\n"
        done = block.at + len(block.text)
    text += old[done:]
    for source, name in PICTURES.get(page, {}).items():
        [drawn] = folder.rglob(source)
        shutil.copy(drawn, DOCS / "images" / name)
    (DOCS / page).write_text(text, "utf-8")
    return text != old


def main(chosen: Sequence[str]) -> None:
    """Write all pages anew, or those that are named."""
    here = Path.cwd()
    for page in chosen or pages():
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            os.environ.update(surroundings(Path(folder)))
            print(page, "changed" if rewrite(page, Path(folder)) else "as it was")
            os.chdir(here)


if __name__ == "__main__":
    main(sys.argv[1:])
