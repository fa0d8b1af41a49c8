"""Define the prototypes of all pieces.

As in the Editor, traits are listed from the innermost to the outermost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hexwright.model.counter_mix import Marker as MarkerCounter
from hexwright.model.game import Game, Side
from hexwright.vassal.codec.buildfile.components import PrototypeDefinition, PrototypesContainer
from hexwright.vassal.codec.field_values import Colour, KeyCommand
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.shared_records import PropertyChange, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import (
    BasicPiece,
    CalculatedProperty,
    Delete,
    DoesNotStack,
    Layer,
    Marker,
    MovementTrail,
    ReportAction,
    RestrictCommands,
    RestrictedAccess,
    SendToLocation,
    SetGlobalProperty,
    TriggerAction,
)
from hexwright.vassal.enforcement import (
    announcing,
    beginning,
    deeds,
    early_end,
    flights,
    handling,
    judge,
    lights,
    menus,
    movement,
    names,
    networks,
    orders,
    phases,
    places,
    replacements,
    setup,
    strays,
    switch,
    trains,
    versions,
    victory,
)
from hexwright.vassal.enforcement.fighting import fights, has_steps
from hexwright.vassal.enforcement.script import call, sent_to
from hexwright.vassal.enforcement.tables.order_tables import orders_needed
from hexwright.vassal.enforcement.traits import keep, keep_for_all, send
from hexwright.vassal.module import key_commands, moved_mark, turn_calendar, unit_conditions
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.module_board import turn_region

UNIT = "Unit"
UNIT_MOVES = "Unit moves"
MARKER = "Marker"
CONTROL = "Control marker"
TURN_MARKER = "Turn marker"

_REFEREE_KEYS = (
    key_commands.PHASE_BEGINS,
    names.ASK_PHASE,
    names.ASK_BACK,
    names.ASK_ENDING,
    names.ASK_ATTRITION,
    names.SCORE,
    *names.SET_LEVEL.values(),
)
"""The keys that the toolbar and the turn tracker send to the turn marker."""
_TRAIL = Colour(30, 30, 30)
_TRAIL_FILL = Colour(255, 255, 255)


def side_prototype(side: Side) -> str:
    """Return the name of a side's prototype."""
    return f"Side {side.id}"


def all_charges(board: BoardPositions) -> tuple[judge.Charge, ...]:
    """Return the divided traits of each kind of piece: units, control markers and the turn marker."""
    game = board.game
    faces = Layer.of(
        prop.STEP_LAYER,
        ("", ""),
        increase_key=key_commands.TURN_OVER,
        decrease_key=key_commands.STEP_UP,
        reset_key=key_commands.STEP_LAST,
    )
    flown = flights.memory(game) if any(flights.flies(game, unit) for unit in game.counters.units) else ()
    units = (
        tuple(_unit(game)),
        (faces,),
        unit_conditions.fortified_stance_traits(),
        (*flown, *_unit_moves(board)),
    )
    turn = Layer.of(prop.STEP_LAYER, ("", ""), reset_key=key_commands.SHOW_SIDE)
    flag = replace(faces, reset_key=key_commands.SHOW_SIDE)
    return (
        judge.charge("unit", units, strays.HEARD),
        judge.charge("control", ((flag,), tuple(_control(game))), strays.HEARD),
        judge.charge("turn", ((turn,), tuple(_turn_marker(game))), (*_REFEREE_KEYS, *strays.HEARD)),
    )


def prototypes(game: Game, charged: Sequence[judge.Charge]) -> dict[str, tuple[Trait, ...]]:
    """Return the traits of all prototypes in the Editor's order, keyed by the prototype's name.

    `charged` is the result of `all_charges`.
    """
    units, control, turn = (charge.kept for charge in charged)
    made: dict[str, tuple[Trait, ...]] = {}
    if game.counters.units:
        made |= {UNIT: units[0], UNIT_MOVES: (*units[-1], *_seen())}
    if any(game.is_turned(unit) for unit in game.counters.units):
        made[unit_conditions.STANCE] = unit_conditions.fortified_stance_traits()
    for side in game.info.sides:
        if any(unit.side == side.id for unit in game.counters.units):
            made[side_prototype(side)] = tuple(_side(side))
    kinds = {TURN_MARKER: turn[-1], CONTROL: control[-1], MARKER: tuple(_marker(game))}
    # One piece always follows the turn: a marker of the game, or the turn keeper.
    used = {TURN_MARKER, *(marker_prototype(marker) for marker in game.counters.markers)}
    made |= {name: traits for name, traits in kinds.items() if name in used}
    return versions.marked(made)


