"""Among three sides, the side in a hex defends it by fire, and claims the hits that it scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench, replay
from hexwright.conformance.running_module import EmulatedModule
from hexwright.geometry.bitsets import members
from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine import unit_placement
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.fire import fire_phase
from hexwright.rules.fire.fire_phase import pools
from tests.conformance.walking import around, differs
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, files_of, write_files
from tests.rules.fire.volleying import Volley
from tests.tiers import ALL, sampled
from tests.vassal.enforcement.table import spoiled
from tests.vassal.engine.conftest import module_with_plain_pictures

PLAN = (
    "3:5x5:5:6:three-sides,towns,horse,fire,fire-rounds,fire-ground,fire-bonuses,fire-changes,fire-strengths,"
    "fire-strongholds,fire-retreats,fire-advances,points,any-stack"
)


@pytest.fixture
def drawn(tmp_path: Path) -> Game:
    files, pictures = files_of(Plan.read(PLAN))
    files["rules.yaml"]["victory"]["who-wins"] = {"eliminated": 2}
    loaded = load_game(write_files(files, pictures, tmp_path), SLUG)
    assert loaded.diagnostics == ()
    return loaded.game


def rounds(kernel: RulesEngine, seeds: int = 6) -> Iterator[tuple[State, Action, State]]:
    """Yield the steps of some games in which a battle by fire is under way."""
    for seed in range(seeds):
        seen: list[tuple[State, Action, State]] = []

        def watch(
            before: State, action: Action, after: State, seen: list[tuple[State, Action, State]] = seen
        ) -> None:
            seen.append((before, action, after))

        play_game(
            kernel, seed, dict.fromkeys(kernel.setting.sides, "greedy" if seed % 2 else "random"), watch
        )
        yield from seen


def wrong(kernel: RulesEngine) -> list[str]:
    """Return where a reading of the data alone differs: dice, hits, and points for eliminated units."""
    setting = kernel.setting
    side_of = [setting.game.counters.unit(unit).side for unit in setting.units]
    found, defender = list[str](), setting.sides[0]
    for before, action, after in rounds(kernel):
        battle = before.current_engagement
        mover = setting.game.rules.sequence[before.phase].side
        if action.kind == "engage" and action.hex is not None:
            here = setting.board.index[action.hex]
            defender = next(side_of[unit] for unit, place in enumerate(before.locations) if place == here)
        if battle is None or not battle.round:
            continue
        if before.stage == "fire":
            attackers = tuple(
                str(setting.units[u]) for u in members(battle.attackers) if before.locations[u] >= 0
            )
            naive = Volley(
                kernel, before, setting.board.ids[battle.hex], attackers, (), battle.round, {},
                str(setting.game.rules.sequence[before.phase].id), setting.weather_now(before),
            )  # fmt: skip
            attack, defence = pools(setting, before)
            if (dict(attack), dict(defence)) != (dict(naive.attack()), dict(naive.defence())):
                found.append(f"{before.turn} {action.text}: {attack} {defence}")
        there = {side_of[u] for u, place in enumerate(before.locations) if place == battle.hex} - {mover}
        decider = kernel.active_side(before) if before.stage in ("allot", "withdraw") else None
        defends = before.stage == "withdraw" or (before.stage == "allot" and battle.hits[1])
        if defends and {decider} != there:
            found.append(f"{before.turn} {action.text}: {decider} decides, and {there} stand there")
        lost = [side_of[u] for u, place in enumerate(before.locations) if place >= 0 > after.locations[u]]
        claims = Counter(mover if side != mover else defender for side in lost)
        claimed = {
            side: n - before.destroyed[s]
            for s, (side, n) in enumerate(zip(setting.sides, after.destroyed, strict=True))
        }
        if claimed != {side: claims[side] for side in setting.sides}:
            found.append(f"{lost} are claimed by {claimed}, not {claims}")
    return found


def test_each_side_fires_at_both_others_and_both_claim_what_they_eliminate(drawn: Game) -> None:
    kernel = RulesEngine(drawn, "day-1")
    fought = {
        (kernel.setting.side(before), before.current_engagement.defending_side)
        for before, _, _ in rounds(kernel)
        if before.current_engagement is not None and before.current_engagement.round
    }
    assert fought == {(one, other) for one in range(3) for other in range(3) if one != other}


def test_the_reference_fires_as_the_data_say(drawn: Game) -> None:
    assert wrong(RulesEngine(drawn, "day-1")) == []


def _first(setting: CompiledGame, state: State, hex_number: int) -> int:
    return 1 - min(1, setting.side(state))


def _all(setting: CompiledGame, state: State, unit: int) -> tuple[int, ...]:
    return tuple({0, 1, 2} - {setting.side_of[unit]})


@pytest.mark.parametrize(
    ("where", "name", "fault"),
    [(fire_phase, "defending_side", _first), (unit_placement, "_eliminating_sides", _all)],
)
def test_a_reference_with_another_enemy_is_found_out(
    where: object, name: str, fault: object, drawn: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, fault)
    assert wrong(RulesEngine(drawn, "day-1"))


def differences(game: Game, module: Path, seeds: Iterable[int]) -> list[str]:
    bench = ConformanceBench(game, SavedGameWriter(game, plan_sheet(game)), EmulatedModule(module))
    for seed in seeds:
        if found := [str(one) for one in replay(bench, "day-1", seed, {}, enough=differs).differences]:
            return found
    return []


@pytest.mark.slow
def test_module_fires_like_the_rules_engine(drawn: Game, tmp_path: Path) -> None:
    module = module_with_plain_pictures(drawn, tmp_path / "game.vmod")
    assert differences(drawn, module, range(2 if ALL else 1)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong"),
    sampled(
        [
            # What an attacker loses is claimed by one side, whoever defends.
            ("return fireNow().side;", 'return "blue";'),
            # Of his enemies one alone is under attack.
            (
                "} else if (stands.equals(hex)) {",
                '} else if (stands.equals(hex) && !of(piece, "Side").equals("green")) {',
            ),
            # Who gives way keeps clear of the attacker's enemies.
            ('survey(of(mover, "Side"), mover)', "survey(attackingSide(), mover)"),
        ],
        2,
    ),
)
def test_a_module_with_another_enemy_is_found_out(
    right: str, wrong: str, drawn: Game, tmp_path: Path
) -> None:
    module = spoiled(module_with_plain_pictures(drawn, tmp_path / "game.vmod"), right, wrong)
    assert differences(drawn, module, (18, *around(8, 12)))
