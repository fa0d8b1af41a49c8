"""The example of a full turn: played by the rules engine, told phase by phase, drawn as it was played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from hexwright.load.game_loading import Project, load_game
from hexwright.load.new_game import start_game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.turn_account import END_OF_TURN, PhaseAccount, TurnAccount, TurnEvent, joined_silences
from hexwright.model.words.rulebook_cases import rulebook_sections
from hexwright.model.words.turn_words import as_told
from hexwright.model.words.unit_list_words import join_unit_names
from hexwright.paper.columns.rulebook_flow import FlowItem
from hexwright.paper.figures.example_diagrams import (
    example_diagram,
    placed_counters,
)
from hexwright.paper.figures.example_figures import ExampleCalculator
from hexwright.paper.figures.example_positions import example_position
from hexwright.paper.figures.figure_window import diagram_window
from hexwright.paper.figures.turn_diagrams import LEAST, WANTED, turn_diagrams
from hexwright.paper.figures.turn_sector import LONGEST, TurnSector, turn_sector
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.rulebook.rulebook import Rulebook
from hexwright.players import turn_choice
from hexwright.players.played_turn import touched_hexes
from hexwright.players.policies import policy_of
from hexwright.players.turn_choice import first_turn, most_varied_seed, most_varied_turn, variety
from hexwright.render.canvas import Box
from hexwright.render.map.sheet.sheet_plan import SheetPlan, plan_sheet
from hexwright.render.pdf_flattening import Placement
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from tests.paper.sheets import book as plain_book
from tests.paper.sheets import calculator, game_of, illustrated, moscow

SMALL = ("battle-for-moscow", "moscow-embattled")
LARGE = ("battle-of-moscow", "moscow-campaign")


@cache
def account(slug: str) -> TurnAccount:
    """Return the turn of a game."""
    told = calculator(slug).turn_account()
    assert told is not None
    return told


@cache
def seed_of(slug: str) -> int:
    """Return the seed with which a game's turn is played."""
    game = game_of(slug)
    first = min((one for one in game.scenarios if one.setup.standing), key=lambda one: (one.order, one.id))
    return most_varied_seed(RulesEngine(game, first.id))


def played(slug: str) -> Iterator[tuple[str, str]]:
    """Yield each action of the first turn of the game's first scenario, with its description."""
    game = game_of(slug)
    first = min((one for one in game.scenarios if one.setup.standing), key=lambda one: (one.order, one.id))
    rules = RulesEngine(game, first.id)
    for state, action, _ in first_turn(rules, seed_of(slug)):
        yield action.kind, rules.describe(state, action)


def is_figure(item: FlowItem) -> bool:
    """Whether an item of the rulebook is a figure."""
    return any(mark.startswith("figure:") for mark in item.marks)


@pytest.mark.parametrize("slug", SMALL)
def test_each_battle_of_the_turn_is_told_with_the_engines_odds_and_result(slug: str) -> None:
    told = " ".join(event.text for phase in account(slug).phases for event in phase.events)
    actions = list(played(slug))
    battles = [text for kind, text in actions if kind in ("resolve", "engage")]
    assert battles
    assert all(text in told for text in battles)
    closed = " ".join(phase.closing for phase in account(slug).phases)
    rolled = [text for kind, text in actions if kind == "roll"]
    assert all(part in told or part in closed for text in rolled for part in text.split(". "))


def test_what_happens_by_itself_is_told_in_its_own_phase() -> None:
    phases = {phase.title: phase for phase in account("moscow-embattled").phases}
    recovery = phases["German recovery"]
    assert texts(recovery) == ["3. Panzergruppe, 4. Panzergruppe, 2. Armee, 4. Armee and 9. Armee recover."]
    assert phases["Recovery of the 16th Army"].closing == "16th Army recovers."
    others = (phase for phase in phases.values() if "ecovery" not in phase.title)
    told = [text for phase in others for text in (phase.closing, *(event.text for event in phase.events))]
    assert not any("recovers." in text for text in told)


def test_units_that_leave_as_the_turn_ends_are_told() -> None:
    last = account("moscow-embattled").told(game_of("moscow-embattled")).phases[-1]
    assert last.title == END_OF_TURN
    assert texts(last) == ["2. Fliegerkorps leaves the game (9.8)."]
    assert END_OF_TURN not in {phase.title for phase in account("battle-for-moscow").phases}


@pytest.mark.parametrize("slug", SMALL)
def test_sentences_by_phase_are_those_of_the_action(slug: str) -> None:
    game = game_of(slug)
    first = min((one for one in game.scenarios if one.setup.standing), key=lambda one: (one.order, one.id))
    rules = RulesEngine(game, first.id)
    policies = {side: policy_of("greedy")(rules, seed_of(slug)) for side in rules.setting.sides}
    state = rules.set_up(seed_of(slug))
    turn, several = state.turn, 0
    while (side := rules.active_side(state)) is not None and state.turn == turn:
        action = rules.draw(state) if side == CHANCE else policies[side].choose(state)
        parts = rules.describe_by_phase(state, action)
        assert parts[0][0] == state.phase
        after = rules.apply(state, action)
        if after.turn == turn:
            whole = " ".join(text for _, text in parts if text)
            assert sorted(whole.split(".")) == sorted(rules.describe(state, action).split("."))
            several += sum(bool(text) for _, text in parts) > 1
        state = after
    assert several or slug != "moscow-embattled"


@pytest.mark.parametrize("slug", SMALL)
def test_every_move_and_every_phase_of_the_turn_is_told(slug: str) -> None:
    phases = account(slug).phases
    moves = [event for phase in phases for event in phase.events if event.kind == "move"]
    names = {name for kind, text in played(slug) if kind == "move" for name in [text.split(" moves ")[0]]}
    assert {re.sub(r" \(.*", "", name) for name in names} >= {event.unit for event in moves}
    ends = [text.split(" moves to ")[1].split(".")[0] for kind, text in played(slug) if kind == "move"]
    told = " ".join(event.text for event in moves)
    assert all(end in told for end in ends)
    titles = (
        ", ".join(phase.title for phase in phases if phase.title != END_OF_TURN)
        .replace(" and ", ", ")
        .split(", ")
    )
    assert titles == [phase.name for phase in game_of(slug).rules.sequence]
    assert all(phase.paragraphs for phase in phases)