def marker_prototype(marker: MarkerCounter) -> str:
    """Return the name of a marker's prototype, which depends on the kind of marker: turn, control or
    other.
    """
    symbols = {face.symbol for face in marker.faces}
    return TURN_MARKER if "turn" in symbols else CONTROL if "control" in symbols else MARKER


def prototypes_container(defined: Mapping[str, tuple[Trait, ...]]) -> PrototypesContainer:
    """Return the component that holds the prototypes."""
    container = PrototypesContainer.new()
    for name, traits in defined.items():
        definition = PrototypeDefinition.new(name=name)
        definition.body = AddPiece(GamePiece.of(BasicPiece(), *traits)).encode()
        container.append(definition)
    return container


def report(key: KeyCommand, text: str) -> ReportAction:
    """Return a trait that writes a line to the chat when a key arrives.

    The line must begin with a fixed word or a side's name. The chat interprets some first characters as a
    colour, and a < after them as HTML.
    """
    return ReportAction(keys=(key,), report=text, description="Says in the chat what was done")


def trigger(
    name: str, key: KeyCommand, *actions: KeyCommand, match: str = "", menu: str = ""
) -> TriggerAction:
    """Return a trait that sends other keys, in order, when its key arrives."""
    return TriggerAction(name=name, menu=menu, key=key, match=match, actions=actions)


def hide_commands(when: str, *keys_: KeyCommand) -> RestrictCommands:
    """Return a trait that hides commands from the menu while an expression is true."""
    return RestrictCommands(name="", action="Hide", match=when, keys=keys_)


