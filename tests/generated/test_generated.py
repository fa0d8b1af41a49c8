"""Games made at random are what they say, and faults in playing them are found."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from hexwright.model.game import Game
from tests.generated import trial
from tests.generated.plan import EVERY, NEEDS, Plan, drawn, smaller
from tests.generated.trial import shrunk, tried
from tests.generated.writing import files_of
from tests.tiers import sampled
from tests.vassal.engine.conftest import module_with_plain_pictures

PLAYED = (
    "31:7x6:5:3:pointy,absent,wood,river,towns,horse,stacks-of-two,dear-ground,fine-odds,shifts-by-terrain,"
    "shifts-by-river,shifts-by-attacker,multiplied-strengths,costs-in-time,points,replacements,communication,replacement-places,"
    "other-tables,exits,points-for-ground,supply-by-points,supply-by-degrees,moves-by-supply",
    "33:8x5:4:3:even,letters,rail,forts,guns,three-steps,cancelled-zones,rail-movement,trains,differences,big-die,"
    "exchanges,long-retreats,shifts-by-fort,reduced-at-start,two-scenarios",
    "35:6x7:5:2:swamp,road,towns,one-step,no-zones,any-stack,weather,weather-moves,weather-attacks,cut-first,"
    "retreats-into-zones,no-advance,shifts-upward,shifts-by-defender,stand,options,communication,modifiers-of-some,"
    "modifiers-by-company,"
    "modifiers-in-time,multiplied-strengths,rounded-strengths,changed-dice,limited-modifiers",
    "41:6x5:4:2:even,wood,river,road,forts,towns,horse,weather,weather-attacks,communication,replacements,"
    "attrition,late-units,entries,entries-anywhere,fire,fire-rounds,fire-strengths,fire-changes,fire-across,fire-ground,"
    "fire-bonuses,fire-strongholds,fire-retreats,fire-advances,fire-beyond,digging-in,disruption-on-entry,"
    "recovery-phases,supply-phases,unsupplied-fire,survival,marches,road-marches,air,air-strikes,air-supplies,"
    "withdrawals,fire-circumstances,points,exits",
    "43:5x6:6:3:pointy,towns,horse,one-step,stacks-of-two,weather,weather-dice,weather-after,options,"
    "communication,replacements,replacement-places,late-units,attrition,attrition-of-all,shared-entry,"
    "one-of-classes,exempt-places,given-up,conversions,entries,entries-early,events,claims,held-reduced,cited,stack-limits,"
    "looks",
    "10:8x4:4:3:wood,swamp,hills,river,forts,horse,three-steps,cancelled-zones,weather,weather-moves,weather-dice,"
    "one-hex-always",
    "175:6x5:4:3:wood,river,horse,towns,stacks-of-two,stack-limits,dear-ground,weather,weather-moves,communication,"
    "replacements,late-units,entries,situations,waiting,accounts,rail,rail-movement,fire,odds-too,fire-rounds,fire-changes,"
    "fire-across,fire-bonuses,fire-retreats,fire-advances,fire-beyond,digging-in,disruption,recovery-phases,supply-phases,"
    "supply-otherwise,marches,options,remnants,exchanges,air,air-strikes",
    "600:6x5:4:3:wood,river,horse,towns,stacks-of-two,stack-limits,dear-ground,communication,replacements,late-units,entries,"
    "situations,waiting,accounts,drops,networks,rail,rail-movement,fire,fire-with-all,fire-retreats,fire-advances,"
    "supply-phases,supply-otherwise,supply-of-groups,costs-of-zones",
)
"""Between them they make use of most of what there is."""


@pytest.fixture(autouse=True)
def a_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare less than on demand."""
    for name, amount in (("ACTIONS", 80), ("MOVES", 8), ("BATTLES", 2), ("WALKS", 12)):
        monkeypatch.setattr(trial, name, amount)


@pytest.mark.parametrize("plan", sampled(PLAYED, 5), ids=lambda plan: plan.partition(":")[0])
def test_a_game_of_many_uses_is_played_alike_by_all(plan: str) -> None:
    outcome = tried(Plan.read(plan))
    assert (outcome.kind, outcome.told) == ("passed", "")
    assert outcome.counts["moves"] > 0


def test_a_module_that_plays_another_rule_is_found_and_told_by_a_small_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def of_other_zones(game: Game, path: Path) -> Path:
        movement = tuple(dataclasses.replace(mode, ezoc="ignored") for mode in game.rules.movement)
        rules = dataclasses.replace(game.rules, movement=movement)
        return module_with_plain_pictures(dataclasses.replace(game, rules=rules), path)

    monkeypatch.setattr(trial, "module_with_plain_pictures", of_other_zones)
    monkeypatch.setattr(trial, "MOVES", 15)
    plan = Plan.read("12:6x5:5:1:letters")
    assert tried(plan).kind == "proof"
    cut = shrunk(plan, "proof", lambda found: (p for p in smaller(found) if p.uses < found.uses), whole=False)
    assert cut.uses == frozenset()


@pytest.mark.parametrize("seed", range(0, 60, 7))
def test_a_seed_makes_the_same_game_and_reads_back(seed: int) -> None:
    plan = drawn(seed)
    again = Plan.read(str(plan))
    assert files_of(plan) == files_of(again) == files_of(drawn(seed))


def test_every_use_is_drawn_and_needs_others_that_exist() -> None:
    plans = map(drawn, range(300))
    drawn_uses = {use for plan in plans for use in EVERY if plan.has(use)}
    assert drawn_uses == set(EVERY)
    assert NEEDS.keys() | set(NEEDS.values()) <= set(EVERY)


def test_a_smaller_plan_is_smaller() -> None:
    plan = drawn(4)
    for cut in smaller(plan):
        sizes = [(p.columns, p.rows, p.units, p.turns, len(p.uses)) for p in (cut, plan)]
        assert all(a <= b for a, b in zip(*sizes, strict=True))
        assert cut != plan
