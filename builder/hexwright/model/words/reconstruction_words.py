"""Describe reconstructed data: a mark in the title of a case or chart, designer's notes, and sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from hexwright.model.game import Game
from hexwright.model.hex_map import HexMap
from hexwright.model.provenance import Provenance
from hexwright.support.message_wording import join_with_and

MARK: Final = "°"
"""The mark at the title of a case or chart that contains reconstructed data."""

MARK_EXPLAINED: Final = f"{MARK} reconstructed: see the rules, Designer’s notes"
"""The meaning of the mark, for the foot of a page that has it outside the rules."""
_FEW_NOTES: Final = 3
"""The number of notes on places up to which all of them are told."""
_TURNS: Final = "turns-"
"""The beginning of the id of a turn track's chart."""


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """A case of the rules or a chart with reconstructed data, and a sentence about its source."""

    rule: str
    """The section of `summary` in rules.yaml; empty for a chart."""
    chart: str
    """The id of the chart; empty for a case of the rules."""
    title: str
    source: Provenance

    @property
    def note(self) -> str:
        """Return the note, or the source of an entry without one, as a sentence."""
        words = self.source.words
        return " ".join(self.source.note.split()) or f"{words[0].upper()}{words[1:]}."


def reconstructions(game: Game) -> tuple[Reconstruction, ...]:
    """Return the distinct reconstructions of a game, those of the rules first."""
    return tuple(dict.fromkeys((*_in_rules(game), *_in_charts(game))))


def designers_notes(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the notes on reconstructed data and on the map, each with its subject.

    A note says what took the place of the original. Only an entry without a note has its source instead.
    """
    found: dict[str, dict[str, None]] = {}
    turns: dict[str, list[str]] = {}
    told: set[str] = set()
    for one in reconstructions(game):
        if one.note in told:
            continue
        if one.chart.startswith(_TURNS):
            turns.setdefault(one.note, []).append(one.title.removeprefix("Turn "))
        else:
            told.add(one.note)
            found.setdefault(one.title, {})[one.note] = None
    notes = [(title, " ".join(sentences)) for title, sentences in found.items()]
    if turns:
        lines = (f"{_turns(dict.fromkeys(numbers))}: {note}" for note, numbers in turns.items())
        notes.append(("Turns", " ".join(lines)))
    return (*notes, *_map_notes(game.hexmap))


def source_lines(game: Game) -> tuple[str, ...]:
    """Return what was taken from the published game, by edition, and what is reconstructed."""
    transcribed: dict[str, list[tuple[str, str]]] = {}
    rebuilt: list[str] = []
    setups = [one.setup for one in game.scenarios]
    parts = [
        ("rules", game.rules.provenance),
        ("map", game.hexmap.provenance),
        ("counters", game.counters.provenance),
        ("order of appearance", game.oob.provenance),
        ("charts", game.charts.provenance),
        *((("set-up" if len(setups) == 1 else "set-ups"), one.provenance) for one in setups),
    ]
    for name, source in dict.fromkeys(parts):
        if source.status == "transcribed":
            whole = " ".join(source.source.split()).removeprefix("from ")
            transcribed.setdefault(whole.split(",")[0], []).append((name, whole))
        elif source.status == "reconstructed" and name not in rebuilt:
            rebuilt.append(name)
    rules = game.rules.provenance
    lines = [f"Rules: {rules.words}."] if rules.status == "ruling" else []
    for edition, entries in transcribed.items():
        names = [*dict.fromkeys(name for name, _ in entries if name not in rebuilt)]
        if names:
            named = entries[0][1] if len({whole for _, whole in entries}) == 1 else edition
            lines.append(f"From {named}: {join_with_and(names, 'and')}.")
    if rebuilt:
        lines.append(f"Reconstructed, since no original was at hand: {join_with_and(rebuilt, 'and')}.")
    return tuple(lines)


def map_source(hexmap: HexMap) -> str:
    """Return the source of the map in a sentence, such as "The map is that of the 2022 edition."."""
    source = hexmap.provenance
    if source.status == "transcribed":
        return f"The map is that of {' '.join(source.source.split()).removeprefix('from ').split(',')[0]}."
    return f"The map is {source.words}."


def _map_notes(hexmap: HexMap) -> Iterator[tuple[str, str]]:
    """Yield the note on the map, then those on its entries that have another source.

    Places that share a note have one; other notes on places are told if they are few.
    """
    note = " ".join(hexmap.provenance.note.split())
    if note or hexmap.provenance.status == "reconstructed":
        yield "Map", note or map_source(hexmap)
    places = [(place.name or place.id, place.provenance) for place in hexmap.places]
    entries = [(group.name or f.name, group.provenance) for f in hexmap.features for group in f.groups]
    entries += [(line.name or f.name, line.provenance) for f in hexmap.lines for line in f.lines]
    entries += [(line.name or f.name, line.provenance) for f in hexmap.hexsides for line in f.lines]
    noted = _by_note(places)
    few = len(noted) <= _FEW_NOTES
    shown = {note: names for note, names in noted.items() if few or len(names) > 1}
    for one, names in (*shown.items(), *_by_note(entries).items()):
        yield join_with_and([*names], "and"), one


def _by_note(entries: Iterable[tuple[str, Provenance | None]]) -> dict[str, dict[str, None]]:
    """Return the names of the entries that weren't transcribed, by their notes."""
    found: dict[str, dict[str, None]] = {}
    for name, source in entries:
        if source is not None and source.status != "transcribed" and source.note:
            found.setdefault(" ".join(source.note.split()), {})[name] = None
    return found


def _turns(numbers: Iterable[str]) -> str:
    """Return turns in words, such as "Turns 5 and 6"."""
    told = [*numbers]
    return f"{'Turn' if len(told) == 1 else 'Turns'} {join_with_and(told, 'and')}"


def marked_title(title: str) -> str:
    """Return the title with the mark of reconstructed data."""
    return f"{title} {MARK}"


def _in_rules(game: Game) -> Iterator[Reconstruction]:
    titles = {section.id: section.title for section in game.rules.summary}
    entries = [(entry.rule, entry.provenance) for rule in game.rules.replacements for entry in rule.entries]
    entries += [(entry.rule, entry.provenance) for entry in game.rules.odds_combat.cadres]
    for rule, source in entries:
        if source is not None and source.status == "reconstructed":
            yield Reconstruction(rule, "", titles.get(rule, rule), source)


def _in_charts(game: Game) -> Iterator[Reconstruction]:
    combat = game.charts.combat
    charts = [("crt", combat.name, combat.provenance)] if combat is not None else []
    charts += [(f"overview-{one.id}", one.name, one.provenance) for one in game.charts.text_tables]
    charts += [
        (f"{_TURNS}{track.id}", f"Turn {turn.turn}", turn.provenance)
        for track in game.charts.turn_tracks
        for turn in track.turns
    ]
    for chart, name, source in charts:
        if source is not None and source.status == "reconstructed":
            yield Reconstruction("", chart, name, source)
