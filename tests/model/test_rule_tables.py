"""The rulebook's tables: allowances, stacking and costs as figures, and short names for most classes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.movement_record import AllowanceModifier, EntryCost
from hexwright.model.rules.stacking_record import StackLimit
from hexwright.model.words import replacement_account_words, stacking_words
from hexwright.model.words.criteria_words import enemies_text
from hexwright.model.words.kind_names import kind_text, weather_text
from hexwright.model.words.movement_words import cost_line
from hexwright.model.words.rule_tables import MODIFIERS, RuleTable, rulebook_tables, tables_by_section
from tests.shipped import shipped

MOSCOW = "battle-of-moscow"
GERMANS = (SideId("german"),)


def tables(game: Game) -> list[RuleTable]:
    """Return all tables of a game's rules."""
    return [table for some in tables_by_section(game).values() for table in some]


def with_paces(*paces: AllowanceModifier) -> Game:
    """Return a game whose only way of moving has these changes of allowance."""
    game = shipped("battle-for-moscow").game
    (mode, *_) = game.rules.movement
    return replace(game, rules=replace(game.rules, movement=(replace(mode, allowance_modifiers=paces),)))


def test_changes_of_allowance_are_a_table_of_figures() -> None:
    game = with_paces(
        AllowanceModifier(multiply="1/2", rounding="down", side=GERMANS),
        AllowanceModifier(multiply="1/4", rounding="down", turns=(3,)),
        AllowanceModifier(allowance=1, supply="out"),
    )
    (table,) = (table for table in tables(game) if "Allowance, rounded down" in table.head)
    assert table.rows == (
        ("Panzers", "6"),
        ("Infantry and tanks", "4"),
        ("German units", "÷ 2"),
        ("On turn 3", "÷ 4"),
        ("Units out of supply", "1"),
    )


def test_rounding_stands_at_each_figure_where_it_differs() -> None:
    game = with_paces(
        AllowanceModifier(multiply="1/2", rounding="down", turns=(3,)),
        AllowanceModifier(multiply="1/2", rounding="up", turns=(4,)),
    )
    (table,) = (table for table in tables(game) if "Allowance" in table.head)
    assert [share for _, share in table.rows][2:] == ["÷ 2, rounded down", "÷ 2, rounded up"]


def test_limits_of_stacking_are_a_table_of_figures() -> None:
    found = [table for table in tables(shipped(MOSCOW).game) if table.head == ("Units", "In a hex")]
    assert [table.rows[0] for table in found] == [("German units", "3")]
    assert all(row[1].split()[0].isdigit() for table in found for row in table.rows)


def test_a_modifier_is_a_row_of_figures_whatever_its_name() -> None:
    game = shipped("battle-for-moscow").game
    named = Modifier("odd", "attack halved (1L)", attack="2/3", column_shift=-2, drm=-1)
    odds = replace(game.rules.odds_combat, modifiers=(named,))
    found = [
        row for table in tables(replace(game, rules=replace(game.rules, combat=odds))) for row in table.rows
    ]
    assert ("Attack halved (1L)", "", "attack × ⅔, 2L, −1 DRM") in found