def _unit(game: Game) -> Iterator[Trait]:
    level = f"{prop.STEP_LAYER}_Level"
    last = f'{{{level} >= {prop.STEPS} && {prop.POOL} != ""}}'
    # If no unit has a second face, printed values are constants of the unit (piece_builder.py). Otherwise
    # they are computed on demand, never while drawing: no label shows them.
    if has_steps(game):
        yield CalculatedProperty(name=prop.STEP, expression=f"{{{level}}}")
        for name in (prop.STRENGTH, prop.MA):
            yield CalculatedProperty(name=name, expression=f'{{GetProperty("{name}" + {level})}}')
        told = f'{{{level} == 1 ? "{prop.FULL_STRENGTH}" : "at reduced strength"}}'
        yield CalculatedProperty(name=prop.STEP_TEXT, expression=told)
    # Two boxes, and one trait that sends the unit to a target set just before.
    yield SendToLocation(
        key=key_commands.SEND,
        map=prop.MAIN_MAP,
        board=prop.BOARD,
        x=f"${prop.SENT_X}$",
        y=f"${prop.SENT_Y}$",
        back_key=key_commands.RETURN,
        description="To a box",
        destination="L",
    )
    apart = key_commands.waiting_key(game) == key_commands.TO_WAIT
    for name, axis in ((prop.SENT_X, "x"), (prop.SENT_Y, "y")):
        aims = [
            (key_commands.AIM_POOL, sent_to(prop.POOL, axis)),
            (key_commands.AIM_OUT, sent_to(prop.OUT, axis)),
        ]
        if game.rules.group_remnants:
            aims.append((key_commands.AIM_LEFT, call(f"remainsAt{name[-1]}", "PieceUID")))
        if apart:
            aims.append((key_commands.AIM_WAIT, sent_to(prop.WAITS, axis)))
        yield keep_for_all(name, *aims)
    yield trigger(
        "To the box of its side's eliminated units",
        key_commands.TO_POOL,
        key_commands.AIM_POOL,
        key_commands.SEND,
    )
    yield trigger(
        "To the box of units out of the game", key_commands.TO_OUT, key_commands.AIM_OUT, key_commands.SEND
    )
    if apart:
        own = f'{{{prop.WAITS} != ""}}'
        yield trigger(
            "To the box where it waits",
            key_commands.TO_WAIT,
            key_commands.AIM_WAIT,
            key_commands.SEND,
            match=own,
        )
        yield trigger(
            "Or where it is lost", key_commands.TO_WAIT, key_commands.TO_POOL, match=f'{{{prop.WAITS} == ""}}'
        )
    for key, what in (
        (key_commands.SAY_FLIPPED, f"is turned over: now ${prop.STEP_TEXT}$"),
        (key_commands.SAY_LOST, f"loses a step: now ${prop.STEP_TEXT}$"),
        (key_commands.SAY_GAINED, f"regains a step: now ${prop.STEP_TEXT}$"),
        (key_commands.SAY_POOL, "is eliminated"),
        (key_commands.SAY_OUT, "leaves the game"),
        (key_commands.SAY_RETURNED, "is back"),
    ):
        yield report(key, f"${prop.SIDE_NAME}$ ${prop.FULL_NAME}$ {what} ($LocationName$)")
    if has_steps(game):
        yield from _faces(game)
    # The inner trait acts first, so a unit that loses a step is not eliminated by the same key.
    yield trigger(
        "Lose the last step", deeds.LOSE.do, key_commands.SAY_POOL, key_commands.TO_POOL, match=last
    )
    yield trigger(
        "Lose a step",
        deeds.LOSE.do,
        key_commands.TURN_OVER,
        key_commands.SAY_LOST,
        match=f"{{{level} < {prop.STEPS}}}",
    )
    yield trigger(
        "Eliminate", deeds.ELIMINATE.do, key_commands.SAY_POOL, key_commands.STEP_LAST, key_commands.TO_POOL
    )
    yield trigger("Out of the game", deeds.LEAVE.do, key_commands.SAY_OUT, key_commands.TO_OUT)
    yield trigger("Return", deeds.RETURN.do, key_commands.RETURN, key_commands.SAY_RETURNED)
    yield trigger(
        "Mark as moved or not",
        key_commands.TOGGLE_MOVED,
        key_commands.MOVED_OR_NOT,
        menu="Mark as moved or not moved",
    )
    yield from deeds.menu_traits(player_actions(game))
    fought = (key_commands.ATTACK, key_commands.FIGHT) if fights(game) else ()
    done = (deed.pressed for deed in player_actions(game))
    back = (key_commands.TAKE_BACK,) if key_commands.takes_moves_back(game) else ()
    yield from menus.unit_traits(game, (key_commands.SHOW_REACH, *fought, *back, *done))


def _seen() -> Iterator[Trait]:
    """Yield the unit's constants, and the properties that VASSAL reads from every unit at a drop or redraw.

    They are outermost, so that VASSAL finds them before any other trait. At each drop VASSAL checks about ten
    times for every unit whether it is invisible, doesn't stack or ignores the grid. If the property is
    missing, VASSAL searches all traits, zones and global properties. A constant is sufficient for
    invisibility, but the grid query requires a boolean, which only the second trait provides.
    """
    yield DoesNotStack(
        selection="", movement="N", stacking="L", description="Stacks and is moved as any unit"
    )
    yield Marker.of({prop.KIND: "unit", prop.MAP_LAYER: "Units", prop.INVISIBLE: ""})


def _faces(game: Game) -> Iterator[Trait]:
    """Yield the traits that change a unit's face. A unit with one face has no menu lines for this."""
    level = f"{prop.STEP_LAYER}_Level"
    yield trigger(
        "Turn over",
        deeds.FLIP.do,
        key_commands.TURN_OVER,
        key_commands.SAY_FLIPPED,
        match=f"{{{prop.STEPS} > 1}}",
    )
    yield trigger(
        "Regain a step",
        deeds.REGAIN.do,
        key_commands.STEP_UP,
        key_commands.SAY_GAINED,
        match=f"{{{level} > 1}}",
    )


def _side(side: Side) -> Iterator[Trait]:
    # The judge decides who may move the unit: sometimes it is the other player (see seats.bsh).
    yield Marker.of({prop.SIDE: side.id, prop.SIDE_NAME: side.name})


def player_actions(game: Game) -> tuple[deeds.Deed, ...]:
    """Return the actions that players may perform on units with key commands."""
    return deeds.of(
        game,
        (
            *announcing.deeds(game),
            *unit_conditions.deeds(game),
            *orders.deeds(game),
            *replacements.deeds(game),
        ),
    )


