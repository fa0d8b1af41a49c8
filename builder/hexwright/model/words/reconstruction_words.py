"""Describe reconstructed data in rules and charts: a mark in the title, and a sentence about the source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hexwright.model.game import Game
from hexwright.model.provenance import Provenance

MARK: Final = "°"
"""The mark at the title of a case or chart that contains reconstructed data."""


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
        note = " ".join(self.source.note.split())
        return f"{self.source.words}. {note}".strip()


def reconstructions(game: Game) -> tuple[Reconstruction, ...]:
    """Return the distinct reconstructions of a game, those of the rules first."""
    return tuple(dict.fromkeys((*_in_rules(game), *_in_charts(game))))


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
        (f"turns-{track.id}", track.name, turn.provenance)
        for track in game.charts.turn_tracks
        for turn in track.turns
    ]
    for chart, name, source in charts:
        if source is not None and source.status == "reconstructed":
            yield Reconstruction("", chart, name, source)
