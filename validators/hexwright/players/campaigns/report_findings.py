"""The findings of a campaign's report, a plain sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.players.campaigns.campaign_report import (
    CampaignReport,
    CellReport,
    Change,
    PlaceReport,
    ScenarioReport,
    UnitReport,
)
from hexwright.players.campaigns.game_tally import GameFigure
from hexwright.players.playtesting.estimates import Estimate

Subject = Literal["result", "advice", "decided", "places", "battles", "losses", "idle", "differences"]
_MOST_NAMED: Final = 5
RARELY: Final = 0.05
"""A unit that fights in a smaller share of games fights rarely."""


@dataclass(frozen=True, slots=True)
class ReportFinding:
    """A finding about a scenario, as a sentence or a few."""

    scenario: str
    subject: Subject
    text: str


def share_text(share: Estimate) -> str:
    """Return a share with its interval in short form, such as "71 ± 2 %"."""
    if share.value <= 0:
        return f"0 % (at most {_rounded(share.high)} %)"
    if share.value >= 1:
        return f"100 % (at least {_rounded(share.low)} %)"
    half = (share.high - share.low) / 2
    digits = 0 if half >= 0.0095 else 1 if half >= 0.00095 else 2
    return f"{share.value * 100:.{digits}f} ± {half * 100:.{digits}f} %"


def points_text(change: Estimate) -> str:
    """Return the change of a share with its interval, such as "-11 ± 2 points"."""
    half = (change.high - change.low) / 2
    digits = 0 if half >= 0.0095 else 1
    return f"{change.value * 100:+.{digits}f} ± {half * 100:.{digits}f} points".replace("-", "\N{MINUS SIGN}")


def games_text(number: int) -> str:
    """Return a number of games, such as "12,500 games"."""
    return f"{number:,} game{'' if number == 1 else 's'}"


def _rounded(share: float) -> str:
    return f"{share * 100:.1f}".removesuffix(".0")


class ReportWording:
    """The words for the parts of a report: sides, options, figures."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._plurals = {side.id: f"the {side.plural}" for side in game.info.sides}
        self._options = {one.id: one for one in (*game.info.options, *game.rules.options)}
        self._units = {unit.id: unit.name for unit in game.counters.units}

    def side(self, side: str) -> str:
        """Return a side's forces, such as "the Soviets"."""
        return self._plurals.get(SideId(side), side)

    def choice(self, what: str, chosen: str) -> str:
        """Return a choice in words: an option's name with that of the choice, or the variant."""
        if what == "variant":
            return f"variant {chosen}" if chosen else "the project's own data"
        option = self._options.get(what)
        choice = next((one for one in option.choices if one.id == chosen), None) if option else None
        if option is None or choice is None:
            return f"{what} {chosen}"
        return f"{option.name}: {choice.name}"

    def cell(self, cell: CellReport) -> str:
        """Return the choices of a combination without its scenario and players; "as it is" without any."""
        parts = [self.choice("variant", cell.variant)] if cell.variant else []
        parts += [self.choice(*one) for one in cell.options.items()]
        return "; ".join(parts) or "as it is"

    def players(self, cell: CellReport) -> str:
        """Return the players of a combination, such as "greedy on both sides"."""
        names = set(cell.players.values())
        if len(names) == 1:
            return f"{names.pop()} on {'both' if len(cell.players) == 2 else 'all'} sides"
        sides = {side.id: side.name for side in self._game.info.sides}
        return ", ".join(f"{sides.get(side, side)} {player}" for side, player in cell.players.items())

    def figure(self, figure: GameFigure) -> str:
        """Return the name of a figure that games are compared by."""
        place = self._place(figure.what)
        return {
            "points": f"points of {self.side(figure.what)} after turn {figure.turn}",
            "places": f"places of {self.side(figure.what)} after turn {figure.turn}",
            "steps lost": f"steps lost by {self.side(figure.what)} up to turn {figure.turn}",
            "battles in": f"battles for {place}",
            "eliminated": f"{self._units.get(UnitId(figure.what), figure.what)} eliminated",
            "taken": f"{place} taken by {self.side(figure.side)}",
        }.get(figure.kind, figure.kind)

    def figure_value(self, figure: GameFigure, value: float) -> str:
        """Return the mean of a figure, as a share of games if it either happens or doesn't."""
        return f"{value:.0%}".replace("%", " %") if figure.kind in ("eliminated", "taken") else f"{value:.1f}"

    def _place(self, hex_id: str) -> str:
        found = self._game.hexmap.place_in(HexId(hex_id))
        return found.name if found is not None else hex_id


def findings(report: CampaignReport, game: Game) -> tuple[ReportFinding, ...]:
    """Return the findings of a report, by scenario."""
    words = ReportWording(game)
    return tuple(
        ReportFinding(one.scenario, subject, text)
        for one in report.scenarios
        for subject, text in _of_scenario(report, one, words)
        if text
    )


def _of_scenario(
    report: CampaignReport, one: ScenarioReport, words: ReportWording
) -> Iterator[tuple[Subject, str]]:
    base = next(cell for cell in report.cells if cell.cell == one.cell)
    changes = [change for change in report.changes if change.scenario == one.scenario]
    yield "result", _result(base, words)
    side = favourite(base)
    for change in changes:
        yield "advice", _advice(change, side, words)
    yield "advice", _most_even(base, changes, words)
    yield "decided", _decided(one)
    objective = next((place for place in one.places if place.hex == one.objective), None)
    if objective is not None:
        yield "places", _objective(objective, words)
    yield "places", _contested(one.places)
    yield "battles", _battles(one)
    for each in report.sides:
        yield "losses", _losses([unit for unit in one.units if unit.side == each], words.side(each))
    yield "idle", _idle(one)
    for found in one.contrasts:
        yield "differences", _difference(one, words, found.side)