@pytest.mark.parametrize("slug", SMALL)
def test_a_move_is_told_hex_by_hex_with_the_points_spent(slug: str) -> None:
    grid = plan_sheet(game_of(slug)).layout.grid
    moves = [
        (event, phase.title)
        for phase in account(slug).phases
        for event in phase.events
        if event.kind == "move"
    ]
    assert moves
    for event, phase in moves:
        # A ride of Battle for Moscow is four hexes long, whatever their terrain (3.2.5).
        paid = slug == "battle-for-moscow" and phase != "Rail movement"
        points = "MP" if paid else "hex(?:es)?"
        told = re.search(rf"(\w+–\w[^,]*), \d+\u00a0{points}\.", event.text)
        assert told is not None, event.text
        hexes = [way.split()[0] for way in told[1].split("–")]
        assert (hexes[0], hexes[-1]) == event.arrows[0]
        assert all(b in grid.neighbours(HexId(a)).values() for a, b in pairwise(hexes))
    assert any(
        "XXIV Panzer Corps 0510–0610–0710–0809 Orel–0709–0608, 5\u00a0MP." in event.text for event, _ in moves
    ) or (slug != "battle-for-moscow")


def test_the_ends_of_moves_that_are_left_out_are_told_to_those_who_play_along() -> None:
    phases = account("battle-for-moscow").told(game_of("battle-for-moscow")).phases
    left = [phase for phase in phases if phase.untold]
    assert left
    assert [len(phase.ends) for phase in left] == [phase.untold for phase in left]
    soviet = next(phase for phase in phases if phase.title == "Soviet movement")
    assert "The other 6 moves end here: 0401 29th Army; 0403 19th Army; " in texts(soviet)[-1]
    assert "; 0605 24th Army; " in texts(soviet)[-1]
    book = illustrated("battle-for-moscow")
    drawn = RecordingCanvas()
    for item in book._turn():
        item.draw(drawn, 0.0, 0.0) if not is_figure(item) else None  # type: ignore[arg-type]
    assert "before these" not in " ".join(text.text for text in drawn.texts)


def test_only_a_phase_with_two_rounds_tells_why_there_is_no_second() -> None:
    told = {
        phase.title: " ".join(event.text for event in phase.events)
        for phase in account("moscow-embattled").phases
    }
    why = {title for title, text in told.items() if "no second round" in text}
    assert "German attacks" in why
    assert "Blitzkrieg attacks" in told
    assert "Blitzkrieg attacks" not in why


@pytest.mark.parametrize("slug", SMALL)
def test_moves_of_a_unit_one_after_another_are_one(slug: str) -> None:
    joined = 0
    for phase in account(slug).phases:
        moves = [event for event in phase.events if event.kind == "move"]
        assert all(a.unit != b.unit or a.way[-1:] != b.way[:1] for a, b in pairwise(moves))
        joined += sum(event.text.split(",")[0].count(" ") > 2 for event in moves)
    assert joined


@pytest.mark.parametrize("slug", SMALL)
def test_a_diagram_of_attacks_shows_all_of_the_phase_and_names_the_attackers(slug: str) -> None:
    game, told = game_of(slug), account(slug)
    found = turn_diagrams(game, PrintSettings(), plan_sheet(game), told, 0)
    for number, phase in enumerate(told.phases):
        battles = [event for event in phase.events if event.kind == "battle" and event.arrows]
        texts = [diagram.text for diagram in found.get(number, ()) if "attack" in diagram.text]
        if not battles or not texts:
            continue
        ends = {end for event in battles for _, end in event.arrows}
        if "aren't shown" not in texts[0]:
            assert all(f" {end}" in texts[0] for end in ends)
        names = join_unit_names([game.counters.unit(unit).name for unit in battles[0].acting])
        assert f" {names} attack" in texts[0]
    assert "2. Armee and 4. Armee attack C1" in str(found) or slug != "moscow-embattled"


@pytest.mark.parametrize("slug", SMALL)
def test_each_stack_whose_hex_shows_its_middle_is_drawn(slug: str) -> None:
    game = game_of(slug)
    plan, told, reference = plan_sheet(game), account(slug), calculator(slug)
    for number, diagrams in turn_diagrams(game, PrintSettings(), plan, told, 0).items():
        positions = [{one.hex for one in event.position} for event in told.phases[number].events]
        for diagram in diagrams:
            drawn = {one.hex for one in diagram.units}
            stood = min((one for one in positions if drawn <= one), key=len)
            assert seen_in(diagram_window(plan, diagram.hexes), plan) & stood == drawn, diagram.title
    for example in illustrated(slug).examples:
        if example.whole_setup and example.kind != "advance":
            diagram = example_diagram(game, PrintSettings(), plan, example, reference)
            stood = {one.hex for one in example_position(game, example)}
            drawn = {one.hex for one in diagram.units}
            assert seen_in(diagram_window(plan, diagram.hexes), plan) & stood == drawn, diagram.title


def seen_in(window: Box, plan: SheetPlan) -> set[HexId]:
    """Return the hexes whose middle a window shows, not just on its edge."""
    window = window.inset(0.02 * plan.layout.hex_width)
    centres = {hex_id: plan.layout.centre(hex_id) for hex_id in plan.layout.grid}
    return {hex_id for hex_id, at in centres.items() if window.holds(Box(at.x, at.y, 0.0, 0.0))}


@pytest.mark.parametrize("slug", [*SMALL, *LARGE])
def test_the_caption_of_moves_counts_their_arrows(slug: str) -> None:
    game, told = game_of(slug), account(slug)
    found = turn_diagrams(game, PrintSettings(), plan_sheet(game), told, 0)
    for number, diagrams in found.items():
        moves = [event for event in told.phases[number].events if event.kind == "move" and event.arrows]
        for diagram in (one for one in diagrams if "before the move" in one.text):
            ways = {arrow.way for arrow in diagram.arrows}
            shown = sum((event.way or event.arrows[0]) in ways for event in moves)
            some = re.search(r"arrows? shows? (\d+) of the (\d+)\.", diagram.text)
            assert ways
            assert (shown, len(moves)) == ((int(some[1]), int(some[2])) if some else (len(moves), shown))


def test_all_attackers_of_a_battle_are_named() -> None:
    texts = [event.text for phase in account("battle-for-moscow").phases for event in phase.events]
    assert any("LVI Panzer Corps and VIII and IX Army Corps attack." in text for text in texts)
    assert not any(re.search(r"\d+ units attack", text) for text in texts)


