"""The view: a position as the page draws it, and what may be clicked."""

from __future__ import annotations

from typing import Final

from hexwright.geometry.bitsets import members
from hexwright.model.ids import UnitId
from hexwright.rules.engine.game_state import AT_BASE, NOT_IN_PLAY, OUT_OF_GAME, POOL, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.rules.movement.overstacking import overstacked_hexes
from hexwright.rules.turn.sequence_of_play import victory_awards
from hexwright.web.play.battle_forecasts import battle_in_progress, declared_battles
from hexwright.web.play.decision_words import decision_bar
from hexwright.web.play.json_values import Json
from hexwright.web.play.session import PlaySession
from hexwright.web.play.unit_actions import action_facts, described_actions

PROTOCOL: Final = 1
"""The version of the messages; incompatible changes increase it."""

_ELSEWHERE: Final = {POOL: "pool", NOT_IN_PLAY: "aside", OUT_OF_GAME: "gone", AT_BASE: "base"}
_UNIT_BY_UNIT: Final = ("move", "declare")
"""The stages in which units act one by one, and the page asks for the actions of each."""
_BY_UNIT_ALONE: Final = ("move", "declare", "replace", "allocate", "strike", "supply-flight")
"""The stages in which the page shows no list of all choices, because a unit is chosen first."""


def view(session: PlaySession) -> Json:
    """Return the position of a game in play, and the decision that is due."""
    rules, state = session.rules, session.state
    setting = rules.setting
    acting = rules.active_side(state)
    actions: list[Action] = []
    if acting not in (CHANCE, None):
        actions = (
            rules.phase_end_actions(state) if state.stage in _UNIT_BY_UNIT else rules.legal_actions(state)
        )
    lit = _lit_units(rules, state, actions) if acting not in (CHANCE, None) else []
    by_unit = state.stage in _BY_UNIT_ALONE
    last = session.played[-1] if session.played else None
    return {
        "protocol": PROTOCOL,
        "rev": session.revision,
        "turn": state.turn,
        "phase": rules.phase(state),
        "stage": state.stage,
        "side": setting.sides[setting.side(state)],
        "who": acting,
        "seat": session.seat,
        "weather": setting.weather_now(state) if state.weather_by_turn or not _rolls_weather(state) else "",
        "units": unit_positions(rules, state),
        "owned": {
            setting.board.ids[h]: side
            for side, hexes in zip(setting.sides, state.owned, strict=True)
            for h in members(hexes)
        },
        "lit": lit,
        "moving": [setting.units[u] for u, _ in state.movement_left],
        "targets": _targets(rules, state, lit) if state.stage in ("declare", "allocate") else {},
        "choices": [] if by_unit else described_actions(rules, state, actions),
        "crowded": list(setting.hex_ids(overstacked_hexes(setting, state, setting.side(state))))
        if state.stage == "move"
        else [],
        "battles": declared_battles(rules, state),
        "fight": battle_in_progress(rules, state),
        "points": list(state.replacements_left),
        "undo": last.event["say"] if last is not None and session.may_undo() else None,
        "computers": session.computers,
        "computer": session.computer_to_play(),
        "standing": _standing(rules, state),
        "over": _over(rules, state),
        "bar": decision_bar(rules, state, actions, lit),
    }


def _rolls_weather(state: State) -> bool:
    return state.stage == "weather-roll"


def unit_positions(rules: RulesEngine, state: State) -> Json:
    """Return each unit's hex or place, its step, and its conditions as bits.

    The bits are 1 for disrupted, 2 for fortified and 4 for entrained.
    """
    setting = rules.setting
    return {
        unit: [
            setting.board.ids[at] if (at := state.locations[number]) >= 0 else _ELSEWHERE[at],
            state.steps[number],
            state.conditions[number] if state.conditions else 0,
        ]
        for number, unit in enumerate(setting.units)
    }


def _lit_units(rules: RulesEngine, state: State, actions: list[Action]) -> list[UnitId]:
    """Return the units that may act now, in the order of the data."""
    if state.stage not in _UNIT_BY_UNIT:
        found = {action.unit for action in actions if action.unit is not None}
        return [unit for unit in rules.setting.units if unit in found]
    may = set(rules.movers(state)) | {rules.setting.units[u] for u, _ in state.movement_left}
    return [unit for unit in rules.setting.units if unit in may and rules.actions_of(state, unit)]


def _targets(rules: RulesEngine, state: State, lit: list[UnitId]) -> Json:
    """Return the hexes that each unit may attack."""
    found: dict[str, list[str]] = {}
    for unit in lit:
        for action in rules.actions_of(state, unit):
            if action.kind == "attack":
                place = action_facts(rules, state, action)["hex"]
                found.setdefault(unit, []).append(place)
    return found


def _standing(rules: RulesEngine, state: State) -> list[Json]:
    """Return each side's victory points with their reasons; nothing in games without points."""
    awards = victory_awards(rules.setting, state)
    return [
        {"side": side, "awards": [{"text": text, "points": points} for text, points in given]}
        for side, given in awards.items()
    ]


def _over(rules: RulesEngine, state: State) -> Json | None:
    if not rules.is_over(state):
        return None
    outcome = rules.outcome(state)
    return {"winner": outcome.winner, "level": outcome.level, "text": outcome.text}
