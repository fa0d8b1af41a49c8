"""What each recipe of the cookbook changes, as a question to the rules engine: true only with the recipe.

The small game's map: woods in 0301, 0302, 0304, 0602, 0605, 0705; a brook between the columns 4 and 5; a road
along row 3; the ford, a city, in 0403 and the mill, a town, in 0603. Rain falls on turns 3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hexwright.model.ids import SideId
from tests.cookbook.table import Table

Effect = Callable[[Table], bool]
EFFECTS: Final[dict[str, Effect]] = {}
OPTIONS: Final = {"An optional rule": {"flood": "yes"}}
"""Options with which a recipe is tried."""
RING: Final = ("0201 red-1", "0203 red-2", "0102 red-3")
"""Twelve points of infantry around 0202, which is clear."""


def effect(title: str) -> Callable[[Effect], Effect]:
    """Note a question under the heading of its recipe."""

    def note(found: Effect) -> Effect:
        assert title not in EFFECTS
        EFFECTS[title] = found
        return found

    return note


# Movement -------------------------------------------------------------------------------------------


@effect("Terrain costs more, or nobody enters it")
def _(table: Table) -> bool:
    hill = table.costs(table.at("red-movement", "0803 red-1"), "red-1")
    shore = table.reach(table.at("red-movement", "0301 red-1"), "red-1")
    return hill["0703"] == 2 and "0401" not in shore


@effect("A river costs a point, except where a road crosses it")
def _(table: Table) -> bool:
    away = table.costs(table.at("red-movement", "0402 red-1"), "red-1")
    bridge = table.costs(table.at("red-movement", "0403 red-1"), "red-1")
    return away["0502"] == 2 and bridge["0503"] == 1


@effect("A river is crossed at bridges only")
def _(table: Table) -> bool:
    away = table.costs(table.at("red-movement", "0402 red-1"), "red-1")
    return away["0403"] == 1 and away["0503"] == 2 and away["0502"] == 3


@effect("A road costs half a point, whatever the terrain")
def _(table: Table) -> bool:
    return "0703" in table.reach(table.at("red-movement", "0103 red-1"), "red-1")


@effect("A road march gives an extra hex")
def _(table: Table) -> bool:
    reach = table.reach(table.at("red-movement", "0103 red-1"), "red-1")
    return "0503" in reach and "0603" not in reach


@effect("Mud halves movement")
def _(table: Table) -> bool:
    dry = table.costs(table.at("red-movement", "0203 red-horse"), "red-horse")
    wet = table.costs(table.at("red-movement", "0203 red-horse", turn=3), "red-horse")
    return max(dry.values()) == 5 and max(wet.values()) == 2


@effect("A unit may always move one hex")
def _(table: Table) -> bool:
    near = table.reach(table.at("red-movement", "0202 red-1"), "red-1")
    far = table.reach(table.at("red-movement", "0102 red-1"), "red-1")
    return "0302" in near and "0302" not in far


@effect("Cavalry may not enter woods")
def _(table: Table) -> bool:
    state = table.at("red-movement", "0202 red-1", "0203 red-horse")
    return "0302" in table.reach(state, "red-1") and "0302" not in table.reach(state, "red-horse")


@effect("Rail movement")
def _(table: Table) -> bool:
    free = table.at("red-movement", "0101 red-1")
    met = table.at("red-movement", "0101 red-1", "0504 blue-1")
    return "0804" in table.reach(free, "red-1") and "0402" in table.reach(met, "red-1") - {"0804", "0503"}


@effect("Cavalry moves again after combat")
def _(table: Table) -> bool:
    state = table.at("red-exploitation", "0203 red-horse", "0103 red-1")
    return bool(table.reach(state, "red-horse")) and not table.reach(state, "red-1")


@effect("Reserves react in the enemy's turn")
def _(table: Table) -> bool:
    state = table.at("blue-reaction", "0603 blue-horse", "0502 blue-1")
    spent = table.costs(state, "blue-horse")
    return max(spent.values()) == 2 and not table.reach(state, "blue-1")


@effect("A garrison waits until the enemy comes near")
def _(table: Table) -> bool:
    far = table.at("blue-movement", "0603 blue-horse", "0103 red-1")
    near = table.at("blue-movement", "0603 blue-horse", "0303 red-1")
    return not table.reach(far, "blue-horse") and bool(table.reach(near, "blue-horse"))


# Zones of control -----------------------------------------------------------------------------------


@effect("Nobody moves from one enemy zone to another")
def _(table: Table) -> bool:
    reach = table.reach(table.at("red-movement", "0303 red-1", "0403 blue-1", turn=3), "red-1")
    return "0402" not in reach and "0202" in reach


@effect("Zones cost points instead of stopping")
def _(table: Table) -> bool:
    spent = table.costs(table.at("red-movement", "0203 red-horse", "0403 blue-1"), "red-horse")
    return spent["0303"] == 3


@effect("Only some classes have a zone")
def _(table: Table) -> bool:
    horse = table.reach(table.at("red-movement", "0203 red-1", "0403 blue-horse"), "red-1")
    foot = table.reach(table.at("red-movement", "0203 red-1", "0403 blue-1"), "red-1")
    return "0402" in horse and "0402" not in foot


@effect("Zones don't extend into woods or towns")
def _(table: Table) -> bool:
    zone = table.zone(table.at("red-movement", "0203 red-1", "0403 blue-1"), "red")
    return "0304" not in zone and "0303" in zone


@effect("A friendly unit cancels the zone in its hex for retreats")
def _(table: Table) -> bool:
    around = ("0402 red-1", "0401 red-3", "0701 red-horse", "0703 red-2")
    state = table.at("red-combat", "0502 blue-1", "0602 blue-2", *around)
    state = table.fought(state, "red-1 red-3 into 0502", 5)
    return table.lines(state, "retreat blue-1") == ["retreat blue-1 0602"]


# Stacking -------------------------------------------------------------------------------------------


@effect("Two units a hex, which defend as one")
def _(table: Table) -> bool:
    joined = table.play(table.at("red-movement", "0203 red-1", "0303 red-2"), "move red-1 0303")
    crowd = table.play(table.at("red-movement", "0203 red-1", "0303 red-2", "0303 red-3"), "move red-1 0303")
    battle = table.at("red-combat", "0403 blue-1", "0403 blue-2", "0303 red-1")
    return (
        table.may(joined, "end")
        and not table.may(crowd, "end")
        and table.lines(battle, "attack") == ["attack red-1 0403"]
    )


@effect("Stacking by points, headquarters free")
def _(table: Table) -> bool:
    fits = table.at("red-movement", "0203 red-horse", "0203 red-staff", "0303 red-1")
    full = table.at("red-movement", "0203 red-horse", "0203 red-2", "0303 red-1")
    return table.may(table.play(fits, "move red-1 0203"), "end") and not table.may(
        table.play(full, "move red-1 0203"), "end"
    )


# Combat ---------------------------------------------------------------------------------------------


@effect("Towns double the defender")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0603 blue-1", "0503 red-1")
    return table.odds(state, "blue-1", "red-1").defence == 8


@effect("A river halves those who attack across it")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0502 blue-1", "0402 red-1", "0501 red-2")
    return table.odds(state, "blue-1", "red-1 red-2").attack == 6


@effect("Several hexes are attacked in one battle")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0402 blue-1", "0403 blue-2", "0303 red-1")
    return bool(table.lines(table.play(state, table.lines(state, "attack red-1")[0]), "attack red-1"))


@effect("Odds such as 1:2 and 3:2")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0403 blue-guard", "0303 red-1", "0304 red-2")
    return (
        table.odds(state, "blue-guard", "red-1 red-2").comparison == "3:2"
        and table.odds(state, "blue-guard", "red-1").comparison == "1:2"
    )


@effect("A differential combat table")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0403 blue-guard", "0303 red-1", "0304 red-2")
    return table.odds(state, "blue-guard", "red-1 red-2").comparison == "+3, column +2"


@effect("Two dice")
def _(table: Table) -> bool:
    state = table.resolving(table.at("red-combat", "0202 blue-1", *RING), "red-1 on blue-1")
    return {action.roll for action, _ in table.rules.chance_outcomes(state)} == set(range(2, 13))


@effect("Each side has its own combat table")
def _(table: Table) -> bool:
    red = table.odds(table.at("red-combat", "0202 blue-1", "0201 red-1"), "blue-1", "red-1")
    blue = table.odds(table.at("blue-combat", "0202 blue-1", "0201 red-1"), "red-1", "blue-1")
    return (red.table, blue.table) == ("", "blue-attacks")


@effect("Everyone adjacent must attack, and be attacked")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0403 blue-guard", "0303 red-1")
    attacked = table.play(state, "attack red-1 on blue-guard")
    return not table.may(state, "end") and table.may(attacked, "end")


@effect("Exchange")
def _(table: Table) -> bool:
    state = table.fought(table.at("red-combat", "0202 blue-1", *RING), "red-1 red-2 red-3 on blue-1", 1)
    return table.where(state, "blue-1") == "pool" and len(table.lines(state, "lose red-")) == 3


@effect("The attacker retreats")
def _(table: Table) -> bool:
    state = table.fought(table.at("red-combat", "0202 blue-1", "0203 red-1"), "red-1 on blue-1", 1)
    return bool(table.lines(state, "retreat red-1"))


@effect("The owner leads retreats, and results say how far")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0502 blue-1", "0601 red-1", "0602 red-2")
    state = table.fought(state, "red-1 red-2 on blue-1", 4)
    hexes = {line.split()[2] for line in table.lines(state, "retreat blue-1")}
    return table.rules.active_side(state) == "blue" and {table.distance("0502", h) for h in hexes} == {2}


@effect("In a city the defender may lose a step instead of retreating")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0403 blue-guard", "0303 red-1", "0304 red-2")
    return bool(table.lines(table.fought(state, "red-1 red-2 on blue-guard", 5), "stand"))


@effect("Cavalry advances two hexes after combat")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0202 blue-1", "0102 red-horse", "0203 red-1")
    state = table.fought(state, "red-horse red-1 on blue-1", 5)
    state = table.play(state, table.lines(state, "retreat")[0], "advance red-horse 0202")
    return bool(table.lines(state, "advance red-horse"))


@effect("Artillery attacks from two hexes away")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0403 blue-1", "0203 red-guns", "0202 red-1")
    return bool(table.lines(state, "attack red-guns")) and not table.lines(state, "attack red-1")


@effect("One cavalry unit in the attack shifts a column")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0202 blue-1", "0201 red-1", "0203 red-horse")
    found, foot = table.odds(state, "blue-1", "red-1 red-horse"), table.odds(state, "blue-1", "red-1")
    return (found.final_column, foot.final_column) == (found.initial_column + 1, foot.initial_column)


@effect("A leader within two hexes shifts a column")
def _(table: Table) -> bool:
    near = table.odds(
        table.at("red-combat", "0202 blue-1", "0203 red-1", "0204 red-leader"), "blue-1", "red-1"
    )
    far = table.odds(
        table.at("red-combat", "0202 blue-1", "0203 red-1", "0605 red-leader"), "blue-1", "red-1"
    )
    return (near.final_column, far.final_column) == (near.initial_column + 1, far.initial_column)


@effect("Shifts are capped")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0403 blue-horse", "0303 red-1", "0304 red-2")
    found = table.odds(state, "blue-horse", "red-1 red-2")
    return found.final_column == found.initial_column - 2


@effect("Attackers out of supply are halved")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0702 blue-1", "0801 red-1")
    return table.odds(state, "blue-1", "red-1").attack == 2


@effect("Results disrupt, and units recover")
def _(table: Table) -> bool:
    state = table.fought(table.at("red-combat", "0202 blue-1", *RING), "red-1 red-2 red-3 on blue-1", 2)
    if table.where(state, "blue-1") != "0202":
        return False
    shaken = table.after(state, "blue-movement")
    later = table.after(table.after(shaken, "red-movement"), "blue-movement")
    return (
        not table.reach(shaken, "blue-1")
        and table.odds(table.after(state, "blue-combat"), "blue-1", "red-1").defence == 2
        and bool(table.reach(later, "blue-1"))
    )


@effect("Overruns")
def _(table: Table) -> bool:
    state = table.at("red-movement", "0303 blue-horse", "0203 red-1", "0203 red-2")
    return bool(table.lines(state, "attack red-1 0303"))


@effect("A cadre remains of an eliminated unit")
def _(table: Table) -> bool:
    ring = (*RING, "0303 red-horse")
    state = table.at("red-combat", "0202 blue-1", *ring, pool=("blue-cadre",))
    state = table.fought(state, "red-1 red-2 red-3 red-horse on blue-1", 6)
    state = table.play(state, "remain blue-cadre 0202")
    return (table.where(state, "blue-1"), table.where(state, "blue-cadre")) == ("pool", "0202")


# Supply ---------------------------------------------------------------------------------------------


@effect("A supply line of four hexes, and loss without it")
def _(table: Table) -> bool:
    state = table.after(table.at("red-combat", "0603 red-1", "0403 red-2"), "blue-movement")
    return (table.step(state, "red-1"), table.step(state, "red-2")) == (2, 1)


@effect("Supply along a road, and one hex beyond it")
def _(table: Table) -> bool:
    near = table.at("red-combat", "0702 red-1")
    far = table.at("red-combat", "0701 red-1", "0705 blue-1")
    return table.supplied(near, "red-1") and not table.supplied(far, "red-1")


@effect("Units out of supply move at half speed")
def _(table: Table) -> bool:
    state = table.at("red-movement", "0801 red-horse", "0602 blue-1", "0604 blue-2")
    return max(table.costs(state, "red-horse").values()) == 3


# Reinforcements and replacements --------------------------------------------------------------------


@effect("A reinforcement enters by an edge")
def _(table: Table) -> bool:
    early, due = (table.at("red-arrivals", "0203 red-1", turn=turn) for turn in (1, 2))
    lines = [line for line in table.texts(due) if "red-guard" in line]
    return bool(lines) and not any("red-guard" in line for line in table.texts(early))


@effect("Replacements cost strength points")
def _(table: Table) -> bool:
    state = table.at("blue-replacement", "0603 blue-horse", turn=2, pool=("blue-1",))
    return state.replacements_left == (3,) and table.play(state, "new blue-1 0801").replacements_left == (1,)


@effect("A destroyed unit returns on the next turn")
def _(table: Table) -> bool:
    state = table.at("red-combat", "0202 blue-horse", "0504 blue-2", "0201 red-1", "0203 red-2")
    state = table.fought(state, "red-1 red-2 on blue-horse", 6)
    next_turn = table.after(table.after(state, "red-movement"), "blue-replacement")
    return next_turn.turn == 2 and bool(table.lines(next_turn, "new blue-horse 08"))


@effect("A unit is withdrawn")
def _(table: Table) -> bool:
    state = table.at("blue-combat", "0603 blue-horse", "0103 red-1", turn=2)
    return table.where(table.after(state, "red-movement"), "blue-horse") == "gone"


@effect("Weather by a die")
def _(table: Table) -> bool:
    state = table.at("blue-combat", "0603 blue-horse", "0103 red-1")
    return len(table.rules.chance_outcomes(table.play(state, "end"))) == 6


# Victory --------------------------------------------------------------------------------------------


@effect("Points for towns and losses, in grades")
def _(table: Table) -> bool:
    found = table.outcome(table.at("red-movement", "0403 red-1", "0603 blue-1"))
    return dict(found.points) == {"red": 5, "blue": 3} and found.level == "Marginal victory"


@effect("Points for units that leave by the enemy's edge")
def _(table: Table) -> bool:
    state = table.at("red-movement", "0803 red-1", "0203 blue-1")
    lines = table.lines(state, "exit red-1")
    return bool(lines) and table.outcome(table.play(state, lines[0])).points[SideId("red")] == 4


@effect("Sudden death")
def _(table: Table) -> bool:
    one = table.at("red-movement", "0403 red-1", "0803 blue-1")
    both = table.at("red-movement", "0403 red-1", "0603 red-2", "0803 blue-1")
    return not table.rules.is_over(one) and table.rules.is_over(both) and table.outcome(both).winner == "red"


# Options --------------------------------------------------------------------------------------------


@effect("An optional rule")
def _(table: Table) -> bool:
    return not {"0501", "0502"} & table.reach(table.at("red-movement", "0402 red-1"), "red-1")