def test_a_phase_of_other_turns_is_told_as_not_played() -> None:
    first = account("battle-for-moscow").phases[0]
    assert first == PhaseAccount.silent(("German replacement", "Panzer movement"), "unplayed")
    assert first.title == "German replacement and Panzer movement"
    assert first.closing == "not on this turn."


def test_phases_in_which_nothing_happens_share_a_sentence() -> None:
    side = moscow().info.sides[0].id
    quiet = PhaseAccount.silent(("Supply",), "quiet")
    move = PhaseAccount("Movement", (TurnEvent("move", side, "A."),))
    unplayed = PhaseAccount.silent(("Air",), "unplayed")
    elsewhere = PhaseAccount.silent(("Combat",), "elsewhere")
    found = joined_silences((quiet, elsewhere, move, unplayed, quiet))
    assert [(one.title, one.closing) for one in found] == [
        ("Supply and Combat", "nothing happens here."),
        ("Movement", ""),
        ("Air", "not on this turn."),
        ("Supply", "nothing happens."),
    ]


@pytest.mark.parametrize(
    ("sentences", "told"),
    [
        ("4. Armee takes a hit. 4. Armee is disrupted.", "4. Armee takes a hit and is disrupted."),
        (
            "4. Armee takes a hit and absorbs it, its second of the round.",
            "4. Armee takes a second hit and absorbs it.",
        ),
        (
            "The die shows 5: DE, defender eliminated. 16th Army is eliminated. Nobody else advances.",
            "The die shows 5, DE: 16th Army is eliminated.",
        ),
        (
            "Round 1. Attackers roll 3 5, defenders roll no dice. The attackers score 1 hit, the defenders "
            "no hit.",
            "The attackers roll 3 and 5: 1 hit. The defenders have no dice.",
        ),
        (
            "8. Fliegerkorps strikes B2 Vyazma. Nobody intercepts. 8. Fliegerkorps, 2 dice hitting on 4-6, "
            "scores no hit.",
            "8. Fliegerkorps strikes B2 Vyazma; nobody intercepts. It rolls 2 dice, which hit on 4–6: "
            "no hit.",
        ),
        (
            "Battle of B2 Vyazma. Attack: 1 die hitting on 5-6: 2. Armee 1. Defence: 2 dice hitting on 5-6: "
            "4. Armee 0 (disrupted), 9. Armee 1, river 1 (for 9. Armee). Round 1. Attackers roll 5, "
            "defenders roll 6 1. The attackers score 1 hit, the defenders 1 hit. The defenders stay. "
            "Round 2. Attack: 1 die hitting on 5-6: 2. Armee 1. Defence: no dice: 9. Armee 0 (disrupted).",
            "Battle of B2 Vyazma: 2. Armee attacks with 1 die; dice hit on 5–6. 4. Armee (disrupted) defends "
            "with no dice and 9. Armee with 1, and the river adds 1 for 9. Armee; dice hit on 5–6. The "
            "attackers roll 5: 1 hit. The defenders roll 6 and 1: 1 hit. The defenders stay. \nRound 2: "
            "9. Armee (disrupted) defends with no dice.",
        ),
        (
            "Battle of B2. Attack: 1 die hitting on 4-6: 2. Armee 1. Defence: 1 die hitting on 4-6: 9. Armee "
            "0 (disrupted), river 1 (for 9. Armee). Round 1. Attackers roll 1, defenders roll 2. The "
            "attackers score no hit, the defenders no hit. Round 2. Attack: 1 die hitting on 4-6: 2. Armee "
            "1. Defence: 1 die hitting on 4-6: 9. Armee 0 (disrupted), river 1 (for 9. Armee). Attackers "
            "roll 1, defenders roll 5. The attackers score no hit, the defenders 1 hit.",
            "Battle of B2: 2. Armee attacks with 1 die; dice hit on 4–6. 9. Armee (disrupted) defends with "
            "no dice, but the river adds 1; dice hit on 4–6. The attackers roll 1: no hit. The defenders "
            "roll 2: no hit. \nRound 2: the attackers roll 1: no hit. The defenders roll 5 with the river’s "
            "die: 1 hit.",
        ),
        (
            "XX Corps (4) in 0407 retreats to 0309 by way of 0308.",
            "XX Corps retreats 0407–0308–0309.",
        ),
        (
            "3rd Army attacks. Battle against 4th Army (4) in 0304: 15:4 = 3:1, river 1L, final 2:1.",
            "3rd Army attacks 4th Army (4) in 0304: 15 against 4 is 3:1; with 1L for the river it is 2:1.",
        ),
        (
            "3rd Army attacks. Battle against 4th Army (1) in 0304: 11:1 = 11:1, final 7:1.",
            "3rd Army attacks 4th Army (1) in 0304: 11 against 1 is 11:1, which counts as 7:1.",
        ),
        (
            "3rd Army attacks. Battle against 4th Army (1) in 0304: 6:1 = 6:1, first turns 1R, final 6:1.",
            "3rd Army attacks 4th Army (1) in 0304: 6 against 1 is 6:1; with 1R for the first turns it "
            "stays 6:1.",
        ),
        (
            "3rd Army attacks. Battle against 4th Army (1/2) in 0304: 5:0.5 = 10:1, no supply: defence "
            "halved, first turns 1R, river -2 DRM, final 11:1.",
            "3rd Army attacks 4th Army (½) in 0304: 5 against ½ (no supply: defence halved, river −2 DRM) is "
            "10:1; with 1R for the first turns it is 11:1.",
        ),
        (
            "3rd Army attacks. Battle against 4th Army (2) in 0304: 25:2 = 12:1, first turns 1R, final 11:1.",
            "3rd Army attacks 4th Army (2) in 0304: 25 against 2 counts as 11:1; the shift for the first "
            "turns changes nothing.",
        ),
        ("9. Armee (1) in A1 Bely digs in.", "9. Armee in A1 Bely fortifies."),
    ],
)
def test_what_happens_is_told_as_a_person_would(sentences: str, told: str) -> None:
    assert as_told(sentences) == told


@pytest.mark.parametrize("name", ["moscow-campaign", "battle-of-moscow"])
def test_costs_hex_by_hex_name_no_river_since_crossing_one_costs_nothing(name: str) -> None:
    told = " ".join(" ".join(texts(phase)) for phase in sector(name).account.phases)
    assert "Hex by hex " in told
    costs = told.partition("Hex by hex ")[2].partition(". ")[0]
    assert "river" not in costs
    assert "EZOC" in costs


