"""Replacement actions: take replacements and attrition losses as a player does, and make illegal attempts."""

from __future__ import annotations

from dataclasses import replace

from hexwright.conformance import reachable_hex_comparison
from hexwright.conformance.module_player import (
    ELIMINATE_KEY,
    FLIP_KEY,
    LOSE_STEP_KEY,
    RESTORE_KEY,
    RETREAT_KEY,
    ModulePlayer,
)
from hexwright.geometry.airdrop_hexes import hexes_within
from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Hexes
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import NOT_IN_PLAY, POOL
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.unit_placement import remove_unit, show_step
from hexwright.rules.replacement.replacement_phase import unit_awaiting_conversion

REPLACEMENT_STEP = "replacement"
ROLL_BUTTON = "Roll for attrition"
ATTEMPT_KINDS = ("restore", "restore", "new", "new", "new", "designate", "move", "lose", "back")


# Actions of the rules engine -------------------------------------------------------------------------


def take_replacement(hands: ModulePlayer, action: Action) -> None:
    """Perform one action of a replacement phase; the module rolls for attrition when the phase begins."""
    if action.kind != "roll":
        _do_and_compare(hands, action, legal=True)
        return
    mirror = hands.paired_game
    mirror.count_attempt("attrition rolls")
    rolled = mirror.table.get("AttritionState").startswith(f"{hands.phase_name} ")
    if mirror.state.attrition_roller != mirror.kernel.setting.side(mirror.state) or not rolled:
        _roll_by_menu(hands, action)
    else:
        action = _roll_in_module(hands)
    mirror.state = mirror.kernel.apply(mirror.state, action)


def _roll_in_module(hands: ModulePlayer) -> Action:
    """Return the attrition die roll that the module made, and compare the resulting loss."""
    mirror = hands.paired_game
    kernel, state = mirror.kernel, mirror.state
    told = Action("roll", roll=int(mirror.table.get(f"1d{len(kernel.chance_outcomes(state))}_result")))
    owed = " owed" in mirror.table.get("AttritionState")
    if (kernel.apply(state, told).stage == "attrition-loss") != owed:
        expected, got = ("nothing", "a step") if owed else ("a step", "nothing")
        mirror.report_difference("attrition die roll", f"{told.roll} costs {expected}", got)
        hands.end_walk()
    return told


def _roll_by_menu(hands: ModulePlayer, action: Action) -> None:
    """Roll for attrition with a menu command, which is needed for the non-phasing side and in a scenario's
    first phase.
    """
    mirror = hands.paired_game
    mirror.table.chat()
    mirror.table.force_throw(action.roll, len(mirror.kernel.chance_outcomes(mirror.state)))
    mirror.table.press(ROLL_BUTTON, REPLACEMENT_STEP)
    told = mirror.table.chat()
    people = mirror.kernel.setting.game.info.side(
        mirror.kernel.setting.sides[mirror.state.attrition_roller]
    ).plural
    if f", {people}: die {action.roll}, " not in told:
        mirror.report_difference(
            "attrition die roll of the other side", f"{action.roll} for the {people}", told
        )
        hands.end_walk()


def _do_and_compare(hands: ModulePlayer, action: Action, *, legal: bool) -> None:
    """Perform an action in the module, and compare the module's verdict."""
    mirror = hands.paired_game
    table = mirror.table
    setting, state = mirror.kernel.setting, mirror.state
    assert action.unit is not None
    number = setting.unit_numbers[action.unit]
    mirror.count_attempt(
        "replacements", f"{'legal' if legal else 'refused'} replacements", f"replacements: {action.kind}"
    )
    table.chat()
    match action.kind:
        case "restore":
            table.key(action.unit, RESTORE_KEY, REPLACEMENT_STEP)
        case "attrition" | "lose":
            table.key(action.unit, LOSE_STEP_KEY, REPLACEMENT_STEP)
        case "arrive":
            table.drag(action.unit, _base(hands, action.unit), REPLACEMENT_STEP)
        case "give-up" if state.locations[number] == setting.board.index.get(action.hex or HexId("")):
            table.key(action.unit, ELIMINATE_KEY, REPLACEMENT_STEP)
        case "designate" if not legal and _units_to_be_converted(hands, state.locations[number]):
            # A drag there would concern another unit; a player names this one by key.
            mirror.count_attempt("wrong units chosen for conversion")
            table.key(action.unit, RETREAT_KEY, REPLACEMENT_STEP)
        case "designate":
            _choose(hands, action)
            table.drag(_unit_to_convert(hands), setting.board.ids[state.locations[number]], REPLACEMENT_STEP)
        case _:
            assert action.hex is not None
            table.drag(action.unit, action.hex, REPLACEMENT_STEP)
    if not hands.compare_verdict(action.text, None if legal else ""):
        hands.end_walk()
    if legal:
        if action.kind == "new" and number in setting.breakdown_units:
            mirror.tally.counts["dropped"] += 1
        mirror.state = mirror.kernel.apply(state, action)
        # A unit that took a place on arriving stays; only undo takes it back.
        took = mirror.state.owned != state.owned or action.kind in ("give-up", "arrive")
        formed = any(was >= 0 > now for was, now in zip(state.locations, mirror.state.locations, strict=True))
        if formed and action.kind == "new":
            mirror.count_attempt("units paid with stored replacements")
        took = took or formed or mirror.state.replacements_left == state.replacements_left
        if action.kind != "attrition":
            hands.replaced[number] = "took" if took else action.kind
            hands.spent[number] = tuple(
                was - left
                for was, left in zip(state.replacements_left, mirror.state.replacements_left, strict=True)
            )
    elif not mirror.compare(f"{action.text}, refused"):
        hands.end_walk()


