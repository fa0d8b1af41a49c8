"""Unit points: victory points for lost units and for the positions of units."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hexwright.geometry.bitsets import members
from hexwright.model.rules.cadre_points import cadre_deductions
from hexwright.model.words import victory_words
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.criteria_tests import meets_criteria, units_meeting_criteria
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State


def score_loss(
    setting: CompiledGame, before: State, state: State, unit: int, victors: Collection[int]
) -> State:
    """Return the state with the points added for a lost unit; `victors` are the sides that eliminated it.

    Criteria are tested for the unit as it was in the state `before` the loss.
    """
    lost = setting.game.counters.unit(setting.units[unit])
    entry = next(
        (one for one, so in setting.losses if one.fits(lost) and meets_criteria(setting, before, so, unit)),
        None,
    )
    points = 0 if entry is None else entry.worth(lost)
    if entry is None or not points:
        return state
    paid = victors if entry.scored_by is None else (setting.sides.index(entry.scored_by),)
    had = state.loss_points or (0,) * len(setting.sides)
    bled = tuple(n + points * (side in paid) for side, n in enumerate(had))
    return replace(state, loss_points=bled)


def deduct_cadre(setting: CompiledGame, state: State, number: int, unit: int) -> State:
    """Return the state with points deducted because a cadre has replaced a unit; `number` is the number of
    the cadre entry.
    """
    off = cadre_deductions(setting.game, setting.victory, setting.combat.cadres[number])
    if off is None:
        return state
    side, points = off
    strength = setting.game.counters.unit(setting.units[unit]).steps[0].strength or 0
    had = state.loss_points or (0,) * len(setting.sides)
    less = (n - points * strength * (setting.sides[other] == side) for other, n in enumerate(had))
    return replace(state, loss_points=tuple(less))


def loss_points(state: State, side: int) -> int:
    """Return a side's points for units that other sides have lost."""
    return state.loss_points[side] if state.loss_points else 0


def presence_awards(setting: CompiledGame, state: State, side: int) -> Iterator[tuple[str, int]]:
    """Yield each item that scores points for the positions of a side's units, with the points."""
    left = setting.unit_sets_by_side[side]
    for entry, asked in setting.presence:
        fitting = units_meeting_criteria(setting, state, side, asked, entry.supply, left)
        left &= ~fitting
        units = list(members(fitting))
        strengths = (setting.strengths[unit][state.steps[unit]] for unit in units)
        count = sum(strengths) if entry.per == "strength" else len(units)
        if count:
            told = (
                f"{victory_words.count_text(entry, count)} {victory_words.presence_text(setting.game, entry)}"
            )
            yield told, count * entry.points
