"""The decision bar: whose decision it is, what is owed, and the main button, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.bitsets import members, select
from hexwright.model.ids import SideId, UnitId
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.narration import has_advanced, hex_name, is_at_last_step, unit_name
from hexwright.rules.engine.phase_registry import PHASE_REGISTRY
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action, IllegalAction
from hexwright.rules.movement.overstacking import overstacked_hexes
from hexwright.rules.replacement.reinforcements import arrives_free
from hexwright.support.message_wording import count_noun, join_with_and
from hexwright.support.plain_numbers import number_text
from hexwright.web.play.json_values import Json


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that is due: the position, its legal actions, and the units that may act."""

    rules: RulesEngine
    state: State
    actions: Sequence[Action]
    """All legal actions; in stages where units act one by one, only those that end the stage."""
    lit: Sequence[str]
    """The units that may act."""

    @property
    def phase(self) -> str:
        """Return the name of the phase."""
        return self.rules.setting.phases[self.state.phase].name

    @property
    def battle(self) -> str:
        """Return the name of the enemy or hex that is attacked in the battle being fought."""
        setting, state = self.rules.setting, self.state
        if state.fight is not None:
            units = select(setting.units, state.fight.defenders)
            return unit_name(setting, units[0]) if len(units) == 1 else self._hexes(state.fight.hexes)
        if state.current_engagement is not None:
            return self._hexes(1 << state.current_engagement.hex)
        return ""

    def _hexes(self, hexes: int) -> str:
        setting = self.rules.setting
        return join_with_and([hex_name(setting, h) for h in setting.hex_ids(hexes)], "and")

    def names(self, most: int = 2) -> str:
        """Return the names of the units that may act; nothing if there are more than `most`."""
        if not self.lit or len(self.lit) > most:
            return ""
        setting = self.rules.setting
        return join_with_and([unit_name(setting, unit) for unit in setting.units if unit in self.lit], "or")

    def count(self, *kinds: str) -> int:
        """Return the number of units that have an action of one of these kinds."""
        return len(self.units_with(*kinds))

    def units_with(self, *kinds: str) -> set[UnitId]:
        """Return the units that have an action of one of these kinds."""
        return {action.unit for action in self.actions if action.kind in kinds and action.unit is not None}

    def is_last_step(self) -> bool:
        """Return whether the loss of a step would eliminate each unit that may act."""
        return all(is_at_last_step(self.rules.setting, self.state, UnitId(unit)) for unit in self.lit)

    def has_advanced(self) -> bool:
        """Return whether a unit has already advanced after the battle being fought."""
        fight, engagement = self.state.fight, self.state.current_engagement
        if fight is not None:
            return has_advanced(fight)
        return engagement is not None and bool(engagement.advanced)


Words = tuple[str, str]
"""The title of a decision, and the sentence about it."""


def _move(one: Decision) -> Words:
    if not one.lit:
        return one.phase, "Every unit has moved as far as it can."
    verb = "may still move or act" if one.rules.setting.train_mode is not None else "may still move"
    return one.phase, f"{count_noun(len(one.lit), 'unit')} {verb}. No unit has to."


def _declare(one: Decision) -> Words:
    state = one.state
    attackers = sum(battle.attackers.bit_count() for battle in state.battles)
    declared = f"{count_noun(len(state.battles), 'attack')} declared with {count_noun(attackers, 'unit')}."
    done = declared if state.battles else "No attack is declared yet."
    free = len([u for u in one.lit if not _is_declared(one, u)])
    if not free:
        return one.phase, f"{done} No other unit can attack." if state.battles else "No unit can attack."
    must = one.rules.setting.mandatory_attacks.given
    more = "more " if state.battles else ""
    rest = "Attacks that the rules demand must be declared." if must else "No unit has to attack."
    return one.phase, f"{done} {_units(free, more)} may attack. {rest}"


def _is_declared(one: Decision, unit: str) -> bool:
    units = one.rules.setting.units
    return any(unit in select(units, battle.attackers) for battle in one.state.battles)


def _units(number: int, more: str) -> str:
    return f"{number} {more}{'unit' if number == 1 else 'units'}"


def _allocate(one: Decision) -> Words:
    made = one.state.engagements
    attackers = sum(engagement.attackers.bit_count() for engagement in made)
    done = f"{count_noun(len(made), 'hex')} under attack by {count_noun(attackers, 'unit')}." if made else ""
    if not one.lit:
        return one.phase, f"{done} No other unit can attack." if made else "No unit can attack."
    return one.phase, f"{done} {count_noun(len(one.lit), 'unit')} may be assigned to an attack.".strip()


