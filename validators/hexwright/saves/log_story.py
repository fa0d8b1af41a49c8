"""Follow a log step by step, and describe the events of each phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.log_position import LogPosition, StepChanges
from hexwright.inspect.analysis.player_names import PlayerNames, plain_text
from hexwright.inspect.analysis.word_search import WordSearch
from hexwright.saves.change_sentences import PieceNames, piece_changes
from hexwright.support.file_limits import REMEDY, raised
from hexwright.support.message_wording import escape_markdown, single_line
from hexwright.support.report_pages import render_page
from hexwright.vassal.codec.saved_game_file import SavedGameFile

MAX_STORY = 20_000_000
"""The maximum length of a story, in characters."""


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
    game: SavedGameFile, names: PieceNames, facts: Mapping[str, str], players: PlayerNames | None = None
) -> LogStory:
    """Return the story of a log; the story of a saved game has no steps.

    `players` says which names of players are told; without it, none are. Raises InputError (N022) for a log
    whose story would be too long.
    """
    left = raised(MAX_STORY)
    hide = (players or PlayerNames(game, names.public_names)).hide
    position = LogPosition(game)
    chapters = [LogChapter(hide(names.whole_turn(position)) or "The beginning")]
    for number, step in enumerate(game.steps, start=1):
        deed = position.step(step)
        # A turn counter's text may contain numbers that change within a phase.
        title = hide(names.whole_turn(position)) if deed.turns or deed.value("SettingUp") else ""
        lines = tuple(map(hide, _lines(names, deed)))
        left -= sum(map(len, lines)) + len(title)
        if left < 0:
            what = f"the story of this log is longer than {raised(MAX_STORY):,} characters"
            raise InputError.single("N022", what, hint=REMEDY)
        if lines:
            chapters[-1].entries.append(StepEntry(number, lines, deed.undone))
        if deed.turns and not title:
            title = lines[0] if lines else f"After step {number}"
        if title and title != chapters[-1].title:
            chapters.append(LogChapter(title))
    module = game.module_metadata
    title = (module.name if module is not None else None) or "A game"
    told = tuple(c for c in chapters if c.entries)
    facts = {name: single_line(value) for name, value in facts.items()}
    return LogStory(single_line(title), facts, told, len(game.steps))


def _lines(names: PieceNames, deed: StepChanges) -> Iterator[str]:
    """Yield the chat lines of a step, and the changes that the chat doesn't mention."""
    said = [line for line in map(plain_text, deed.chat_lines) if line]
    yield from said
    known = {}
    for key in deed.before:
        lying = deed.after[key] or deed.before[key]
        assert lying is not None
        known[key] = frozenset(names.aliases(lying))
    search = WordSearch(name for found in known.values() for name in found)
    told = {name for line in said for name in search.names_in(line)}
    for key, aliases in known.items():
        if told.isdisjoint(aliases):
            yield from piece_changes(names, {key: deed.before[key]}, {key: deed.after[key]})
    if deed.players and not said:
        yield f"Seats: {', '.join(sorted(deed.players))}"


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
    lines = [f"# {escape_markdown(story.title)}", ""]
    lines += [f"- {escape_markdown(f'{name}: {value}')}" for name, value in story.facts.items()]
    for chapter in story.chapters:
        lines += ["", f"## {escape_markdown(chapter.title)}", ""]
        for entry in chapter.entries:
            told = "; ".join(escape_markdown(line) for line in entry.lines)
            lines.append(f"{entry.step}. {told}")
    return "\n".join(lines)


def as_html(story: LogStory) -> str:
    """Return a story as one self-contained HTML page."""
    return render_page("hexwright.saves", "story.html.j2", story=story)
