"""Games in which groups with supply losses leave cadres."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.rules.cadre_record import GroupCadre
from hexwright.model.rules.stacking_record import StackLimit
from tests.rules.games_with_cadres import SMALL, with_remnants
from tests.rules.games_with_group_losses import starved

NAMES = tuple(UnitId(name) for name, *_ in SMALL)
ENTRIES = (
    GroupCadre(replaced_by=NAMES[3:], classes=("tank",), min_strength=2, rule="4"),
    GroupCadre(replaced_by=NAMES[2:], classes=("foot", "staff"), min_strength=2, rule="4"),
    GroupCadre(replaced_by=NAMES[:2], min_strength=3, rule="4"),
)
ALONE = StackLimit(max=1, units=NAMES)


def toy(
    entries: tuple[GroupCadre, ...] = ENTRIES, limits: tuple[StackLimit, ...] = (ALONE,), share: str = "1"
) -> Game:
    """Return the toy whose groups out of supply leave cadres, at most one in a hex."""
    found = with_remnants(starved(share))
    rules = found.rules
    assert rules.out_of_supply is not None
    assert rules.out_of_supply.group is not None
    group = replace(rules.out_of_supply.group, cadres=entries)
    stacking = replace(rules.stacking, limits=(*rules.stacking.limits, *limits))
    return replace(
        found,
        rules=replace(rules, out_of_supply=replace(rules.out_of_supply, group=group), stacking=stacking),
    )
