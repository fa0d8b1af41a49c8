"""Plant offences in legal games: a game of the rules engine as a log, then steps that no rule allows."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from hexwright.inspect.analysis.log_position import PlacedPiece
from hexwright.model.ids import HexId, PhaseId, UnitId
from hexwright.players.policies import policy_of
from hexwright.recording.log_writer import CounterState, LogWriter
from hexwright.rules.engine.game_state import DISRUPTED, ENTRAINED, FORTIFIED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.umpire.log_umpire import Finding, LogUmpire, UmpireRuling
from hexwright.vassal.codec.commands import (
    ChangeProperty,
    ChatText,
    Command,
    Compound,
    RemovePiece,
    SetTurn,
    flatten_commands,
)
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.gpid_ledger import GpidLedger
from hexwright.vassal.module.predefined_setups import turn_state
from tests.saves.own_games import ours
from tests.vassal.compile.games import game, plan

MOSCOW, EMBATTLED = "battle-for-moscow", "moscow-embattled"
_TRACKER = "TurnTracker0"


@dataclass(slots=True)
class Field:
    """A game under way: the rules engine's state, and its log so far."""

    kernel: RulesEngine
    state: State
    replay: LogWriter = field(init=False)
    slug: str = MOSCOW

    def __post_init__(self) -> None:
        """Begin the log where the state is."""
        self.replay = LogWriter(
            self.kernel.setting.game, plan(self.slug), GpidLedger(), self.kernel, self.state
        )

    @classmethod
    def begun(cls, slug: str = MOSCOW, scenario: int = 0, seed: int = 1) -> Field:
        """Begin a scenario."""
        kernel = RulesEngine(game(slug), game(slug).scenarios[scenario].id)
        return cls(kernel, kernel.set_up(seed), slug=slug)

    @classmethod
    def arranged(
        cls, standing: Iterable[str], phase: str, turn: int = 2, pool: Iterable[str] = (), scenario: int = 0
    ) -> Field:
        """Begin in a position of Battle for Moscow made by hand."""
        kernel = RulesEngine(game(MOSCOW), game(MOSCOW).scenarios[scenario].id)
        return cls(kernel, build_state(kernel, standing, turn=turn, phase=phase, pool=pool))

    # Legal play -------------------------------------------------------------------------------------
    def do(self, *texts: str) -> Field:
        """Play actions by their written form."""
        for text in texts:
            self.act(self.kernel.parse(self.state, text))
        return self

    def act(self, action: Action) -> None:
        """Play an action."""
        after = self.kernel.apply(self.state, action)
        self.replay.add_action(self.state, action, after)
        self.state = after

    def play(self, until: Callable[[Field], bool], policy: str = "greedy", most: int = 2_000) -> Field:
        """Play on until something is so."""
        players = {side: policy_of(policy)(self.kernel, 1) for side in self.kernel.setting.sides}
        for _ in range(most):
            if until(self):
                return self
            side = self.kernel.active_side(self.state)
            assert side is not None, "the game ended first"
            self.act(self.kernel.draw(self.state) if side == CHANCE else players[side].choose(self.state))
        raise AssertionError("it never came to that")

    def at(self, phase: str, turn: int | None = None) -> Field:
        """Play on to the beginning of a phase."""
        return self.play(lambda f: f.kernel.phase(f.state) == phase and turn in (None, f.state.turn))

    # What is seen -----------------------------------------------------------------------------------
    def where(self, unit: str) -> str:
        """Return a unit's hex."""
        return self.kernel.setting.board.ids[self.state.locations[self.number(unit)]]

    def number(self, unit: str) -> int:
        """Return a unit's number."""
        return self.kernel.setting.unit_numbers[UnitId(unit)]

    # What no rule allows ------------------------------------------------------------------------------
    def plant(self, *commands: Iterable[Command], said: str = "") -> Field:
        """Add a step that the rules engine doesn't play."""
        words: list[Command] = [ChatText(text=f"* {said}")] if said else []
        self.replay._step([*words, *(c for some in commands for c in some)])
        return self

    def drag(self, unit: str, to: str) -> list[Command]:
        """Return a drag to a hex."""
        return list(self.replay._brought(self._lying(unit), self.replay.places.hex(HexId(to))))

    def off(self, unit: str) -> list[Command]:
        """Return a counter's removal."""
        return [RemovePiece(self._lying(unit).id)]

    def step(self, unit: str, step: int) -> list[Command]:
        """Return the turning of a counter."""
        return self._face(unit, step, self._now(unit))

    def condition(self, unit: str, now: int) -> list[Command]:
        """Return a counter's change of condition."""
        return self._face(unit, self.state.steps[self.number(unit)], now)

    def _now(self, unit: str) -> int:
        return self.state.conditions[self.number(unit)] if self.state.conditions else 0

    def _face(self, unit: str, step: int, now: int) -> list[Command]:
        face = CounterState(step, bool(now & DISRUPTED), bool(now & FORTIFIED), bool(now & ENTRAINED))
        return list(self.replay._faced(self._lying(unit), face))

    def marker(self, hex_id: str, level: int) -> list[Command]:
        """Return the turning of a place's control marker."""
        replay = self.replay
        for piece_id in replay._controls:
            lying = replay.position.pieces[piece_id]
            if replay._sheet.location_of(lying.spot)[0] == hex_id:
                return list(replay._faced(lying, CounterState(level)))
        raise KeyError(hex_id)

    def turn(self, turn: int, phase: str) -> list[Command]:
        """Return the turn counter's jump to a phase."""
        scenario = dataclasses.replace(
            self.kernel.setting.scenario, first_turn=turn, first_phase=PhaseId(phase)
        )
        name = next(p.name for p in self.kernel.setting.phases if p.id == phase)
        return [
            SetTurn(_TRACKER, turn_state(game(self.slug), scenario)),
            ChangeProperty(prop.PHASE_NAME, "", name, "Module"),
        ]

    def _lying(self, unit: str) -> PlacedPiece:
        return self.replay.position.pieces[self.replay._units[UnitId(unit)]]

    # Judgement --------------------------------------------------------------------------------------
    def log(self, *, told: bool = True) -> SavedGameFile:
        """Return the log; without `told` it contains only dice, as in a game without the module's judge."""
        file = SavedGameFile.read(self.replay.file().encode())
        return file if told else silent(file)

    def found(self, *, told: bool = True) -> tuple[Finding, ...]:
        """Return what the umpire finds."""
        return judged(self.slug, self.log(told=told)).findings


def judged(slug: str, file: SavedGameFile) -> UmpireRuling:
    """Return what the umpire says of a log."""
    return LogUmpire(ours(slug), file).follow_log()


def silent(file: SavedGameFile) -> SavedGameFile:
    """Return a log without declarations: of what is said only dice are kept, as a button rolls them."""

    def heard(part: Command) -> Command | None:
        if not isinstance(part, ChatText):
            return part
        _, found, rest = part.text.partition(" shows ")
        return ChatText(text=f"*** Somebody rolls 1d6: {rest[0]}") if found and rest[:1].isdigit() else None

    steps = tuple(
        Compound(tuple(kept for part in flatten_commands(step) if (kept := heard(part)) is not None))
        for step in file.steps
    )
    whole = Compound(file.without_log().commands)
    return SavedGameFile.of(file.moduledata, file.savedata, whole, steps)
