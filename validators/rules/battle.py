"""Play the combat phase: declare, then resolve battle by battle (3.3 and 3.4).

Each function gives the next state. Who decides: the attacker, but for `stand`, the defender's choice.
"""

from __future__ import annotations

from builder.geometry.bits import members, pick
from validators.rules.changing import replace
from validators.rules.combat import odds, result_of, retreats
from validators.rules.movement import END
from validators.rules.pieces import eliminate, lose_step, put
from validators.rules.procedure import Procedure, one_die
from validators.rules.protocol import Action
from validators.rules.setting import Setting
from validators.rules.state import Battle, Fight, State

# Declaration -------------------------------------------------------------------------------------


def may_attack(setting: Setting, state: State) -> list[int]:
    """Return the units that stand beside an enemy and have not attacked in this phase."""
    side = setting.side(state)
    # A unit attacks only once a phase, and only adjacent units.
    contact = setting.board.around(setting.enemies(state, side))
    may = setting.phase_modes[state.phase][0][1] & ~state.acted
    where = state.where
    return [u for u in pick(range(len(where)), may) if where[u] >= 0 and contact >> where[u] & 1]


def attacks_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Return the attacks that a unit may declare."""
    hex_number = state.where[unit]
    if hex_number < 0 or state.acted >> unit & 1:
        return []
    targets = setting.board.near[hex_number] & setting.enemies(state, setting.side_of[unit])
    row = setting.attacks[unit]
    if setting.limit == 1:
        return [row[setting.unit_at(state, number)] for number in members(targets)]
    return [row[target] for target, place in enumerate(state.where) if place >= 0 and targets >> place & 1]


def legal_declarations(setting: Setting, state: State) -> list[Action]:
    """Return all attacks that may be declared, and the end of declaring."""
    found = [action for unit in may_attack(setting, state) for action in attacks_of(setting, state, unit)]
    found.append(END)
    return found


def declare(setting: Setting, state: State, action: Action) -> State:
    """Return the state with one more attack declared; attacks on one unit are one battle."""
    assert action.unit is not None
    assert action.target is not None
    unit, target = 1 << setting.number[action.unit], setting.number[action.target]
    battles = {battle.target: battle.attackers for battle in state.battles}
    battles[target] = battles.get(target, 0) | unit
    return replace(
        state,
        acted=state.acted | unit,
        battles=tuple(Battle(t, battles[t]) for t in sorted(battles)),
    )


# Resolution --------------------------------------------------------------------------------------


def legal_battles(setting: Setting, state: State) -> list[Action]:
    """Return the battles that may be resolved next."""
    # The attacker picks the order.
    return [Action("resolve", target=setting.units[battle.target]) for battle in state.battles]


def resolve(setting: Setting, state: State, action: Action) -> State:
    """Return the state with a battle taken up: a die is to be thrown, unless the odds are too low."""
    assert action.target is not None
    target = setting.number[action.target]
    battle = next(b for b in state.battles if b.target == target)
    rest = tuple(b for b in state.battles if b.target != target)
    opened = replace(
        state, battles=rest, fight=Fight(target, battle.attackers, state.where[target]), stage="roll"
    )
    if odds(setting, state, target, battle.attackers).level < 1:
        return close(opened)  # Off the table the attack has no effect.
    return opened


def fall(setting: Setting, state: State, action: Action) -> State:
    """Return the state after the die has been thrown."""
    fight = state.fight
    assert fight is not None
    fought = odds(setting, state, fight.target, fight.attackers)
    result = result_of(setting, fought.level, action.roll + fought.die)
    effects = setting.combat.effects[result]
    settled = replace(fight, result=result, todo=effects)
    thrown = replace(state, fight=settled, throws=state.throws + 1)
    if (
        effects == ("retreat",)
        and setting.under(setting.combat.stand_under)
        and setting.board.at_places(setting.combat.stand_in) >> fight.hex & 1
    ):
        # By a rule of choice: in a city a DR may become the loss of a step; the defender chooses.
        return replace(thrown, stage="stand")
    return settle(setting, thrown)


def settle(setting: Setting, state: State) -> State:
    """Carry out effects until one needs a decision, or the battle is over."""
    while True:
        fight = state.fight
        assert fight is not None
        if not fight.todo:
            return _after(setting, state, fight)
        effect, *later = fight.todo
        rest = replace(fight, todo=tuple(later))
        alive = state.where[fight.target] >= 0
        match effect:
            case "attacker-step":
                return replace(state, stage="losses", fight=replace(rest, owed=1))
            case "defender-step":
                state, lost = lose_step(setting, state, fight.target)
                state = replace(state, fight=replace(rest, owed=lost))
            case "attacker-matches":
                if fight.owed > 0 and fight.attackers:
                    return replace(state, stage="losses", fight=rest)
                state = replace(state, fight=rest)
            case "retreat":
                if alive and retreats(setting, state, fight.target):
                    return replace(state, stage="retreat", fight=rest)
                if alive:
                    state = eliminate(setting, state, fight.target)  # No path to retreat by.
                state = replace(state, fight=rest)
            case _:
                state = replace(eliminate(setting, state, fight.target), fight=rest)


def _after(setting: Setting, state: State, fight: Fight) -> State:
    """End a battle: where the defender's hex is empty, an attacker may advance."""
    empty = not any(hexes >> fight.hex & 1 for hexes in state.occupied)
    if setting.combat.advance and empty and fight.attackers:
        return replace(state, stage="advance")
    return close(state)


