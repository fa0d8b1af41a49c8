"""Action validation: check that an action names everything it requires, and only units and hexes that exist
in the game.
"""

from __future__ import annotations

from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.hints_and_citations import nearest_name
from hexwright.rules.engine.phase_module import Name
from hexwright.rules.engine.rules_protocol import Action, IllegalAction


def unknown_name(setting: CompiledGame, action: Action) -> tuple[str, str] | None:
    """Return the first unit or hex of an action that isn't in the game, with a hint; None if all names are
    known.
    """
    for unit in (action.unit, action.target, *action.units):
        if unit is not None and unit not in setting.unit_numbers:
            return f"there is no unit '{unit}'", nearest_name(unit, setting.units)
    for hex_id in (action.hex, *action.through):
        if hex_id is not None and hex_id not in setting.board.index:
            return f"hex '{hex_id}' is not on the map", nearest_name(hex_id, tuple(setting.board.index))
    return None


def check_names(setting: CompiledGame, action: Action, names: tuple[Name, ...]) -> None:
    """Raise IllegalAction if an action lacks a required name or names a unit or hex that isn't in the
    game.
    """
    if unknown := unknown_name(setting, action):
        raise IllegalAction(f"{action.text}: {unknown[0]}", unknown[1])
    for name in names:
        if name == "goal":
            name, other = ("hex", "target") if setting.defends_as_one else ("target", "hex")
            if getattr(action, other) is not None:
                raise IllegalAction(f"{action.text}: name only the {name} to attack, not a {other}")
        if getattr(action, name) is None:
            raise IllegalAction(f"{action.text}: the {name} is missing")
