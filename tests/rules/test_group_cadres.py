"""Cadres of units lost in groups to supply attrition: rules engine and module, from the data alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.ids import HexId, PhaseId, UnitId
from hexwright.model.rules.cadre_record import GroupCadre
from hexwright.model.rules.criteria_record import Near, Unless
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.supply import supply_attrition
from tests.conformance.walking import ahead, around, bench_of, several
from tests.rules.asking import so
from tests.rules.games_with_group_cadres import ENTRIES, NAMES, toy
from tests.rules.games_with_group_losses import SCENARIO, SLUG
from tests.rules.stacking import may_stay
from tests.tiers import sampled
from tests.told_rules import by_rule
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module


class Plain:
    """The cadres for units lost between two positions, by printed ids."""

    def __init__(self, kernel: RulesEngine, before: State, gone: set[UnitId]) -> None:
        self.game, setting = kernel.setting.game, kernel.setting
        self.kernel, self.before = kernel, before
        # Where nobody chooses all comes about as the phase before ends.
        now = setting.phases[before.phase : before.phase + 2]
        self.phase = next(phase.id for phase in now if phase.kind == "supply")
        self.numbers, ids = setting.unit_numbers, setting.board.ids
        self.order = {here: number for number, here in enumerate(ids)}
        self.stands = {
            u: ids[before.locations[n]] for u, n in self.numbers.items() if before.locations[n] >= 0
        }
        self.steps, self.gone = before.steps, gone
        self.waits = [unit for unit in NAMES if unit in self.numbers and unit not in self.stands]

    def entry(self, unit: UnitId) -> int | None:
        """Return the number of the first entry that applies to a unit."""
        counter = self.game.counters.unit(unit)
        step = counter.steps[self.steps[self.numbers[unit]] - 1]
        strength = Fraction(step.defence if step.defence is not None else step.strength or 0)
        for number, one in enumerate(self.game.rules.group_remnants):
            side = self.game.counters.unit(one.replaced_by[0]).side
            if (
                counter.side == side
                and strength >= one.min_strength
                and so(self.kernel, self.before, one, unit, phase=self.phase)
            ):
                return number
        return None

    def remains(self) -> tuple[dict[UnitId, HexId], int]:
        """Return the cadres with their hexes, and the number of units that leave none."""
        there = {unit: here for unit, here in self.stands.items() if unit not in self.gone}
        due = [
            (n, self.order[self.stands[unit]], unit)
            for unit in self.gone
            if (n := self.entry(unit)) is not None
        ]
        came, left, none = dict[UnitId, HexId](), [*self.waits], 0
        for number, _, unit in sorted(due):
            here = self.stands[unit]
            for name in self.game.rules.group_remnants[number].replaced_by:
                company = [one for one, hex_id in there.items() if hex_id == here]
                if name in left and may_stay(self.game, here, [*company, name]):
                    left.remove(name)
                    there[name] = came[name] = here
                    break
            else:
                none += 1
        return came, none


def watched(kernel: RulesEngine, seeds: range) -> Counter[str]:
    """Compare cadres in random games with the naive oracle; return how often each event occurred."""
    setting, seen = kernel.setting, Counter[str]()

    def look(before: State, action: Action, after: State) -> None:
        supplied = before.stage == "isolation" or (
            action.kind in ("end", "hold") and setting.phases[before.phase].kind == "combat"
        )
        if not supplied or after.stage == "isolation":
            return
        pairs = [(unit, before.locations[n], after.locations[n]) for unit, n in setting.unit_numbers.items()]
        gone = {unit for unit, was, now in pairs if was >= 0 > now}
        found = {unit: setting.board.ids[now] for unit, was, now in pairs if was < 0 <= now}
        came, none = Plain(kernel, before, gone).remains()
        assert found == came, (gone, found, came)
        seen.update({"lost": len(gone), "came": len(came), "none": none})
        if came:
            assert "remains in" in kernel.describe(before, action)

    for seed in seeds:
        play_game(kernel, seed, {}, look)
    return seen


def test_cadres_of_groups_are_those_of_a_naive_reading() -> None:
    seen = watched(RulesEngine(toy(), SCENARIO), range(30))
    assert min(seen["lost"] - seen["came"], seen["came"], seen["none"]) > 3, seen


ASKING = (
    replace(ENTRIES[0], classes=(), enemy_zoc="in"),
    replace(ENTRIES[1], near=Near(within=1), turns=(2, 3)),
    replace(ENTRIES[1], classes=(), terrain=("wood", "marsh")),
    replace(ENTRIES[1], classes=("tank",), unless=Unless(feature=("red-start",))),
    replace(ENTRIES[2], weather=("rain",), min_strength=2),
    replace(ENTRIES[2], units=(UnitId("blue-1"), UnitId("blue-2")), phases=(PhaseId("blue-supply"),)),
    replace(ENTRIES[1], condition="disrupted", classes=()),
)
"""The same entries with criteria of hex, time, unit and situation, which other units don't meet."""


