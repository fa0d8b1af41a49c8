"""Follow a log step by step, and describe what happened in each phase."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hexwright.saves.change_sentences import Names, differences
from hexwright.saves.log_position import Deed, Position
from hexwright.support.report_pages import page
from hexwright.vassal.codec.commands import AddPlayer, flat
from hexwright.vassal.codec.saved_game_file import GameFile

_TAGS = re.compile(
    r"</?(?:b|i|u|s|br|p|div|span|font|img|a|h[1-6]|html|body|table|tr|td|center)(?:\s[^<>]{0,400})?/?>", re.I
)
#: Prefixes of chat lines that set their style.
_STYLES = re.compile(r"^\*?\s*[~!?#`|]\s?")
_TALK = re.compile(r"^<([^<>]{1,80})> - ")


@dataclass(frozen=True, slots=True)
class Entry:
    """The events of one step of the log, one line each; steps count from 1."""

    step: int
    lines: tuple[str, ...]
    undone: bool = False
    """Whether the step undid an earlier one."""


@dataclass(slots=True)
class Chapter:
    """The events of one phase, or of one turn if phases are unknown."""

    title: str
    entries: list[Entry] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Story:
    """A complete log: its facts, and its chapters in order."""

    title: str
    facts: Mapping[str, str]
    chapters: tuple[Chapter, ...]
    steps: int


def tell(game: GameFile, names: Names, facts: Mapping[str, str], *, players: bool = False) -> Story:
    """Return the story of a log; that of a saved game has no steps. `players` keeps the names of players."""
    seats = {} if players else seats_of(game)
    position = Position(game)
    chapters = [Chapter(names.whole_turn(position) or "The beginning")]
    for number, step in enumerate(game.steps, start=1):
        deed = position.step(step)
        # A turn counter's text may contain numbers that change within a phase.
        title = names.whole_turn(position) if deed.turns or deed.value("SettingUp") else ""
        lines = tuple(unnamed(line, seats) for line in _lines(names, deed))
        if lines:
            chapters[-1].entries.append(Entry(number, lines, deed.undone))
        if deed.turns and not title:
            title = lines[0] if lines else f"After step {number}"
        if title and title != chapters[-1].title:
            chapters.append(Chapter(title))
    module = game.module
    title = (module.name if module is not None else None) or "A game"
    told = tuple(c for c in chapters if c.entries)
    return Story(title, facts, told, len(game.steps))


def _lines(names: Names, deed: Deed) -> Iterator[str]:
    """Yield the chat lines, and the changes that the chat doesn't mention."""
    said = [line for line in map(plain, deed.said) if line]
    yield from said
    for key in deed.before:
        old, new = deed.before[key], deed.after[key]
        lying = new or old
        assert lying is not None
        known = set(names.aliases(lying))
        if not any(name and _holds(line, name) for line in said for name in known):
            yield from differences(names, {key: old}, {key: new})
    if deed.players and not said:
        yield f"Seats: {', '.join(sorted(deed.players))}"


def _words_at(line: str, name: str) -> Iterator[int]:
    """Yield the positions at which a name occurs in a line as a separate word."""
    at = line.find(name)
    while at >= 0:
        before, after = line[:at][-1:], line[at + len(name) : at + len(name) + 1]
        if not before.isalnum() and not after.isalnum():
            yield at
        at = line.find(name, at + len(name))


def _holds(line: str, name: str) -> bool:
    return any(True for _ in _words_at(line, name))


def plain(line: str) -> str:
    """Return a chat line as plain text, without style prefixes and tags."""
    text = html.unescape(_TAGS.sub("", line)).strip()
    text = _STYLES.sub("", text).removeprefix("* ")
    if text.startswith("UNDO: "):
        return f"Taken back: {plain(text.removeprefix('UNDO: '))}"
    return text.removeprefix("*** ").removeprefix("* ").removeprefix("- ").strip()


# Players' names are private ---------------------------------------------------------------------------


def seats_of(game: GameFile) -> Mapping[str, str]:
    """Return, for each player's name, the text that replaces it in the story."""
    found: dict[str, str] = {}
    commands = [*game.opening, *(part for step in game.steps for part in flat(step))]
    for part in commands:
        if isinstance(part, AddPlayer) and part.name.strip():
            side = "a watcher" if part.side.startswith("<") else part.side
            found.setdefault(part.name.strip(), f"the player of {side}")
    # A player without a side may also write in the chat.
    for part in commands:
        talk = _TALK.match(getattr(part, "text", "") or "")
        if talk is not None:
            found.setdefault(talk[1].strip(), "a watcher")
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


def unnamed(line: str, seats: Mapping[str, str]) -> str:
    """Return a line with each player's name replaced by the player's seat."""
    for name, seat in seats.items():
        for at in reversed(list(_words_at(line, name))):
            line = line[:at] + seat + line[at + len(name) :]
        line = line.replace(f"<{seat}>", seat)
    return line


# Output formats -----------------------------------------------------------------------------------------


def as_text(story: Story) -> str:
    """Return a story as text for a terminal."""
    width = len(str(story.steps))
    lines = [story.title, *(f"{name}: {value}" for name, value in story.facts.items())]
    for chapter in story.chapters:
        lines += ["", chapter.title]
        for entry in chapter.entries:
            for n, line in enumerate(entry.lines):
                number = str(entry.step) if n == 0 else ""
                lines.append(f"  {number:>{width}}  {line}")
    return "\n".join(lines)


def as_markdown(story: Story) -> str:
    """Return a story as Markdown for a forum or a repository."""
    lines = [f"# {_marked(story.title)}", ""]
    lines += [f"- {_marked(f'{name}: {value}')}" for name, value in story.facts.items()]
    for chapter in story.chapters:
        lines += ["", f"## {_marked(chapter.title)}", ""]
        for entry in chapter.entries:
            told = "; ".join(_marked(line) for line in entry.lines)
            lines.append(f"{entry.step}. {told}")
    return "\n".join(lines)


def as_html(story: Story) -> str:
    """Return a story as one self-contained HTML page."""
    return page("hexwright.saves", "story.html.j2", story=story)


def _marked(text: str) -> str:
    """Return text with Markdown characters escaped."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", text)