def favourite(cell: CellReport) -> SideId:
    """Return the side that wins most often."""
    return max(cell.wins, key=lambda side: cell.wins[side].value)


def _result(cell: CellReport, words: ReportWording) -> str:
    side = favourite(cell)
    own, others = cell.wins[side], [share for other, share in cell.wins.items() if other != side]
    told = (
        f"{_capital(words.side(side))} win {share_text(own)} of {games_text(cell.games)}, "
        f"with {words.players(cell)}."
    )
    if all(own.low > other.high for other in others):
        return f"{told} The scenario favours them when these players play it."
    return f"{told} No side is clearly favoured."


def _advice(change: Change, side: SideId, words: ReportWording) -> str:
    one = change.sides[side]
    told = f'With "{words.choice(change.what, change.after)}", {words.side(side)} win {share_text(one.after)}'
    if one.difference.low <= 0 <= one.difference.high:
        return f"{told}, which is no clear difference ({points_text(one.difference)})."
    return f"{told} instead of {share_text(one.before)} ({points_text(one.difference)})."


def _most_even(base: CellReport, changes: Sequence[Change], words: ReportWording) -> str:
    """Return the choice that brings the sides' chances nearest to each other, if it is clearly better."""
    if not changes:
        return ""
    side = favourite(base)
    nearest = min(changes, key=lambda one: _gap([two.after.value for two in one.sides.values()]))
    change = nearest.sides[side].difference
    gap = _gap([share.value for share in base.wins.values()])
    if _gap([one.after.value for one in nearest.sides.values()]) >= gap or change.high >= 0:
        return "No choice clearly brings the sides nearer to each other."
    return f'Nearest to even is "{words.choice(nearest.what, nearest.after)}".'


def _gap(shares: Sequence[float]) -> float:
    return max(shares) - min(shares)


def _decided(one: ScenarioReport) -> str:
    seen = 0.0
    for turn in one.decided:
        seen += turn.share.value
        if seen >= 0.5:
            last = one.decided[-1]
            if turn is last:
                return "In most games the winner takes the lead on the last turn."
            return (
                f"In half of the games, the winner is ahead from the end of turn {turn.turn} to the end. In "
                f"{share_text(last.share)}, the winner takes the lead on turn {last.turn}, the last."
            )
    return ""


def _objective(place: PlaceReport, words: ReportWording) -> str:
    told = f"{place.name} changes hands in {share_text(place.changed)} of games."
    for side, share in place.wins_if_taken.items():
        told += f" {_capital(words.side(side))} win {share_text(share)} of the games in which they take it."
    return told


def _contested(places: Sequence[PlaceReport]) -> str:
    taken = sorted((one for one in places if one.changes), key=lambda one: (-one.changes, one.hex))
    never = [one.name for one in places if not one.changes]
    told = ""
    if taken:
        named = [f"{one.name} ({one.changes:.1f})" for one in taken[:_MOST_NAMED]]
        told = f"Changes of hands a game, most first: {', '.join(named)}."
    if never:
        told += f" Never taken: {_some(never)}."
    return told.strip()


def _battles(one: ScenarioReport) -> str:
    ordered = sorted(one.battles, key=lambda two: (-two.battles.value, two.hex))
    if not ordered:
        return ""
    total = sum(two.battles.value for two in ordered)
    named = [f"{two.name or two.hex} ({two.battles.value:.1f})" for two in ordered[:_MOST_NAMED]]
    told = f"There are {total:.1f} battles a game; most are for {', '.join(named)}."
    tenth = ordered[: max(1, round(len(ordered) / 10))]
    share = sum(two.battles.value for two in tenth) / total
    return f"{told} A tenth of the {len(ordered)} hexes with battles sees {share * 100:.0f} % of them."


def _losses(units: Sequence[UnitReport], side: str) -> str:
    lost = sorted((one for one in units if one.eliminated.value), key=lambda one: -one.eliminated.value)
    if not lost:
        return ""
    named = [f"{one.name} ({one.eliminated.value * 100:.0f} %)" for one in lost[:3]]
    return f"Of {side}, most often eliminated: {', '.join(named)}."


def _idle(one: ScenarioReport) -> str:
    never = [unit.name for unit in one.units if not unit.fought.value]
    rarely = [unit.name for unit in one.units if 0 < unit.fought.value < RARELY]
    parts = []
    if never:
        parts.append(f"Never in battle in {games_text(one.games)}: {_some(never)}.")
    if rarely:
        parts.append(f"In battle in less than {RARELY * 100:.0f} % of games: {_some(rarely)}.")
    return " ".join(parts) or f"Every unit fights in at least {RARELY * 100:.0f} % of games."


def _difference(one: ScenarioReport, words: ReportWording, side: SideId) -> str:
    found = next(contrast for contrast in one.contrasts if contrast.side == side)
    who = words.side(side)
    if not found.compared:
        return (
            f"Too few games to compare those that {who} win with the others: at least 30 of each are needed."
        )
    if not found.found:
        return (
            f"Among {found.compared} figures, none differs clearly between games that {who} win and others."
        )
    first = found.found[0]
    values = [words.figure_value(first.figure, value) for value in (first.won, first.others)]
    return (
        f"Games that {who} win differ most from the others by {words.figure(first.figure)}: "
        f"{values[0]} instead of {values[1]}."
    )


def _some(names: Sequence[str]) -> str:
    """Return names in a list, the first ones only if there are many."""
    if len(names) <= _MOST_NAMED:
        return ", ".join(names)
    return f"{', '.join(names[:_MOST_NAMED])} and {len(names) - _MOST_NAMED} more"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