def _units_awaiting_conversion(hands: ModulePlayer) -> list[int]:
    """Return the units of the phasing side that must still arrive by conversion of other units."""
    setting, state = hands.paired_game.kernel.setting, hands.paired_game.state
    side = setting.side(state)
    return [
        unit
        for unit, _, _ in setting.arrivals_and_departures.conversions
        if setting.side_of[unit] == side and state.locations[unit] == NOT_IN_PLAY
    ]


def _unit_to_convert(hands: ModulePlayer) -> UnitId:
    """Return the new unit that is dragged onto another unit: the unit that may arrive now, or else any
    waiting unit.
    """
    setting, state = hands.paired_game.kernel.setting, hands.paired_game.state
    found = unit_awaiting_conversion(setting, state, setting.side(state))
    return setting.units[found[0] if found is not None else _units_awaiting_conversion(hands)[0]]


def _units_to_be_converted(hands: ModulePlayer, here: int) -> list[UnitId]:
    """Return the units in a hex that a conversion may replace."""
    mirror = hands.paired_game
    where, number = mirror.state.locations, mirror.kernel.setting.unit_numbers
    legal = {a.unit for a in mirror.kernel.legal_actions(mirror.state) if a.unit and a.kind == "designate"}
    return [unit for unit in legal if where[number[unit]] == here >= 0]


def _choose(hands: ModulePlayer, action: Action) -> None:
    """Press the key that chooses the unit to replace if several units in the hex are possible; the module
    refuses a drag alone.
    """
    mirror = hands.paired_game
    setting, state, table = mirror.kernel.setting, mirror.state, mirror.table
    assert action.unit is not None
    here = state.locations[setting.unit_numbers[action.unit]]
    givers = _units_to_be_converted(hands, here)
    if action.unit not in givers or len(givers) < 2:
        return
    if hands.rng.random() < 0.5:
        table.drag(_unit_to_convert(hands), setting.board.ids[here], REPLACEMENT_STEP)
        if not hands.compare_verdict(f"{action.text}, without a choice of the unit", ""):
            hands.end_walk()
        table.chat()
    mirror.count_attempt("units chosen for conversion")
    table.key(action.unit, RETREAT_KEY, REPLACEMENT_STEP)
    if not hands.compare_verdict(f"choose {action.unit} for the conversion", None):
        hands.end_walk()
    table.chat()


# Attempts ----------------------------------------------------------------------------------------------


def attempt_replacement(hands: ModulePlayer) -> None:
    """Attempt a random replacement, or attempt to cancel a replacement."""
    mirror, chance = hands.paired_game, hands.rng
    setting, state = mirror.kernel.setting, mirror.state
    side = setting.side(state)
    units = [u for u in range(len(setting.units)) if setting.side_of[u] == side or chance.random() < 0.1]
    fresh = [u for u in units if u not in hands.replaced]
    standing = [u for u in fresh if state.locations[u] >= 0]
    waiting = [u for u in fresh if state.locations[u] < 0]
    made = [
        unit
        for unit, _, _ in setting.arrivals_and_departures.conversions
        if state.locations[unit] == NOT_IN_PLAY
    ]
    if state.stage == "replace" and units and chance.random() < 0.15:
        relaid = any(
            entry.redeploys_on is not None for entry in setting.arrivals_and_departures.entry_by_unit.values()
        )
        reachable_hex_comparison.compare_reachable_hexes(
            hands, chance.choice(units if relaid else waiting or units)
        )
        return
    kind = chance.choice(ATTEMPT_KINDS)
    action: Action | None = None
    if state.stage == "attrition-loss" and chance.random() < 0.3:
        _phase_stays(hands)
    elif kind == "back" and hands.replaced:
        _give_back(hands, chance.choice(sorted(hands.replaced)))
    elif kind == "designate" and standing and _units_awaiting_conversion(hands):
        action = Action("designate", setting.units[chance.choice(standing)])
    elif kind == "new" and (free := [u for u in waiting if u not in made]):
        stored = (
            state.locations[one] for one in members(setting.arrivals_and_departures.stored.get(side, 0))
        )
        likely = setting.places | _sources(setting, side) | union(here for here in stored if here >= 0)
        goal = chance.choice(
            setting.hex_ids(likely if likely and chance.random() < 0.8 else setting.board.every)
        )
        unit = chance.choice(free)
        if unit in setting.breakdown_units and (near := state.occupied[setting.side_of[unit]]):
            # A hex that may be near enough to others of its side, or just not.
            goal = chance.choice(setting.hex_ids(hexes_within(setting.board, near, 3)))
        action = Action("new", setting.units[unit], hex=goal)
        if (
            setting.air_units.units[side] >> unit & 1
            and state.locations[unit] == NOT_IN_PLAY
            and chance.random() < 0.5
        ):
            action = Action("arrive", setting.units[unit])
    elif kind == "move" and standing:
        action = _moved(hands, chance.choice(standing))
    elif kind == "lose" and standing:
        unit = chance.choice(standing)
        action = Action("attrition" if state.stage == "attrition-loss" else "lose", setting.units[unit])
    elif kind == "restore" and (
        reduced := [u for u in units if state.locations[u] >= 0 and state.steps[u] > 1]
    ):
        # A unit that took a replacement in this phase takes no second one.
        again = [u for u in reduced if u in hands.replaced]
        action = Action("restore", setting.units[chance.choice(again or reduced)])
    if action is not None:
        _do_and_compare(hands, action, legal=action in mirror.kernel.legal_actions(state))


