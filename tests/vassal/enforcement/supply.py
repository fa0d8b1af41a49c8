"""Compare replacement phases in a module with the rules engine's: which units may come, where, and what it
costs.

By hand: `python -m tests.vassal.enforcement.supply --tries 1000 --seed 1`, with `--real` in VASSAL.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hexwright.geometry.bitsets import members
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import NOT_IN_PLAY, POOL, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.unit_placement import eliminate_unit, remove_unit, show_step
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.conformance.conftest import playable
from tests.vassal.compile.games import plan

FLIP, REGAIN, LOSE = "keys:ctrl F", "keys:ctrl R", "keys:ctrl L"
ROLLED = re.compile(r"rolls 1d\d+: (\d+)")
SEEN = ("UnitId", "Step", "Kind", "Side")


@dataclass
class Tally:
    """What was compared."""

    tries: int = 0
    legal: int = 0
    phases: int = 0
    differences: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    """How many tries of each kind were legal, and how many not."""

    def __str__(self) -> str:
        p50 = statistics.median(self.times) if self.times else 0.0
        p95 = statistics.quantiles(self.times, n=20)[-1] if len(self.times) > 1 else p50
        told = f"{self.tries} tries ({self.legal} legal) in {self.phases} phases"
        told += f", {dict(sorted(self.kinds.items()))}"
        return f"{told}, {len(self.differences)} differences; {p50:.0f} ms median, {p95:.0f} ms at 95 %"


@dataclass
class Bout:
    """One replacement phase that is played in the module and by the rules engine, side by side."""

    engine: Any
    kernel: RulesEngine
    state: State
    chance: random.Random
    tally: Tally
    taken: dict[int, str] = field(default_factory=dict)
    """What units took in this phase: "restore" or "new"."""

    def compare(self, tries: int) -> None:
        """Play the phase with so many tries, legal and illegal, and end it."""
        self.tally.phases += 1
        if self.state.stage == "attrition-roll":
            self._roll()
        for _ in range(tries):
            self._try()
        while self.state.stage == "attrition-loss":
            self._attempt(self.chance.choice(self.kernel.legal_actions(self.state)))
        self._end(may=True)

    # The engine's side ------------------------------------------------------------------------------

    def _pieces(self) -> dict[str, Any]:
        return {p.properties["UnitId"]: p for p in self.engine.pieces(SEEN) if p.properties["UnitId"]}

    def _timed(self, act: Any, *given: Any) -> str:
        self.engine.take_chat()
        begun = time.perf_counter()
        act(*given)
        self.tally.times.append(getattr(self.engine, "last_ms", (time.perf_counter() - begun) * 1000))
        return "\n".join(line.text for line in self.engine.take_chat())

    def _differ(self, what: str, told: str) -> None:
        name = self.kernel.setting.phases[self.state.phase].id
        self.tally.differences.append(f"turn {self.state.turn} {name} {self.state.stage}: {what}: {told}")

    def _roll(self) -> None:
        self._end(may=False)
        text = self._timed(self.engine.press, "Roll for attrition")
        [roll] = ROLLED.findall(text)
        self.state = self.kernel.apply(self.state, Action("roll", roll=int(roll)))
        owed = self.engine.property("AttritionState").endswith(" owed")
        if owed != (self.state.stage == "attrition-loss"):
            self._differ(f"attrition {roll}", text)

    def _end(self, *, may: bool) -> None:
        before = self.engine.property("Phase")
        text = self._timed(self.engine.press, "Next phase")
        if "Wait: " in text:
            text = self._timed(self.engine.press, "Next phase")
        if (self.engine.property("Phase") != before) != may:
            self._differ(f"the phase ends {not may}", text)

    # Tries ------------------------------------------------------------------------------------------

    def _try(self) -> None:
        if self.state.stage == "attrition-loss" and self.chance.random() < 0.1:
            self._end(may=False)
        if self.taken and self.chance.random() < 0.15:
            self._take_back(self.chance.choice(sorted(self.taken)))
            return
        actions = [action for action in self.kernel.legal_actions(self.state) if action.kind != "end"]
        if actions and self.chance.random() < 0.4:
            kind = self.chance.choice(sorted({action.kind for action in actions}))
            self._attempt(self.chance.choice([action for action in actions if action.kind == kind]))
        else:
            self._attempt(self._any())

    def _any(self) -> Action:
        setting, chance = self.kernel.setting, self.chance
        side = setting.side(self.state)
        units = [u for u in range(len(setting.units)) if setting.side_of[u] == side or chance.random() < 0.1]
        on_map = [u for u in units if self.state.locations[u] >= 0]
        off_map = [u for u in units if self.state.locations[u] < 0]
        kind = chance.choice(("restore", "restore", "new", "new", "designate", "move", "attrition"))
        hexes: list[HexId] = [h for h in setting.board.ids if h]
        if kind == "new" and off_map:
            kinds = setting.hex_ids(setting.places) + setting.hex_ids(setting.supply_lines[side].sources)
            goal = chance.choice(kinds if chance.random() < 0.8 else hexes)
            return Action("new", setting.units[chance.choice(off_map)], hex=goal)
        made = [
            unit
            for unit, _, _ in setting.arrivals_and_departures.conversions
            if self.state.locations[unit] < 0
        ]
        if kind == "designate" and made and on_map:
            return Action("designate", setting.units[chance.choice(on_map)])
        unit = chance.choice(on_map or off_map)
        if self.state.locations[unit] < 0:
            return Action("new", setting.units[unit], hex=chance.choice(hexes))
        if kind == "move" and self.taken.get(unit) != "new":
            grid = HexGrid.of(setting.game.hexmap.grid)
            near = grid.neighbours(setting.board.ids[self.state.locations[unit]])
            return Action("move", setting.units[unit], hex=chance.choice(sorted(near.values())))
        return Action("attrition" if kind == "attrition" else "restore", setting.units[unit])

    def _attempt(self, action: Action) -> None:
        setting, kernel = self.kernel.setting, self.kernel
        assert action.unit is not None
        legal = action in kernel.legal_actions(self.state)
        dragged = action.unit
        if action.kind == "designate":
            [dragged, *_] = [
                setting.units[unit] for unit, _, _ in setting.arrivals_and_departures.conversions
            ]
            goal = setting.board.ids[self.state.locations[setting.unit_numbers[action.unit]]]
        else:
            goal = action.hex or HexId("")
        # A unit that comes in to a hex from aside is the same drag as one from the pool.
        if action.kind == "new" and self._takes_place(action):
            return
        self.tally.tries += 1
        self.tally.legal += legal
        self.tally.kinds[f"{action.kind} {'legal' if legal else 'illegal'}"] += 1
        piece = self._pieces()[dragged]
        if action.kind in ("restore", "attrition"):
            # The same key would give the replacement back.
            again = REGAIN if setting.unit_numbers[action.unit] in self.taken else FLIP
            text = self._timed(self.engine.key, piece.id, again if action.kind == "restore" else LOSE)
        else:
            text = self._timed(self.engine.drag, piece.id, "Map", goal)
        told = f"{action.text}, legal {legal}"
        before = self.state
        if legal:
            self.state = kernel.apply(self.state, action)
        accepted = not self.engine.property("LastViolation")
        if accepted != legal and text:
            self._differ(told, text)
        self._same(told, text)
        if self.chance.random() < 0.15 and accepted and legal:
            self.engine.undo()
            self.state = before
            self._same(f"undo of {told}", text)
        elif legal and action.kind in ("restore", "new"):
            self.taken[setting.unit_numbers[action.unit]] = action.kind

    def _take_back(self, unit: int) -> None:
        """Take a unit's replacement back."""
        setting, kind = self.kernel.setting, self.taken.pop(unit)
        name = setting.units[unit]
        piece = self._pieces()[name]
        self.tally.tries += 1
        self.tally.legal += 1
        self.tally.kinds[f"{kind} taken back"] += 1
        state = self.state
        if kind == "restore":
            text = self._timed(self.engine.key, piece.id, FLIP)
            state = show_step(state, unit, state.steps[unit] + 1)
        else:
            pool = next(r.pool for r in setting.game.rules.replacements if r.side == piece.properties["Side"])
            box = next(box.name for box in setting.game.hexmap.boxes if box.id == pool)
            text = self._timed(self.engine.drag, piece.id, "Map", box)
            state = remove_unit(setting, state, unit, POOL)
        self.state = replace(
            state, replacements_left=(state.replacements_left[0] + 1,), acted=state.acted & ~(1 << unit)
        )
        self._same(f"{kind} of {name} taken back", text)

    def _takes_place(self, action: Action) -> bool:
        """Return whether a drag of this unit to this hex means another action."""
        setting = self.kernel.setting
        assert action.unit is not None
        number = setting.unit_numbers[action.unit]
        return (
            any(unit == number for unit, _, _ in setting.arrivals_and_departures.conversions)
            and self.state.locations[number] == NOT_IN_PLAY
        )

    def _same(self, told: str, text: str) -> None:
        """Compare where all units are, their steps, the places and the replacements left."""
        setting = self.kernel.setting
        boxes = {box.name: box.kind for box in setting.game.hexmap.boxes}
        places = {POOL: "pool", NOT_IN_PLAY: "out-of-play"}
        for unit, piece in self._pieces().items():
            number = setting.unit_numbers.get(UnitId(unit))
            if number is None:
                continue
            at = self.state.locations[number]
            expected = setting.board.ids[at] if at >= 0 else places.get(at, "eliminated")
            found = piece.location if piece.zone == "Hexes" else boxes.get(piece.zone, piece.zone)
            steps = str(self.state.steps[number])
            if found != expected or (at >= 0 and piece.properties["Step"] != steps):
                self._differ(
                    told, f"{unit} in {found}/{piece.properties['Step']}, {expected}/{steps}: {text}"
                )
        for piece in self.engine.pieces(SEEN):
            if piece.properties["Kind"] == "control":
                side = setting.sides.index(piece.properties["Side"])
                if not self.state.owned[side] >> setting.board.index[piece.location] & 1:
                    self._differ(told, f"{piece.location} shows {piece.properties['Side']}: {text}")
        left = self.engine.property("ReplacementsLeft")
        if left and self.state.replacements_left != (int(left),):
            self._differ(told, f"{left} replacements left, {self.state.replacements_left} expected: {text}")