def rows_of(slug: str, head: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the rows of the rulebook's tables with a head."""
    found = rulebook_tables(shipped(slug).game).values()
    return [row for some in found for table in some if table.head == head for row in table.rows]


def test_conditions_of_modifiers_are_told_as_players_speak() -> None:
    fired = {row[0]: row[1:] for row in rows_of("moscow-embattled", MODIFIERS)}
    assert fired["Forest"] == ("Defenders in forest, except panzer groups and tank units", "+1 die")
    assert fired["Into a forest off the road"][0] == (
        "German panzer groups attacking into forest; German air units attacking into forest, "
        "except along the Moscow Road toward Moscow"
    )
    # A modifier with two effects is one row.
    named = [row for row in rows_of("moscow-embattled", MODIFIERS) if row[0] == "Out of supply"]
    assert named == [("Out of supply", "Units out of supply", "−1 to each die, dice ÷ 2")]
    odds = {row[0]: row[1] for row in rows_of(MOSCOW, MODIFIERS)}
    lacking = "except workers, partisans and dropped paratroops"
    assert odds["City"] == "Russian replacement counters defending in a city"
    assert odds["River"] == f"Defenders in fair weather or mud, {lacking}, if all attack across a river"
    assert odds["Half fort"] == (
        f"Russian defenders, {lacking}, if all attack through the front of a half fort"
    )


def test_allowances_begin_with_those_on_the_counters() -> None:
    head = ("Units or conditions", "Allowance")
    assert rows_of("moscow-embattled", head) == [
        ("Panzer groups and tank units", "2"),
        ("German armies, the 16th Army and Siberian shock armies", "1"),
        ("Russian fronts and rifle armies", "0"),
        (
            "Panzer groups or German armies in mud; "
            "before an attack, the road bonus counts only toward Moscow",
            "0",
        ),
        ("In Blitzkrieg movement", "1 less"),
        ("In deep battle movement", "0"),
    ]
    # So many are only on the counters.
    assert rows_of("moscow-campaign", head)[0] == ("Units out of supply", "÷ 2")


def test_costs_of_enemy_zones_are_rows_of_the_costs() -> None:
    costs = {row[0]: row[1] for row in rows_of("moscow-campaign", ("Hex entered", "MP", "Condition"))}
    assert costs["Into an EZOC"] == "3 more"
    assert costs["Out of an EZOC"] == "2 more"
    assert costs["From one EZOC to another"] == "5 more"


def test_the_maximum_factor_of_defence_is_a_row_of_the_modifiers() -> None:
    rows = [row for table in tables(shipped(MOSCOW).game) for row in table.rows]
    assert [row for row in rows if row[0] == "Limit"] == [
        ("Limit", "Several of these apply at once", "at most defence × 2")
    ]
    assert not any("÷" in row[-1] and row[-1].startswith("defence") for row in rows)


def test_dice_of_fire_combat_are_a_table_of_figures() -> None:
    rows = [row for table in tables(shipped("moscow-embattled").game) for row in table.rows]
    effects = {row[0]: row[2] for row in rows if len(row) == 3}
    assert effects["Forest"] == "+1 die"
    assert effects["Into a forest off the road"] == "at most 1 die"
    assert effects["Kremlin of Tula"] == "1 die, absorbs 1 hit"
    assert any(row[1].endswith("until it is taken") for row in rows if row[0] == "Kremlin of Tula")


def test_a_cost_without_ground_and_a_limit_of_all_units_are_rows() -> None:
    game = with_paces()
    (mode, *_) = game.rules.movement
    stacking = replace(game.rules.stacking, limits=(StackLimit(max=2),))
    rules = replace(game.rules, movement=(replace(mode, costs=(EntryCost(cost="3/2"),)),), stacking=stacking)
    rows = [row for table in tables(replace(game, rules=rules)) for row in table.rows]
    assert ("Each hex", "3/2") in rows
    assert ("All units", "2") in rows


def test_no_table_of_our_games_has_allowances_or_stacking_in_sentences() -> None:
    for slug in ("battle-for-moscow", MOSCOW, "moscow-campaign", "moscow-embattled"):
        for table in tables(shipped(slug).game):
            for text in (text for row in table.rows for text in row):
                assert "allowance is" not in text
                assert "may stay in a hex" not in text


def test_most_classes_of_a_side_are_told_by_those_that_are_lacking() -> None:
    game = shipped(MOSCOW).game
    fielded = {unit.unit_class for unit in game.counters.units if unit.side in GERMANS}
    classes = [entry.id for entry in game.counters.classes if entry.id in fielded]
    names = {entry.id: entry.plural for entry in game.counters.classes}
    cost = EntryCost(cost="2", side=GERMANS, classes=tuple(classes[:-1]))
    assert cost_line(game, cost).sentence == (
        f"each hex costs 2 MP (German units except {names[classes[-1]]})"
    )
    told = cost_line(game, replace(cost, classes=tuple(classes))).sentence
    assert told == "each hex costs 2 MP (German units)"
    few = replace(cost, classes=tuple(classes[:2]))
    assert cost_line(game, few).sentence.endswith(f"(German {names[classes[0]]} or {names[classes[1]]})")


def test_a_limit_for_all_classes_names_none() -> None:
    game = shipped(MOSCOW).game
    limit = StackLimit(max=2, classes=tuple(entry.id for entry in game.counters.classes))
    assert stacking_words.told(game, limit) == "at most 2 units of any class may stay in a hex"


def test_most_classes_of_the_enemy_are_told_by_those_that_are_lacking() -> None:
    game = shipped(MOSCOW).game
    names = [entry.plural for entry in game.counters.classes]
    lacking = EntryCost(cost="2", against_classes=tuple(entry.id for entry in game.counters.classes[1:]))
    assert enemies_text(game, lacking) == f"units except {names[0]}"


def test_situations_are_named_within_a_sentence() -> None:
    rows = [row for table in tables(shipped(MOSCOW).game) for row in table.rows]
    assert any("hile the Russians are demoralised" in text for row in rows for text in row)


def test_supply_lines_that_serve_arrivals_alone_are_called_communication() -> None:
    bare = shipped("battle-for-moscow").game
    titles = {table.subject for table in tables(bare)}
    assert "Communication" in titles
    assert "Supply" not in titles
    # A modifier that asks about supply makes them supply again.
    assert bare.rules.combat is not None
    first, *others = bare.rules.combat.modifiers
    combat = replace(bare.rules.combat, modifiers=(replace(first, supply="out"), *others))
    titles = {table.subject for table in tables(replace(bare, rules=replace(bare.rules, combat=combat)))}
    assert "Supply" in titles
    assert "Communication" not in titles


def test_an_allowance_that_is_taken_whole_is_told_as_none() -> None:
    rows = [row for table in tables(shipped("moscow-embattled").game) for row in table.rows]
    assert ("In deep battle movement", "0") in rows
    assert ("In Blitzkrieg movement", "1 less") in rows


def test_tables_name_the_units_of_a_side_as_players_do() -> None:
    for slug in ("moscow-embattled", "moscow-campaign", "battle-of-moscow"):
        game = shipped(slug).game
        cells = [cell for table in tables(game) for row in table.rows for cell in row]
        for side in game.info.sides:
            assert any(f"{side.name} units" in cell or f"{side.name} defenders" in cell for cell in cells)
            assert not any(
                re.search(f"(units|tackers|fenders) of the {side.plural}$", cell) for cell in cells
            )


def by_head(slug: str, first: str) -> RuleTable:
    """Return the table of a game whose first column has this head."""
    (found,) = (table for table in tables(shipped(slug).game) if table.head[0] == first and table.head[1:])
    return found


def test_supply_is_a_table_with_a_column_for_each_side() -> None:
    table = by_head(MOSCOW, "Supply")
    assert table.head == ("Supply", "German", "Russian")
    assert table.merged
    rows = {row[0]: row[1:] for row in table.rows}
    assert len(set(rows["Comes from"])) == 1
    assert rows["Change of range"] == ("÷ 2 in mud or snow", "–")
    assert rows["Need none"] == ("–", "Fort troops, workers, partisans and dropped paratroops")


def test_supply_capacities_are_a_table_of_figures() -> None:
    rows = by_head(MOSCOW, "Supplied by").rows
    assert [row[:2] for row in rows] == [("Leningrad", "20"), ("Moscow", "40")]
    assert rows[1][2] == "The same units; no unit may arrive there that it can't supply"


def test_replacement_accounts_are_a_table_with_their_points_a_turn() -> None:
    rows = by_head(MOSCOW, "Replacements").rows
    assert {row[0]: row[1] for row in rows} == {
        "German: infantry": "3, from turn 2",
        "German: armour and armoured infantry": "1, from turn 2",
        "Russian: Voronezh and the south edge east of it": "3",
        "Russian: the east edge": "4",
        "Russian: Moscow": "4",
        "Russian: Leningrad": "4",
    }
    told = {row[0]: row[3] for row in rows}
    assert told["Russian: Moscow"] == "In Moscow; points ÷ 2 while Moscow is isolated"
    assert told["German: infantry"].endswith("points may be saved")


def test_an_allowance_names_the_side_that_alone_moves_so_and_no_hexsides_without_costs() -> None:
    rows = {row[0] for row in by_head("battle-for-moscow", "Units or conditions").rows}
    assert "Rail movement: Soviet units" in rows
    assert "In mud; each hex costs 1 MP, whatever its terrain" in rows


def test_victory_points_are_a_table_of_figures() -> None:
    rows = by_head("battle-for-moscow", "Scored by").rows
    assert ("Each side", "1", "Each enemy unit that it eliminates") in rows
    assert ("Each side", "5", "Each other city owned when points are counted") in rows
    assert ("Each side", "20", "Moscow, if owned when points are counted") in rows
    assert ("The Germans", "10", "Once for occupying Moscow at the end of an enemy player turn") in rows
    campaign = [one for one in tables(shipped("moscow-campaign").game) if one.head[0] == "Scored by"]
    assert len(campaign) == 2
    assert all(row[1].isdigit() for table in campaign for row in table.rows)


def test_units_by_rail_are_a_table_of_figures() -> None:
    rows = by_head(MOSCOW, "Units by rail in a phase").rows
    assert [row[1] for row in rows] == ["6", "4"]


def test_what_a_table_says_is_said_in_no_list_again() -> None:
    for slug in ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled"):
        listed = [
            row[0] for table in tables(shipped(slug).game) if len(table.head) == 1 for row in table.rows
        ]
        figures = re.compile(r"score|replacements for|supply comes|at most \d+ \w+ units a phase|saved$")
        assert not [text for text in listed if figures.search(text)]


def test_a_game_without_zones_of_control_never_speaks_of_them() -> None:
    cells = [cell for table in tables(shipped("moscow-embattled").game) for row in table.rows for cell in row]
    assert cells
    assert not [cell for cell in cells if "zone" in cell.casefold()]


def test_the_standard_choice_of_an_option_needs_no_words() -> None:
    game = shipped("moscow-embattled").game
    cells = " ".join(cell for table in tables(game) for row in table.rows for cell in row)
    usual = [one.name for option in game.rules.options for one in option.choices if one.id == option.default]
    assert not [name for name in usual if f"“{name}”" in cells]
    assert "with the option “They must be attacked too”" in cells


def test_a_way_of_moving_for_few_units_is_named_in_the_heads_of_its_tables() -> None:
    found = [table for table in tables(shipped(MOSCOW).game) if "Movement of partisans" in table.head[0]]
    assert {table.head[0] for table in found} == {
        "Movement of partisans",
        "Movement of partisans: hex entered",
    }


def test_classes_that_come_back_are_told_with_those_of_which_one_may() -> None:
    lines = [str(line) for _, line in replacement_account_words.rule_sentences(shipped(MOSCOW).game)]
    told = "Russian replacements may be infantry, guards infantry, cavalry, armour or replacement counters"
    once = "at most one cavalry unit a turn; at most one armour unit a turn"
    assert f"{told}; {once}; never paratroops, dropped paratroops or workers" in lines
    # Accounts that name their classes say so themselves.
    assert not any(line.startswith("German replacements may be") for line in lines)


def single_effects(
    rows: Iterable[tuple[tuple[str, ...], tuple[str, ...]]],
) -> set[tuple[tuple[str, ...], ...]]:
    """Return the rows with their heads, a row for each effect of modifiers."""
    return {
        (head, (*row[:-1], effect))
        for head, row in rows
        for effect in (row[-1].split(", ") if head == MODIFIERS else row[-1:])
    }


def test_a_complete_summary_leaves_out_generated_lines_but_no_figure() -> None:
    for slug in ("battle-for-moscow", "moscow-embattled", "moscow-campaign", MOSCOW):
        game = shipped(slug).game
        complete = replace(game, rules=replace(game.rules, complete_summary=True))
        kept = [table for some in rulebook_tables(complete).values() for table in some]
        assert {table.lines for table in tables(game)} == {True, False}
        assert not any(table.lines for table in kept)
        awarded = any(chart.awards for chart in game.charts.victory)
        figures = {
            (table.head, row)
            for table in tables(game)
            if not table.lines and (len(table.rows) > 1 or table.head == MODIFIERS)
            if not (awarded and table.subject == "Victory")
            for row in table.rows
        }
        assert single_effects((table.head, row) for table in kept for row in table.rows) == single_effects(
            figures
        )
        assert sum(table.head == MODIFIERS for table in kept) <= 1


def test_without_a_complete_summary_the_rulebook_has_all_generated_lines() -> None:
    game = shipped(MOSCOW).game
    partial = replace(game, rules=replace(game.rules, complete_summary=False))
    assert rulebook_tables(partial) == tables_by_section(game)


def costs(slug: str) -> tuple[tuple[str, ...], ...]:
    """Return the rows of the first table of costs."""
    return next(table.rows for table in tables(shipped(slug).game) if table.head[:2] == ("Hex entered", "MP"))


def test_a_table_of_costs_says_what_any_other_hex_costs() -> None:
    assert costs("battle-for-moscow") == (("Forest", "2"), ("Any other hex", "1"))
    assert ("Any other hex", "1", "") in costs(MOSCOW)
    # Along a railway there are no other hexes.
    along = [table for table in tables(shipped(MOSCOW).game) if "Rail movement" in " ".join(table.head)]
    assert along
    assert not any("Any other hex" in row for table in along for row in table.rows)


def test_exceptions_to_a_cost_stand_above_it() -> None:
    grounds = [row for row in costs(MOSCOW) if row[0] in ("Lake", "Along a road")]
    assert [(ground, price, when.split(",")[0]) for ground, price, when in grounds] == [
        ("Lake", "1", "Russian units in snow"),
        ("Lake", "–", "Otherwise"),
        ("Along a road", "1", "German units in mud or snow"),
        ("Along a road", "½", "Otherwise"),
    ]


def test_formations_that_share_a_name_are_joined() -> None:
    cells = [row[-1] for row in costs(MOSCOW)]
    assert "Finnish 10th, 12th, 15th and 18th Divisions" in cells


def test_phases_that_each_side_has_are_named_once() -> None:
    found = [row[0] for table in tables(shipped(MOSCOW).game) for row in table.rows]
    assert "In the second impulse" in found
    assert not any("German second impulse or Russian" in text for text in found)
    # One word isn't enough: "in the attacks" would mean those just named.
    rows = [row for table in tables(shipped("moscow-embattled").game) for row in table.rows]
    assert [row[1:] for row in rows if row[0] == "Firing strength"] == [
        ("Siberian shock armies in round 1 of German or Russian attacks", "2 dice"),
        ("Siberian shock armies otherwise", "1 die"),
    ]


def test_a_phase_of_one_side_has_its_article() -> None:
    found = [row[0] for table in tables(shipped(MOSCOW).game) for row in table.rows]
    assert "Russian units out of supply in the Russian second impulse" in found


def test_each_way_of_moving_has_a_table_of_costs_of_its_own() -> None:
    heads = [table.head[0] for table in tables(shipped(MOSCOW).game) if table.head[1:2] == ("MP",)]
    assert {"German supplies: hex entered", "Russian supplies: hex entered"} < {*heads}
    assert not [
        row
        for table in tables(shipped(MOSCOW).game)
        for row in table.rows
        if row[0].startswith("Russian supplies")
    ]


def test_kinds_of_terrain_and_weather_are_common_nouns_in_a_sentence() -> None:
    game = shipped(MOSCOW).game
    told = {
        name: kind_text(game, name) for name in ("Fortified hex", "Gulf of Finland", "Moscow zone", "Forest")
    }
    assert told == {
        "Fortified hex": "fortified hex",
        "Gulf of Finland": "Gulf of Finland",
        "Moscow zone": "Moscow zone",
        "Forest": "forest",
    }
    embattled = shipped("moscow-embattled").game
    weather = [kind.id for kind in embattled.charts.weather]
    assert weather_text(embattled, weather) == "good weather, mud, hard frost or snow"
    assert kind_text(embattled, "Russian set-up") == "Russian set-up"
    cells = [cell for table in tables(game) for row in table.rows for cell in row]
    assert not [
        cell for cell in cells if re.search(r"\b(in|In|a|or) (Forest|Hills|Swamp|Mud|Snow|Fair|Road)", cell)
    ]
    assert any("while a German unit is in Tikhvin" in cell for cell in cells)


def test_changes_of_allowance_that_hold_for_two_ways_of_moving_are_listed_once() -> None:
    game = shipped("moscow-campaign").game
    heads = [table.head for table in tables(game) if table.head[-1] == "Allowance"]
    assert heads == [("Units or conditions", "Allowance")]
    lines = [row[-1] for table in tables(game) if table.lines for row in table.rows]
    assert lines.count("The allowance changes as in ordinary movement") == 2


def test_a_complete_summary_has_no_tables_of_one_row() -> None:
    for slug in ("battle-for-moscow", "moscow-campaign", MOSCOW):
        kept = [table for some in rulebook_tables(shipped(slug).game).values() for table in some]
        assert all(len(table.rows) > 1 for table in kept if table.head != MODIFIERS)


def modifiers(slug: str) -> tuple[tuple[str, ...], ...]:
    """Return the rows of the rulebook's table of modifiers."""
    found = rulebook_tables(shipped(slug).game).values()
    (table,) = (table for some in found for table in some if table.head == MODIFIERS)
    return table.rows


def test_modifiers_with_one_name_stand_together_and_those_alike_are_one_row() -> None:
    for slug in ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled"):
        rows = modifiers(slug)
        names = [row[0] for row in rows]
        runs = [name for n, name in enumerate(names) if not n or names[n - 1] != name]
        assert len({*runs}) == len(runs)
        assert len({(name, effect) for name, _, effect in rows}) == len(rows)
    rows = modifiers("moscow-embattled")
    assert any(row[0] == "Mud or snow" and "; German defenders" in row[1] for row in rows)


def test_modifiers_read_as_players_speak() -> None:
    rows = {*modifiers("battle-of-moscow"), *modifiers("moscow-campaign")}
    assert ("Entrained", "Entrained defenders", "defence ÷ 2") in rows
    # The title of a side's table tells whose it is.
    assert not [row for row in rows if row[0] == "Soviet table"]
    assert ("Rains", "The Germans attack in rains", "attack ÷ 2") in rows
    assert ("Russians demoralised", "The Russians attack while they are demoralised", "+1 DRM") in rows
    assert not [row for row in rows if row[2] in ("attack 0", "defence 0", "own table") or not row[1]]
    assert not [row for row in modifiers("moscow-embattled") if "and air" in row[1]]
