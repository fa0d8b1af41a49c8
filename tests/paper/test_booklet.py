"""The rules booklet: pages in order when folded, right page numbers, examples that show what is computed."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from hexwright.load.game_loading import Project, load_game
from hexwright.load.new_game import start_game
from hexwright.model.game import Game
from hexwright.model.ids import SideId, UnitId
from hexwright.model.words import movement_words, victory_words
from hexwright.model.words.rulebook_cases import rulebook_sections
from hexwright.paper.aids.player_aids import paper_charts
from hexwright.paper.columns.chart_grid import PaperChart
from hexwright.paper.columns.rulebook_grid import rulebook_grid
from hexwright.paper.figures.example_diagrams import figure_lines
from hexwright.paper.pages.paper_sizes import A4, PAPERS, parse_paper
from hexwright.paper.pages.print_settings import PARTS, PrintSettings
from hexwright.paper.print_parts import PartDrawer
from hexwright.paper.rulebook.booklet_index import CaseIndex
from hexwright.paper.rulebook.booklet_pages import spreads
from hexwright.paper.rulebook.introduction_words import sides_sentence
from hexwright.paper.rulebook.rulebook import Rulebook, _fitted_chart
from hexwright.render.fonts import FontFace, missing_glyphs
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.pdf_document import POINTS
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.vassal.module.help_pages import help_pages
from tests.load.damage import TOY
from tests.paper.sheets import calculator, game_of, illustrated_rules, moscow, opened, shown, text_of, toy
from tests.tiers import sampled

GAMES = ("battle-for-moscow", "moscow-embattled", "battle-of-moscow", "moscow-campaign")
GAME = moscow()
REFERENCE = calculator(GAME.slug)


@cache
def bound() -> bytes:
    """Return the booklet with all its examples."""
    return illustrated_rules(GAME.slug)


@cache
def booklet() -> tuple[str, ...]:
    """Return the text of each page."""
    document = opened(bound())
    return tuple(text_of(document, n) for n in range(len(document)))


@pytest.mark.parametrize("count", range(4, 41, 4))
def test_folded_sheets_read_in_order(count: int) -> None:
    sides = spreads(count)
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    # Leaves from the outside in: each sheet's right half is turned first, its left half last.
    first = [page for front, back in sheets for page in (front[1], back[0])]
    last = [page for front, back in reversed(sheets) for page in (back[1], front[0])]
    assert first + last == list(range(1, count + 1))


def bare(game: Game, rules: int, tables: bool) -> Game:
    """Return a game with a few rules, with charts or without any."""
    told = (game.rules.summary * 9)[:rules]
    if tables:
        return replace(game, rules=replace(game.rules, summary=told))
    charts = replace(
        game.charts,
        combat=None,
        terrain_effects=(),
        weather=(),
        turn_tracks=(),
        tables=(),
        hit_tables=(),
        text_tables=(),
        victory=(),
    )
    return replace(game, charts=charts, rules=replace(game.rules, summary=told, sequence=()))


@pytest.mark.parametrize("tables", [True, False])
@pytest.mark.parametrize("rules", sampled([0, 1, 5, 9, 14], 0, 3))
def test_folded_pages_come_by_fours(rules: int, tables: bool) -> None:
    game = bare(toy()[0], rules, tables)
    pages = Rulebook(game, PrintSettings(imposed=True), plan_sheet(game), None).compose()
    assert (len(pages) + 1) % 4 == 0
    assert [page.number for page in pages] == list(range(2, len(pages) + 2))
    assert all(page.items for page in pages)


def test_pages_that_are_not_folded_end_with_the_text() -> None:
    assert "Notes" not in [mark.get_title() for mark in opened(bound()).get_toc()]


def test_the_booklet_says_how_many_sides_play() -> None:
    base = game_of("battle-for-moscow")
    german, soviet = base.info.sides
    third = replace(soviet, id=SideId("finnish"), name="Finnish", plural="Finns")
    three = replace(base, info=replace(base.info, sides=(german, soviet, third)))
    assert sides_sentence(base) == "Two sides play: the Germans and the Soviets"
    assert sides_sentence(three) == "Three sides play: the Germans, the Soviets and the Finns"


@pytest.mark.parametrize("imposed", [False, True])
def test_a_bookmark_leads_to_each_heading(imposed: bool) -> None:
    # Two pages to a side are set from the same pages: the small game's do.
    game = toy()[0] if imposed else GAME
    document = opened(
        PartDrawer(game, PrintSettings(imposed=True)).draw("rules").to_bytes() if imposed else bound()
    )
    marks = {mark.get_title(): mark for mark in document.get_toc()}
    named = {f"{section.number} {section.title}": section for section in rulebook_sections(game)}
    assert {*named, "Cover", "Contents", "Before you play", "Index", "Sequence of play"} <= set(marks)
    for title, section in named.items():
        assert marks[title].level == section.level - 1
        page = document[marks[title].get_dest().get_index()]
        _, (x, top, *_) = marks[title].get_dest().get_view()
        text = page.get_textpage().get_text_bounded(left=x, top=top, right=x + 210 * POINTS, bottom=top - 50)
        assert section.title.split()[0] in " ".join(text.split())


def test_a_designers_own_game_speaks_of_no_published_one(tmp_path: Path) -> None:
    start_game(Project(tmp_path), "my-own-game", "My Own Game")
    game = load_game(Project(tmp_path), "my-own-game").game
    assert game.invented
    assert not moscow().invented
    press = PartDrawer(game, PrintSettings())
    texts = []
    for part in PARTS:
        document = opened(press.draw(part).to_bytes())
        texts += [text_of(document, n) for n in range(len(document))]
    texts += [page.html for page in help_pages(game)]
    for text in texts:
        assert not re.search(r"first published|published game|published text|reconstruct|transcri", text)
        assert not re.search(r"invented|in our own words|[Oo]riginal game|Map data", text)
    assert any("Credits" in text for text in texts)


def test_a_game_from_memory_with_own_rules_reads_well(tmp_path: Path) -> None:
    project = Project(tmp_path)
    start_game(project, "wadi", "Wadi")
    folder = project.folder("wadi")
    info = (folder / "game.yaml").read_text("utf-8")
    memory = "{status: reconstructed, source: from memory}"
    (folder / "game.yaml").write_text(info.replace("{status: ruling, source: invented}", memory), "utf-8")
    scenario = folder / "scenarios" / "the-ford.yaml"
    text = scenario.read_text("utf-8").replace(
        "provenance: {status: ruling, source: invented}", "provenance: " + memory
    )
    scenario.write_text(text, "utf-8")
    game = load_game(project, "wadi").game
    press = PartDrawer(game, PrintSettings())
    told = " ".join(
        " ".join(text_of(document, n) for n in range(len(document)))
        for document in (opened(press.draw(part).to_bytes()) for part in PARTS)
    )
    told += "".join(page.html for page in help_pages(game))
    assert not re.search(
        r"from\s+from|(ruling|decided)\s+(from|here)|published text|numbered as|in our own words", told
    )
    assert "Rules: invented." in told
    assert "is reconstructed from memory." in told


def test_points_for_places_levels_and_decimals_are_among_the_figures() -> None:
    game = load_game(Project(TOY), "toy-causeway").game
    lines = [str(line) for _, line in victory_words.told_by_rule(game)]
    assert "each side scores 2 points for each town owned when points are counted" in lines
    assert "each side scores 4 points for Depot, if owned when points are counted" in lines
    assert "Decisive victory: a lead of at least 4 points and at least 2 times the enemy's points" in lines


def test_a_mode_of_supply_alone_is_not_told_as_a_move() -> None:
    game = load_game(Project(TOY), "toy-bridge").game
    trucks = replace(game.rules.movement[0], id="trucks", name="Trucks", rule="")
    rules = replace(game.rules, movement=(*game.rules.movement, trucks))
    lines = [str(line) for _, line in movement_words.told_by_rule(replace(game, rules=rules))]
    assert any(line.startswith("Trucks: ") for line in lines) == bool(trucks.costs or trucks.line_costs)
    assert not any("Trucks: a move ends" in line or "Trucks: the allowance" in line for line in lines)


def test_every_section_stands_on_the_page_that_the_contents_name() -> None:
    pages = booklet()
    contents = pages[1]
    for section in rulebook_sections(GAME):
        first = section.title.split()[0]
        found = re.search(rf"{re.escape(section.number)} {re.escape(first)}.*? (\d+)(?= |$)", contents)
        assert found is not None
        assert section.cases[0].text.split()[0] in pages[int(found[1]) - 1]


def test_the_contents_list_every_chart_in_page_order() -> None:
    charts = ("Combat results", "Terrain effects", "Winter attrition")
    pages = {mark.get_title(): mark.get_dest().get_index() + 1 for mark in opened(bound()).get_toc()}
    contents = booklet()[1]
    listed = [(contents.index(title), title) for title in charts]
    for _, title in listed:
        found = re.search(rf"{title} (\d+)", contents)
        assert found is not None
        assert int(found[1]) == pages[title]
    assert [pages[title] for _, title in sorted(listed)] == sorted(pages[title] for title in charts)


def test_points_that_the_rules_tell_under_their_name_have_no_chart() -> None:
    def shown_charts(game: Game) -> set[str]:
        book = Rulebook(game, PrintSettings(), plan_sheet(game), None)
        return {mark for page in book.compose() for one in page.items for mark in one.item.marks}

    assert "chart:victory-victory-points" not in shown_charts(GAME)
    awards = GAME.charts.victory[-1].awards
    more = replace(GAME.charts.victory[-1], awards=(replace(awards[0], points=77), *awards[1:]))
    other = replace(GAME, charts=replace(GAME.charts, victory=(*GAME.charts.victory[:-1], more)))
    assert "chart:victory-victory-points" in shown_charts(other)


def test_a_table_stands_with_the_rule_that_it_names() -> None:
    game = game_of("moscow-embattled")
    book = Rulebook(game, PrintSettings(), plan_sheet(game), None)
    assert book._chart_homes["overview-hit-numbers"] == "combat"
    assert book._chart_homes["overview-units"] == "overview"
    assert book._chart_homes["overview-air"] == "air"


@pytest.mark.parametrize(
    ("paper", "page"),
    [
        ("a3", "A4"),
        ("330x480", "A4"),
        ("tabloid", "Letter"),
        ("22x34in", "Letter"),
        ("legal", "Legal"),
        ("a5", "A5"),
    ],
)
def test_pages_of_the_rules_on_large_paper_are_those_of_its_country(paper: str, page: str) -> None:
    large = parse_paper(paper)
    assert large is not None
    assert rulebook_grid(large, imposed=False).paper.name == page


def test_a_chart_that_is_too_high_is_laid_out_wider_and_fills_the_width() -> None:
    game = game_of("moscow-embattled")
    grid = rulebook_grid(PAPERS["a5"], imposed=False)
    chart = paper_charts(game, PrintSettings())["tec"]
    assert PaperChart(chart, grid.column).height > grid.height
    made, scale = _fitted_chart(chart, grid.column, grid.height)
    assert made.height * scale <= grid.height
    assert made.width * scale == pytest.approx(grid.column)
    assert scale > 1.5 * grid.height / PaperChart(chart, grid.column).height
    _, whole = _fitted_chart(chart, A4.width, A4.height)
    assert whole == 1.0


def test_a_marker_is_found_in_the_case_that_places_it() -> None:
    game = game_of("battle-of-moscow")
    entries = dict(CaseIndex(game, rulebook_sections(game)).entries())
    markers = {word: numbers for word, numbers in entries.items() if "arker" in word}
    assert markers == {
        "Control markers": ["14.2"],
        "Game turn (marker)": ["2.1"],
        "Isolated (marker)": ["10.3"],
        "Isolated City (marker)": ["14.1"],
        "Out of supply (marker)": ["10.2"],
    }


def test_the_booklet_tells_every_rule_whole() -> None:
    text = " ".join(booklet())
    for section in rulebook_sections(GAME):
        for case in section.cases:
            assert not case.number or re.search(rf"{re.escape(case.number)}†? ", text)
            for word in " ".join((case.text, *case.rulings)).split():
                assert word in text


def test_the_index_names_cases_that_speak_of_the_word() -> None:
    sections = rulebook_sections(GAME)
    told = {section.number: [section.title, *(c.text for c in section.cases)] for section in sections}
    told |= {c.number: [c.lead, c.text, *c.rulings] for section in sections for c in section.cases}
    entries = dict(CaseIndex(GAME, sections).entries())
    assert {"Handicap", "Communication", "Mud", "Forest"} <= set(entries)
    for word in ("Handicap", "Communication", "Mud", "Forest"):
        for number in entries[word]:
            assert word.lower() in " ".join(told[number]).lower()


def test_a_result_that_has_the_name_of_a_term_has_one_entry() -> None:
    entries = dict(CaseIndex(GAME, rulebook_sections(GAME)).entries())
    assert entries["EX, Exchange"] == ["3.3.7", "3.3.12", "3.5.2"]
    assert "Exchange" not in entries
    assert {"Control markers", "Declared attacks", "Attrition, frostbite", "Victory points"} <= set(entries)


def test_a_term_within_a_longer_one_of_the_same_cases_is_left_out() -> None:
    entries = dict(CaseIndex(GAME, rulebook_sections(GAME)).entries())
    assert "Tank Unit" in entries
    assert "Tank" not in entries


def test_an_example_of_movement_shows_the_moves_that_are_legal() -> None:
    for example in GAME.rules.examples:
        if example.kind == "movement":
            kernel = RulesEngine(GAME, example.scenario)
            standing = [f"{s.hex} {s.unit}/{s.step}" for s in example.units]
            state = build_state(kernel, standing, turn=example.turn, phase=example.phase)
            legal = {a.hex for a in kernel.actions_of(state, UnitId(example.subject)) if a.hex}
            assert set(REFERENCE.reachable_hexes(example)) == legal
            ends = REFERENCE.end_hexes(example)[0]
            assert ends <= legal
            assert f"in {len(ends)} hexes" in " ".join(figure_lines(GAME, example, REFERENCE))
            assert all(spent > 0 for spent in REFERENCE.reachable_hexes(example).values())


def test_an_example_of_combat_shows_the_reference_s_odds() -> None:
    examples = {e.id: e for e in GAME.rules.examples}
    lines = figure_lines(GAME, examples["across-the-river"], REFERENCE)
    assert lines[0] == "15 against 4 is 3:1."
    assert lines[1] == "Modifiers: fortification 1L and river 1L."
    assert lines[2].startswith("The 1:1 column gives AL\u00a0on\u00a01, NE\u00a0on\u00a02–3")
    mud = figure_lines(GAME, examples["in-mud"], REFERENCE)
    assert mud[0] == "8 against 4 is 2:1."


def test_an_example_of_control_shows_the_six_hexes() -> None:
    example = next(e for e in GAME.rules.examples if e.kind == "zoc")
    assert len(REFERENCE.controlled_hexes(example)) == 6


@pytest.mark.slow
def test_without_a_reference_no_example_is_shown() -> None:
    document = opened(shown(GAME.slug, "rules"))
    assert not any("Figure 1" in text_of(document, n) for n in range(len(document)))
    assert any("Figure 1" in text for text in booklet())


def test_the_faces_have_every_character_of_the_booklet() -> None:
    assert not missing_glyphs(" ".join(booklet()).replace("\ufffe", ""))
    assert FontFace.SERIF_BOLD.path.exists()


def test_the_index_has_a_games_own_words_and_tells_a_city_from_a_major_city() -> None:
    game = game_of("moscow-embattled")
    entries = dict(CaseIndex(game, rulebook_sections(game)).entries())
    assert {"Blitzkrieg", "Deep battle", "Bonus hex", "Tank Reserve", "Up the road"} <= entries.keys()
    assert "16.4" in entries["Major city"]
    assert "16.4" not in entries["City"]
    assert "Air unit" not in entries
    assert not {"Each turn", "Other units", "Effect"} & entries.keys()


def _found(entries: Mapping[str, list[str]], word: str, numbers: Collection[str]) -> bool:
    """Whether an entry with a word cites one of some numbers, alone or within a range of cases."""
    names = [part.casefold() for part in word.split(", ")]
    for entry, cited in entries.items():
        if not any(name in entry.casefold() for name in names):
            continue
        for number in cited:
            first, _, last = number.partition("–")
            section = first.rpartition(".")[0]
            within = (
                range(int(first.rpartition(".")[2]), int((last or first).rpartition(".")[2]) + 1)
                if section
                else ()
            )
            if {first, *(f"{section}.{n}" for n in within)} & {*numbers}:
                return True
    return False


@pytest.mark.parametrize("name", GAMES)
def test_the_index_leads_to_every_case_class_marker_and_result(name: str) -> None:
    game = game_of(name)
    sections = rulebook_sections(game)
    entries = dict(CaseIndex(game, sections).entries("p. 3"))
    lost = [
        (case.number, case.lead)
        for section in sections
        for case in section.cases
        if case.number and case.lead
        if not any(
            _found(entries, _head_word(word), {case.number, section.number})
            for word in re.split("[ ,-]+", case.lead)
        )
    ]
    assert lost == []
    told = " ".join(entries).casefold()
    assert [one.name for one in game.counters.classes if _head_word(one.name).casefold() not in told] == []
    markers = {one.name.partition(",")[0] for one in game.counters.markers}
    assert [name for name in markers if _head_word(name).casefold() not in told] == []
    assert game.charts.combat is None or {
        f"{one.id}, {one.name}".casefold() for one in game.charts.combat.results
    } <= {entry.casefold() for entry in entries}


def _head_word(name: str) -> str:
    """Return the beginning of a name that its plural has too."""
    return re.sub(r"(?:ies|es|s|ing|ed|e)$", "", name) if len(name) > 4 else name


@pytest.mark.parametrize(
    ("name", "cited"),
    [
        ("battle-for-moscow", {"City": "5.3", "Combat": "3.3", "Timetable": "8"}),
        ("moscow-embattled", {"Advance after combat": "13", "Recovery": "5.3–5.6", "Moscow": "19.2"}),
        ("moscow-embattled", {"Gamble": "4", "16th Army": "13.4", "Moscow Road": "16.3", "Control": "7.7"}),
        ("moscow-embattled", {"Good weather": "14.1", "Supply: combat": "17.4"}),
        (
            "battle-of-moscow",
            {
                "Leningrad": "10.6",
                "Finns": "4.4",
                "City": "14.2",
                "EX, Exchange": "8.7",
                "Fortified hex": "12.3",
                "Second impulse": "10.2",
            },
        ),
        (
            "moscow-campaign",
            {
                "Ae, Attacker eliminated": "8",
                "½Ex, Half exchange": "8",
                "Bracketed units": "8.11",
                "Continuous line": "10",
                "Entrained (marker)": "13.3",
                "Railway": "14",
                "Supply Head (marker)": "14.2–14.5",
                "Rail Cut (marker)": "14.5",
                "DRM, die roll modifier": "8.3",
                "First turns": "8.5",
                "Minimum move": "3.3",
            },
        ),
    ],
)
def test_the_index_has_what_readers_looked_for(name: str, cited: Mapping[str, str]) -> None:
    game = game_of(name)
    entries = dict(CaseIndex(game, rulebook_sections(game)).entries("p. 3"))
    assert {word: number for word, number in cited.items() if number not in entries.get(word, ())} == {}


@pytest.mark.parametrize("name", GAMES)
def test_every_term_that_a_game_declares_is_in_its_index_or_left_out(name: str) -> None:
    game = game_of(name)
    entries = dict(CaseIndex(game, rulebook_sections(game)).entries("p. 3"))
    declared = game.rules.index
    assert declared
    assert {term for term, words in declared.items() if words} <= entries.keys()
    assert not {term for term, words in declared.items() if not words} & entries.keys()


def test_a_term_without_words_is_left_out_of_the_index() -> None:
    game = game_of("moscow-campaign")
    with_it = replace(game, rules=replace(game.rules, index={}))
    assert "Kampfgruppe" in dict(CaseIndex(with_it, rulebook_sections(game)).entries())
    assert "Kampfgruppe" not in dict(CaseIndex(game, rulebook_sections(game)).entries())


def test_no_stub_of_a_lead_stands_alone_in_the_index() -> None:
    for name in GAMES:
        game = game_of(name)
        words = {word for word, _ in CaseIndex(game, rulebook_sections(game)).entries("p. 3")}
        assert not words & {"Good", "Fair", "Level", "Dice", "Rounds", "Placement", "Both sides", "Cities"}


def test_no_subject_has_two_entries_of_the_index() -> None:
    for name in GAMES:
        game = game_of(name)
        words = [word.casefold() for word, _ in CaseIndex(game, rulebook_sections(game)).entries("p. 3")]
        for word in words:
            plain = word.rstrip("s")
            assert [one for one in words if one != word and plain in re.split(", ", one.rstrip("s"))] == [], (
                word
            )
