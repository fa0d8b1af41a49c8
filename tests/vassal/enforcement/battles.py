"""Compare battles in the real engine with the reference's: who may join, odds, result, retreats.

By hand: `python -m tests.vassal.enforcement.battles --battles 40 --seed 1`.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from builder.model.game import Game
from builder.vassal.compile.properties import BOTH_SIDES
from tests.vassal.compile.games import game as game_of
from tests.vassal.enforcement.positions import played, saved
from validators.engine_bridge import Engine
from validators.rules.bits import members
from validators.rules.combat import odds, result_of, retreats
from validators.rules.kernel import Kernel
from validators.rules.state import State

ATTACK, FIGHT = "keys:ctrl A", "keys:ctrl D"


@dataclass
class Tally:
    """What was compared."""

    battles: int = 0
    joins: int = 0
    retreats: int = 0
    differences: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        p50 = statistics.median(self.times) if self.times else 0.0
        p95 = statistics.quantiles(self.times, n=20)[-1] if len(self.times) > 1 else p50
        told = f"{self.battles} battles ({self.joins} units asked to join, {self.retreats} retreats)"
        return f"{told}, {len(self.differences)} differences; {p50:.0f} ms median, {p95:.0f} ms at 95 %"


def compare(engine: Engine, game: Game, slug: str, seed: int, battles: int, folder: Path) -> Tally:
    """Compare random battles in random positions; `folder` takes the saved games."""
    chance = random.Random(seed)
    tally = Tally()
    for number, (kernel, state) in enumerate(_positions(game, seed)):
        file = folder / f"battle-{number}.vsav"
        file.write_bytes(saved(game, slug, kernel, state))
        engine.load(file, BOTH_SIDES)
        _one(engine, kernel, state, chance, tally)
        if tally.battles >= battles:
            return tally
    return tally


def _positions(game: Game, seed: int) -> Iterator[tuple[Kernel, State]]:
    while True:
        for scenario in game.scenarios:
            yield from played(game, scenario.id, seed, "declare")
            seed += 1


def _key(engine: Engine, piece: str, key: str, tally: Tally) -> str:
    engine.take_chat()
    engine.key(piece, key)
    tally.times.append(engine.last_ms)
    return "\n".join(line.text for line in engine.take_chat())


def _one(engine: Engine, kernel: Kernel, state: State, chance: random.Random, tally: Tally) -> None:
    setting, board = kernel.setting, kernel.setting.board
    side = setting.side(state)
    enemies = [u for u, at in enumerate(state.where) if at >= 0 and setting.side_of[u] != side]
    touched = [u for u in enemies if board.near[state.where[u]] & state.occupied[side]]
    if not touched:
        return
    target = chance.choice(touched)
    name = f"turn {state.turn} phase {state.phase}: {setting.units[target]}"
    piece = {p.properties["UnitId"]: p.id for p in engine.pieces(("UnitId",))}
    _key(engine, piece[setting.units[target]], ATTACK, tally)
    own = [u for u in setting.of_side[side] if state.where[u] >= 0]
    beside = [u for u in own if board.near[state.where[target]] >> state.where[u] & 1]
    attackers = 0
    asked = {chance.choice(own), *chance.sample(beside, chance.randint(1, len(beside)))}
    for unit in sorted(asked):
        tally.joins += 1
        text = _key(engine, piece[setting.units[unit]], ATTACK, tally)
        joined = not engine.property("LastViolation")
        if joined != (unit in beside):
            tally.differences.append(f"{name}: {setting.units[unit]} beside {unit in beside}: {text}")
        attackers |= (1 << unit) if joined else 0
    level = odds(setting, state, target, attackers).level
    text = _key(engine, piece[setting.units[target]], FIGHT, tally)
    tally.battles += 1
    told = "without effect" if level < 1 else f"fought at {level}:1"
    if told not in text:
        tally.differences.append(f"{name}: expected {told}: {text}")
    rolled = re.search(r"Result: (\d) at \d:1 is (\w+),", text)
    if (rolled is not None) != (level >= 1):
        tally.differences.append(f"{name}: die {rolled}: {text}")
    if rolled is None or level < 1:
        return
    result = result_of(setting, level, int(rolled[1]))
    if rolled[2] != result:
        tally.differences.append(f"{name}: expected {result}: {text}")
    if "retreat" in setting.combat.effects[result]:
        tally.retreats += 1
        ends = 0
        for hexes in retreats(setting, state, target).values():
            ends |= hexes
        expected = ", ".join(board.ids[n] for n in members(ends))
        phrase = f"It can retreat to {expected}." if ends else "has no way to retreat"
        if phrase not in text:
            tally.differences.append(f"{name}: expected {phrase}: {text}")


def main() -> None:
    """Compare as many battles as asked for, and tell."""
    from tests.vassal.engine.conftest import write_module

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="battle-for-moscow")
    asked = parser.parse_args()
    game = game_of(asked.game)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Engine(write_module(game, asked.game, folder / "game.vmod")) as engine:
            tally = compare(engine, game, asked.game, asked.seed, asked.battles, folder)
            for problem in engine.take_problems():
                print(problem.text)
    print(tally)
    print("\n".join(tally.differences))


if __name__ == "__main__":
    main()