def _unit_moves(board: BoardPositions) -> Iterator[Trait]:
    game, resolution = board.game, board.resolution
    yield moved_mark.moved_mark_trait(board)
    yield report(
        key_commands.MOVED_OR_NOT,
        f'{{{prop.SIDE_NAME} + " " + {prop.FULL_NAME} + (Moved == true ? " is marked as moved ("'
        f' : " is no longer marked as moved (") + LocationName + ")"}}',
    )
    yield MovementTrail(
        key=key_commands.TOGGLE_TRAIL,
        menu="Show or hide its trail",
        starts_visible=False,
        radius=resolution.counter_pixels(24),
        fill=_TRAIL_FILL,
        line=_TRAIL,
        selected_opacity=90,
        unselected_opacity=60,
        thickness=6.0 * resolution.counter_picture_scale,
        clear_key=key_commands.CLEAR_TRAIL,
    )
    yield trigger(
        "A phase begins",
        key_commands.PHASE_BEGINS,
        key_commands.UNMOVED,
        key_commands.CLEAR_TRAIL,
        match="{Moved == true}",
    )
    yield from unit_conditions.unit_traits(game)
    yield from movement.unit_traits(game)
    yield from trains.unit_traits(game)
    yield from lights.unit_traits(game)
    yield from handling.unit_traits(game)
    yield from orders.unit_traits(game)
    yield from flights.unit_traits(game)
    answers = (
        *handling.done(game),
        *orders.answers(game),
        *victory.answers(game),
        *replacements.answers(game),
    )
    yield from deeds.unit_traits(player_actions(game), answers)
    if game.rules.replacements:
        yield from replacements.unit_traits(game)
    yield from places.unit_traits(game)
    yield from networks.unit_traits(game)
    yield from strays.traits()


def _players(game: Game) -> RestrictedAccess:
    """Return the trait that keeps players without a side from using pieces."""
    seats = (*(side.name for side in game.info.sides), prop.BOTH_SIDES)
    return RestrictedAccess(sides=seats, description="For everybody at the table")


def _marker(game: Game) -> Iterator[Trait]:
    yield Marker.of({prop.KIND: "marker", prop.MAP_LAYER: "Markers"})
    yield report(key_commands.SAY_FLIPPED, f"Marker turned over: ${prop.FULL_NAME}$ ($LocationName$)")
    yield trigger(
        "Turn over",
        key_commands.FLIP,
        key_commands.TURN_OVER,
        key_commands.SAY_FLIPPED,
        match=f"{{{prop.STEPS} > 1}}",
        menu="Turn over",
    )
    yield hide_commands(f"{{{prop.STEPS} < 2}}", key_commands.FLIP)
    yield Delete(menu="", key=key_commands.REMOVE_NOW)
    yield report(key_commands.SAY_REMOVED, f"Marker removed: ${prop.FULL_NAME}$ ($LocationName$)")
    yield trigger(
        "Remove", key_commands.REMOVE, key_commands.SAY_REMOVED, key_commands.REMOVE_NOW, menu="Remove"
    )
    yield _players(game)


def _control(game: Game) -> Iterator[Trait]:
    yield Marker.of({prop.KIND: "control", prop.MAP_LAYER: "Control"})
    yield report(key_commands.SAY_FLIPPED, f"Control of $LocationName$ passes to the ${prop.SIDE_PLURAL}$")
    yield from places.marker_traits()
    fire_rules = game.rules.fire
    if fire_rules is not None and any(hold.until_taken for hold in fire_rules.strongholds):
        yield keep(names.FALLEN, (key_commands.SHOW_SIDE, places.FELL), (key_commands.TURN_OVER, "true"))
    yield from strays.traits()
    yield from strays.marker_traits()
    yield DoesNotStack(
        selection="", movement="V", stacking="R", description="Lies beside the units of its hex"
    )


