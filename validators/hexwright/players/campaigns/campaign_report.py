"""The report of a campaign: who wins, when and where it is decided, and what would change it.

The field names of these records are the keys of its JSON, which `docs/reference/campaign-report.md` explains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.players.campaigns.campaign_job import CampaignCell, CampaignJob
from hexwright.players.campaigns.campaign_run import deviations, looks
from hexwright.players.campaigns.game_store import GameStore
from hexwright.players.campaigns.game_tally import CURVES, CurveKind, GameFigure, GameTally
from hexwright.players.campaigns.plan_loading import Campaign
from hexwright.players.campaigns.player_strength import (
    StrengthTable,
    player_strengths,
    stored_results,
)
from hexwright.players.campaigns.won_and_lost import Contrasts, contrasts
from hexwright.players.playtesting.estimates import (
    Estimate,
    deviations_of,
    paired_difference,
    share_estimate,
)
from hexwright.players.playtesting.game_statistics import main_objective
from hexwright.rules.engine.rules_engine import RulesEngine

FORMAT: Final = 1
"""The version of the report's JSON."""


@dataclass(frozen=True, slots=True)
class ResultShare:
    """The share of games with one result."""

    side: SideId | None
    level: str | None
    games: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class CellReport:
    """The results of one combination."""

    cell: str
    variant: str
    scenario: str
    options: Mapping[str, str]
    players: Mapping[SideId, str]
    games: int
    wins: Mapping[SideId, Estimate]
    draws: Estimate
    levels: tuple[ResultShare, ...]
    """The results by level of victory; empty if the victory table has no levels."""


@dataclass(frozen=True, slots=True)
class PlayerShare:
    """How often a computer player won with one side, against any others, over all its combinations."""

    player: str
    side: SideId
    games: int
    wins: Estimate


@dataclass(frozen=True, slots=True)
class SideChange:
    """A side's share of wins before and after a change, and the difference within pairs of games."""

    before: Estimate
    after: Estimate
    difference: Estimate


@dataclass(frozen=True, slots=True)
class Change:
    """What one choice changes: two combinations that differ in it alone, in pairs of games."""

    scenario: str
    what: str
    """The option, or "variant"."""
    before: str
    after: str
    pairs: int
    sides: Mapping[SideId, SideChange]


@dataclass(frozen=True, slots=True)
class TurnFigure:
    """A figure at the end of a turn: its mean, and the values between which the middle 80 % of games lie."""

    turn: int
    mean: Estimate
    low: int
    median: int
    high: int


@dataclass(frozen=True, slots=True)
class Curve:
    """A figure of a side, turn by turn."""

    kind: CurveKind
    side: SideId
    turns: tuple[TurnFigure, ...]


@dataclass(frozen=True, slots=True)
class DecidedTurn:
    """The games that were decided on a turn: from its end on, the winner was always ahead."""

    turn: int
    share: Estimate
    wins: Mapping[SideId, int]
    draws: int


@dataclass(frozen=True, slots=True)
class PlaceReport:
    """A place that a side may own."""

    hex: HexId
    name: str
    changed: Estimate
    """The share of games in which it changed hands."""
    changes: float
    """How often it did, per game."""
    first_turn: int | None
    """The turn by which it had changed hands in half of those games."""
    owners: Mapping[SideId, Estimate]
    """How often each side owned it at the end."""
    wins_if_taken: Mapping[SideId, Estimate]
    """For each side, how often it won the games in which it took the place."""


@dataclass(frozen=True, slots=True)
class HexBattles:
    """The battles for one hex, per game."""

    hex: HexId
    name: str
    battles: Estimate


@dataclass(frozen=True, slots=True)
class UnitReport:
    """The fate of one unit."""

    unit: UnitId
    name: str
    side: SideId
    eliminated: Estimate
    fought: Estimate


@dataclass(frozen=True, slots=True)
class ScenarioReport:
    """What the games of one combination of a scenario tell."""

    scenario: str
    title: str
    cell: str
    games: int
    curves: tuple[Curve, ...]
    decided: tuple[DecidedTurn, ...]
    objective: HexId | None
    """The hex of the place that decides the game or scores the most."""
    places: tuple[PlaceReport, ...]
    battles: tuple[HexBattles, ...]
    units: tuple[UnitReport, ...]
    contrasts: tuple[Contrasts, ...]
    """What differs between won and lost games: for the first of two sides, for each of more."""


@dataclass(frozen=True, slots=True)
class CampaignReport:
    """The report of a campaign."""

    format: int
    game: str
    title: str
    hexwright: str
    sides: Mapping[SideId, str]
    games: int
    looks: int
    """How often the precision may have been checked; intervals of shares allow for it."""
    cells: tuple[CellReport, ...]
    players: tuple[PlayerShare, ...]
    """Empty if there was only one."""
    strength: StrengthTable | None
    """Null if no two players met."""
    changes: tuple[Change, ...]
    scenarios: tuple[ScenarioReport, ...]
    data_changed: bool
    """Whether the game's data have changed since; names and map are those of today."""

    def json(self) -> dict[str, object]:
        """Return the report as JSON values."""
        return {one.name: _plain(getattr(self, one.name)) for one in fields(self)}