def _moved(hands: ModulePlayer, unit: int) -> Action:
    """Return the action of dragging a unit on the map, which gives the unit up if the rules permit that."""
    chance, setting, state = hands.rng, hands.paired_game.kernel.setting, hands.paired_game.state
    board = setting.board
    entry = setting.arrivals_and_departures.entry_by_unit.get(unit)
    if entry is not None and entry.redeploys_on is not None:
        # Dragged anywhere, it is picked up; it may be put down in a hex that serves.
        laid = setting.networks[entry.redeploys_on, setting.side_of[unit]].hexes
        goals = laid if chance.random() < 0.7 else board.near[state.locations[unit]]
        return Action("give-up", setting.units[unit], hex=chance.choice(setting.hex_ids(goals)))
    if not any(rule.may_give_up_units for rule in setting.game.rules.replacements):
        near = setting.hex_ids(board.near[state.locations[unit]])
        return Action("move", setting.units[unit], hex=chance.choice(near))
    likely = setting.places | _sources(setting, setting.side(state))
    goal = chance.choice(setting.hex_ids(likely if likely and chance.random() < 0.8 else board.every))
    return Action("give-up", setting.units[unit], hex=goal)


def _sources(setting: CompiledGame, side: int) -> Hexes:
    """Return the hexes of a side's supply sources, regardless of their owners."""
    return setting.supply_lines[side].sources if side in setting.supply_lines else 0


def _phase_stays(hands: ModulePlayer) -> None:
    """Request the next phase while an attrition loss is due; the module must refuse."""
    mirror = hands.paired_game
    mirror.count_attempt("phase ends", "refused phase ends")
    mirror.table.chat()
    mirror.table.next_phase()
    stays = mirror.table.get("Phase") == mirror.kernel.phase(mirror.state)
    if not hands.compare_verdict("change to the next phase", "") or not stays:
        hands.end_walk()


def _give_back(hands: ModulePlayer, number: int) -> None:
    """Cancel a unit's replacement, if this is done by flipping or dragging the unit."""
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    unit, kind = setting.units[number], hands.replaced[number]
    mirror.table.chat()
    if kind == "restore":
        mirror.table.key(unit, FLIP_KEY, REPLACEMENT_STEP)
        after = show_step(state, number, state.steps[number] + 1)
    elif kind == "new":
        box = _pool(hands, unit)
        mirror.table.drag(unit, box, REPLACEMENT_STEP)
        after = remove_unit(setting, state, number, POOL)
    else:
        return
    mirror.count_attempt("replacements", "replacements cancelled")
    if not hands.compare_verdict(f"cancel the replacement of {unit}", None):
        hands.end_walk()
    free = ~(1 << number)
    back = tuple(
        left + cost for left, cost in zip(state.replacements_left, hands.spent.pop(number), strict=True)
    )
    mirror.state = replace(
        after, replacements_left=back, acted=state.acted & free, units_paid_for=state.units_paid_for & free
    )
    del hands.replaced[number]


def _pool(hands: ModulePlayer, unit: UnitId) -> HexId:
    """Return the name of the box in which a unit is available as a replacement."""
    game = hands.paired_game.kernel.setting.game
    side = game.counters.unit(unit).side
    pool = next(rule.pool for rule in game.rules.replacements if rule.side == side)
    return HexId(next(box.name for box in game.hexmap.boxes if box.id == pool))


def _base(hands: ModulePlayer, unit: UnitId) -> HexId:
    """Return the name of the box that is the base of a unit's side."""
    game = hands.paired_game.kernel.setting.game
    side = game.counters.unit(unit).side
    return HexId(next(box.name for box in game.hexmap.boxes if box.kind == "holding" and box.side == side))