def _turn_marker(game: Game) -> Iterator[Trait]:
    """Yield the turn marker's traits.

    The marker follows the turn tracker, and names turns, phases and weather.
    """
    over = f"{{{prop.TURN} > {prop.LAST_TURN}}}"
    playing = f"{{{prop.TURN} <= {prop.LAST_TURN}}}"
    row = f'{prop.TIMETABLE} + "." + {prop.TURN}'
    weather = turn_calendar.weather_now(game)
    yield Marker.of({prop.KIND: "turn", prop.MAP_LAYER: "Markers"})
    for name, value in (
        (prop.ACTIVE_SIDE, f'{{GetProperty("PhaseSide." + {prop.PHASE})}}'),
        (prop.PHASE_NAME, f'{{GetProperty("PhaseName." + {prop.PHASE})}}'),
        (prop.WEATHER, f"{{{weather}}}"),
        (prop.WEATHER_NAME, f'{{GetProperty("WeatherName." + {weather})}}'),
        (prop.TURN_DATE, f'{{GetProperty("Date." + {row})}}'),
        (prop.PHASE_TEXT, f'{{GetProperty("PhaseText." + {prop.PHASE})}}'),
    ):
        yield keep_for_all(name, (key_commands.PHASE_STATE, value))
    yield SetGlobalProperty(
        name=prop.GAME_OVER,
        commands=(
            PropertyCommand(
                "", key_commands.PHASE_STATE, PropertyChange.set(f"{{{victory.over_now(game)}}}")
            ),
        ),
        description=f"Keeps {prop.GAME_OVER}",
    )
    yield SendToLocation(
        key=key_commands.TO_TRACK,
        map=prop.MAIN_MAP,
        board=prop.BOARD,
        region=turn_region(f"${prop.TURN}$"),
        description="To the cell of the turn",
        destination="R",
    )
    yield report(
        key_commands.SAY_PHASE,
        f'{{"Turn " + {prop.TURN} + " (" + {prop.TURN_DATE} + ") · " + {prop.WEATHER_NAME} + " · "'
        f' + {prop.PHASE_NAME} + ": " + GetProperty("PhaseText." + {prop.PHASE})}}',
    )
    yield report(key_commands.SAY_OVER, victory.over_text())
    yield send(
        key_commands.PHASE_BEGINS,
        key_commands.PHASE_BEGINS,
        f'{{{prop.KIND} == "unit" && Moved == true}}',
        "The marks of units that moved go",
    )
    yield from turn_calendar.weather_traits(game)
    find = (turn_calendar.FIND_WEATHER,) if turn_calendar.weather_is_rolled(game) else ()
    steps = tuple(beginning.referee_traits(game))
    opened = (names.OPEN_PHASE,) if steps else ()
    shown: tuple[KeyCommand, ...] = (
        key_commands.SHOW_SIDE,
        key_commands.MOVE_ON_TRACK,
        key_commands.SAY_PHASE,
        *opened,
    )
    if turn_calendar.may_skip_phases(game):
        yield trigger(
            "A phase is played",
            turn_calendar.PLAY_PHASE,
            *shown,
            match=f"{{{turn_calendar.phase_is_played(game)}}}",
        )
        shown = (turn_calendar.PLAY_PHASE,)
    yield trigger(
        "A phase begins", key_commands.PHASE_BEGINS, *find, key_commands.PHASE_STATE, *shown, match=playing
    )
    yield trigger(
        "Move on the track",
        key_commands.MOVE_ON_TRACK,
        key_commands.TO_TRACK,
        match=f'{{GetProperty("OnTrack." + {prop.TURN}) == "yes"}}',
    )
    done = victory.over_actions(game)
    yield trigger("The game is over", key_commands.PHASE_BEGINS, key_commands.PHASE_STATE, *done, match=over)
    yield from switch.referee_traits()
    yield from early_end.referee_traits(game)
    yield from victory.referee_traits(game)
    yield from setup.referee_traits()
    scored = victory.earns(game)
    yield from phases.referee_traits(
        scored=scored, settled=orders_needed(game), saves=bool(replacements.saving(game))
    )
    yield from turn_calendar.turn_step_traits(game, scored=scored)
    yield from steps
    yield from strays.traits()
    yield from strays.marker_traits()
    yield DoesNotStack(selection="", movement="V", stacking="R", description="Lies on the track alone")


def no_picture() -> bytes:
    """Return an empty picture for the turn keeper."""
    return b'<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2" viewBox="0 0 2 2"></svg>'