def test_the_turn_is_the_one_with_most_varied_events() -> None:
    """Blitzkrieg attacks, a fortification, an interception and a Russian attack; retreats and losses."""
    embattled = {phase.title: " ".join(texts(phase)) for phase in account("moscow-embattled").phases}
    assert "Battle of" in embattled["Blitzkrieg attacks"]
    assert "fortifies" in embattled["Blitzkrieg movement"]
    assert "intercepts Red Air Force" in embattled["Russian air strikes"]
    assert "Battle of" in embattled["Russian attacks"]
    told = " ".join(" ".join(texts(phase)) for phase in account("battle-for-moscow").phases)
    for words in (
        "30th Army retreats",
        "EX, exchange",
        "loses a step",
        "nowhere to retreat",
        "Soviet combat",
    ):
        assert words in told or words in {phase.title for phase in account("battle-for-moscow").phases}


def test_few_turns_of_a_large_game_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def noted(rules: RulesEngine, seed: int) -> Iterator[tuple[State, Action, State]]:
        tried.append(seed)
        return first_turn(rules, seed)

    monkeypatch.setattr(turn_choice, "first_turn", noted)
    for slug, most in (("moscow-campaign", 2), ("battle-of-moscow", 2), ("battle-for-moscow", 40)):
        game = game_of(slug)
        game = replace(game, rules=replace(game.rules, turn_seed=None))
        first = min(
            (one for one in game.scenarios if one.setup.standing), key=lambda one: (one.order, one.id)
        )
        most_varied_seed(RulesEngine(game, first.id))
        assert 1 < len(tried) <= most
        tried.clear()


