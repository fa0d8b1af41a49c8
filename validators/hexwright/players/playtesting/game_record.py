"""Game records: games written as text that a player can follow and the rules engine can replay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span, error
from hexwright.model.game import Game
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action, IllegalAction
from hexwright.rules.turn.sequence_of_play import victory_awards
from hexwright.support.plain_numbers import plain_number

COMMENT_SEPARATOR = "  # "

_SEED_DIGITS: Final = 40


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A recorded game: its game and scenario, seed and options, and actions."""

    game: str
    scenario: str
    seed: int
    options: Mapping[str, str]
    lines: tuple[tuple[int, str], ...]
    """The line number and the text of each action."""


def write_record(rules: RulesEngine, seed: int, actions: Iterable[Action], start: State | None = None) -> str:
    """Return the record of a game: a header, a heading for each phase, and one line with a description for
    each action.
    """
    setting = rules.setting
    info = setting.game.info
    lines = [
        f"# {info.title}: {setting.scenario.title}",
        f"game: {setting.game.slug}",
        f"scenario: {setting.scenario.id}",
        f"seed: {seed}",
        f"options: {', '.join(f'{k}={v}' for k, v in sorted(setting.options.items()))}",
    ]
    state = start if start is not None else rules.set_up(seed)
    lines += ["", *(f"# {line}" for line in rules.show(state).splitlines())]
    heading: tuple[int, int, bool] | None = None
    for action in actions:
        rolling = state.stage == "weather-roll"
        if (state.turn, state.phase, rolling) != heading:
            heading = (state.turn, state.phase, rolling)
            now = (
                "weather" if rolling else f"{setting.phases[state.phase].name} ({setting.weather_now(state)})"
            )
            lines += ["", f"# Turn {state.turn}, {now}"]
        lines.append(f"{action.text:<36}{COMMENT_SEPARATOR}{rules.describe(state, action)}")
        state = rules.apply(state, action)
    if rules.is_over(state):
        lines += ["", f"# {rules.outcome(state).text}"]
        for side, given in victory_awards(setting, state).items():
            what = ", ".join(f"{text} {number}" for text, number in given)
            lines.append(f"# {info.side(side).name} points: {what or 'none'}")
    lines += [*(f"# {line}" for line in rules.show(state).splitlines()), ""]
    return "\n".join(lines)


def read_record(text: str, file: str = "record") -> GameRecord:
    """Parse the record of a game. Raises InputError if its header is incomplete."""
    head: dict[str, str] = {}
    lines: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        key, colon, value = line.partition(":")
        if colon and " " not in key and not lines:
            head[key] = value.strip()
        else:
            lines.append((number, line))
    missing = [key for key in ("game", "scenario", "seed") if not head.get(key)]
    written = head.get("seed", "")
    seed = plain_number(written, _SEED_DIGITS)
    if missing or seed is None:
        told = f"the seed is '{written[:40]}', not a number of at most {_SEED_DIGITS} digits"
        what = f"the header lacks {', '.join(missing)}" if missing else told
        raise InputError.single("P020", what, Span(file), "write 'game:', 'scenario:' and 'seed:' first")
    options = dict(pair.strip().split("=", 1) for pair in head.get("options", "").split(",") if "=" in pair)
    return GameRecord(head["game"], head["scenario"], seed, options, tuple(lines))


def replay(
    game: Game, record: GameRecord, file: str = "record"
) -> tuple[RulesEngine, State, tuple[Action, ...]]:
    """Replay a record and return the rules engine, the final state and all actions. Every action must be
    legal, and every die roll must match the seed.

    The record may omit die rolls. Raises InputError for the first line that can't be replayed.
    """
    rules = RulesEngine(game, record.scenario, record.options)
    state = rules.set_up(record.seed)
    actions: list[Action] = []
    for number, text in record.lines:
        if not text.startswith("roll "):
            while rules.active_side(state) == CHANCE:
                actions.append(rules.draw(state))
                state = rules.apply(state, actions[-1])
        try:
            action = rules.parse(state, text)
        except IllegalAction as fault:
            raise InputError((error("P021", str(fault), Span(file, number, 1), fault.hint),)) from fault
        if rules.active_side(state) == CHANCE and action != rules.draw(state):
            drawn = rules.draw(state).text
            raise InputError.single(
                "P022",
                f"'{text}', but seed {record.seed} gives '{drawn}'",
                Span(file, number, 1),
                "restore the record, or create a new one with 'hexwright play --show'",
            )
        state = rules.apply(state, action)
        actions.append(action)
    return rules, state, tuple(actions)
