"""Whom attacks are barred against is the same in module and reference; a module that differs is found out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.model.game import Game
from hexwright.model.rules.forbidden_attack_record import ForbiddenAttack
from tests.conformance.close_combat import walked
from tests.conformance.shared_hexes import close
from tests.conformance.walking import ahead, around, bench_of
from tests.rules.games_with_ignored_defenders import hiding

AGAINST = (
    ForbiddenAttack(against_classes=("foot",), classes=("tank",), rule="8"),
    ForbiddenAttack(against_classes=("staff",)),
)


def barring(entries: tuple[ForbiddenAttack, ...] = AGAINST) -> Game:
    """Return the toy with attacks that may not be made."""
    found = close(hiding())
    assert found.rules.combat is not None
    return replace(
        found, rules=replace(found.rules, combat=replace(found.rules.combat, forbidden_attacks=entries))
    )


def test_module_bars_the_same_attacks_as_the_rules_engine(tmp_path: Path) -> None:
    wanted = {"refused joins": 1, "legal joins": 3}
    tally = walked(bench_of(barring(), tmp_path), ahead(10, 10, 26, 5, 1), wanted)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["refused joins"]
    assert tally.counts["legal joins"]


@pytest.mark.parametrize(
    ("planted", "first"),
    [((), 10), ((ForbiddenAttack(classes=("tank",)),), 26)],
    ids=["nothing", "tanks against anybody"],
)
def test_a_module_that_bars_others_is_found_out(
    planted: tuple[ForbiddenAttack, ...], first: int, tmp_path: Path
) -> None:
    assert walked(bench_of(barring(planted), tmp_path, barring()), around(first, 40)).differences
