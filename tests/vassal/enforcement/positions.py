"""Positions of the reference's own play, as saved games of the compiled module."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator

from builder.model.game import Game
from builder.model.ids import HexId, UnitId
from builder.model.rules import Stacking
from builder.model.scenario import SetUpArea
from builder.vassal.archive import SavedGame
from builder.vassal.compile import prototypes as proto
from builder.vassal.compile.gpids import Ledger, marker_slot, unit_slot
from builder.vassal.compile.module import moduledata, savedata
from builder.vassal.compile.places import Places
from builder.vassal.compile.setups import saved_setups
from builder.vassal.compile.trays import Trays
from tests.vassal.compile.games import plan
from validators.rules.kernel import Kernel, rules_of
from validators.rules.state import State


def with_limit(game: Game, limit: int | None) -> Game:
    """Return a game with another limit of units in a hex; in the middle of a phase there is none."""
    return dataclasses.replace(game, rules=dataclasses.replace(game.rules, stacking=Stacking(limit)))


def played(game: Game, scenario: str, seed: int, stage: str = "move") -> Iterator[tuple[Kernel, State]]:
    """Yield positions of a random game, each with the rules it is judged by.

    In the middle of a movement phase units may share a hex; where battles are declared they don't.
    """
    chance = random.Random(seed)
    kernel = rules_of(with_limit(game, 1), scenario)
    judge = rules_of(with_limit(game, None), scenario) if stage == "move" else kernel
    state = kernel.set_up(seed)
    while not kernel.is_over(state):
        if kernel.active_side(state) == "chance":
            state = kernel.apply(state, kernel.draw(state))
            continue
        if state.stage == stage and chance.random() < 0.05:
            yield judge, dataclasses.replace(state, acted=0, battles=())
        actions = kernel.legal_actions(state)
        ends = actions[-1].kind == "end" and chance.random() < 0.04
        state = kernel.apply(state, actions[-1] if ends else chance.choice(actions))


def saved(game: Game, slug: str, kernel: Kernel, state: State) -> bytes:
    """Return a position as a saved game; units that are not on the map wait in their trays."""
    setting = kernel.setting
    scenario = setting.scenario
    placement: dict[HexId, tuple[UnitId, ...]] = {}
    areas: list[SetUpArea] = []
    for number, unit in enumerate(setting.units):
        if state.where[number] < 0:
            continue
        hex_id = setting.board.ids[state.where[number]]
        placement[hex_id] = (*placement.get(hex_id, ()), unit)
        side = setting.sides[setting.side_of[number]]
        areas.append(SetUpArea(side=side, feature="", units=(unit,), step=state.steps[number]))
    changed = dataclasses.replace(
        scenario,
        first_turn=state.turn,
        first_phase=setting.phases[state.phase].id,
        free_setup=False,
        areas=tuple(areas),
        setup=dataclasses.replace(scenario.setup, placement=placement, held=()),
    )
    alone = dataclasses.replace(game, scenarios=(changed,))
    ledger = Ledger().with_slots(
        [*(unit_slot(u.id) for u in game.counters.units), *(marker_slot(m.id) for m in game.counters.markers)]
    )
    places = Places(alone, plan(slug))
    [made] = saved_setups(places, Trays.of_game(alone), ledger, proto.prototypes(alone))
    about = moduledata(game.info.title, game.info.version, game.info.description)
    data = savedata(made.title, game.info.version)
    return SavedGame(about, data, made.commands.encode()).encode()
