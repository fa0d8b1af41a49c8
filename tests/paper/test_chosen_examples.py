"""Diagrams that no one wrote: positions are chosen from the set-up, and everything shown is computed."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from hexwright.load.game_loading import Project, load_game
from hexwright.load.new_game import start_game
from hexwright.model.example_of_play import Example, ExampleUnit
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.odds_columns import decimal
from hexwright.paper.figures.example_diagrams import example_diagram, figure_lines
from hexwright.paper.figures.example_figures import ExampleCalculator
from hexwright.paper.figures.example_positions import example_position
from hexwright.paper.figures.example_selection import WANTED, ExampleChooser
from hexwright.paper.figures.figure_window import diagram_window, whole_hexes
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.rulebook.explained_case import explained_case
from hexwright.render.canvas import Box
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.paper.sheets import calculator, game_of, illustrated

ODDS = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign")


@cache
def chosen(name: str) -> tuple[Example, ...]:
    game = game_of(name)
    chooser = ExampleChooser(game, plan_sheet(game).layout.grid, ExampleCalculator(game))
    return tuple(chooser.examples(game.rules.examples))


@pytest.mark.parametrize("name", ODDS)
def test_each_game_of_odds_has_eleven_diagrams_of_all_kinds(name: str) -> None:
    examples = chosen(name)
    assert WANTED <= len(examples) <= 15
    kinds = {example.kind for example in examples}
    assert kinds == {"zoc", "movement", "combat", "supply", "retreat", "advance"}
    assert len({example.id for example in examples}) == len(examples)


def test_a_game_of_fire_has_ten_diagrams_of_moves_and_attacks_that_the_rules_allow() -> None:
    reference = calculator("moscow-embattled")
    examples = chosen("moscow-embattled")
    assert 10 <= len(examples) <= 15
    assert {example.kind for example in examples} == {"movement", "combat", "supply", "retreat", "advance"}
    attacks = [one for one in examples if one.kind == "combat"]
    fought = [reference.fire_attack(one) for one in attacks]
    assert len({(one.causes, one.dice) for one in fought if one is not None}) == len(attacks)
    causes = {cause for one in fought if one is not None for cause in one.causes}
    assert {"river", "forest"} <= causes
    grid = plan_sheet(game_of("moscow-embattled")).layout.grid
    for example in attacks:
        target = next(s for s in example.units if s.unit == example.subject)
        attackers = [s for s in example.units if s.hex != target.hex]
        assert attackers
        assert all(grid.adjacent(target.hex, s.hex) for s in attackers)


def test_the_dice_of_a_figure_are_told_in_sentences() -> None:
    texts = {one.title: one.text for one in illustrated("moscow-embattled").diagrams.values()}
    assert texts["Attack on the 16th Army"].endswith(
        "The attack has 1 die, which hits on 5–6: 1 each from 3. Panzergruppe and 4. Panzergruppe "
        "(into a forest off the road); out of supply, the 2 dice are halved to 1 (rounded down). The defence "
        "has 2 dice, which hit on 4–6: 1 from the 16th Army and 1 for the forest."
    )
    assert texts["Attack on Western Front"].endswith(
        "and 1 from 2. Armee; out of supply, the die of 2. Armee is lost (rounded down). The defence "
        "has 2 dice, which hit on 4–6: 1 from Western Front and 1 for the river."
    )
    assert texts["Attack on 4. Panzergruppe and 9. Armee"].endswith(
        "2 from 4. Panzergruppe, 1 from 9. Armee and 1 for the river (4. Panzergruppe)."
    )
    assert not any(sign in text for text in texts.values() for sign in ("hitting on", "−1 die", "Attack: "))


def test_captions_name_few_tinted_hexes_and_no_weather_that_changes_nothing() -> None:
    texts = {one.title: one.text for one in illustrated("battle-for-moscow").diagrams.values()}
    cut_off = texts["29th Army cut off"]
    assert "Weather" not in cut_off
    assert cut_off.endswith("it would be in communication in 0303, 0402, 0501 and 0502 (tinted).")
    assert "In 0406, marked too, it may end only if the unit there leaves" in texts["Past an enemy"]
    assert "Modifiers: attack halved (mud)." in texts["An attack in mud"]


def test_a_diagram_of_a_phase_that_the_first_turn_lacks_shows_the_next_turn() -> None:
    game = game_of("moscow-embattled")
    phases = {phase.id: phase for phase in game.rules.sequence}
    examples = chosen("moscow-embattled")
    assert all(example.turn not in phases[example.phase].except_turns for example in examples)
    (german,) = (example for example in examples if example.phase == "german-movement")
    assert german.turn == 2
    assert german.text.startswith("Turn 2, weather: Good. ")


def test_an_attack_of_fire_that_the_rules_forbid_has_no_dice() -> None:
    reference = calculator("moscow-embattled")
    attack = next(one for one in chosen("moscow-embattled") if one.kind == "combat" and len(one.units) > 2)
    target, first, second = attack.units[:3]
    # Two panzer groups may not attack across one hexside, and no unit attacks a hex that isn't adjacent.
    together = replace(attack, units=(target, first, replace(second, hex=first.hex)))
    away = replace(attack, units=(target, replace(first, hex=HexId("D4"))))
    assert reference.fire_attack(attack) is not None
    assert reference.fire_attack(together) is None
    assert reference.fire_attack(away) is None


def test_a_new_game_has_diagrams(tmp_path: Path) -> None:
    start_game(Project(tmp_path), "my-game", "My Game")
    game = load_game(Project(tmp_path), "my-game").game
    chooser = ExampleChooser(game, plan_sheet(game).layout.grid, ExampleCalculator(game))
    assert {example.kind for example in chooser.examples(())} >= {"zoc", "movement"}


@pytest.mark.parametrize("name", ODDS)
def test_attackers_stand_beside_the_defenders_in_a_hex_each(name: str) -> None:
    game = game_of(name)
    grid = plan_sheet(game).layout.grid
    side = {unit.id: unit.side for unit in game.counters.units}
    for example in chosen(name):
        target = next(s for s in example.units if s.unit == example.subject)
        enemies = [s for s in example.units if side[s.unit] != side[target.unit]]
        assert len({s.hex for s in enemies}) == len(enemies)
        if example.kind == "combat":
            assert all(grid.adjacent(target.hex, enemy.hex) for enemy in enemies)


@pytest.mark.parametrize("name", ODDS)
def test_moves_and_attacks_are_those_of_the_whole_set_up(name: str) -> None:
    game = game_of(name)
    first = min((one for one in game.scenarios if one.setup.standing), key=lambda one: (one.order, one.id))
    for example in chosen(name):
        if example in game.rules.examples:
            continue
        position = {one.unit: one.hex for one in example_position(game, example)}
        assert set(position) == {unit for _, unit in first.setup.standing}
        moved = {unit for hex_id, unit in first.setup.standing if position[unit] != hex_id}
        assert moved <= {one.unit for one in example.units} - {example.subject}
        assert not moved or example.kind != "movement"


def test_an_army_that_leningrad_alone_supplies_moves_less_far() -> None:
    game = game_of("battle-of-moscow")
    reference = ExampleCalculator(game)
    examples = (one for one in chosen("battle-of-moscow") if one.kind == "movement")
    army = next(one for one in examples if one.phase == "russian-movement")
    besieged = replace(
        army,
        subject=UnitId("russian-army-42"),
        units=(ExampleUnit(UnitId("russian-army-42"), HexId("0607")),),
    )
    assert reference.units_out_of_supply(besieged) == {"russian-army-42"}
    assert max(reference.reachable_hexes(besieged).values()) == 2
    assert "It is out of supply." in figure_lines(game, besieged, reference)
    assert max(reference.reachable_hexes(replace(besieged, whole_setup=False)).values()) == 3


def test_no_unit_attacks_in_a_diagram_that_may_not_attack() -> None:
    game = game_of("battle-of-moscow")
    reference = ExampleCalculator(game)
    attacks = [one for one in chosen("battle-of-moscow") if one.kind == "combat"]
    assert all(reference.may_attack(one) for one in attacks)
    # Finns attack only if supplies reach them from the west edge.
    finns = replace(
        attacks[0],
        subject=UnitId("russian-army-23"),
        units=tuple(
            ExampleUnit(UnitId(unit), HexId(hex_id))
            for unit, hex_id in (("russian-army-23", "0506"), ("finnish-12", "0405"), ("finnish-15", "0505"))
        ),
    )
    assert not reference.may_attack(finns)


def test_a_diagram_shows_the_units_around_and_says_so() -> None:
    game = game_of("battle-of-moscow")
    plan, reference = plan_sheet(game), ExampleCalculator(game)
    example = next(one for one in chosen("battle-of-moscow") if one.id == "movement-1")
    diagram = example_diagram(game, PrintSettings(), plan, example, reference)
    assert {one.unit for one in example.units} < {one.unit for one in diagram.units}
    window = diagram_window(plan, diagram.hexes)
    centres = [plan.layout.centre(one.hex) for one in diagram.units]
    assert all(window.holds(Box(at.x, at.y, 0.0, 0.0)) for at in centres)
    assert "of them, each with the movement points (MP) spent to get there" in diagram.text
    alone = example_diagram(game, PrintSettings(), plan, replace(example, whole_setup=False), reference)
    assert {one.unit for one in alone.units} == {one.unit for one in example.units}


def test_hexes_that_others_occupy_show_their_points_beside_the_counters() -> None:
    game = game_of("moscow-embattled")
    plan, reference = plan_sheet(game), ExampleCalculator(game)
    moves = [one for one in chosen("moscow-embattled") if one.kind == "movement"]
    example = next(one for one in moves if one.phase == "russian-movement")
    diagram = example_diagram(game, PrintSettings(), plan, example, reference)
    reach = reference.reachable_hexes(example)
    held = {one.hex for one in example_position(game, example)} & reach.keys()
    assert held
    assert {hex_id: mark.text for hex_id, mark in diagram.badges.items()} == {
        hex_id: decimal(reach[hex_id]) for hex_id in held
    }
    assert (
        "It may end its move in B2, B3, C2 or D2; each shows the number of hexes counted to get there."
        in diagram.text
    )
    assert diagram.text.endswith("A hex along the Moscow Road isn't counted.")


def test_a_figure_stands_beside_the_case_that_it_shows() -> None:
    """An attack in mud beside halved attacks, communication beside its definition."""
    told = {}
    for name in ("battle-for-moscow", "moscow-embattled"):
        book = illustrated(name)
        for section in book.sections:
            for example in book.examples:
                if example.rule == section.id and (case := explained_case(book.game, section, example)):
                    told[name, example.title] = case.number
    assert told["battle-for-moscow", "An attack in mud"] == "3.5.2"
    assert told["battle-for-moscow", "Across a river into a fortification"] == "3.3.4"
    assert told["battle-for-moscow", "29th Army cut off"] == "3.7.3"
    assert told["moscow-embattled", "Advance after the attack on B2"] == "13.3"
    assert told["moscow-embattled", "Attack on Western Front"] == "11.1"


def test_a_move_that_leads_far_is_cut_to_what_fits_into_a_column() -> None:
    for name in (*ODDS, "moscow-embattled"):
        game = game_of(name)
        plan, reference = plan_sheet(game), ExampleCalculator(game)
        cut = 0
        for example in (one for one in chosen(name) if one.kind == "movement"):
            diagram = example_diagram(game, PrintSettings(), plan, example, reference)
            window = diagram_window(plan, diagram.hexes)
            wide = plan.layout.hex_width
            assert window.width <= 6.1 * wide
            assert window.height <= 7.1 * wide
            shown = whole_hexes(plan, window)
            assert {one.hex for one in example.units} <= shown
            ends = reference.end_hexes(example)[0]
            if told := re.search(r"The figure shows (\d+) of them", diagram.text):
                cut += 1
                assert int(told[1]) == len(ends & shown) < len(ends)
                beyond = re.search(
                    r"The other (\d+) lie beyond (its (.+) edges?|all its edges)\.", diagram.text
                )
                assert beyond is not None
                assert int(beyond[1]) == len(ends - shown)
                middles = [plan.layout.centre(one) for one in ends - shown]
                edges = "left, upper, right and lower" if beyond[2] == "all its edges" else beyond[3]
                assert ("left" in edges) is any(at.x < window.x + 0.25 * wide for at in middles)
                assert ("lower" in edges) is any(at.y > window.bottom - 0.25 * wide for at in middles)
                assert len(ends & shown) >= 8
            else:
                assert ends <= shown
        assert cut or name == "moscow-embattled"


def test_attacks_of_fire_leave_out_none_that_must_be_made_too() -> None:
    reference = calculator("moscow-embattled")
    attack = next(one for one in chosen("moscow-embattled") if one.phase == "russian-allocation")
    assert reference.fire_attack(attack) is not None
    target, first = attack.units[:2]
    beside = plan_sheet(game_of("moscow-embattled")).layout.grid.neighbours(first.hex).values()
    other = next(hex_id for hex_id in beside if hex_id not in {one.hex for one in attack.units})
    more = replace(attack, units=(*attack.units, ExampleUnit(UnitId("german-2pz"), other)))
    # The subject's side stands there too, undisrupted, and no listed unit attacks it.
    assert target.unit != "german-2pz"
    assert reference.fire_attack(more) is None


def test_attackers_who_must_attack_each_adjacent_hex_have_one_hex_to_attack() -> None:
    game = game_of("battle-of-moscow")
    grid = plan_sheet(game).layout.grid
    shown = [one for one in chosen(game.slug) if one.kind in ("combat", "retreat", "advance")]
    assert shown
    for example in shown:
        position = example_position(game, example)
        own = game.counters.unit(example.subject).side
        held = {one.hex for one in position if game.counters.unit(one.unit).side == own}
        for one in example.units:
            if game.counters.unit(one.unit).side != own:
                assert held & set(grid.neighbours(one.hex).values()) == {example.standing.hex}, example.id


def test_no_unit_attacks_from_the_sea() -> None:
    game = game_of("battle-of-moscow")
    sea = set(next(one for one in game.hexmap.features if one.id == "gulf").hexes)
    attacks = [one for one in chosen("battle-of-moscow") if one.kind == "combat"]
    assert sea.isdisjoint(unit.hex for one in attacks for unit in one.units)
    wet = replace(attacks[0].units[1], hex=HexId("0206"))
    army = ExampleUnit(UnitId("finnish-10"), HexId("0205"))
    attack = replace(attacks[0], subject=army.unit, units=(army, wet))
    assert not ExampleCalculator(game).may_attack(attack)


@pytest.mark.parametrize("name", ODDS)
def test_attacks_differ_in_their_modifiers(name: str) -> None:
    reference = calculator(name)
    attacks = [one for one in chosen(name) if one.kind == "combat" and one.id.startswith("combat-")]
    words = [tuple(sorted(reference.battle_odds(one).words)) for one in attacks]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("name", ODDS)
def test_moves_shown_are_those_that_are_legal(name: str) -> None:
    game = game_of(name)
    reference = ExampleCalculator(game)
    example = next(one for one in chosen(name) if one.kind == "movement")
    rules = RulesEngine(game, example.scenario)
    standing = [f"{s.hex} {s.unit}/{s.step}" for s in example_position(game, example)]
    state = build_state(rules, standing, turn=example.turn, phase=example.phase)
    legal = {a.hex for a in rules.actions_of(state, UnitId(example.subject)) if a.hex}
    assert set(reference.reachable_hexes(example)) == legal
    ends, if_left = reference.end_hexes(example)
    assert ends | if_left <= legal
    assert f"{len(ends)} hexes" in " ".join(figure_lines(game, example, reference))


def test_a_written_example_comes_first_and_leaves_room_for_fewer() -> None:
    game = game_of("battle-for-moscow")
    chooser = ExampleChooser(game, plan_sheet(game).layout.grid, ExampleCalculator(game))
    written = game.rules.examples
    assert list(chosen("battle-for-moscow")[: len(written)]) == list(written)
    assert len(chooser.examples(written * 3)) == 3 * len(written)
    alone = replace(game, scenarios=())
    assert ExampleChooser(alone, plan_sheet(game).layout.grid, ExampleCalculator(game)).examples(()) == []


def test_each_game_has_diagrams_of_supply_retreat_and_advance() -> None:
    for name in (*ODDS, "moscow-embattled"):
        assert {one.kind for one in chosen(name)} >= {"supply", "retreat", "advance"}


def test_a_diagram_of_supply_tints_the_hexes_where_its_unit_would_have_it() -> None:
    for name in (*ODDS, "moscow-embattled"):
        game, reference = game_of(name), calculator(name)
        grid = plan_sheet(game).layout.grid
        for example in (one for one in chosen(name) if one.kind == "supply"):
            near, limited = reference.supplied_hexes(example)
            caption = " ".join(figure_lines(game, example, reference))
            assert ("in the lighter ones" in caption) is (bool(near) and bool(limited))
            assert ("in limited supply in the tinted hexes" in caption) is (bool(limited) and not near)
            own = next(one for one in example.units if one.unit == example.subject)
            assert all(grid.distance(one, own.hex) <= 2 for one in near | limited)
            lacks = example.subject in reference.units_out_of_supply(example)
            assert (own.hex in near) is not lacks
            taken = {one.hex for one in example_position(game, example)}
            around = [one for one in grid if grid.distance(one, own.hex) <= 2 and one not in taken]
            for hex_id in around[:4]:
                units = tuple(
                    replace(one, hex=hex_id) if one.unit == own.unit else one for one in example.units
                )
                moved = replace(example, units=units)
                status = reference.supply_status(moved)
                there = reference.supplied_hexes(moved)
                assert (hex_id in there[0]) is (status == "in supply")
                if limited:
                    assert (hex_id in there[1]) is (status == "in limited supply")


def test_retreats_and_advances_of_diagrams_are_those_of_played_battles() -> None:
    game = game_of("battle-for-moscow")
    reference = ExampleCalculator(game)
    retreat = next(one for one in chosen("battle-for-moscow") if one.kind == "retreat")
    rules = RulesEngine(game, retreat.scenario)
    standing = [f"{s.hex} {s.unit}/{s.step}" for s in example_position(game, retreat)]
    state = build_state(rules, standing, turn=retreat.turn, phase=retreat.phase)
    for one in retreat.units[1:]:
        state = rules.apply(state, rules.parse(state, f"attack {one.unit} on {retreat.subject}"))
    state = rules.apply(state, rules.parse(state, "end"))
    state = rules.apply(state, rules.legal_actions(state)[0])
    driven = next(
        after
        for action, _ in rules.chance_outcomes(state)
        for after in (rules.apply(state, action),)
        if any(one.kind == "retreat" for one in rules.legal_actions(after))
    )
    fled = [one for one in rules.legal_actions(driven) if one.kind == "retreat"]
    assert {one.hex for one in fled} == reference.retreat_ends(retreat)
    after = rules.apply(driven, fled[0])
    moved = {(one.unit, one.hex) for one in rules.legal_actions(after) if one.kind == "advance"}
    advance = replace(retreat, kind="advance")
    told = {(unit, end) for unit, ends in reference.advances(advance).items() for end in ends}
    assert told == moved
