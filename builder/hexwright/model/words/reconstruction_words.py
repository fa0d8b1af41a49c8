"""Describe reconstructed data in rules and charts: a mark in the title, and a sentence about the source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hexwright.model.game import Game
from hexwright.model.hex_map import HexMap
from hexwright.model.provenance import Provenance
from hexwright.support.message_wording import join_with_and

MARK: Final = "°"
"""The mark at the title of a case or chart that contains reconstructed data."""


_FEW_NOTES: Final = 3
"""The number of notes on one source up to which all of them are told."""


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
    def sentence(self) -> str:
        """Return the source and the note in one sentence or more."""
        return _sentence(self.source)


def reconstructions(game: Game) -> tuple[Reconstruction, ...]:
    """Return the distinct reconstructions of a game, those of the rules first."""
    return tuple(dict.fromkeys((*_in_rules(game), *_in_charts(game))))


def map_notes(hexmap: HexMap) -> Iterator[str]:
    """Yield where the map has its data from, then the entries that have another source, by that source.

    Where many entries share a source, the places among them are only listed.
    """
    yield _sentence(hexmap.provenance)
    places = [(place.name or place.id, place.provenance) for place in hexmap.places]
    entries = [(line.name or f.name, line.provenance) for f in hexmap.hexsides for line in f.lines]
    entries += [(line.name or f.name, line.provenance) for f in hexmap.lines for line in f.lines]
    entries += [(group.name or f.name, group.provenance) for f in hexmap.features for group in f.groups]
    found: dict[str, list[tuple[str, str]]] = {}
    for name, source in (*places, *entries):
        if source is not None and source.status != "transcribed":
            found.setdefault(source.words, []).append((name, " ".join(source.note.split())))
    shown = {name for name, _ in entries}
    for words, noted in found.items():
        names, notes = dict.fromkeys(name for name, _ in noted), dict.fromkeys(note for _, note in noted)
        told = [f"{join_with_and([*names], 'and')}: {words}."]
        if len(notes) == 1:
            told += notes
        elif len(notes) <= _FEW_NOTES:
            told += (f"{name}: {note}" for name, note in noted if note)
        else:
            told += (f"{name}: {note}" for name, note in noted if note and name in shown)
        yield " ".join(told).strip()


def _sentence(source: Provenance) -> str:
    note = " ".join(source.note.split())
    return f"{source.words[0].upper()}{source.words[1:]}. {note}".strip()


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
        (f"turns-{track.id}", f"Turn {turn.turn}", turn.provenance)
        for track in game.charts.turn_tracks
        for turn in track.turns
    ]
    for chart, name, source in charts:
        if source is not None and source.status == "reconstructed":
            yield Reconstruction("", chart, name, source)
