"""Follow a log step by step, and describe the events of each phase."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hexwright.saves.change_sentences import PieceNames, piece_changes
from hexwright.saves.log_position import LogPosition, StepChanges
from hexwright.support.report_pages import render_page
from hexwright.vassal.codec.commands import AddPlayer, flatten_commands
from hexwright.vassal.codec.saved_game_file import SavedGameFile

_TAGS = re.compile(
    r"</?(?:b|i|u|s|br|p|div|span|font|img|a|h[1-6]|html|body|table|tr|td|center)(?:\s[^<>]{0,400})?/?>", re.I
)
#: Prefixes of chat lines that set their style.
_STYLES = re.compile(r"^\*?\s*[~!?#`|]\s?")
_PLAYER_CHAT = re.compile(r"^<([^<>]{1,80})> - ")


@dataclass(frozen=True, slots=True)
class StepEntry:
    """The events of one step of the log, one line each; steps are numbered from 1."""

    step: int
    lines: tuple[str, ...]
    undone: bool = False
    """Whether the players later undid the step."""


@dataclass(slots=True)
class LogChapter:
    """The events of one phase, or of one turn if phases are unknown."""

    title: str
    entries: list[StepEntry] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LogStory:
    """A description of a complete log: facts about the log, and its chapters in order."""

    title: str
    facts: Mapping[str, str]
    chapters: tuple[LogChapter, ...]
    steps: int


def write_story(
    game: SavedGameFile, names: PieceNames, facts: Mapping[str, str], *, players: bool = False
) -> LogStory:
    """Return the story of a log; the story of a saved game has no steps.

    If `players` is true, players' names are kept.
    """
    seats = {} if players else side_by_player(game)
    position = LogPosition(game)
    chapters = [LogChapter(names.whole_turn(position) or "The beginning")]
    for number, step in enumerate(game.steps, start=1):
        deed = position.step(step)
        # A turn counter's text may contain numbers that change within a phase.
        title = names.whole_turn(position) if deed.turns or deed.value("SettingUp") else ""
        lines = tuple(without_player_names(line, seats) for line in _lines(names, deed))
        if lines:
            chapters[-1].entries.append(StepEntry(number, lines, deed.undone))
        if deed.turns and not title:
            title = lines[0] if lines else f"After step {number}"
        if title and title != chapters[-1].title:
            chapters.append(LogChapter(title))
    module = game.module_metadata
    title = (module.name if module is not None else None) or "A game"
    told = tuple(c for c in chapters if c.entries)
    return LogStory(title, facts, told, len(game.steps))


def _lines(names: PieceNames, deed: StepChanges) -> Iterator[str]:
    """Yield the chat lines of a step, and the changes that the chat doesn't mention."""
    said = [line for line in map(plain_text, deed.chat_lines) if line]
    yield from said
    for key in deed.before:
        old, new = deed.before[key], deed.after[key]
        lying = new or old
        assert lying is not None
        known = set(names.aliases(lying))
        if not any(name and _contains_name(line, name) for line in said for name in known):
            yield from piece_changes(names, {key: old}, {key: new})
    if deed.players and not said:
        yield f"Seats: {', '.join(sorted(deed.players))}"


def _words_at(line: str, name: str) -> Iterator[int]:
    """Yield the positions at which a name occurs in a line as a whole word."""
    at = line.find(name)
    while at >= 0:
        before, after = line[:at][-1:], line[at + len(name) : at + len(name) + 1]
        if not before.isalnum() and not after.isalnum():
            yield at
        at = line.find(name, at + len(name))


def _contains_name(line: str, name: str) -> bool:
    return any(True for _ in _words_at(line, name))


def plain_text(line: str) -> str:
    """Return a chat line as plain text, without style prefixes and tags."""
    text = html.unescape(_TAGS.sub("", line)).strip()
    text = _STYLES.sub("", text).removeprefix("* ")
    if text.startswith("UNDO: "):
        return f"Taken back: {plain_text(text.removeprefix('UNDO: '))}"
    return text.removeprefix("*** ").removeprefix("* ").removeprefix("- ").strip()


# Players' names are private ---------------------------------------------------------------------------


def side_by_player(game: SavedGameFile) -> Mapping[str, str]:
    """Return, for each player's name, the string that replaces it in the story."""
    found: dict[str, str] = {}
    commands = [*game.setup_commands, *(part for step in game.steps for part in flatten_commands(step))]
    for part in commands:
        if isinstance(part, AddPlayer) and part.name.strip():
            seat = "an observer" if part.side.startswith("<") else f"the player of {part.side}"
            found.setdefault(part.name.strip(), seat)
    # A player without a side may also write in the chat.
    for part in commands:
        talk = _PLAYER_CHAT.match(getattr(part, "text", "") or "")
        if talk is not None:
            found.setdefault(talk[1].strip(), "an observer")
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


def without_player_names(line: str, seats: Mapping[str, str]) -> str:
    """Return a line with each player's name replaced by the player's seat."""
    for name, seat in seats.items():
        for at in reversed(list(_words_at(line, name))):
            line = line[:at] + seat + line[at + len(name) :]
        line = line.replace(f"<{seat}>", seat)
    return line


# Output formats -----------------------------------------------------------------------------------------


def as_text(story: LogStory) -> str:
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


def as_markdown(story: LogStory) -> str:
    """Return a story as Markdown for a forum or a repository."""
    lines = [f"# {_escape_markdown(story.title)}", ""]
    lines += [f"- {_escape_markdown(f'{name}: {value}')}" for name, value in story.facts.items()]
    for chapter in story.chapters:
        lines += ["", f"## {_escape_markdown(chapter.title)}", ""]
        for entry in chapter.entries:
            told = "; ".join(_escape_markdown(line) for line in entry.lines)
            lines.append(f"{entry.step}. {told}")
    return "\n".join(lines)


def as_html(story: LogStory) -> str:
    """Return a story as one self-contained HTML page."""
    return render_page("hexwright.saves", "story.html.j2", story=story)


def _escape_markdown(text: str) -> str:
    """Return text with Markdown characters escaped."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", text)