def test_cadres_of_groups_depend_on_their_conditions() -> None:
    seen = watched(RulesEngine(toy(ASKING), SCENARIO), range(30))
    assert min(seen["lost"] - seen["came"], seen["came"]) > 10, seen


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("enemy_zoc", None), ("near", None), ("turns", ()), ("terrain", ()), ("unless", None)),
        *(("weather", ()), ("units", ()), ("condition", None)),
    ],
)
def test_cadres_of_groups_that_ignore_a_condition_are_found(
    key: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    heedless = tuple(replace(one, **{key: value}) for one in ASKING)  # type: ignore[arg-type]
    kernel = RulesEngine(toy(ASKING), SCENARIO)
    monkeypatch.setitem(
        vars(kernel.setting), "group_cadres", RulesEngine(toy(heedless), SCENARIO).setting.group_cadres
    )
    with pytest.raises(AssertionError):
        watched(kernel, range(60))


def _the_last(*given: Any) -> int:
    setting, state, lost, entry, _ = given
    units = [setting.unit_numbers[name] for name in entry.replaced_by]
    return next((u for u in reversed(units) if state.locations[u] in (-1, -2) and not lost >> u & 1), -1)


def _of_all(*given: Any) -> int:
    return 0 if given[0].group_cadres else -1


FAULTS: dict[str, Callable[..., int]] = {"_first_available_cadre": _the_last, "_cadre_entry": _of_all}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_reading_finds_what_remains_otherwise(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supply_attrition, fault, FAULTS[fault])
    with pytest.raises(AssertionError):
        watched(RulesEngine(toy(), SCENARIO), range(12))


def test_one_cadre_remains_in_a_hex_and_none_of_a_unit_lost_just_now() -> None:
    kernel = RulesEngine(toy(), SCENARIO)
    standing = ("0205 red-1", "0205 red-2", "0205 red-rump", "0801 blue-1")
    number = kernel.setting.unit_numbers
    after = build_state(kernel, standing, turn=2, phase="red-supply", pool=NAMES[3:])
    left = [unit for unit in NAMES[2:] if after.locations[number[unit]] >= 0]
    assert tuple(left) == NAMES[3:4]
    assert sum(after.destroyed) == 3


def test_cadres_of_groups_that_cannot_be_played_are_refused() -> None:
    def told(*entries: GroupCadre) -> str:
        found = toy(entries)
        return "; ".join(fault.message for fault in find_unplayable(found, found.scenarios[0]))

    assert told(*ENTRIES) == ""
    assert "names no cadre" in told(*ENTRIES, GroupCadre(replaced_by=()))
    assert "belong to different sides" in told(*ENTRIES, GroupCadre(replaced_by=NAMES))
    assert "applies to no unit of" in told(*ENTRIES, GroupCadre(replaced_by=NAMES[:1], min_strength=99))
    assert "arrives according to oob.yaml" in told(*ENTRIES, GroupCadre(replaced_by=(UnitId("blue-guard"),)))
    assert "never arrive" in told(ENTRIES[2])


def test_booklet_and_help_explain_cadres_of_groups() -> None:
    lines = by_rule(toy()).get("4", {}).get("Losses", ())
    assert any("that its group loses for lack of supply" in one for one in lines), lines


# Module -----------------------------------------------------------------------------------------------


def walked(
    bench: ConformanceBench, seeds: Iterable[int], share: float = 0.3, wanted: Mapping[str, int] | None = None
) -> ComparisonTally:
    """Return the tally of walks over the first two turns."""
    plans = (
        replace(plan_walk(bench.game, seed), kind="", phases_skipped=0, by_hand=False, attempt_rate=share)
        for seed in seeds
    )
    return several(bench, (replace(plan, length=20) for plan in plans), wanted)


def test_the_module_leaves_the_same_cadres_of_groups(tmp_path: Path) -> None:
    tally = walked(bench_of(toy(share="2/3"), tmp_path), range(4), wanted={"group losses": 2})
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["group losses"], tally.counts


def test_the_module_asks_the_same_conditions_of_cadres_of_groups(tmp_path: Path) -> None:
    bench = bench_of(toy(ASKING, share="2/3"), tmp_path)
    tally = walked(bench, ahead(6, 0, 4), wanted={"group losses": 2})
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["group losses"], tally.counts


@pytest.mark.slow
@pytest.mark.parametrize("key", sampled(["enemy_zoc", "near", "unless", "units", "turns", "terrain"], 3))
def test_a_module_that_ignores_a_condition_of_cadres_of_groups_is_found(key: str, tmp_path: Path) -> None:
    one = GroupCadre(replaced_by=(UnitId("blue-rump"),))
    heedless = tuple(replace(entry, **{key: getattr(one, key)}) for entry in ASKING)
    bench = bench_of(toy(heedless, share="2/3"), tmp_path, toy(ASKING, share="2/3"))
    assert walked(bench, around(4 if key == "unless" else 0, 16), 0.0).differences


WRONG = {
    "nothing": (),
    "of strong units alone": tuple(replace(one, min_strength=one.min_strength + 2) for one in ENTRIES),
    "others first": tuple(replace(one, replaced_by=one.replaced_by[::-1]) for one in ENTRIES),
}


@pytest.mark.slow
@pytest.mark.parametrize("wrong", sampled(WRONG, 1))
def test_a_module_in_which_other_units_remain_is_found_out(wrong: str, tmp_path: Path) -> None:
    bench = bench_of(toy(WRONG[wrong], share="2/3"), tmp_path, toy(share="2/3"))
    assert walked(bench, range(8), 0.0).differences


@pytest.mark.engine
def test_real_engine_leaves_cadres_of_groups_like_the_rules(tmp_path: Path) -> None:
    found = toy(share="2/3")
    with Engine(write_module(found, SLUG, tmp_path / "module.vmod")) as engine:
        tally = walked(
            ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), VassalModule(engine)), range(1)
        )
    assert [str(one) for one in tally.differences] == []