def _replace(one: Decision) -> Words:
    points = one.state.replacements_left
    setting, parts = one.rules.setting, []
    entering = one.units_with("new")
    arriving = {unit for unit in entering if arrives_free(setting, one.state, setting.unit_numbers[unit])}
    for count, what in (
        (len(arriving) + one.count("arrive"), "brought in as reinforcements"),
        (one.count("restore"), "restored"),
        (len(entering - arriving), "rebuilt"),
        (one.count("designate"), "converted"),
    ):
        if count:
            parts.append(f"{count_noun(count, 'unit')} may be {what}")
    have = f"{count_noun(sum(points), 'replacement point')} left. " if sum(points) else ""
    if not parts:
        return one.phase, f"{have}No unit can take a replacement or arrive."
    return one.phase, f"{have}{join_with_and(parts, 'and')}."


def _resolve(one: Decision) -> Words:
    left = len(one.state.battles) or len(one.state.engagements)
    text = (
        "One battle is left to fight." if left == 1 else f"Choose the battle to fight next: {left} are left."
    )
    return one.phase, text


def _dice(what: str) -> Callable[[Decision], Words]:
    def words(one: Decision) -> Words:
        if one.state.stage in ("roll", "fire") and one.battle:
            return "Battle", f"Roll for the attack on {one.battle}."
        return one.phase, f"Roll {what}."

    return words


def _of_unit(title: str, many: str, one_unit: str) -> Callable[[Decision], Words]:
    """Return words for a choice among units, or for the decision about the only unit there is."""

    def words(one: Decision) -> Words:
        name = one.names(1)
        owed = one.state.fight.loss_owed if one.state.fight is not None else 0
        more = (
            f" At least {number_text(owed)} strength is owed." if owed and one.state.stage == "losses" else ""
        )
        text = one_unit.format(unit=name) if name else many.format(count=len(one.lit))
        return title, f"{text}{more}"

    return words


def _retreat(one: Decision) -> Words:
    hexes = {action.hex for action in one.actions if action.hex is not None}
    name = one.names(1)
    may_hold = any(action.kind == "hold" for action in one.actions)
    if not name:
        return "Retreat", f"Choose the unit that retreats next: {len(one.lit)} are lit."
    where = "one hex is open to it" if len(hexes) == 1 else f"choose one of {len(hexes)} lit hexes"
    return "Retreat", f"{name} {'may' if may_hold else 'must'} retreat: {where}."


def _advance(one: Decision) -> Words:
    units = count_noun(len(one.lit), "unit")
    if one.has_advanced():
        return "Advance", f"{units} may still advance."
    return "Advance", f"{units} may advance into the hexes that the enemy left."


def _loss(title: str, who: str) -> Callable[[Decision], Words]:
    """Return words for the choice of the unit that takes a loss, such as "attacker"."""

    def words(one: Decision) -> Words:
        does = "takes the loss and is eliminated" if one.is_last_step() else "loses a step"
        return _of_unit(title, f"Choose the {who} that {does}: {{count}} are lit.", f"{{unit}} {does}.")(one)

    return words


def _stand(one: Decision) -> Words:
    does = "is eliminated" if one.is_last_step() else "loses a step"
    return _of_unit(
        "Result", f"Choose for a unit: it {does}, or it retreats.", f"{{unit}} {does}, or it retreats."
    )(one)


_WORDS: Final[Mapping[str, Callable[[Decision], Words]]] = {
    "weather-roll": _dice("the die for the weather"),
    "attrition-roll": _dice("the die for attrition"),
    "attrition-loss": _loss("Attrition", "unit"),
    "replace": _replace,
    "move": _move,
    "declare": _declare,
    "resolve": _resolve,
    "roll": _dice("the dice of the battle"),
    "stand": _stand,
    "losses": _loss("Loss of the attackers", "attacker"),
    "defender-losses": _loss("Loss of the defenders", "defender"),
    "disrupting": _of_unit(
        "Disruption", "Choose the attacker that is disrupted: {count} are lit.", "{unit} is disrupted."
    ),
    "remnant": _of_unit(
        "Cadre",
        "Choose the cadre that takes an eliminated unit's place, and its hex.",
        "{unit} remains as a cadre: choose its hex.",
    ),
    "retreat": _retreat,
    "advance": _advance,
    "allocate": _allocate,
    "engage": _resolve,
    "fire": _dice("the dice of both sides"),
    "allot": _of_unit("Hits", "Choose the unit that takes a hit: {count} are lit.", "{unit} takes a hit."),
    "withdraw": _retreat,
    "pursue": _advance,
    "strike": _of_unit(
        "Air strikes", "{count} air units may strike. None has to.", "{unit} may strike. It doesn't have to."
    ),
    "strike-roll": _dice("the dice of the air strike"),
    "strike-loss": _of_unit(
        "Hits", "Choose the unit that takes a hit: {count} are lit.", "{unit} takes a hit."
    ),
    "intercept": _of_unit(
        "Interception",
        "{count} air units may intercept. None has to.",
        "{unit} may intercept. It doesn't have to.",
    ),
    "intercept-roll": _dice("the die for the interception"),
    "supply-flight": _of_unit(
        "Supply flights",
        "{count} air units may fly supply. None has to.",
        "{unit} may fly supply. It doesn't have to.",
    ),
    "isolation": _of_unit(
        "Out of supply",
        "Choose a unit that survives or is lost: {count} are lit.",
        "{unit} survives, or it is lost.",
    ),
    "event-roll": _dice("the die for the event"),
}
"""The words of each stage."""