@pytest.mark.parametrize("slug", LARGE)
def test_the_declared_seed_is_played_alone_and_is_more_varied_than_those_that_would_be_tried(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(slug)
    first = min((one for one in game.scenarios if one.setup.standing), key=lambda one: (one.order, one.id))
    rules, tried = RulesEngine(game, first.id), list[int]()

    def noted(rules: RulesEngine, seed: int) -> Iterator[tuple[State, Action, State]]:
        tried.append(seed)
        return first_turn(rules, seed)

    monkeypatch.setattr(turn_choice, "first_turn", noted)
    seed, turn = most_varied_turn(rules)
    assert tried == [seed] == [game.rules.turn_seed]
    assert rules.is_over(turn[-1][2]) or turn[-1][2].turn == turn[0][0].turn + 1
    assert all(action in rules.legal_actions(before) for before, action, _ in turn[::97] if not action.roll)
    undeclared = replace(game, rules=replace(game.rules, turn_seed=None))
    assert variety(turn) > variety(most_varied_turn(RulesEngine(undeclared, first.id))[1])


@pytest.mark.parametrize("slug", SMALL)
def test_small_games_reach_ten_diagrams(slug: str) -> None:
    game = game_of(slug)
    book = illustrated(game.slug)
    assert 10 <= len(book.figures) <= 15
    assert sum(map(len, book.turn_figures.values())) >= LEAST
    numbers = [
        book.figure_numbers[mark.removeprefix("figure:")]
        for page in book.pages
        for placed in sorted(page.items, key=lambda one: (one.x, one.y))
        for mark in placed.item.marks
        if mark.startswith("figure:")
    ]
    assert numbers == [n + 1 for n in range(len(book.figures))]


def test_each_phase_gets_a_diagram_before_another_gets_two() -> None:
    game = moscow()
    account_of_game = account(game.slug)
    found = turn_diagrams(game, PrintSettings(), plan_sheet(game), account_of_game, WANTED)
    assert sum(map(len, found.values())) == LEAST
    assert all(len(diagrams) == 1 for diagrams in found.values())


def test_counters_of_a_turns_diagram_stand_where_they_stood() -> None:
    game = moscow()
    told = account(game.slug)
    found = turn_diagrams(game, PrintSettings(), plan_sheet(game), told, 0)
    for number, diagrams in found.items():
        positions = {one for event in told.phases[number].events for one in event.position}
        for diagram in diagrams:
            assert diagram.units
            assert set(diagram.units) <= positions


def test_a_game_of_hexwright_new_has_a_full_turn(tmp_path: Path) -> None:
    start_game(Project(tmp_path), "my-game", "My Game")
    game = load_game(Project(tmp_path), "my-game").game
    told = ExampleCalculator(game).turn_account()
    assert told is not None
    assert {event.kind for phase in told.phases for event in phase.events} >= {"move"}
    phases = {phase.title: " ".join(texts(phase)) for phase in told.told(game).phases}
    number = next(section.number for section in rulebook_sections(game) if section.title == "Combat")
    assert f"({number}.1)" in phases["Red combat"]
    assert "Hex by hex (1.1, 2.1): " in phases["Red movement"]


def test_battles_and_moves_are_paragraphs_and_others_share_one() -> None:
    side = moscow().info.sides[0].id
    kinds = (("move", "A."), ("move", "B."), ("battle", "C."), ("arrival", "D."), ("step", "E."))
    events = tuple(TurnEvent(kind, side, text) for kind, text in kinds)  # type: ignore[arg-type]
    assert texts(PhaseAccount("Phase", events, closing="F.")) == ["A.", "B.", "C.", "D. E.", "F."]


def texts(phase: PhaseAccount) -> list[str]:
    """Return the paragraphs of a phase as plain text."""
    return [" ".join(f"{one.lead} {one.text}".strip() for one in told) for told in phase.paragraphs]


def test_units_that_move_alike_one_after_another_are_told_together() -> None:
    side = moscow().info.sides[0].id
    ways = [("8th Infantry Division", "0821–0922"), ("28th Infantry Division", "0821–0922")]
    ways += [("6th Infantry Division", "0822–0821"), ("SS Division Reich", "0822–0821")]
    events = tuple(TurnEvent("move", side, f"{unit} {way}, 1 MP.", unit=unit) for unit, way in ways)
    assert texts(PhaseAccount("Phase", events)) == [
        "8th and 28th Infantry Divisions 0821–0922, 1 MP.",
        "6th Infantry Division and SS Division Reich 0822–0821, 1 MP.",
    ]


def test_a_ride_by_rail_implies_that_the_unit_entrains_and_detrains() -> None:
    side = moscow().info.sides[0].id
    name = "4th Army"
    ride = f"{name} 1010–0607, by rail. {name} (3) in 0607 detrains."
    events = (
        TurnEvent("move", side, f"{name} (3) in 1010 entrains."),
        TurnEvent("move", side, ride, unit=name),
        TurnEvent("move", side, "5th Army (3) in 1011 entrains."),
    )
    told = texts(PhaseAccount("Phase", events))
    assert told == ["4th Army 1010–0607, by rail.", "5th Army (3) in 1011 entrains."]
    taking = replace(events[1], text=f"{ride} The Reds take 0607 Town.")
    assert texts(PhaseAccount("Phase", (events[0], taking)))[0] == taking.text


def test_units_that_meet_the_same_in_a_battle_are_told_together() -> None:
    (battle,) = (
        text
        for phase in account("battle-of-moscow").phases
        for text in texts(phase)
        if "52nd Army (2)" in text
    )
    assert battle == (
        "12th, 30th, 58th, 61st, 96th, 121st and 122nd Infantry Divisions and 20th Motorised Infantry "
        "Division attack 52nd Army (2) and Novgorod Operational Group (2) in 0913: 21 against 4 is 5:1. Not "
        "all attackers are across the river, so it doesn't count. The die shows 5: EX, exchange. 52nd Army "
        "and Novgorod Operational Group are eliminated. 12th and 96th Infantry Divisions take the loss and "
        "are eliminated. 30th and 58th Infantry Divisions from 0812 and 121st Infantry Division from 0912 "
        "Malaya Vishera advance into 0913."
    )


def test_sections_that_the_engine_cites_by_title_are_numbers_in_the_account() -> None:
    game = game_of("moscow-campaign")
    told = " ".join(text for phase in account(game.slug).phases for text in texts(phase))
    assert "(Overrun)" in told
    book = illustrated(game.slug)
    number = next(section.number for section in book.sections if section.title == "Overrun")
    drawn = RecordingCanvas()
    for item in book._turn():
        item.draw(drawn, 0.0, 0.0) if not is_figure(item) else None  # type: ignore[arg-type]
    words = " ".join(text.text for text in drawn.texts)
    assert "(Overrun)" not in words
    assert f"({number}.1)" in re.sub(r"\s+", " ", words).replace("( ", "(").replace(" )", ")")


def test_many_moves_share_paragraphs_and_none_is_lost() -> None:
    side = moscow().info.sides[0].id
    events = tuple(
        TurnEvent("move", side, f"Unit {n} {n:04}–{n + 1:04}.", unit=f"Unit {n}") for n in range(46)
    )
    told = texts(PhaseAccount("Phase", events))
    assert len(told) == 4
    assert " ".join(told) == " ".join(event.text for event in events)
    assert len(texts(PhaseAccount("Phase", events[:40]))) == 40


@cache
def sector(slug: str) -> TurnSector:
    """Return the sector to which a long turn is cut."""
    game = game_of(slug)
    found = turn_sector(game, plan_sheet(game), account(slug))
    assert found is not None
    return found


@pytest.mark.parametrize("slug", SMALL)
def test_a_short_turn_is_told_whole(slug: str) -> None:
    game = game_of(slug)
    assert account(slug).length <= LONGEST
    assert turn_sector(game, plan_sheet(game), account(slug)) is None


@pytest.mark.parametrize("slug", LARGE)
def test_a_long_turn_is_cut_to_a_sector_with_moves_and_battles_of_the_turn(slug: str) -> None:
    cut = sector(slug)
    assert account(slug).length > LONGEST >= cut.account.length + sum(len(one.text) for one in cut.units)
    kinds = [event.kind for phase in cut.account.phases for event in phase.events]
    assert kinds.count("battle") >= 3
    sides = {event.side for phase in cut.account.phases for event in phase.events if event.kind == "move"}
    assert sides == {side.id for side in game_of(slug).info.sides}


@pytest.mark.parametrize("slug", LARGE)
def test_each_unit_that_enters_leaves_or_dies_in_the_sector_is_told_in_its_phase(slug: str) -> None:
    game, cut = game_of(slug), sector(slug)
    told = {phase.title: " ".join(texts(phase)) for phase in cut.account.phases}
    untold = {phase.title for phase in cut.account.phases if phase.untold}
    first = min((one for one in game.scenarios if one.setup.standing), key=lambda one: (one.order, one.id))
    rules = RulesEngine(game, first.id)
    ids, units = rules.setting.board.ids, rules.setting.units
    policies = {side: policy_of("greedy")(rules, seed_of(slug)) for side in rules.setting.sides}
    state = rules.set_up(seed_of(slug))
    turn, changes = state.turn, 0
    while (side := rules.active_side(state)) is not None and state.turn == turn:
        action = rules.draw(state) if side == CHANCE else policies[side].choose(state)
        after = rules.apply(state, action)
        for unit, (a, b) in enumerate(zip(state.locations, after.locations, strict=True)):
            if a != b and any(place >= 0 and ids[place] in cut.hexes for place in (a, b)):
                name = game.counters.unit(UnitId(units[unit])).name
                words = told[game.rules.sequence[state.phase].name]
                number, _, formation = name.partition(" ")
                joined = {number, formation.split()[-1][:3]}
                left_out = action.kind == "move" and game.rules.sequence[state.phase].name in untold
                assert left_out or name in words or joined <= words_of(words), name
                changes += 1
        state = after
    assert changes > 20


def words_of(text: str) -> set[str]:
    """Return the words of a text, and the first three letters of each, for "Armies" is a plural of "Army"."""
    words = set(re.findall(r"\w+", text))
    return words | {word[:3] for word in words}


@pytest.mark.parametrize("slug", [*SMALL, *LARGE])
def test_events_concern_each_hex_that_units_enter_or_leave(slug: str) -> None:
    game = game_of(slug)
    first = min((one for one in game.scenarios if one.setup.standing), key=lambda one: (one.order, one.id))
    rules = RulesEngine(game, first.id)
    policies = {side: policy_of("greedy")(rules, seed_of(slug)) for side in rules.setting.sides}
    concerned = {
        phase.title: frozenset[str]().union(*(event.hexes for event in phase.events))
        for phase in account(slug).phases
    }
    state = rules.set_up(seed_of(slug))
    turn = state.turn
    while (side := rules.active_side(state)) is not None and state.turn == turn:
        action = rules.draw(state) if side == CHANCE else policies[side].choose(state)
        after = rules.apply(state, action)
        moved = (pair for pair in zip(state.locations, after.locations, strict=True) if pair[0] != pair[1])
        changed = {rules.setting.board.ids[place] for pair in moved for place in pair if place >= 0}
        assert changed <= concerned.get(game.rules.sequence[state.phase].name, frozenset()), action
        state = after


def test_an_event_concerns_the_hexes_of_a_unit_that_it_moves_or_reduces_without_naming_it() -> None:
    rules = RulesEngine(moscow(), "operation-typhoon")
    before, ids = rules.set_up(1), rules.setting.board.ids
    first, second, *others = before.locations
    gone = replace(before, locations=(-1, second, *others))
    reduced = replace(before, steps=bytes((before.steps[0], before.steps[1] + 1, *before.steps[2:])))
    end = Action("end")
    assert touched_hexes(rules, before, gone, end) == {ids[first]}
    assert touched_hexes(rules, before, reduced, end) == {ids[second]}
    assert not touched_hexes(rules, before, before, end)


@pytest.mark.parametrize("slug", LARGE)
def test_of_what_happens_elsewhere_nothing_is_told(slug: str) -> None:
    cut = {phase.title: phase for phase in sector(slug).account.phases}
    told = " ".join(" ".join(texts(phase)) for phase in cut.values())
    assert not re.search(r"[Ee]lsewhere", re.sub(r"\(\d+ of them elsewhere\)", "", told))
    silent = {title for phase in cut.values() if phase.silence for title in phase.titles}
    for phase in account(slug).phases:
        if not phase.silence and phase.title not in silent:
            assert cut[phase.title].closing == phase.closing


@pytest.mark.parametrize("slug", LARGE)
def test_the_units_of_a_sector_are_those_that_begin_or_fight_in_it(slug: str) -> None:
    game, cut = game_of(slug), sector(slug)
    listed = " ".join(one.text for one in cut.units)
    assert set(re.findall(r"\b\d{4}\b", listed)) == {one.hex for one in cut.account.position}
    rules = RulesEngine(game, min(game.scenarios, key=lambda one: (one.order, one.id)).id)
    start = dict(zip(rules.setting.units, rules.set_up(1).locations, strict=True))
    begin = {
        unit for unit, place in start.items() if rules.setting.board.ids[place] in cut.hexes and place >= 0
    }
    assert begin <= {one.unit for one in cut.account.position}
    assert all(rules.setting.board.ids[start[one.unit]] == one.hex for one in cut.account.position)


@pytest.mark.parametrize("slug", LARGE)
def test_all_who_fight_in_a_sector_are_listed_and_their_moves_are_told(slug: str) -> None:
    cut = sector(slug)
    listed = {one.unit: one.hex for one in cut.account.position}
    moved: set[UnitId] = set()
    battles = 0
    by_title = {phase.title: phase for phase in cut.account.phases}
    for whole in account(slug).phases:
        part = by_title.get(whole.title, PhaseAccount(whole.title, ()))
        moves = {
            (unit, event.arrows) for event in part.events if event.kind == "move" for unit in event.acting
        }
        for event in whole.events:
            if event.kind == "move":
                moved.update(event.acting)
            elif event.kind == "battle" and any(one.text == event.text for one in part.events):
                battles += 1
                assert all(unit in listed or unit in moved for unit in event.acting), event.text
        fighting = {unit for event in part.events if event.kind == "battle" for unit in event.acting}
        here = {
            (unit, event.arrows) for event in whole.events if event.kind == "move" for unit in event.acting
        }
        assert {one for one in here if one[0] in fighting} <= moves
    assert battles >= 3


@pytest.mark.parametrize("slug", [*SMALL, *LARGE])
def test_dull_moves_are_left_out_and_counted(slug: str) -> None:
    whole, cut = account(slug), sector(slug).account if slug in LARGE else account(slug).told(game_of(slug))
    shortened = 0
    for phase in cut.phases:
        moves = [event for event in phase.events if event.kind == "move" and event.arrows]
        battles = {
            unit
            for one in cut.phases
            for event in one.events
            if event.kind == "battle"
            for unit in event.acting
        }
        dull = [event for event in moves if battles.isdisjoint(event.acting)]
        assert len(dull) <= 6
        if phase.untold:
            shortened += 1
            counted = f"The other {phase.untold} moves end here: " if slug in SMALL else ""
            assert any(
                one.startswith((counted or "Other moves end here: ", "Out of the sector: "))
                for one in texts(phase)
            )
            every = next(one for one in whole.phases if one.title == phase.title)
            assert phase.untold <= sum(event.kind == "move" for event in every.events) - len(moves)
    assert shortened or slug != "battle-for-moscow"


@pytest.mark.parametrize("slug", ["battle-for-moscow", *LARGE])
def test_one_move_of_the_turn_is_told_with_its_costs_hex_by_hex(slug: str) -> None:
    cut = sector(slug).account if slug in LARGE else account(slug).told(game_of(slug))
    (paid,) = [event for phase in cut.phases for event in phase.events if event.costs]
    found = re.search(r"^Hex by hex \(([\d., ]+)\): (.+)\.$", paid.costs)
    assert found is not None, paid.costs
    assert found[1] == {
        "battle-for-moscow": "3.2.1, 3.2.3",
        "battle-of-moscow": "3.3, 3.4, 5.1",
        "moscow-campaign": "3.1, 4.2",
    }.get(slug)
    parts = re.findall(r"(\w+) ([\d½]+)(?: \([^)]*\))?(?:, |$)", found[2])
    assert [hex_id for hex_id, _ in parts] == [*paid.way[1:]]
    numbers = [float(cost.replace("½", ".5")) for _, cost in parts]
    spent = re.search(r", ([\d½]+)\u00a0MP\.", paid.text)
    assert spent is not None
    assert sum(numbers) == float(spent[1].replace("½", ".5"))
    assert len(set(numbers)) > 1


def test_what_happens_cites_its_cases_where_it_is_told() -> None:
    game = game_of("battle-for-moscow")
    phases = {phase.title: texts(phase) for phase in account(game.slug).told(game).phases}
    exchange, eliminated, retreat, loss = phases["German combat"]
    assert "is 5:1 (3.3.2, 3.3.3); with 1L for the forest it is 4:1 (3.3.4)." in exchange
    assert "EX, exchange (3.3.7)." in exchange
    assert "DE: 16th Army is eliminated (3.3.10)." in eliminated
    assert "DR, defender retreats (3.3.8). 30th Army retreats 0302–0402–0503. XLI" in retreat
    assert "DRL, defender loss and retreat (3.3.9)." in loss
    assert all(text.endswith("(3.3.11).") for text in (exchange, eliminated, retreat, loss))
    fallen, lost = phases["Soviet combat"]
    assert "XLVII Panzer Corps retreats 0407–0308–0309." in fallen
    assert "DR, defender retreats (3.3.8). XXII" in lost
    assert phases["German movement"][0].endswith("The Germans take 0809 Orel (3.7.4).")
    embattled = game_of("moscow-embattled")
    told = {phase.title: " ".join(texts(phase)) for phase in account(embattled.slug).told(embattled).phases}
    assert "With the bonus hex it gives up its attack (7.2, 7.6)." in told["Blitzkrieg movement"]
    assert "A hex along the Moscow Road isn't counted (7.3)." in told["Russian movement"]
    assert "All attackers are disrupted: there is no second round" in told["German attacks"]
    assert "All attackers are disrupted: none of them enters the hex" in told["German attacks"]
    assert told["German attacks"].count("dice hit on 4–6") == 1


def test_each_citation_of_the_turn_is_the_case_of_what_is_told() -> None:
    """One round in a Blitzkrieg; why attackers stop; the result of an interception; who returns by which."""
    game = game_of("moscow-embattled")
    told = {phase.title: texts(phase) for phase in account(game.slug).told(game).phases}
    (first, second) = told["Blitzkrieg attacks"]
    assert first.endswith("is disrupted (5.2). The attack has only one round (11.4, 14.1).")
    assert "loses its fortification (6.2)." in second
    assert second.endswith(
        "into B2 Vyazma (13.1). 9. Armee is disrupted (13.4). The Germans take B2 Vyazma (7.7)."
    )
    assert told["Russian attacks"][0].endswith("there is no second round (5.1, 11.4).")
    assert told["Russian attacks"][1].endswith("Tank Reserve is eliminated (5.2).")
    assert told["German attacks"][-1].endswith("none of them enters the hex (13.1).")
    assert told["Russian recovery after attacks"] == ["Western Front recovers (5.3, 5.4)."]
    assert told["Recovery of the 16th Army"] == ["16th Army recovers (5.3, 5.5)."]
    assert told["German air strikes"][0].endswith("(9.1).")
    assert told["Blitzkrieg air strikes"][0].endswith("(9.1, 9.2).")
    assert told["German allocation"][0].endswith("(11.1).")
    assert told["Russian allocation"] == [
        "16th Army attacks B2 Vyazma. Tank Reserve attacks A1 Bely, which must be attacked too (11.1, 11.3)."
    ]
    assert told["Blitzkrieg movement"][0] == (
        "9. Armee in A1 Bely fortifies; turn its counter face down (6.1)."
    )
    (strike,) = told["Russian air strikes"]
    assert "intercepts Red Air Force (9.4). " in strike
    assert strike.endswith("Red Air Force is out until turn 3 (9.3, 9.5).")
    assert told["Russian replacements"] == [
        "50th Army appears in B4 Moscow, disrupted (3.2, 3.3). Western Front appears in B4 Moscow, disrupted "
        "(3.1). Tank Reserve appears in B4 Moscow (3.4)."
    ]
    assert not any("only one round" in text for text in told["German air strikes"])
    campaign = " ".join(" ".join(texts(phase)) for phase in sector("moscow-campaign").account.phases)
    assert "The die shows 1: Ex, exchange (9.2)." in campaign
    assert "1645 now holds Kampfgruppe 1 (8.6). Nobody advances." in campaign
    assert (
        "attacker disrupted (9.2). 3rd Panzer Division is disrupted (8.10). 4th Panzer Division" in campaign
    )
    assert campaign.count("are overrun (9.1) and count as gone; the die is rolled in German mechanised") == 1
    assert campaign.count("are overrun (9.1) and count as gone.") == 1
    assert campaign.count("rolled in German mechanised overruns (9.2).") == 1
    assert "10 against 1 is 10:1 (8.2, 8.3); with 1R for the first four turns it is 11:1 (8.5)." in campaign
    assert "5 against ½ (no supply: defence halved) is 10:1 (7.1, 8.3); with 1R" in campaign
    assert (
        "25 against 2 counts as 11:1 (8.3); the shift for the first four turns changes nothing (8.5)."
    ) in campaign
    assert "Not all attackers are across the river, so it doesn't count (5.2)." in campaign
    battle = {phase.title: texts(phase) for phase in sector("battle-of-moscow").account.phases}
    assert battle["Russian battles"][1].startswith(
        "49th Army is adjacent to 1132, which must be attacked too: a soak-off (8.1). 49th Army attacks "
    )
    assert "3 against 16 (river: defence doubled) is 1:6 (8.4, 8.5)." in battle["Russian battles"][1]
    assert "221st Security Division retreats 0932–0933–0934 (8.6)." in battle["Russian second battles"][0]
    assert battle["German reinforcements"] == ["The die for the weather shows 1: Fair (7.1)."]
    assert told["German recovery"] == [
        "3. Panzergruppe, 4. Panzergruppe, 2. Armee, 4. Armee and 9. Armee recover (5.3, 5.6)."
    ]
    moscow_game = game_of("battle-for-moscow")
    phases = {phase.title: texts(phase) for phase in account(moscow_game.slug).told(moscow_game).phases}
    assert phases["Rail movement"][0].endswith(", 4\u00a0hexes (3.2.5).")
    assert "in 1103 Moscow (3.7.2)." in phases["Soviet replacement"][0]


def test_each_round_of_a_battle_and_each_mission_begins_a_paragraph() -> None:
    game = game_of("moscow-embattled")
    told = {phase.title: texts(phase) for phase in account(game.slug).told(game).phases}
    assert [text.split(":")[0] for text in told["German attacks"]] == [
        "Battle of D2 Orel",
        "Round 2 (11.4)",
        "Battle of B2 Vyazma",
        "Battle of A2 Rzhev",
        "Round 2",
        "Battle of C1 Bryansk",
        "Round 2",
    ]
    assert [text.split(";")[0] for text in told["German air strikes"]] == [
        "2. Fliegerkorps strikes B2 Vyazma",
        "8. Fliegerkorps strikes C1 Bryansk",
    ]


def test_an_overrun_is_called_one_in_text_and_figure() -> None:
    game, plan, cut = (
        game_of("moscow-campaign"),
        plan_sheet(game_of("moscow-campaign")),
        sector("moscow-campaign"),
    )
    overruns = [
        event
        for phase in cut.account.phases
        for event in phase.events
        if any(code.startswith("overrun") for code in event.codes) and "movement" in phase.title
    ]
    told = " ".join(" ".join(texts(phase)) for phase in cut.account.phases)
    assert overruns
    found = turn_diagrams(game, PrintSettings(), plan, cut.account, 0)
    captions = [one.text for diagrams in found.values() for one in diagrams]
    for event in overruns:
        goal = event.arrows[0][1]
        assert re.search(rf" overruns? [^.]+ in {goal}: ", told)
        assert any("before the overrun" in text and f" {goal}" in text for text in captions)


def test_victory_points_of_a_sector_are_those_of_the_losses_that_are_told() -> None:
    cut = sector("moscow-campaign").account
    (last,) = [texts(phase) for phase in cut.phases if phase.title == END_OF_TURN]
    scored = [event.points for phase in cut.phases for event in phase.events if event.points]
    germans, soviets = (sum(row) for row in zip(*scored, strict=True))
    assert germans > 0
    assert last == [
        f"Victory points for these losses: the Germans {germans} and the Soviets {soviets} (16.2)."
    ]
    assert not any("missing" in text for phase in cut.phases for text in texts(phase))


@pytest.mark.parametrize("slug", LARGE)
def test_the_sector_has_a_diagram_and_its_text_names_it(slug: str) -> None:
    game = game_of(slug)
    book = illustrated(game.slug)
    number = book.figure_numbers["turn-sector"]
    drawn = RecordingCanvas()
    for item in book._turn():
        item.draw(drawn, 0.0, 0.0) if not is_figure(item) else None  # type: ignore[arg-type]
    words = " ".join(text.text for text in drawn.texts)
    assert f"in the sector around {sector(slug).around} is told" in " ".join(words.split())
    assert re.search(rf"Figure\s+{number}\b", words)


@pytest.mark.parametrize("slug", ["battle-for-moscow", "moscow-campaign"])
def test_no_counter_of_a_turns_diagram_is_cut_by_the_frame(slug: str) -> None:
    game = game_of(slug)
    plan = plan_sheet(game)
    for diagrams in turn_diagrams(game, PrintSettings(), plan, account(slug), 0).values():
        for diagram in diagrams:
            window = diagram_window(plan, diagram.hexes)
            for _, box in placed_counters(plan, diagram, window, Placement(0.0, 0.0, 0.0, 1.0)):
                assert window.inset(-0.01).holds(box), (diagram.title, box)


def test_no_heading_of_the_rulebook_stands_alone() -> None:
    for slug in ("battle-of-moscow", *SMALL):
        book = plain_book(slug)
        items = [one.item for page in book.pages for one in page.items]
        marks = [next(iter(item.marks), "") for item in items]
        # A heading across the columns is part of what it heads.
        heads = [n for n, mark in enumerate(marks) if mark.startswith("title:") and not items[n].wide]
        assert heads
        assert not [marks[n] for n in heads if marks[n + 1].startswith(("title:", "section:"))]


@pytest.mark.parametrize("slug", ["moscow-embattled", "battle-of-moscow"])
def test_no_chart_divides_the_account_of_the_turn(slug: str) -> None:
    game = game_of(slug)
    book = illustrated(game.slug)
    items = [one.item.marks for page in book.pages for one in page.items]
    begins = next(n for n, marks in enumerate(items) if "title:A full turn" in marks)
    ends = next(
        n for n, marks in enumerate(items) if n > begins and any(m.startswith("title:") for m in marks)
    )
    kinds = [bool(marks) and marks[0].startswith("chart:") for marks in items[begins:ends]]
    assert kinds == sorted(kinds)


def test_contents_list_the_parts_after_the_rules_by_page() -> None:
    book = illustrated("moscow-embattled")
    parts = book._later_parts()
    pages = {mark: page.number for page in book.pages for one in page.items for mark in one.item.marks}
    assert {"title:Designer’s notes", "title:A full turn", "title:Index"} <= {*parts}
    assert [pages[mark] for mark in parts] == sorted(pages[mark] for mark in parts)


def test_gaps_points_and_units_that_stay_entrained_are_told() -> None:
    phases = {phase.title: phase for phase in account("moscow-campaign").phases}
    assert re.search(
        r"In the German line \d+ hex(es)? (is|are) missing", phases["German mechanised overruns"].gaps
    )
    ending = phases["Soviet combat"].gaps
    assert ending == "In the Soviet line no hex is missing."
    rides = [event.text for event in phases["Soviet movement"].events if ", by rail" in event.text]
    assert any(text.endswith("1722–4714, by rail, still entrained.") for text in rides)
    assert any(text.endswith("detrains.") and "still entrained" not in text for text in rides)


def test_a_scenario_whose_title_begins_with_its_number_is_named_by_it() -> None:
    game = game_of("moscow-campaign")
    book = illustrated(game.slug)
    drawn = RecordingCanvas()
    for item in list(book._turn())[:6]:
        item.draw(drawn, 0.0, 0.0) if not is_figure(item) else None  # type: ignore[arg-type]
    words = " ".join(" ".join(text.text for text in drawn.texts).split())
    assert "Turn 1 of scenario 1, “September: historical (A, U)”, from the set-up." in words


def test_a_player_turn_is_one_box_and_one_too_long_for_a_page_is_continued() -> None:
    game = game_of("moscow-campaign")
    long = replace(game, rules=replace(game.rules, sequence=game.rules.sequence[:1] * 30))
    for one, expected in ((game, ["German player turn", "Soviet player turn"]), (long, [])):
        book = Rulebook(one, PrintSettings(), plan_sheet(game), None)
        drawn = RecordingCanvas()
        for item in book._sequence(book._wide_title("Sequence of play")):
            assert item.height <= book.grid.height
            item.draw(drawn, 0.0, 0.0)  # type: ignore[arg-type]
        heads = [text for text in drawn.texts if "player turn" in text.text]
        continued = ["German player turn, continued"] * (len(heads) - 1)
        assert [text.text for text in heads] == (expected or ["German player turn", *continued])
        assert len(heads) > 1
        assert all(text.box.right < book.grid.width - 1.0 for text in heads)