def close(state: State) -> State:
    """Return the state between two battles."""
    return replace(state, fight=None, stage="resolve" if state.battles else "done")


# Decisions inside a battle -------------------------------------------------------------------------


def legal_stands(setting: Setting, state: State) -> list[Action]:
    """Return the defender's choice in a city: lose a step, or retreat."""
    fight = state.fight
    assert fight is not None
    unit = setting.units[fight.target]
    return [Action("stand", unit), Action("fall-back", unit)]


def stand(setting: Setting, state: State, action: Action) -> State:
    """Return the state after the defender's choice in a city."""
    fight = state.fight
    assert fight is not None
    todo = ("defender-step",) if action.kind == "stand" else fight.todo
    return settle(setting, replace(state, fight=replace(fight, todo=todo)))


def legal_losses(setting: Setting, state: State) -> list[Action]:
    """Return the attackers that may lose a step."""
    fight = state.fight
    assert fight is not None
    return [Action("lose", setting.units[unit]) for unit in members(fight.attackers)]


def lose(setting: Setting, state: State, action: Action) -> State:
    """Return the state after an attacker's loss; in an exchange more may be owed."""
    fight = state.fight
    assert fight is not None
    assert action.unit is not None
    unit = setting.number[action.unit]
    reduced, lost = lose_step(setting, state, unit)
    attackers = fight.attackers if reduced.where[unit] >= 0 else fight.attackers & ~(1 << unit)
    # A loss takes one step. An exchange goes on until at least as much strength is lost.
    exchange = "attacker-matches" in setting.combat.effects[fight.result]
    owed = fight.owed - lost if exchange else 0
    after = replace(reduced, fight=replace(fight, attackers=attackers, owed=owed))
    if owed > 0 and attackers:
        return after
    return settle(setting, after)


def legal_retreats(setting: Setting, state: State) -> list[Action]:
    """Return where the attacker may move the defender."""
    fight = state.fight
    assert fight is not None
    unit = setting.units[fight.target]
    return [
        Action("retreat", unit, hex=end, through=setting.hexes(taken))
        for taken, ends in sorted(retreats(setting, state, fight.target).items())
        for end in setting.hexes(ends)
    ]


def retreat(setting: Setting, state: State, action: Action) -> State:
    """Return the state after the attacker has moved the defender."""
    fight = state.fight
    assert fight is not None
    assert action.hex is not None
    through = setting.board.bits(action.through)
    return settle(setting, put(setting, state, fight.target, setting.board.index[action.hex], through))


def legal_advances(setting: Setting, state: State) -> list[Action]:
    """Return the attackers that may advance, and staying."""
    fight = state.fight
    assert fight is not None
    found = [
        Action("advance", unit, hex=setting.board.ids[fight.hex])
        for unit in pick(setting.units, fight.attackers)
    ]
    return [*found, HOLD]


HOLD = Action("hold")


def advance(setting: Setting, state: State, action: Action) -> State:
    """Return the state after an attacker has entered the empty hex, or none has."""
    fight = state.fight
    assert fight is not None
    if action.unit is None:
        return close(state)
    # EZOC is no bar to an advance.
    return close(put(setting, state, setting.number[action.unit], fight.hex))


# The phase ----------------------------------------------------------------------------------------


def begin_combat(setting: Setting, state: State) -> State:
    """Return the state as a combat phase begins."""
    return replace(state, stage="declare")


def end_declaring(setting: Setting, state: State, action: Action) -> State:
    """Return the state with all battles declared; the phase is over when there are none."""
    return close(state)


def combat_die(setting: Setting, state: State) -> int:
    """Return the sides of the die of the combat results table."""
    charts = setting.game.charts
    assert charts.combat is not None
    return charts.combat.die


def defender(setting: Setting, state: State) -> int:
    """Return the side whose unit is attacked."""
    assert state.fight is not None
    return setting.side_of[state.fight.target]


PROCEDURE = Procedure(
    opens={"combat": begin_combat},
    legal={
        "declare": legal_declarations,
        "resolve": legal_battles,
        "stand": legal_stands,
        "losses": legal_losses,
        "retreat": legal_retreats,
        "advance": legal_advances,
    },
    apply={
        ("declare", "attack"): declare,
        ("declare", "end"): end_declaring,
        ("resolve", "resolve"): resolve,
        ("roll", "roll"): fall,
        ("stand", "stand"): stand,
        ("stand", "fall-back"): stand,
        ("losses", "lose"): lose,
        ("retreat", "retreat"): retreat,
        ("advance", "advance"): advance,
        ("advance", "hold"): advance,
    },
    dice={"roll": one_die(combat_die)},
    deciders={"stand": defender},
)
