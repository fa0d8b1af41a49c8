"""The code that global key commands of pieces, decks and the toolbar share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexwright.emulator.command_targets import CommandTarget, select_targets
from hexwright.emulator.expression_evaluator import PropertySource, RecursionLimitError
from hexwright.emulator.game_world import GameWorld
from hexwright.emulator.live_maps import LiveMap
from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.trait_behaviour import TraitBehaviour
from hexwright.inspect.analysis.key_bindings import Identity
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.field_values import java_int
from hexwright.vassal.codec.shared_records import PropertyParameter

#: The limit of VASSAL's LoopControl.
LOOP_LIMIT = 500


def apply_global_command(
    world: GameWorld,
    target: CommandTarget,
    command: Identity | None,
    source: PropertySource | None,
    maps: Sequence[LiveMap],
    parameters: Sequence[PropertyParameter],
    report: str,
    quiet: bool,
) -> None:
    """Send a key to all pieces that a global key command reaches; `quiet` suppresses the pieces' reports."""
    before = world.reporting
    if quiet:
        world.reporting = False
    try:
        with world.evaluator.limiter:
            line = world.evaluator.format(report, source, localised=True) if report else ""
            if line:
                world.say("* " + line)
            if command is None:
                return
            send_to_each(world, select_targets(world, target, source, maps), command, parameters, source)
    except RecursionLimitError:
        world.problem("Infinite loop in a global key command")
    finally:
        world.reporting = True if quiet else before


def send_to_each(
    world: GameWorld,
    pieces: Iterable[LivePiece],
    command: Identity,
    parameters: Sequence[PropertyParameter],
    source: PropertySource | None,
) -> None:
    """Set a command's parameters in each of several pieces, and then send the piece a key."""
    for piece in pieces:
        piece.remember()
        for parameter in parameters:
            set_parameter(world, piece, parameter.property, parameter.value, source or world.holder)
        piece.key(command)


def set_parameter(world: GameWorld, piece: LivePiece, name: str, value: str, source: PropertySource) -> None:
    """Set a piece's dynamic property from a command's parameter (Decorator.setDynamicProperty)."""
    filled = world.evaluator.dollars(value, source) if "$" in value else value
    new = world.evaluator.evaluate_or_report(filled, piece)
    for trait in piece.acting:
        keeps = isinstance(trait.trait, t.DynamicProperty) and trait.trait.name == name
        if keeps and trait.get(name)[1] != new:
            trait.set_property(name, new)


def command_range(acting: TraitBehaviour) -> int | None:
    """Return the maximum range of a command, or None if the range is unlimited."""
    trait = acting.trait
    if not trait.restrict_range:
        return None
    if trait.fixed_range:
        return int(trait.range)
    value = acting.world.source_text(acting.piece.get(trait.range_property))
    try:
        return java_int(value)
    except ValueError:
        acting.world.problem(f"Numeric field contains a non-number: range[{trait.range_property}]={value}")
        return int(trait.range)