def _plain(value: object) -> object:
    """Return a record as JSON values, with six decimals."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, GameFigure):
        return {name: part for name, part in value._asdict().items() if part}
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value


def report_campaign(campaign: Campaign, store: GameStore, file: str) -> CampaignReport:
    """Return the report of a record; messages call it `file`. Memory doesn't grow with the number of games.

    Each scenario is described by the first combination that has games: the project's own data, if they have
    some. Raises InputError for a record without games.
    """
    sides = {side.id: side.name for side in campaign.games[""].info.sides}
    wide = deviations(campaign)
    cells = [found for cell in campaign.cells if (found := _cell(store, cell, list(sides), wide)).games]
    if not cells:
        hint = f"play some with 'hexwright campaign resume {file}'"
        raise InputError.single("P043", "the record has no games yet", Span(file), hint)
    numbers = {str(cell): number for number, cell in enumerate(campaign.cells)}
    first = {one.scenario: one for one in reversed(cells)}
    stored = {str(one.cell): one for one in store.cells()}
    job = campaign.job
    return CampaignReport(
        format=FORMAT,
        game=campaign.slug,
        title=campaign.games[""].info.title,
        hexwright=", ".join(sorted({stored[one.cell].identity.get("hexwright", "") for one in cells})),
        sides=sides,
        games=sum(one.games for one in cells),
        looks=len(looks(campaign)),
        cells=tuple(cells),
        players=tuple(_players(cells, list(sides))),
        strength=player_strengths(one for _, one in stored_results(store)),
        changes=tuple(_changes(store, cells, first, campaign)),
        scenarios=tuple(
            _scenario(store, job, numbers[first[name].cell], wide)
            for name in dict.fromkeys(one.scenario for one in cells)
        ),
        data_changed=any(
            stored[one.cell].identity.get(key) != now
            for one in cells
            for key, now in campaign.identity(campaign.cells[numbers[one.cell]]).items()
            if key.startswith("data")
        ),
    )


# Results ---------------------------------------------------------------------------------------------------


def _cell(store: GameStore, cell: CampaignCell, sides: Sequence[SideId], wide: float) -> CellReport:
    levels = store.levels(str(cell))
    games = sum(levels.values())
    wins: dict[str | None, int] = {}
    for (winner, _), number in levels.items():
        wins[winner] = wins.get(winner, 0) + number
    told = sorted(levels.items(), key=lambda one: (-one[1], str(one[0]))) if _has_levels(levels) else ()
    return CellReport(
        cell=str(cell),
        variant=cell.variant,
        scenario=cell.scenario,
        options=dict(cell.options),
        players=dict(cell.players),
        games=games,
        wins={side: share_estimate(wins.get(side, 0), games, wide) for side in sides},
        draws=share_estimate(wins.get(None, 0), games, wide),
        levels=tuple(
            ResultShare(
                None if winner is None else SideId(winner), level, number, share_estimate(number, games, wide)
            )
            for (winner, level), number in told
        ),
    )


def _has_levels(levels: Mapping[tuple[str | None, str | None], int]) -> bool:
    return any(level is not None for _, level in levels)


def _players(cells: Sequence[CellReport], sides: Sequence[SideId]) -> Iterator[PlayerShare]:
    names = dict.fromkeys(player for one in cells for player in one.players.values())
    if len(names) < 2:
        return
    for player in names:
        for side in sides:
            seats = [one for one in cells if one.players[side] == player]
            games = sum(one.games for one in seats)
            won = sum(round(one.wins[side].value * one.games) for one in seats)
            if games:
                yield PlayerShare(player, side, games, share_estimate(won, games))


def _changes(
    store: GameStore, cells: Sequence[CellReport], first: Mapping[str, CellReport], campaign: Campaign
) -> Iterator[Change]:
    """Yield what each single choice changes in the first combination of its scenario."""
    found = []
    for one in cells:
        base = first[one.scenario]
        differing = _differing(base, one, campaign)
        if len(differing) == 1 and one.players == base.players:
            pairs = store.winner_pairs(base.cell, one.cell)
            if pairs:
                found.append((one, *differing[0], pairs))
    # All differences of the report are right together in 95 % of campaigns.
    wide = deviations_of(max(1, len(found)) * len(looks(campaign)))
    for one, what, before, after, pairs in found:
        sides = {side: _side_change(pairs, side, wide) for side in one.wins}
        yield Change(one.scenario, what, before, after, sum(pairs.values()), sides)


def _differing(base: CellReport, other: CellReport, campaign: Campaign) -> list[tuple[str, str, str]]:
    """Return the choices in which two combinations differ: a name, and what each has chosen."""
    old, new = (_choices(one, campaign) for one in (base, other))
    return [
        (name, old.get(name, ""), new.get(name, ""))
        for name in sorted({*old, *new})
        if old.get(name) != new.get(name)
    ]


def _choices(cell: CellReport, campaign: Campaign) -> dict[str, str]:
    game = campaign.games[cell.variant]
    return {**game.options_of(game.scenario(cell.scenario)), **cell.options, "variant": cell.variant}


def _side_change(pairs: Mapping[tuple[str | None, str | None], int], side: SideId, wide: float) -> SideChange:
    total = sum(pairs.values())
    before = sum(number for (old, _), number in pairs.items() if old == side)
    after = sum(number for (_, new), number in pairs.items() if new == side)
    gained = sum(number for (old, new), number in pairs.items() if new == side != old)
    lost = sum(number for (old, new), number in pairs.items() if old == side != new)
    return SideChange(
        share_estimate(before, total, wide),
        share_estimate(after, total, wide),
        paired_difference(gained, lost, total, wide),
    )


# Scenarios -------------------------------------------------------------------------------------------------


def _scenario(store: GameStore, job: CampaignJob, number: int, wide: float) -> ScenarioReport:
    rules, cell = job.rules(number), job.cells[number]
    scenario = rules.setting.scenario
    tally = GameTally(scenario.first_turn)
    for _, game in store.games(str(cell)):
        tally.add(game)
    sides = rules.setting.sides
    turns = range(scenario.first_turn, scenario.last_turn + 1)
    prize = main_objective(rules)
    objective = rules.setting.board.ids[prize[1]] if prize is not None else None
    return ScenarioReport(
        scenario=cell.scenario,
        title=scenario.title,
        cell=str(cell),
        games=tally.games,
        curves=tuple(_curves(tally, sides, turns)),
        decided=tuple(_decided(tally, turn, sides, wide) for turn in turns),
        objective=objective,
        places=tuple(_places(tally, rules, wide)),
        battles=tuple(_battles(tally, rules)),
        units=tuple(_units(tally, rules, wide)),
        contrasts=tuple(
            contrasts(tally, side, scenario.last_turn, objective)
            for side in (sides if len(sides) > 2 else sides[:1])
        ),
    )


def _curves(tally: GameTally, sides: Sequence[SideId], turns: range) -> Iterator[Curve]:
    known = {(one.kind, one.what) for one in tally.figures()}
    for kind in CURVES:
        if not any((kind, side) in known for side in sides):
            continue
        for side in sides:
            figures = []
            for turn in turns:
                figure = GameFigure(kind, side, turn)
                low, median, high = (tally.quantile(figure, share) for share in (0.1, 0.5, 0.9))
                figures.append(TurnFigure(turn, tally.sums(figure).estimate(), low, median, high))
            yield Curve(kind, side, tuple(figures))


def _decided(tally: GameTally, turn: int, sides: Sequence[SideId], wide: float) -> DecidedTurn:
    wins = {side: tally.decided[turn, side] for side in sides}
    draws = tally.decided[turn, None]
    return DecidedTurn(turn, share_estimate(sum(wins.values()) + draws, tally.games, wide), wins, draws)


def _places(tally: GameTally, rules: RulesEngine, wide: float) -> Iterator[PlaceReport]:
    setting = rules.setting
    owned = rules.set_up(0).owned
    for place in setting.game.hexmap.places:
        number = setting.board.index.get(place.hex)
        if place.owner is None or number is None:
            continue
        changed = tally.owners[place.hex].total() if place.hex in tally.owners else 0
        yield PlaceReport(
            hex=place.hex,
            name=place.name,
            changed=share_estimate(changed, tally.games, wide),
            changes=tally.sums(GameFigure("changes", place.hex)).mean,
            first_turn=tally.falls[place.hex].quantile(0.5) if changed else None,
            owners={
                side: share_estimate(
                    (tally.owners[place.hex][side] if changed else 0)
                    + (tally.games - changed if owned[row] >> number & 1 else 0),
                    tally.games,
                    wide,
                )
                for row, side in enumerate(setting.sides)
            },
            wins_if_taken=dict(_wins_if_taken(tally, place.hex, setting.sides, wide)),
        )


def _wins_if_taken(
    tally: GameTally, place: HexId, sides: Sequence[SideId], wide: float
) -> Iterator[tuple[SideId, Estimate]]:
    for side in sides:
        figure = GameFigure("taken", place, side=side)
        taken = tally.sums(figure).total
        if taken:
            yield side, share_estimate(tally.sums_of(figure, side).total, taken, wide)


def _battles(tally: GameTally, rules: RulesEngine) -> Iterator[HexBattles]:
    for figure in tally.figures():
        if figure.kind == "battles in":
            place = rules.setting.game.hexmap.place_in(HexId(figure.what))
            name = place.name if place is not None else ""
            yield HexBattles(HexId(figure.what), name, tally.sums(figure).estimate())


def _units(tally: GameTally, rules: RulesEngine, wide: float) -> Iterator[UnitReport]:
    for unit in rules.setting.units:
        counter = rules.setting.game.counters.unit(unit)
        lost, fought = (tally.sums(GameFigure(kind, unit)).total for kind in ("eliminated", "fought"))
        yield UnitReport(
            unit,
            counter.name,
            counter.side,
            share_estimate(lost, tally.games, wide),
            share_estimate(fought, tally.games, wide),
        )
