"""Take replacements and losses to the weather as a player does, and try what the rules forbid."""

from __future__ import annotations

from validators.proof.hands import FLIP, LOSE, REGAIN, Hands
from validators.proof.mirror import Mirror
from validators.rules.protocol import Action
from validators.rules.state import ASIDE


def load_die(mirror: Mirror) -> None:
    """Have the die for attrition, which the module throws when a phase begins, fall as the reference's."""
    if mirror.state.stage == "attrition-roll":
        kernel, state = mirror.kernel, mirror.state
        mirror.table.throw(kernel.draw(state).roll, len(kernel.chance_outcomes(state)))


def act(hands: Hands, action: Action) -> None:
    """Do one action of a replacement phase."""
    hands.mirror.tried("replacements")
    _do(hands, action)
    hands.mirror.state = hands.mirror.kernel.apply(hands.mirror.state, action)


def _do(hands: Hands, action: Action) -> None:
    """Do at the table what an action says; the die for attrition has fallen already."""
    mirror, unit = hands.mirror, action.unit
    table = mirror.table
    if unit is None:
        return
    match action.kind:
        case "restore":
            table.key(unit, hands.chance.choice((FLIP, REGAIN)), "replacement")
        case "new" if action.hex is not None:
            table.drag(unit, action.hex, "replacement")
        case "attrition":
            table.key(unit, LOSE, "replacement")
        case "designate":
            setting = mirror.kernel.setting
            made = next(made for made, _, _ in setting.conversions if mirror.state.where[made] == ASIDE)
            here = mirror.state.where[setting.number[unit]]
            table.drag(setting.units[made], setting.board.ids[here], "replacement")


def attempt(hands: Hands) -> None:
    """Try what a replacement phase doesn't allow: a replacement that isn't legal, or a move."""
    mirror, chance = hands.mirror, hands.chance
    kernel, state = mirror.kernel, mirror.state
    setting = kernel.setting
    unit = chance.randrange(len(setting.units))
    name, at = setting.units[unit], state.where[unit]
    goal = chance.choice([hex_id for hex_id in setting.board.ids if hex_id])
    # A unit that took a replacement may give it back by the same key, or come in elsewhere.
    if state.acted >> unit & 1 or (at >= 0 and setting.board.ids[at] == goal):
        return
    by_key = at >= 0 and chance.random() < 0.5
    tried = Action("restore", name) if by_key else Action("move" if at >= 0 else "new", name, hex=goal)
    if at == ASIDE and any(made == unit for made, _, _ in setting.conversions):
        here = setting.board.index[goal]
        tried = Action("designate", setting.units[state.where.index(here)] if here in state.where else None)
    if tried in kernel.legal_actions(state):
        return
    if by_key:
        mirror.table.key(name, FLIP, "replacement")
    else:
        mirror.table.drag(name, goal, "replacement")
    mirror.tried("replacements", "refused replacements")
    if not hands.judged(f"{name}: {tried.text}", "") or not mirror.compare(f"refused: {tried.text}"):
        hands.part()
