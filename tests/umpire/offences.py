"""Offences of every kind, each at the end of a legal game: what was done, and the rule that forbids it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.bitsets import members
from hexwright.model.ids import HexId
from hexwright.rules.combat.battle_odds import retreat_destinations
from hexwright.rules.engine.game_state import DISRUPTED, FORTIFIED, POOL
from hexwright.rules.engine.rules_protocol import CHANCE
from hexwright.rules.supply.supply_range import hexes_in_communication
from tests.umpire.planting import EMBATTLED, Field


@dataclass(frozen=True, slots=True)
class Offence:
    """A game that ends with an offence."""

    name: str
    plant: Callable[[], Field]
    rule: str
    says: str
    """Words of the reason."""
    told: tuple[bool, ...] = (True, False)
    """Whether it is found where everything is declared, and where nothing is."""


OFFENCES: Final[list[Offence]] = []


def _offence(
    rule: str, says: str, *, told: tuple[bool, ...] = (True, False)
) -> Callable[[Callable[[], Field]], Callable[[], Field]]:
    def add(plant: Callable[[], Field]) -> Callable[[], Field]:
        OFFENCES.append(Offence(plant.__name__.replace("_", " "), plant, rule, says, told))
        return plant

    return add


def _moving() -> Field:
    return Field.begun().at("german-movement", 1)


# Movement ------------------------------------------------------------------------------------------


@_offence("3.2", "out of german-v's reach")
def a_unit_moves_too_far() -> Field:
    field = Field.arranged(["0104 german-v", "1404 soviet-3"], "german-movement")
    return field.plant(field.drag("german-v", "0604"))


@_offence("3.2", "an enemy unit is in")
def a_unit_enters_an_enemys_hex() -> Field:
    field = Field.arranged(["0304 german-v", "0404 soviet-3/2"], "german-movement")
    return field.plant(field.drag("german-v", "0404"))


@_offence("3.2", "more than one move")
def a_unit_goes_on_after_it_entered_a_zone_of_control() -> Field:
    field = Field.arranged(["0304 german-v", "0604 soviet-3/2", "1404 soviet-5"], "german-movement")
    field.do("move german-v 0504")
    return field.plant(field.drag("german-v", "0505"))


@_offence("3.2", "more than one move")
def a_unit_moves_twice() -> Field:
    field = Field.arranged(["0101 german-v", "1404 soviet-3"], "german-movement")
    far = field.kernel.setting.board.distances(field.state.locations[field.number("german-v")])
    moves = [a for a in field.kernel.legal_actions(field.state) if a.unit == "german-v"]
    field.act(max(moves, key=lambda a: far[field.kernel.setting.board.index[a.hex or HexId("")]]))
    # Not to where it began: that would take the move back.
    return field.plant(field.drag("german-v", "0102"))


@_offence("3.2", "phasing side, German")
def an_enemys_unit_is_moved() -> Field:
    field = _moving()
    return field.plant(field.drag("soviet-33", "1201"))


@_offence("3.3", "units can't otherwise move")
def a_unit_moves_in_combat() -> Field:
    field = Field.arranged(["0104 german-v", "1404 soviet-3"], "german-combat")
    return field.plant(field.drag("german-v", "0204"))


@_offence("3.2", "at most 1 may stay")
def two_units_stay_in_a_hex() -> Field:
    field = Field.arranged(["0104 german-v", "0204 german-vi", "1404 soviet-3"], "german-movement")
    field.do("move german-v 0204")
    return field.plant(field.turn(2, "soviet-replacement"))


@_offence("3.2", "isn't on a line that it may use: Railway")
def a_unit_goes_by_rail_from_no_railway() -> Field:
    field = Field.arranged(["0104 german-v", "0906 soviet-3"], "rail-movement")
    assert not field.kernel.setting.board.links["rail"][field.kernel.setting.board.index[HexId("0906")]]
    return field.plant(field.drag("soviet-3", "0907"))


@_offence("3.2", "Rail movement may not enter")
def a_unit_enters_a_zone_of_control_by_rail() -> Field:
    bare = Field.arranged(["0101 german-v", "1103 soviet-33"], "rail-movement")
    goal = next(a for a in bare.kernel.legal_actions(bare.state) if a.unit == "soviet-33" and a.hex != "1103")
    board = bare.kernel.setting.board
    assert goal.hex is not None
    start = board.index[bare.kernel.setting.board.ids[board.places["moscow"]]]
    beside = next(
        h for h in members(board.near[board.index[goal.hex]]) if not board.near[h] >> start & 1 and h != start
    )
    field = Field.arranged([f"{board.ids[beside]} german-v", "1103 soviet-33"], "rail-movement")
    return field.plant(field.drag("soviet-33", goal.hex))


@_offence("3.2", "may not move in Panzer movement")
def infantry_moves_with_the_panzers() -> Field:
    field = Field.arranged(["0104 german-v", "1404 soviet-3"], "panzer-movement")
    return field.plant(field.drag("german-v", "0204"))


@_offence("3.2", "nothing eliminates it")
def a_unit_is_taken_from_the_map() -> Field:
    field = _moving()
    return field.plant(field.off("soviet-33"))


# Battles -------------------------------------------------------------------------------------------

_FRONT = ("0605 german-xli", "0606 german-v", "0706 soviet-3/2", "1404 soviet-5", "0101 german-vi")


def _battle(die: int = 0, standing: tuple[str, ...] = _FRONT) -> Field:
    """Return the attack of a panzer corps on an army in the open, with its die thrown."""
    field = Field.arranged(standing, "german-combat")
    field.do("attack german-xli on soviet-3", "end", "resolve soviet-3")
    return field.do(f"roll {die}") if die else field


def _face(field: Field, result: str) -> int:
    """Return a face that gives a result in the battle that is taken up."""
    for action, _ in field.kernel.chance_outcomes(field.state):
        fight = field.kernel.apply(field.state, action).fight
        if fight is not None and fight.result == result:
            return action.roll
    raise KeyError(result)


def _with(result: str, standing: tuple[str, ...] = _FRONT) -> Field:
    field = _battle(standing=standing)
    return field.do(f"roll {_face(field, result)}")


@_offence("3.3", "a retreat must end 2 hexes away", told=(True,))
def a_defender_retreats_one_hex_too_far() -> Field:
    field = _with("DR")
    board = field.kernel.setting.board
    ring = board.ring(board.index[HexId("0706")], 3) & ~field.kernel.setting.enemy_hexes(field.state, 0)
    return field.plant(field.drag("soviet-3", board.ids[max(members(ring))]))


@_offence("3.3", "a retreat must end 2 hexes away", told=(True,))
def a_defender_retreats_into_a_zone_of_control() -> Field:
    field = _with("DR")
    board, legal = field.kernel.setting.board, 0
    for ends in retreat_destinations(field.kernel.setting, field.state, field.number("soviet-3")).values():
        legal |= ends
    ring = (
        board.ring(board.index[HexId("0706")], 2) & ~legal & ~field.kernel.setting.enemy_hexes(field.state, 1)
    )
    return field.plant(field.drag("soviet-3", board.ids[min(members(ring))]))


@_offence("3.3", "had to retreat", told=(True,))
def a_defender_does_not_retreat() -> Field:
    field = _with("DR")
    return field.plant(field.turn(2, "german-movement"))


@_offence("3.3", "had to lose a step", told=(True,))
def an_attackers_loss_is_not_taken() -> Field:
    weak = ("0706 soviet-3", "0605 german-xli/2", "1404 soviet-5", "0101 german-vi", "0606 german-v")
    field = Field.arranged(weak, "german-combat")
    field.do("attack german-v on soviet-3", "attack german-xli on soviet-3", "end", "resolve soviet-3")
    field.do(f"roll {_face(field, 'AL')}")
    return field.plant(field.turn(2, "german-movement"))


@_offence("3.3", "it had to be eliminated", told=(True,))
def a_defender_that_is_lost_stays() -> Field:
    strong = ("0605 german-xli", "0606 german-lvi", "0707 german-v", "0706 soviet-3/2", "1404 soviet-5")
    field = Field.arranged(strong, "german-combat")
    field.do(*(f"attack {unit} on soviet-3" for unit in ("german-xli", "german-lvi", "german-v")))
    field.do("end", "resolve soviet-3")
    face = _face(field, "DE")
    field.plant(said=f"The die shows {face}: DE, defender eliminated.")
    return field.plant(field.turn(2, "german-movement"))


def _weak() -> Field:
    """Return the attack of a corps on an army at full strength, taken up."""
    field = Field.arranged(
        ("0605 german-v", "0606 german-vi", "0706 soviet-3", "1404 soviet-5"), "german-combat"
    )
    return field.do("attack german-v on soviet-3", "attack german-vi on soviet-3", "end", "resolve soviet-3")


@_offence("3.3", "no possible battle", told=(True,))
def another_result_than_the_dies_is_taken() -> Field:
    field = _weak()
    return field.plant(field.off("soviet-3"), said="The die shows 2: DE, defender eliminated.")


@_offence("3.3", "the die shows", told=(False,))
def a_result_is_taken_that_no_battle_has_by_that_die() -> Field:
    field = Field.arranged(
        ("0605 german-v", "0606 german-vi", "0706 soviet-3", "1404 soviet-5"), "german-combat"
    )
    field.plant(said=f"The die shows {_face(_weak(), 'AL')}.")
    return field.plant(field.drag("soviet-3", "0905"))


@_offence("3.3", "no possible battle", told=(True,))
def a_result_is_read_in_another_column() -> Field:
    field = _weak()
    face = _face(field, "AL")
    return field.plant(field.step("soviet-3", 2), said=f"The die shows {face}: EX, exchange.")


@_offence("3.3", "units can't otherwise move", told=(True, False))
def a_unit_advances_that_did_not_attack() -> Field:
    field = _retreated()
    return field.plant(field.drag("german-vi", "0706"))


def _retreated() -> Field:
    field = _with("DR")
    legal = field.kernel.legal_actions(field.state)
    field.act(legal[0])
    return field


@_offence("3.3", "units can't otherwise move", told=(True, False))
def an_advance_leads_past_the_empty_hex() -> Field:
    field = _retreated()
    board = field.kernel.setting.board
    beyond = board.near[board.index[HexId("0706")]] & ~board.near[board.index[HexId("0605")]]
    return field.plant(field.drag("german-xli", board.ids[max(members(beyond))]))


@_offence("3.3", "", told=(True,))
def a_unit_attacks_that_stands_not_beside() -> Field:
    field = Field.arranged(_FRONT, "german-combat")
    return field.plant(said="VI Army Corps (7) in 0101 attacks 3rd Army (4) in 0706.")


@_offence("3.7", "units regain steps only by replacements")
def a_unit_gains_a_step_in_movement() -> Field:
    field = Field.arranged(["0104 german-v/2", "1404 soviet-3"], "german-movement")
    return field.plant(field.step("german-v", 1))


@_offence("3.2", "nothing costs steps")
def a_unit_loses_a_step_in_movement() -> Field:
    field = Field.arranged(["0104 german-v", "1404 soviet-3"], "german-movement")
    return field.plant(field.step("soviet-3", 2))


# Replacements ----------------------------------------------------------------------------------------

_HOME = ("0104 german-v", "1404 soviet-5")


@_offence("3.7", "no unit arrives in")
def a_dead_unit_is_brought_back() -> Field:
    field = Field.arranged(_HOME, "soviet-movement", pool=["soviet-3"])
    return field.plant(field.drag("soviet-3", "1401"), field.step("soviet-3", 2))


@_offence("3.7", "isn't available as a replacement")
def a_reinforcement_comes_before_its_turn() -> Field:
    field = Field.arranged(_HOME, "soviet-replacement", turn=2)
    return field.plant(field.drag("soviet-1s", "1401"), field.step("soviet-1s", 2))


@_offence("3.7", "")
def a_replacement_comes_in_a_wrong_place() -> Field:
    field = Field.arranged(_HOME, "soviet-replacement", pool=["soviet-3"])
    return field.plant(field.drag("soviet-3", "0905"), field.step("soviet-3", 2))


@_offence("3.7", "")
def a_replacement_too_many_is_taken() -> Field:
    field = Field.arranged([*_HOME], "german-replacement", pool=["german-vi", "german-vii"])
    field.do("new german-vi 0101")
    return field.plant(field.drag("german-vii", "0102"), field.step("german-vii", 2))


@_offence("3.7", "")
def a_unit_is_restored_out_of_communication() -> Field:
    ring = ["0705 soviet-3", "0707 soviet-5", "0604 soviet-10", "0806 soviet-13"]
    field = Field.arranged(["0706 german-v/2", "0101 german-vi", *ring], "german-replacement")
    setting = field.kernel.setting
    assert not hexes_in_communication(setting, field.state, 0) >> setting.board.index[HexId("0706")] & 1
    return field.plant(field.step("german-v", 1))


@_offence("3.7", "")
def a_unit_takes_two_replacements() -> Field:
    field = Field.arranged(_HOME, "soviet-replacement", pool=["soviet-3"])
    field.do("new soviet-3 1401")
    return field.plant(field.step("soviet-3", 1))


@_offence("6", "attrition")
def the_loss_to_winter_is_not_taken() -> Field:
    field = Field.arranged(_HOME, "german-replacement", turn=8, scenario=1)
    field.do("roll 1")
    return field.plant(field.turn(8, "panzer-movement"))


# The game ------------------------------------------------------------------------------------------


@_offence("", "played in order")
def a_phase_is_left_out() -> Field:
    field = Field.arranged(_HOME, "panzer-movement")
    return field.plant(field.turn(2, "soviet-replacement"))


@_offence("", "may not be played again")
def the_turn_counter_goes_back() -> Field:
    field = Field.arranged(_HOME, "german-movement")
    return field.plant(field.turn(2, "german-combat"))


@_offence("3.7", "none of their units has entered the hex")
def a_place_changes_hands_by_itself() -> Field:
    field = _moving()
    return field.plant(field.marker("1103", 1))


# Fire combat ---------------------------------------------------------------------------------------


def _embattled(phase: str, turn: int | None = None) -> Field:
    return Field.begun(EMBATTLED, 1, 3).at(phase, turn)


@_offence("Operational Movement", "reach", told=(True,))
def a_march_is_too_long() -> Field:
    field = _embattled("german-movement", 2)
    setting = field.kernel.setting
    unit = next(
        u for u in setting.units_by_side[0] if field.state.locations[u] >= 0 and not field.state.conditions[u]
    )
    far = setting.board.ring(field.state.locations[unit], 4) & ~setting.enemy_hexes(field.state, 0)
    return field.plant(field.drag(setting.units[unit], setting.board.ids[min(members(far))]))


@_offence("Operational Movement", "is disrupted", told=(True,))
def a_disrupted_unit_moves() -> Field:
    field = Field.begun(EMBATTLED, 1, 3).play(lambda f: f.state.stage == "move" and _hurt(f) is not None)
    unit = _hurt(field)
    assert unit is not None
    setting = field.kernel.setting
    near = setting.board.near[field.state.locations[unit]] & ~setting.enemy_hexes(
        field.state, setting.side(field.state)
    )
    return field.plant(field.drag(setting.units[unit], setting.board.ids[min(members(near))]))


def _hurt(field: Field) -> int | None:
    setting, state = field.kernel.setting, field.state
    own = setting.units_by_side[setting.side(state)]
    return next((u for u in own if state.locations[u] >= 0 and state.conditions[u] & DISRUPTED), None)


@_offence("Fortification", "can't fortify", told=(True,))
def panzers_dig_in() -> Field:
    field = _embattled("german-movement", 2)
    return field.plant(field.condition("german-2pz", FORTIFIED))


@_offence("", "recover", told=(True,))
def a_unit_recovers_out_of_its_phase() -> Field:
    field = Field.begun(EMBATTLED, 1, 3).play(lambda f: f.state.stage == "move" and _hurt(f) is not None)
    unit = _hurt(field)
    assert unit is not None
    return field.plant(field.condition(field.kernel.setting.units[unit], 0))


@_offence("", "", told=(True,))
def an_air_unit_flies_twice() -> Field:
    field = Field.begun(EMBATTLED, 1, 3)
    action = next(a for a in field.kernel.legal_actions(field.state) if a.kind == "strike")
    assert action.unit is not None
    field.act(action)
    while field.state.stage != "strike":
        side = field.kernel.active_side(field.state)
        field.act(
            field.kernel.draw(field.state) if side == CHANCE else field.kernel.legal_actions(field.state)[-1]
        )
    name = field.kernel.setting.game.counters.unit(action.unit).name
    return field.plant(said=f"{name} strikes {action.hex}.")


@_offence("", "isn't adjacent to an enemy", told=(True,))
def a_hex_is_attacked_that_is_not_beside() -> Field:
    field = _embattled("german-allocation", 1)
    return field.plant(said="2. Panzergruppe attacks A2. Attack: 2 dice hitting on 4-6: 2. Panzergruppe 2.")


def _withdrawing() -> Field:
    return Field.begun(EMBATTLED, 1, 3).play(lambda f: f.state.stage == "withdraw")


@_offence("", "a retreat is one hex", told=(True,))
def a_defender_gives_way_too_far() -> Field:
    field = _withdrawing()
    setting, battle = field.kernel.setting, field.state.current_engagement
    assert battle is not None
    side = 1 - setting.side(field.state)
    far = setting.board.ring(battle.hex, 2) & ~setting.enemy_hexes(field.state, side)
    unit = next(u for u in setting.units_by_side[side] if field.state.locations[u] == battle.hex)
    return field.plant(field.drag(setting.units[unit], setting.board.ids[min(members(far))]))


@_offence("", "the hits aren't allocated", told=(True,))
def hits_are_not_taken() -> Field:
    field = Field.begun(EMBATTLED, 1, 3).play(lambda f: f.state.stage == "allot")
    phases = [p.id for p in field.kernel.setting.phases]
    return field.plant(field.turn(field.state.turn, phases[field.state.phase + 1]))


@_offence("Russian Replacements", "", told=(True,))
def a_second_army_comes_in_one_phase() -> Field:
    def ready(field: Field) -> bool:
        waiting = (
            [a for a in field.kernel.legal_actions(field.state) if a.kind == "new"]
            if field.state.stage == "replace"
            else []
        )
        return bool(waiting) and field.state.locations.count(POOL) > 2

    field = Field.begun(EMBATTLED, 1, 3).play(ready)
    while any(field.state.replacements_left):
        paid = [
            a
            for a in field.kernel.legal_actions(field.state)
            if a.kind == "new"
            and field.kernel.apply(field.state, a).replacements_left < field.state.replacements_left
        ]
        if not paid:
            break
        field.act(paid[0])
    setting = field.kernel.setting
    legal = {a.unit for a in field.kernel.legal_actions(field.state)}
    unit = next(
        u
        for u in setting.units_by_side[1]
        if field.state.locations[u] == POOL and setting.units[u] not in legal
    )
    place = setting.board.ids[setting.board.places["moscow"]]
    return field.plant(
        field.drag(setting.units[unit], place), field.condition(setting.units[unit], DISRUPTED)
    )
