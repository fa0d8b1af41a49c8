"""What remains of eliminated units: module and reference say the same, and a module that doesn't is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.ids import PhaseId, UnitId
from hexwright.model.rules.cadre_record import Cadre
from hexwright.model.rules.criteria_record import Unless
from hexwright.recording.saved_positions import SavedGameWriter
from tests.conformance.close_combat import EASY, close, walked
from tests.conformance.conftest import CAUSEWAY
from tests.conformance.walking import ahead, around, bench_of
from tests.rules.games_with_cadres import ENTRIES, asking, crowded, toy
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module

"""So much remains that hardly a battle goes by without."""


def test_module_and_reference_leave_the_same_cadres(tmp_path: Path) -> None:
    wanted = {"legal cadres": 3, "wrong cadres": 1, "automatic cadres": 1}
    tally = walked(bench_of(close(toy(cadres=EASY)), tmp_path), ahead(40, 12, 1, 9), wanted)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["legal cadres"] > 2, tally.counts
    assert tally.counts["wrong cadres"], tally.counts
    assert tally.counts["automatic cadres"], tally.counts


@pytest.mark.slow
def test_limits_of_stacking_keep_the_same_units_out(tmp_path: Path) -> None:
    found = crowded()
    assert found.rules.combat is not None
    rules = replace(found.rules, combat=replace(found.rules.combat, cadres=EASY))
    tally = walked(bench_of(close(replace(found, rules=rules)), tmp_path), (12, 0, 1, 2) if ALL else (12, 1))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["automatic cadres"] + tally.counts["legal cadres"]


FAULTS: dict[str, tuple[Cadre, ...]] = {
    "nothing remains": (),
    "of strong units alone": tuple(replace(one, min_strength=one.min_strength + 2) for one in ENTRIES),
    "of other classes": tuple(replace(one, classes=("tank",)) for one in ENTRIES),
}


@pytest.mark.slow
def test_module_and_reference_leave_cadres_in_the_same_circumstances(tmp_path: Path) -> None:
    wanted = {"automatic cadres": 1, "legal cadres": 1}
    tally = walked(bench_of(close(asking()), tmp_path), range(14), wanted)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["automatic cadres"] + tally.counts["legal cadres"]


NEVER: dict[str, object] = {
    "terrain": ("mere",),
    "unless": Unless(terrain=("clear", "wood", "marsh")),
    "units": (UnitId("blue-tank"), UnitId("red-1")),
    "phases": (PhaseId("red-combat"),),
    "weather": ("rain",),
    "turns": (5,),
    "condition": "disrupted",
}
"""What hardly ever is so as these battles are fought."""


@pytest.mark.parametrize("key", sampled(NEVER, 1, 3))
def test_a_module_that_does_not_ask_is_found_out(key: str, tmp_path: Path) -> None:
    asks = tuple(replace(one, **{key: NEVER[key]}) for one in EASY)  # type: ignore[arg-type]
    bench = bench_of(close(asking(EASY)), tmp_path, close(asking(asks)))
    assert walked(bench, around(1, 24)).differences


FIRST = {"of strong units alone": 9}
"""Seeds of the walks on which faults are found that the second doesn't show."""


@pytest.mark.parametrize("fault", sampled(FAULTS, 0))
def test_a_module_that_lets_others_remain_is_found_out(fault: str, tmp_path: Path) -> None:
    bench = bench_of(close(toy(cadres=FAULTS[fault])), tmp_path, close(toy()))
    assert walked(bench, around(FIRST.get(fault, 1), 12)).differences


@pytest.mark.engine
def test_real_engine_leaves_cadres_like_the_rules(tmp_path: Path) -> None:
    found = close(toy(cadres=EASY))
    module = write_module(found, CAUSEWAY, tmp_path / "causeway.vmod")
    with Engine(module) as engine:
        tally = walked(
            ConformanceBench(found, SavedGameWriter(found, plan(CAUSEWAY)), VassalModule(engine)),
            range(18, 24),
        )
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["legal cadres"] + tally.counts["automatic cadres"], tally.counts
