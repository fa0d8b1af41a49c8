"""Compose the page of a report: one HTML file that needs no other file and no script."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from hexwright.model.game import Game
from hexwright.model.ids import SideId, UnitId
from hexwright.pipeline.campaign_report import report_diagrams
from hexwright.pipeline.campaign_report.report_diagrams import (
    Diagram,
    MapDisc,
    MapRing,
    ResultBar,
    battle_discs,
    cell_bar,
    decided_diagram,
    line_diagram,
    place_rings,
    result_bar,
)
from hexwright.pipeline.campaign_report.report_pictures import report_counters, report_map
from hexwright.pipeline.game_pictures import GamePictures
from hexwright.players.campaigns.campaign_report import (
    CampaignReport,
    CellReport,
    PlaceReport,
    ScenarioReport,
    UnitReport,
)
from hexwright.players.campaigns.game_tally import CURVES
from hexwright.players.campaigns.report_findings import (
    RARELY,
    ReportFinding,
    ReportWording,
    Subject,
    games_text,
    share_text,
)
from hexwright.players.campaigns.won_and_lost import Contrast, Contrasts
from hexwright.players.playtesting.estimates import Estimate
from hexwright.render.statistics_diagrams import DARK_HEAT, HEAT_COLOURS
from hexwright.render.theme import CLASSIC
from hexwright.support.report_pages import render_page

_MOST_CELLS: Final = 40
_MOST_UNITS: Final = 8
_MOST_CONTRASTS: Final = 12
_FIXED: Final = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class UnitList:
    """Units under a heading, such as those of a side that are eliminated most often."""

    title: str
    units: tuple[UnitReport, ...]


@dataclass(frozen=True, slots=True)
class ScenarioView:
    """What the page shows of a scenario."""

    report: ScenarioReport
    described: str
    """The combination that is described, with its players."""
    cells: tuple[tuple[str, CellReport, ResultBar], ...]
    said: Mapping[Subject, tuple[str, ...]]
    curves: tuple[tuple[str, Diagram], ...]
    decided: Diagram
    discs: tuple[MapDisc, ...]
    rings: tuple[MapRing, ...]
    places: tuple[tuple[PlaceReport, ResultBar], ...]
    eliminated: tuple[UnitList, ...]
    idle: tuple[UnitReport, ...]
    contrasts: tuple[tuple[Contrasts, tuple[Contrast, ...]], ...]

    @property
    def has_draws(self) -> bool:
        """Whether any game was drawn."""
        return any(cell.draws.value for _, cell, _ in self.cells)

    @property
    def units(self) -> frozenset[UnitId]:
        """Return the units whose counters are shown."""
        shown = [one.unit for found in self.eliminated for one in found.units]
        return frozenset((*shown, *(one.unit for one in self.idle)))


def render_report(
    report: CampaignReport, said: Sequence[ReportFinding], game: Game, pictures: GamePictures
) -> str:
    """Return the page of a report and its findings. The pictures need the kinds "map" and "counters"."""
    words = ReportWording(game)
    views = [_view(one, report, said, words, pictures) for one in report.scenarios]
    units = frozenset[UnitId]().union(*(one.units for one in views))
    return render_page(
        "hexwright.pipeline.campaign_report",
        "campaign_report.html.j2",
        report=report,
        words=words,
        views=views,
        sides=tuple(report.sides),
        side_colours=[CLASSIC.side(side).accent for side in game.info.sides],
        heat=HEAT_COLOURS,
        dark_heat=DARK_HEAT,
        map=report_map(pictures),
        counters=report_counters(pictures, game, units),
        short=_short,
        games=games_text,
        unbroken=_unbroken,
        diagrams=report_diagrams,
        most_shown=_MOST_CONTRASTS,
        most_cells=_MOST_CELLS,
    )


def _short(share: Estimate) -> str:
    """Return a share with its interval for a table, or only its limit if it is nothing or all."""
    if share.value <= 0:
        return f"≤ {math.ceil(share.high * 1000) / 10:g} %".replace(" ", _FIXED)
    if share.value >= 1:
        return f"≥ {math.floor(share.low * 1000) / 10:g} %".replace(" ", _FIXED)
    return _unbroken(share_text(share))


def _unbroken(text: str) -> str:
    """Return a text in which numbers aren't separated from their units."""
    return text.replace(" ± ", f"{_FIXED}±{_FIXED}").replace(" %", f"{_FIXED}%")


def _view(
    one: ScenarioReport,
    report: CampaignReport,
    said: Sequence[ReportFinding],
    words: ReportWording,
    pictures: GamePictures,
) -> ScenarioView:
    sides: tuple[SideId, ...] = tuple(report.sides)
    layout = pictures.plan.layout
    told: dict[Subject, tuple[str, ...]] = dict.fromkeys(get_args(Subject), ())
    for found in said:
        if found.scenario == one.scenario:
            told[found.subject] = (*told[found.subject], found.text)
    curves = []
    for kind in CURVES:
        series = [curve for curve in one.curves if curve.kind == kind]
        if series:
            curves.append((kind, line_diagram(series, sides)))
    places = sorted(one.places, key=lambda place: (-place.changes, place.name))
    described = next(cell for cell in report.cells if cell.cell == one.cell)
    return ScenarioView(
        report=one,
        described=f"{words.cell(described)}, {words.players(described)}",
        cells=tuple(
            (words.cell(cell), cell, cell_bar(cell)) for cell in report.cells if cell.scenario == one.scenario
        ),
        said=told,
        curves=tuple(curves),
        decided=decided_diagram(one.decided, one.games, sides),
        discs=battle_discs(one.battles, layout),
        rings=place_rings(one.places, layout, tuple(report.sides.values())),
        places=tuple((place, result_bar(tuple(place.owners.values()), None)) for place in places),
        eliminated=tuple(
            UnitList(name, _most_eliminated([unit for unit in one.units if unit.side == side]))
            for side, name in report.sides.items()
        ),
        idle=tuple(unit for unit in one.units if unit.fought.value < RARELY),
        contrasts=tuple((found, found.found[:_MOST_CONTRASTS]) for found in one.contrasts),
    )


def _most_eliminated(units: Sequence[UnitReport]) -> tuple[UnitReport, ...]:
    lost = sorted((one for one in units if one.eliminated.value), key=lambda one: -one.eliminated.value)
    return tuple(lost[:_MOST_UNITS])
