"""Choose positions for diagrams from a game's own set-up; what they show is computed by the rules engine.

A game gets diagrams without writing examples: of zones of control, of moves in each kind of movement phase,
and of attacks with different modifiers. Examples in rules.yaml come first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count, islice, permutations, product
from typing import Final

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.counter_mix import Unit
from hexwright.model.example_of_play import Example, ExampleUnit
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.fire_combat_record import FireRules
from hexwright.model.rules.rules_record import Phase
from hexwright.model.scenario import Scenario
from hexwright.paper.figures.example_diagrams import ExampleSource, in_sentence, unit_title
from hexwright.paper.figures.example_positions import example_position
from hexwright.support.message_wording import join_with_and

WANTED: Final = 11
"""The number of diagrams up to which examples are chosen."""
_MOVES, _ZONES, _AFTER, _LEAST_ATTACKS = 4, 2, 1, 2
_CUT_OFF, _GUARDS = 6, 4
"""The numbers of units of a side, and of enemies of each, that are tried for a diagram of supply."""
_TRIED: Final = 24
"""The number of units tried for each diagram, evenly spread over those of a side."""
_LEAST_REACH, _MOST_REACH = 4, 64
"""The fewest hexes to which a unit goes in a diagram, or a tenth of a small map's, and the most."""
_IN_WEATHER: Final = frozenset({"movement", "combat", "supply"})
"""The kinds of examples whose figures hold only in the weather of their turn."""
_WEATHER: Final = re.compile(r"^Weather: [^.]+\. ")
_LEFT_OUT: Final = "The map holds no other units than those shown."
_MATES: Final = 1
"""The number of units that may stand with the one that is attacked in a diagram."""
_NEAR: Final = 3
"""The distance in hexes from which a unit may be moved up to an enemy, so that both meet in a diagram."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """A unit of the set-up with its hex and its step."""

    unit: Unit
    hex: HexId
    step: int

    @property
    def listed(self) -> ExampleUnit:
        """Return the unit as an example lists it."""
        return ExampleUnit(self.unit.id, self.hex, self.step)

    @property
    def strength(self) -> int:
        """Return the printed strength; 0 for none."""
        return self.unit.steps[self.step - 1].strength or 0


class ExampleChooser:
    """Chooses examples from the set-up of a game's first scenario."""

    def __init__(self, game: Game, grid: HexGrid, reference: ExampleSource) -> None:
        self._game, self._grid, self._reference = game, grid, reference
        self._weathers: dict[tuple[int, str], str] = {}
        scenarios = [one for one in game.scenarios if one.setup.standing]
        self._scenario: Scenario | None = min(scenarios, key=lambda one: (one.order, one.id), default=None)
        units = {unit.id: unit for unit in game.counters.units}
        self._standing = (
            [
                _Standing(units[unit], hex_id, self._scenario.shown_step(unit))
                for hex_id, unit in sorted(self._scenario.setup.standing)
            ]
            if self._scenario is not None
            else []
        )

    def examples_in_order(self, sections: Sequence[str]) -> list[Example]:
        """Return the game's examples and the chosen ones in the order of some sections, by their ids."""
        shown = [one for one in self.examples(self._game.rules.examples) if one.rule in sections]
        return sorted(shown, key=lambda one: sections.index(one.rule))

    def examples(self, written: Sequence[Example]) -> list[Example]:
        """Return the examples that are written, and as many chosen ones as are wanted beside them."""
        if self._scenario is None:
            return [*written]
        told = Counter(one.kind for one in written)
        wanted = WANTED - len(written)
        if wanted <= 0:
            return [*written]
        chosen = [*islice(self._zones(), max(0, _ZONES - told["zoc"])), *self._supply()]
        least = max(0, _LEAST_ATTACKS - told["combat"])
        attacks = [*self._attacks(max(wanted - len(chosen) - 2 * _AFTER, _LEAST_ATTACKS))]
        chosen += self._after_battle(attacks)
        most = min(_MOVES - told["movement"], wanted - len(chosen) - least)
        chosen += islice(self._moves(), max(0, most))
        chosen += attacks
        return [*written, *chosen[:wanted]]

    def _unit(self, unit: UnitId) -> Unit:
        return self._game.counters.unit(unit)

    def _spread(self, side: str) -> list[_Standing]:
        own = [one for one in self._standing if one.unit.side == side]
        step = max(1, len(own) // _TRIED)
        return own[::step]

    def _near(self, at: HexId, side: str, reach: int) -> list[_Standing]:
        """Return the enemies of a side within some hexes, the nearest first, one a hex."""
        found = [
            (self._grid.distance(at, one.hex), one)
            for one in self._standing
            if one.unit.side != side and self._grid.distance(at, one.hex) <= reach
        ]
        seen: dict[HexId, _Standing] = {}
        for _, one in sorted(found, key=lambda pair: (pair[0], pair[1].hex, pair[1].unit.id)):
            seen.setdefault(one.hex, one)
        return list(seen.values())

    def _beside(self, at: _Standing, count: int, *, strongest: bool = False) -> list[_Standing]:
        """Return enemies of a unit in hexes beside it: those that stand there, and near ones moved up.

        The nearest come first, or the strongest.
        """
        near = self._near(at.hex, at.unit.side, _NEAR)
        if strongest:
            near.sort(key=lambda one: -one.strength)
        free = set(self._grid.neighbours(at.hex).values()).difference(one.hex for one in self._standing)
        found: list[_Standing] = []
        for one in near:
            if len(found) == count:
                break
            if self._grid.adjacent(at.hex, one.hex):
                found.append(one)
                continue
            if not free:
                continue
            place = min(free, key=lambda hex_id, one=one: (self._grid.distance(hex_id, one.hex), hex_id))  # type: ignore[misc]
            free.remove(place)
            found.append(replace(one, hex=place))
        return found

    def _example(
        self,
        kind: str,
        number: int,
        rule: str,
        title: str,
        phase: Phase,
        subject: _Standing,
        others: Sequence[_Standing],
        text: str,
    ) -> Example | None:
        section = self._game.rules.section(rule)
        if section is None or section.audience == "module" or self._scenario is None:
            return None
        units = tuple(one.listed for one in (subject, *others))
        first = self._scenario.first_turn
        turn = next(turn for turn in count(first) if self._takes_place(phase, turn))
        made = Example(
            id=f"{kind}-{number}",
            kind=kind,  # type: ignore[arg-type]
            rule=section.id,
            title=title,
            scenario=self._scenario.id,
            phase=phase.id,
            subject=subject.unit.id,
            units=units,
            text=text,
            turn=turn,
            whole_setup=True,
        )
        weather = self._weather(made) if kind in _IN_WEATHER else ""
        if kind == "supply" and not self._weather_limits_supply(subject.unit.side):
            weather = ""
        told = [f"Turn {turn}"] if turn > first else []
        told += [f"{'weather' if told else 'Weather'}: {weather}"] if weather else []
        return replace(made, text=f"{', '.join(told)}. {text}") if told else made

    def _weather_limits_supply(self, side: SideId) -> bool:
        """Whether the supply of a side has a range in movement points, which weather changes."""
        lines = self._game.rules.supply_lines
        return any(line.side == side and line.range_in_mp is not None for line in lines)

    def _weather(self, made: Example) -> str:
        """Return the weather of an example, which depends only on its turn and phase."""
        key = made.turn, made.phase
        if key not in self._weathers:
            self._weathers[key] = self._reference.weather(made)
        return self._weathers[key]

    def _takes_place(self, phase: Phase, turn: int) -> bool:
        """Whether a turn has a phase; the first turn of a scenario may begin in a later one."""
        scenario, order = self._scenario, [one.id for one in self._game.rules.sequence]
        if scenario is None or turn in phase.except_turns:
            return False
        return turn > scenario.first_turn or order.index(phase.id) >= order.index(scenario.first_phase)

    def _movement_phases(self) -> list[Phase]:
        """Return the movement phases; those that the first turn has come first."""
        found = [phase for phase in self._game.rules.sequence if phase.kind == "movement"]
        first = self._scenario.first_turn if self._scenario is not None else 1
        return sorted(found, key=lambda phase: not self._takes_place(phase, first))

    def _zones(self) -> Iterator[Example]:
        """Yield an example of a zone of control for each side that has units beside an enemy."""
        zoc = self._game.rules.zoc
        if zoc.reach == "none" or not zoc.rule:
            return
        phases = self._movement_phases()
        for number, side in enumerate(self._game.info.sides[:_ZONES], start=1):
            for one in self._spread(side.id):
                near = self._beside(one, 1)
                phase = next((phase for phase in phases if phase.side != side.id), None)
                if not near or phase is None:
                    continue
                enemy = in_sentence(near[0].unit)
                title = f"Zone of control of {in_sentence(one.unit)}"
                text = f"It is tinted; {enemy} stands in it."
                made = self._example("zoc", number, zoc.rule, title, phase, one, near[:1], text)
                if made is not None and len(self._reference.controlled_hexes(made)) >= 3:
                    yield made
                    break

    def _moves(self) -> Iterator[Example]:
        """Yield an example for each movement phase: a unit that meets enemies, and has few hexes to go to."""
        rules = self._game.rules
        if not rules.movement:
            return
        number = 0
        least = min(_LEAST_REACH, max(2, len(self._grid) // 10))
        for phase in (phase for phase in rules.sequence if phase.kind == "movement"):
            mode = next(
                (m for m in rules.movement if phase.modes and m.id == phase.modes[0].mode), rules.movement[0]
            )
            best = self._best_move(phase, mode.rule, least)
            if best is not None and number < _MOVES:
                number += 1
                yield replace(best, id=f"movement-{number}")

    def _best_move(self, phase: Phase, rule: str, least: int) -> Example | None:
        """Return the move of a phase that shows most; without the units around if these leave none."""
        for whole in (True, False):
            best: tuple[int, Example] | None = None
            for one in self._spread(phase.side):
                near = self._near(one.hex, phase.side, 2)[:3]
                text = f"{unit_title(one.unit)} begins the phase in {one.hex}."
                made = self._example("movement", 1, rule, phase.name, phase, one, near, text)
                if made is None:
                    return None
                if not whole:
                    made = replace(made, whole_setup=False, text=f"{made.text} {_LEFT_OUT}")
                ends = self._reference.end_hexes(made)[0]
                reach, halts = len(ends), len(ends & self._reference.stopping_hexes(made)) if ends else 0
                if least <= reach <= _MOST_REACH:
                    worth = 100 * min(halts, 3) + 60 * len(near) - reach
                    worth -= 200 * len({one.unit.id} & self._reference.units_out_of_supply(made))
                    if best is None or worth > best[0]:
                        best = (worth, made)
            if best is not None:
                return best[1]
        return None

    def _supply(self) -> Iterator[Example]:
        """Yield an example for each side that traces supply: a unit that lacks it, cut off if need be."""
        lines = {line.side: line.rule for line in self._game.rules.supply_lines}
        for number, side in enumerate(self._game.info.sides, start=1):
            phase = next((one for one in self._movement_phases() if one.side == side.id), None)
            if side.id not in lines or phase is None:
                continue
            made = self._cut_off(side.id, phase, lines[side.id])
            if made is not None:
                yield replace(made, id=f"supply-{number}")

    def _cut_off(self, side: str, phase: Phase, rule: str) -> Example | None:
        """Return a unit of a side out of supply: by the set-up, or between two enemies that have come near.

        If none can be cut off so, return the unit that has supply in the fewest hexes around.
        """
        own = [one for one in self._spread(side) if one.strength and self._near(one.hex, side, _NEAR)]
        own.sort(key=lambda one: self._grid.distance(one.hex, self._near(one.hex, side, _NEAR)[0].hex))
        for one in own[:_CUT_OFF]:
            text = f"{unit_title(one.unit)} is in {one.hex} at the start."
            made = self._example(
                "supply", 1, rule, f"Supply of {in_sentence(one.unit)}", phase, one, (), text
            )
            if made is not None and one.unit.id in self._reference.units_out_of_supply(made):
                return made
        best: tuple[int, Example] | None = None
        for one in own[:_CUT_OFF]:
            for pair in self._around(one):
                names = join_with_and([in_sentence(other.unit) for other in pair], "and")
                text = f"{names[0].upper()}{names[1:]} have come beside {in_sentence(one.unit)}."
                made = self._example("supply", 1, rule, f"{one.unit.name} cut off", phase, one, pair, text)
                if made is None:
                    return None
                if one.unit.id in self._reference.units_out_of_supply(made):
                    return made
                near = len(self._reference.supplied_hexes(made)[0])
                if best is None or near < best[0]:
                    best = near, replace(made, title=f"Supply of {in_sentence(one.unit)}")
        return best[1] if best is not None else None

    def _around(self, at: _Standing) -> Iterator[tuple[_Standing, _Standing]]:
        """Yield two enemies of a unit, moved to opposite hexes beside it that are free or their own."""
        near = [one for one in self._near(at.hex, at.unit.side, 2 * _NEAR) if one.strength]
        beside = self._grid.neighbours(at.hex)
        held = {one.hex for one in self._standing if one.unit.side == at.unit.side}
        for hex_id in sorted(beside.values()):
            for end in sorted(one for one in beside.values() if self._grid.distance(one, hex_id) == 2):
                if len(near) < 2 or hex_id > end or {hex_id, end} & held:
                    continue
                # With zones of control it doesn't matter which enemies they are.
                zoned = self._game.rules.zoc.reach != "none"
                pairs = combinations(near[:2], 2) if zoned else permutations(near[:_GUARDS], 2)
                for first, second in pairs:
                    yield replace(first, hex=hex_id), replace(second, hex=end)

    def _after_battle(self, attacks: Sequence[Example]) -> Iterator[Example]:
        """Yield a retreat with few hexes to go to, and an advance with most, after attacks that are given."""
        combat, fire = self._game.rules.combat, self._game.rules.fire
        if fire is not None:
            retreat = fire.retreat.rule if fire.retreat is not None else ""
            advance = fire.advance.rule if fire.advance is not None else ""
        elif combat is not None:
            retreat = advance = combat.retreat.rule if combat.retreat is not None else ""
        else:
            return
        found: list[tuple[int, Example]] = []
        for attack in attacks:
            title = f"Retreat of {in_sentence(self._unit(attack.subject))}"
            text = _WEATHER.sub("", attack.text)
            made = replace(attack, id=f"retreat-{attack.id}", kind="retreat", title=title, text=text)
            behind = self._reference.retreat_ends(made)
            # Only empty hexes get a mark.
            marked = not behind <= {one.hex for one in example_position(self._game, made)}
            if retreat and behind:
                found.append((len(behind) - 100 * marked, self._cited(made, retreat)))
        yield from (one for _, one in sorted(found, key=lambda pair: pair[0])[:_AFTER])
        found = []
        for attack in attacks:
            made = replace(attack, id=f"advance-{attack.id}", kind="advance")
            title = f"Advance after the attack on {made.standing.hex}"
            gone = f"Hex {made.standing.hex} is empty after the battle."
            reach = self._reference.advances(made)
            if advance and reach:
                ends = sum(len(hexes) for hexes in reach.values())
                ends -= 2 * len(self._reference.units_out_of_supply(made) & reach.keys())
                found.append((-ends, self._cited(replace(made, title=title, text=gone), advance)))
        yield from (one for _, one in sorted(found, key=lambda pair: pair[0])[:_AFTER])

    def _cited(self, made: Example, rule: str) -> Example:
        """Return an example that explains another rule."""
        section = self._game.rules.section(rule)
        return made if section is None else replace(made, rule=section.id)

    def _attacks(self, most: int) -> Iterator[Example]:
        """Yield attacks on units of the front, each with modifiers that no earlier one has."""
        rules = self._game.rules
        if rules.fire is not None:
            first = {one.side: one.id for one in reversed(rules.sequence) if one.kind == "allocation"}
            phases = [one for one in rules.sequence if one.id in first.values()]
            cited = _fire_rule(rules.fire)
        elif rules.combat is not None and self._game.charts.combat is not None and rules.combat.retreat:
            phases, cited = [one for one in rules.sequence if one.kind == "combat"], rules.combat.retreat.rule
        else:
            return
        told: set[tuple[str, ...]] = set()
        shown: set[HexId] = set()
        number = 0
        made_in = {phase.id: [*self._attacks_in(phase, cited)] for phase in phases}
        # Each phase gets its share; then the first that has more gets what the others lack.
        rounds = [(phase, len(phases) - at) for at, phase in enumerate(phases)]
        for phase, shares in (*rounds, *((phase, 1) for phase in phases)):
            last = number + max(1, (most - number) // shares)
            # Attackers without supply come last, since units were moved up; before all, those that also have
            # to attack another hex.
            for free, supplied in product((True, False), (True, False)):
                for made, lacks in made_in[phase.id]:
                    if supplied == lacks or free != self._leaves_none(made):
                        continue
                    if number >= min(last, most):
                        break
                    here = made.units[0].hex
                    key = self._modifiers(made) if here not in shown else None
                    if key is not None and key not in told:
                        told.add(key)
                        shown.add(here)
                        number += 1
                        yield replace(made, id=f"combat-{number}")

    def _leaves_none(self, attack: Example) -> bool:
        """Whether no attacker is adjacent to another hex that it must attack too, by the game's rules."""
        combat = self._game.rules.combat
        if combat is None or combat.mandatory_attacks is None:
            return True
        side = {unit.id: unit.side for unit in self._game.counters.units}
        own, target = side[attack.subject], attack.standing.hex
        position = example_position(self._game, attack)
        held = {one.hex for one in position if side[one.unit] == own and one.hex != target}
        attackers = [one for one in attack.units if side[one.unit] != own]
        return not any(self._grid.adjacent(one.hex, hex_id) for one in attackers for hex_id in held)

    def _attacks_in(self, phase: Phase, rule: str) -> Iterator[tuple[Example, bool]]:
        """Yield attacks of a phase by two units, three, and in fire combat one, and whether supply lacks."""
        fires = self._game.rules.fire is not None
        for number, one in enumerate(self._standing):
            mates = [other for other in self._standing if other.hex == one.hex and other != one]
            if one.unit.side == phase.side or len(mates) > _MATES:
                continue
            near = self._beside(one, 3, strongest=not fires)
            for size in (2 + number % 2, 1) if fires else (2 + number % 2,):
                if len(near) < min(size, 2):
                    continue
                attacked = [one.unit, *(mate.unit for mate in mates)]
                text = _attack_text([other.unit for other in near[:size]], attacked)
                title = f"Attack on {join_with_and([in_sentence(unit) for unit in attacked], 'and')}"
                made = self._example("combat", 1, rule, title, phase, one, (*near[:size], *mates), text)
                if made is None:
                    return
                lacking = self._reference.units_out_of_supply(made)
                yield made, any(other.unit.id in lacking for other in near[:size])

    def _modifiers(self, attack: Example) -> tuple[str, ...] | None:
        """Return the names of what modifies an attack; None if the attack isn't allowed or has no effect."""
        if self._game.rules.fire is not None:
            fought = self._reference.fire_attack(attack)
            return None if fought is None else (*fought.causes, *map(str, fought.dice))
        if not self._reference.may_attack(attack):
            return None
        odds = self._reference.battle_odds(attack)
        return tuple(sorted(odds.words)) if odds.level >= 1 else None


def _attack_text(attackers: Sequence[Unit], defenders: Sequence[Unit]) -> str:
    names = join_with_and([in_sentence(unit) for unit in attackers], "and")
    attacked = join_with_and([in_sentence(unit) for unit in defenders], "and")
    return f"{names[0].upper()}{names[1:]} attack{'s' if len(attackers) == 1 else ''} {attacked}."


def _fire_rule(fire: FireRules) -> str:
    """Return the rule that attacks of fire combat cite: the first one named by how units fire."""
    cited = [one.rule for one in fire.strengths] + [one.rule for one in fire.hit_modifiers]
    return next(filter(None, cited), fire.absorbs_rule)
