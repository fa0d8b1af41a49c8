"""Games in which groups that lose units for want of supply leave cadres."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.rules.cadre_record import GroupRemnant
from hexwright.model.rules.stacking_record import StackLimit
from tests.rules.games_with_cadres import SMALL, with_remnants
from tests.rules.games_with_group_losses import starved

NAMES = tuple(UnitId(name) for name, *_ in SMALL)
ENTRIES = (
    GroupRemnant(leaves=NAMES[3:], classes=("tank",), strength=2, rule="4"),
    GroupRemnant(leaves=NAMES[2:], classes=("foot", "staff"), strength=2, rule="4"),
    GroupRemnant(leaves=NAMES[:2], strength=3, rule="4"),
)
ALONE = StackLimit(most=1, units=NAMES)


def toy(
    entries: tuple[GroupRemnant, ...] = ENTRIES, limits: tuple[StackLimit, ...] = (ALONE,), share: str = "1"
) -> Game:
    """Return the toy whose groups out of supply leave small units, no two of them in a hex."""
    found = with_remnants(starved(share))
    rules = found.rules
    assert rules.supply is not None
    assert rules.supply.group is not None
    group = replace(rules.supply.group, remnants=entries)
    stacking = replace(rules.stacking, limits=(*rules.stacking.limits, *limits))
    return replace(found, rules=replace(rules, supply=replace(rules.supply, group=group), stacking=stacking))