_PASSES: Final[Mapping[tuple[str, str], str]] = {
    ("advance", "hold"): "No advance",
    ("pursue", "hold"): "No advance",
    ("withdraw", "hold"): "Stand",
    ("intercept", "pass"): "No interception",
}
_ONLY_CHOICE: Final[Mapping[str, str]] = {
    "resolve": "Fight this battle",
    "engage": "Fight this battle",
    "retreat": "Retreat to {hex}",
    "lose": "Take the loss",
    "hit": "Take the hit",
    "disrupt": "Disrupt it",
    "attrition": "Take the loss",
    "remain": "Place it in {hex}",
}


def decision_bar(rules: RulesEngine, state: State, actions: Sequence[Action], lit: Sequence[str]) -> Json:
    """Return whose decision it is, its title and sentence, and the main button, if there is one.

    `blocked` says why the button can't end the phase yet; empty if it can.
    """
    setting = rules.setting
    acting = rules.active_side(state)
    if acting is None:
        return {
            "who": "",
            "side": None,
            "title": "The game is over",
            "owed": rules.outcome(state).text,
            "primary": None,
            "blocked": "",
        }
    side = setting.sides[setting.side(state)] if acting == CHANCE else acting
    title, owed = _words(Decision(rules, state, actions, lit))
    blocked = _blocked(rules, state)
    crowded = _crowded(rules, state)
    return {
        "who": setting.game.info.side(SideId(side)).plural,
        "side": side,
        "title": title,
        "owed": crowded or owed,
        "primary": _primary(rules, state, actions, acting == CHANCE),
        "blocked": blocked,
    }


def _words(decision: Decision) -> Words:
    words = _WORDS.get(decision.state.stage)
    if words is None:
        prompt = PHASE_REGISTRY.stages[decision.state.stage].prompt
        return decision.phase, f"Choose {prompt}."
    return words(decision)


def _blocked(rules: RulesEngine, state: State) -> str:
    """Return why a phase of moves or attacks can't end yet; empty if it can."""
    if state.stage not in ("move", "declare", "allocate"):
        return ""
    try:
        rules.parse(state, "end")
    except IllegalAction as refusal:
        return str(refusal).removeprefix("end: ")
    return ""


def _crowded(rules: RulesEngine, state: State) -> str:
    """Return a sentence about hexes that hold too many units for the phase to end."""
    setting = rules.setting
    if state.stage != "move":
        return ""
    hexes = overstacked_hexes(setting, state, setting.side(state))
    if not hexes:
        return ""
    names = [hex_name(setting, setting.board.ids[h]) for h in members(hexes)]
    verb = "holds" if len(names) == 1 else "hold"
    return f"{join_with_and(names, 'and')} {verb} more units than may stay. Move one on, or take a move back."


def _primary(rules: RulesEngine, state: State, actions: Sequence[Action], dice: bool) -> Json | None:
    """Return the main button: roll, end, decline, or the only action there is."""
    if dice:
        return {
            "text": "Roll the dice" if state.stage in ("fire", "strike-roll") else "Roll the die",
            "roll": True,
            "action": None,
        }
    phase = rules.setting.phases[state.phase].name
    if state.stage in ("move", "declare", "allocate"):
        ready = bool(state.battles or state.engagements)
        text = f"End {_lower(rules, phase)}"
        if state.stage == "declare":
            text = "Fight the battles" if ready else "End without attacking"
        if state.stage == "allocate":
            text = "End allocation" if ready else "End without attacking"
        return {"text": text, "roll": False, "action": "end"}
    for action in actions:
        if action.kind in ("end", "hold", "pass") and action.unit is None:
            text = _PASSES.get((state.stage, action.kind)) or f"End {_lower(rules, phase)}"
            if state.stage in ("advance", "pursue") and Decision(rules, state, actions, ()).has_advanced():
                text = "No further advance"
            return {"text": text, "roll": False, "action": action.text}
    if len(actions) == 1 and actions[0].kind in _ONLY_CHOICE:
        text = _ONLY_CHOICE[actions[0].kind].format(hex=actions[0].hex or "")
        return {"text": text, "roll": False, "action": actions[0].text}
    return None


def _lower(rules: RulesEngine, phase: str) -> str:
    """Return a phase's name within a sentence: names of sides keep their capital."""
    proper = {word for side in rules.setting.game.info.sides for word in (side.name, side.plural)}
    return phase if phase.split(" ")[0] in proper else phase[:1].lower() + phase[1:]
