"""Check that points for the ground can be counted as a game says."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from builder.model.ground_points import Advance, Gap, Holding
from builder.model.winning import VictoryRules
from builder.wording import listed, quote
from validators.rules.unplayed import Path, Unplayed


def check_ground(game: Game, rules: VictoryRules, at: Path) -> Iterator[Unplayed]:
    """Yield what of a victory table's points for the ground can't be counted; `at` is its place."""
    who = f"victory '{rules.id}'"
    if rules.hold is not None or rules.claims:
        for part, what in (
            ("holdings", "hexes that are held"),
            ("gaps", "gaps"),
            ("advances", "advances"),
        ):
            if getattr(rules, part):
                told = f"{who}: {what} are reckoned by points, and here points don't decide"
                hint = f"leave '{part}' out, or '{'claims' if rules.claims else 'hold'}'"
                yield Unplayed("P006", told, hint, (*at, part), at_table=True)
    traced = {entry.side for entry in game.rules.communication}
    places: list[tuple[Path, Holding | Advance]] = [
        *(((*at, "holdings", number), entry) for number, entry in enumerate(rules.holdings)),
        *(((*at, "advances", number), entry) for number, entry in enumerate(rules.advances)),
    ]
    for where, one in places:
        if one.supplied and one.side not in traced:
            told = f"{who}: rules.yaml has no 'communication' of {one.side}, so none of its units has supply"
            hint = f"write '- {{side: {one.side}, …}}' under 'communication', or leave 'supplied' out"
            yield Unplayed("P006", told, hint, (*where, "supplied"))
        yield from _group(game, one, who, where)
    for number, holding in enumerate(rules.holdings):
        if not holding.places and holding.feature is None:
            told = f"{who}: it isn't said which hexes are held"
            yield Unplayed("P006", told, "write 'places' or 'feature'", (*at, "holdings", number))
    for number, gap in enumerate(rules.gaps):
        yield from _gap(gap, who, (*at, "gaps", number))


def _gap(gap: Gap, who: str, at: Path) -> Iterator[Unplayed]:
    if gap.start == gap.end:
        told = f"{who}: a front from an edge to itself never has a gap"
        yield Unplayed("P006", told, "write another edge", (*at, "end"))


def _group(game: Game, entry: Holding | Advance, who: str, at: Path) -> Iterator[Unplayed]:
    """Yield a group that its feature hasn't."""
    if not entry.group:
        return
    if entry.feature is None:
        told = f"{who}: a group is one of a feature, and none is named"
        yield Unplayed("P006", told, "write 'feature'", (*at, "group"))
        return
    found = next((one for one in game.hexmap.features if one.id == entry.feature), None)
    known = [] if found is None else [one.id for one in found.groups]
    if found is not None and entry.group not in known:
        told = f"{who}: feature {quote(found.id)} has no group {quote(entry.group)}"
        yield Unplayed("P006", told, f"its groups are {listed(known, 'and')}", (*at, "group"))