def compare(engine: Any, game: Game, slug: str, seed: int, tries: int, folder: Path, each: int = 12) -> Tally:
    """Compare so many tries in the replacement phases of random games; `folder` takes the saved games."""
    chance = random.Random(seed)
    tally = Tally()
    save = SavedGameWriter(game, plan(slug))
    for number, (kernel, state) in enumerate(_positions(game, seed)):
        file = folder / f"supply-{number}.vsav"
        file.write_bytes(save(kernel, state))
        engine.load(file, BOTH_SIDES)
        Bout(engine, kernel, state, chance, tally).compare(each)
        if tally.tries >= tries:
            return tally
    return tally


def _positions(game: Game, seed: int) -> Iterator[tuple[RulesEngine, State]]:
    """Yield positions at the beginning of replacement phases, stirred so that more is at stake."""
    chance = random.Random(seed)
    while True:
        for scenario in game.scenarios:
            for kernel, state in opened(game, scenario.id, chance):
                yield kernel, _stirred(kernel, state, chance)


def opened(game: Game, scenario: str, chance: random.Random) -> Iterator[tuple[RulesEngine, State]]:
    """Yield each replacement phase of a random game as it begins."""
    kernel = RulesEngine(game, scenario)
    state = kernel.set_up(chance.randrange(1 << 30))
    phase = -1, -1
    while not kernel.is_over(state):
        new, phase = phase != (state.turn, state.phase), (state.turn, state.phase)
        if new and kernel.setting.phases[state.phase].kind == "replacement":
            yield kernel, state
        if kernel.active_side(state) == "chance":
            state = kernel.apply(state, kernel.draw(state))
            continue
        actions = kernel.legal_actions(state)
        ends = actions[-1].kind == "end" and chance.random() < 0.15
        state = kernel.apply(state, actions[-1] if ends else chance.choice(actions))


