"""Play games of the rules engine in VASSAL without the module's judge: by drags, keys and dice alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hexwright.conformance.running_module import seed_for
from hexwright.conformance.visible_state import READ_PROPERTIES, VisibleState, is_off_map, visible_state_of
from hexwright.engine_driver import Engine
from hexwright.model.ids import HexId, UnitId
from hexwright.players.policies import policy_of
from hexwright.rules.engine.game_state import AT_BASE, DISRUPTED, ENTRAINED, FORTIFIED, POOL, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.vassal.module import property_names as prop

OFF = "hexwright.rules.off"
_KEYS = {
    (DISRUPTED, True): "keys:ctrl I",
    (DISRUPTED, False): "keys:ctrl J",
    (FORTIFIED, True): "keys:ctrl W",
    (FORTIFIED, False): "keys:ctrl Y",
    (ENTRAINED, True): "keys:ctrl O",
    (ENTRAINED, False): "keys:ctrl S",
}


@dataclass(slots=True)
class HandsOff:
    """Two players at one screen, with the rules off: they bring the map to the rules engine's position."""

    engine: Engine
    kernel: RulesEngine
    units: dict[UnitId, str] = field(default_factory=dict)
    markers: dict[str, str] = field(default_factory=dict)

    def sit(self) -> None:
        """Find the counters of the game that has begun, and turn the rules off."""
        self.engine.hotkey(OFF)
        for piece in self.engine.pieces(("Kind", "UnitId")):
            if piece.properties["Kind"] == "unit":
                self.units[UnitId(str(piece.properties["UnitId"]))] = piece.id
            elif piece.properties["Kind"] == "control" and piece.location is not None:
                self.markers[piece.location] = piece.id

    def play(self, state: State, phases: int, policy: str = "greedy") -> State:
        """Play so many phases, and return the rules engine's state."""
        players = {side: policy_of(policy)(self.kernel, state.seed) for side in self.kernel.setting.sides}
        while phases and not self.kernel.is_over(state):
            side = self.kernel.active_side(state)
            assert side is not None
            action = self.kernel.draw(state) if side == CHANCE else players[side].choose(state)
            after = self.kernel.apply(state, action)
            phases -= (after.turn, after.phase) != (state.turn, state.phase)
            self.do(state, action, after)
            state = after
        return state

    def do(self, before: State, action: Action, after: State) -> None:
        """Do at the table what an action does, its dice first, a phase's end last."""
        if action.kind == "roll" and action.roll:
            self.engine.seed(seed_for(action.roll, 6))
            self.engine.press("1d6")
        new_phase = (before.turn, before.phase) != (after.turn, after.phase)
        if not new_phase:
            self.match(after)
            return
        # What the last action of a phase did belongs to it; what the next one begins with doesn't.
        self.match(self.kernel._apply_in_stage(before, action))
        for _ in range(len(self.kernel.setting.phases)):
            seen = self.seen()
            if after.stage == "over" or (seen.turn, seen.phase) == (
                str(after.turn),
                self.kernel.phase(after),
            ):
                break
            self.engine.press("Next phase")
            self.pass_over(after)
        self.match(after)

    def pass_over(self, after: State) -> None:
        """Do what a phase without decisions brings, once the module has come to it."""
        phase = next(p for p in self.kernel.setting.phases if p.id == self.engine.property("Phase"))
        if phase.kind in ("recovery", "supply"):
            side = self.kernel.setting.sides.index(phase.affected_side or phase.side)
            self.match(
                after, only=self.kernel.setting.units_by_side[side], recovering=phase.kind == "recovery"
            )

    def seen(self) -> VisibleState:
        """Return what lies on the table."""
        return visible_state_of(
            self.engine.pieces(READ_PROPERTIES), lambda name: self.engine.property(name) or ""
        )

    def match(
        self, state: State, only: Sequence[int] | None = None, *, recovering: bool | None = None
    ) -> None:
        """Bring counters and markers to where a state has them, one drag or key after another.

        `only` these units are looked at then, and `recovering` says whether conditions end or begin.
        """
        seen, setting = self.seen(), self.kernel.setting
        for number, unit in enumerate(setting.units):
            standing, place = seen.units[unit], state.locations[number]
            fit = not (state.conditions and state.conditions[number] & DISRUPTED)
            if only is not None and (number not in only or (fit and place >= 0) != recovering):
                continue
            away = is_off_map(standing, setting.board.index)
            if place >= 0 and standing.location != setting.board.ids[place]:
                self.engine.drag(self.units[unit], prop.MAIN_MAP, setting.board.ids[place])
            elif place in (POOL, -3) and not away:
                self.engine.key(self.units[unit], "keys:ctrl E")
                continue
            elif place == AT_BASE or place < 0:
                continue
            if standing.step != state.steps[number]:
                weaker = standing.step < state.steps[number]
                self.engine.key(self.units[unit], "keys:ctrl L" if weaker else "keys:ctrl F")
            for flag, on in (
                (DISRUPTED, standing.disrupted),
                (FORTIFIED, standing.fortified),
                (ENTRAINED, standing.entrained),
            ):
                wanted = bool(state.conditions and state.conditions[number] & flag)
                if wanted != on:
                    self.engine.key(self.units[unit], _KEYS[flag, wanted])
        for hex_id, marker in self.markers.items():
            owner = next(
                (s for n, s in enumerate(setting.sides) if HexId(hex_id) in setting.hex_ids(state.owned[n])),
                None,
            )
            if owner is not None and seen.owners.get(hex_id) not in (None, owner):
                self.engine.key(marker, "keys:ctrl F")