def _stirred(kernel: RulesEngine, state: State, chance: random.Random) -> State:
    """Return a position with units reduced and eliminated, and empty places in other hands."""
    setting = kernel.setting
    for unit, at in enumerate(state.locations):
        if at < 0:
            continue
        if chance.random() < 0.15:
            state = eliminate_unit(setting, state, unit)
        elif chance.random() < 0.3:
            state = show_step(state, unit, setting.last_step[unit])
    taken = state.occupied[0] | state.occupied[1]
    for place in members(setting.places & ~taken):
        if chance.random() < 0.2:
            side = chance.randrange(len(setting.sides))
            owned = [h | 1 << place if n == side else h & ~(1 << place) for n, h in enumerate(state.owned)]
            state = replace(state, owned=tuple(owned))
    return state


def main() -> None:
    """Compare as many tries as asked for, and tell."""
    from hexwright.emulator import EmulatedGame as Virtual
    from hexwright.engine_driver import Engine
    from tests.vassal.engine.conftest import write_module

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="battle-for-moscow")
    parser.add_argument("--real", action="store_true")
    asked = parser.parse_args()
    game = playable(asked.game)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        module = write_module(game, asked.game, folder / "game.vmod")
        with Engine(module) if asked.real else Virtual.open(module, seed=asked.seed) as engine:
            tally = compare(engine, game, asked.game, asked.seed, asked.tries, folder)
            for problem in engine.take_problems():
                print(problem.text)
    print(tally)
    print("\n".join(tally.differences))


if __name__ == "__main__":
    main()
