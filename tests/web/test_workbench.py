"""The workbench's messages: what the data say, what changed, and files for VASSAL."""

from __future__ import annotations

import base64
import re
import shutil
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest
from PIL import Image, ImageChops, ImageColor

from hexwright.load.game_loading import Project
from hexwright.load.new_game import start_game
from hexwright.model.words.rule_citations import sections_by_citation
from hexwright.model.words.rule_tables import rulebook_tables
from hexwright.model.words.rulebook_cases import rulebook_sections
from hexwright.paper.figures.example_selection import WANTED
from hexwright.paper.rulebook.booklet_index import CaseIndex
from hexwright.render.canvas import Box
from hexwright.render.counters.key_pictures import key_rasters
from hexwright.render.map.board.board_regions import BoardRegions
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import CLASSIC, quiet_theme
from hexwright.web.workbench.board_pictures import BoardDrawer, cropped
from hexwright.web.workbench.rulebook import rulebook
from hexwright.web.workbench.snapshot import Snapshot, changes_between, take_snapshot
from hexwright.web.workbench.tile_store import TileName, TileStore
from hexwright.web.workbench.workbench_host import WorkbenchHost
from tests.paper.sheets import illustrated_rules, opened, text_of
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]


@cache
def battle() -> Snapshot:
    return take_snapshot(Project(ROOT), "battle-for-moscow", {}, CLASSIC)


def host() -> WorkbenchHost:
    return WorkbenchHost(Project(ROOT), "battle-for-moscow", battle(), lambda _message: None)


def ask(to: WorkbenchHost, kind: str, **more: Any) -> Any:
    return to.handle({"id": 1, "type": kind, **more})


@pytest.fixture
def ford(tmp_path: Path) -> Project:
    (tmp_path / "data").mkdir()
    start_game(Project(tmp_path), "ford")
    return Project(tmp_path)


def edit(project: Project, file: str, old: str, new: str) -> None:
    path = project.folder("ford") / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_a_sound_game_is_shown_and_can_be_played() -> None:
    told = ask(host(), "hello")
    assert told["playable"]
    assert told["errors"] == 0
    assert told["facts"]["title"] == "Battle for Moscow"
    assert "german-xxiv-1" in told["pictures"]["counters"]
    assert ask(host(), "charts")["charts"]["crt"]["title"] == "Combat results"
    assert told["facts"]["results"]["DRL"]["kind"] == "loss"
    board = battle().board
    assert board is not None
    assert told["pictures"]["board"] == board.digest
    assert {"numbers", "names", "terrain", "rivers"} <= set(told["pictures"]["layers"])
    assert "Combat results" not in board.svg


def test_a_hex_tells_its_sides_its_effects_and_its_lines() -> None:
    facts = ask(host(), "hex", hex="0504")["facts"]
    assert facts["terrain"] == "Clear"
    assert facts["features"][0] == {"feature": "Fortification", "group": "Vyazma line"}
    assert facts["sides"]["0503"] == ["Dnepr"]
    assert {"Clear", "Fortification", "River"} <= {row["name"] for row in facts["effects"]}
    lines = (ROOT / "data/battle-for-moscow/map.yaml").read_text("utf-8").splitlines()
    written = facts["written"][0]
    assert written["file"] == "data/battle-for-moscow/map.yaml"
    assert "0504" in lines[written["line"] - 1]
    assert written["keys"].startswith("features › fortification")
    assert not ask(host(), "hex", hex="9999")["ok"]


def test_costs_and_distances_from_a_hex_are_the_engines() -> None:
    here = host()
    costs = ask(here, "from", hex="0504", unit="german-xxiv", scenario="operation-typhoon")["values"]
    assert costs["0604"] == "2"
    assert costs["0404"] == "1"
    distances = ask(here, "from", hex="0504")["values"]
    assert distances["0504"] == "0"
    assert distances["0404"] == "1"
    assert distances["1103"] == "6"
    refused = ask(here, "from", hex="0504", unit="nobody", scenario="operation-typhoon")
    assert refused["refused"] == "There is no unit 'nobody' in this scenario."


def test_a_unit_tells_where_it_is_written() -> None:
    written = ask(host(), "unit", unit="german-xli")["written"]
    assert written["lines"][0]["text"].strip() == "german-xli:"
    assert any('designation: "XLI"' in line["text"] for line in written["lines"])
    assert ask(host(), "unit", unit="nobody")["written"] is None


def spans_of(parts: list[Any]) -> list[Any]:
    """Return all spans of text in some parts of a rulebook, rulings too."""
    texts = [text for part in parts for text in (part.get("text", []), *part.get("rulings", []))]
    return [span for spans in texts for span in spans]


def test_the_rules_are_those_of_the_booklet() -> None:
    parts = ask(host(), "rules")["parts"]
    headings = {part["id"]: part for part in parts if part["kind"] == "heading"}
    assert headings["3.2"]["title"] == "Movement"
    assert next(part["title"] for part in parts if part["kind"] == "step") == "German replacement"
    cases = {part["id"]: part for part in parts if part["kind"] == "case" and part["id"]}
    assert any(part["rulings"] for part in cases.values())
    assert {span["to"] for span in spans_of(parts) if "to" in span} <= {*headings, *cases}
    assert {"text": "3.7.6", "to": "3.7.6"} in cases["1.2"]["text"]
    stacking = next(part for part in parts if part["kind"] == "term" and part["title"] == "Stacking")
    assert [span.get("to") for span in stacking["text"]] == ["3.2.2"]


@pytest.mark.parametrize(
    "slug", ["battle-for-moscow", "moscow-embattled", "battle-of-moscow", "moscow-campaign"]
)
def test_the_page_has_every_case_ruling_and_table_of_the_printed_rulebook(slug: str) -> None:
    game = shipped(slug).game
    parts = rulebook(game)
    told = [
        (part["id"], "".join(span["text"] for span in part["text"]), len(part["rulings"]))
        for part in parts
        if part["kind"] == "case"
    ]
    for section in rulebook_sections(game):
        for case in section.cases:
            assert (case.number, case.text, len(case.rulings)) in told
    tables = [part["title"] for part in parts if part["kind"] == "table"]
    for table in (one for several in rulebook_tables(game).values() for one in several):
        assert (table.title or table.subject) in tables
    index = [
        (part["title"], "".join(span["text"] for span in part["text"]))
        for part in parts
        if part["kind"] == "term"
    ]
    assert index == [
        (term, ", ".join(places))
        for term, places in CaseIndex(game, rulebook_sections(game)).entries("The counters")
    ]
    # Costs and modifiers are tables, not sentences.
    assert not any("in figures" in span["text"] for span in spans_of(parts))


def test_the_page_has_the_diagrams_of_the_printed_rulebook_below_their_cases() -> None:
    here = host()
    figures = ask(here, "figures")["figures"]
    assert len(figures) == WANTED
    document = opened(illustrated_rules("battle-for-moscow"))
    printed = " ".join(" ".join(text_of(document, page) for page in range(len(document))).split())
    places = {part["id"] for part in rulebook(battle().sound) if part["kind"] in ("heading", "case")}  # type: ignore[arg-type]
    for one in figures:
        assert f"{one['title']} ({one['case'] or one['section']})." in printed
        assert {one["section"], one["case"]} - {""} <= places
        picture = Image.open(BytesIO(base64.b64decode(one["picture"]["src"].partition(",")[2])))
        assert picture.width == 2 * one["picture"]["width"]
        assert picture.height == pytest.approx(2 * one["picture"]["height"], abs=2)


def test_a_diagram_on_the_page_shows_the_map_and_the_counters_of_its_example() -> None:
    pictures, game = battle().pictures, battle().sound
    assert pictures is not None
    assert game is not None
    example = next(one for one in game.rules.examples if one.id == "across-the-river")
    figure = next(one for one in pictures.figures if one.title == example.title)

    def colours(png: bytes) -> list[tuple[int, tuple[int, ...]]]:
        found = Image.open(BytesIO(png)).convert("RGB").getcolors(1 << 20)
        return cast("list[tuple[int, tuple[int, ...]]]", found)

    def share(colour: tuple[int, ...]) -> float:
        shown = colours(figure.png)
        near = sum(n for n, one in shown if all(abs(a - b) < 6 for a, b in zip(one, colour, strict=True)))
        return near / sum(n for n, _ in shown)

    for standing in example.units:
        face = rasterise(pictures.counters[f"{standing.unit}-{standing.step}"], 60)
        _, ground = max(colours(face))
        assert share(ground) > 0.005, standing.unit
    land = ImageColor.getrgb(quiet_theme(CLASSIC).ground("clear"))
    assert share(land[:3]) > 0.2


def test_many_scenarios_are_a_table_on_the_page_too() -> None:
    parts = rulebook(shipped("moscow-campaign").game)
    table = next(part for part in parts if part["kind"] == "table")
    assert table["title"] == "Scenarios"
    assert len(table["rows"]) == 24
    assert all(len(row) == len(table["head"]) for row in table["rows"])


def test_rules_without_published_numbers_are_numbered_as_on_paper_and_linked() -> None:
    parts = rulebook(shipped("moscow-campaign").game)
    headings = {part["id"]: part["title"] for part in parts if part["kind"] == "heading"}
    assert headings["3"] == "Movement"
    assert "What the module does, and what it doesn't" not in headings.values()
    cases = {part["id"]: part for part in parts if part["kind"] == "case"}
    assert cases["3.1"]["text"][0]["text"].startswith("In a movement phase you may move")
    assert not any("(A, B, C" in span["text"] for span in spans_of(parts))
    assert "8" in [span.get("to") for span in cases["5.3"]["text"]]
    assert not any("to" in span for span in cases["1.3"]["text"])


@pytest.mark.parametrize("slug", ["moscow-embattled", "the-ford"])
def test_rules_of_every_game_are_set_without_what_paper_alone_needs(slug: str, ford: Project) -> None:
    game = shipped(slug).game if slug != "the-ford" else take_snapshot(ford, "ford", {}, CLASSIC).sound
    assert game is not None
    parts = rulebook(game)
    assert parts[0]["title"] == "Before you play"
    assert {part["kind"] for part in parts} >= {"heading", "step", "case", "text", "term"}


@pytest.mark.parametrize("slug", ["battle-for-moscow", "battle-of-moscow"])
def test_the_key_to_the_counters_has_pictures(slug: str) -> None:
    game = shipped(slug).game
    pictures = key_rasters(game, CLASSIC, scale=2)
    parts = rulebook(game, pictures)
    explained = [part for part in parts if part["kind"] == "counter"]
    assert len(explained) == len(game.info.sides)
    entries = [entry for part in parts if part["kind"] == "counters" for entry in part["entries"]]
    shown = [
        *(part["picture"] for part in explained),
        *(one["picture"] for one in entries if "picture" in one),
    ]
    assert len(shown) == len(pictures)
    for one in shown:
        data = base64.b64decode(one["src"].removeprefix("data:image/png;base64,"))
        assert int.from_bytes(data[16:20], "big") == 2 * one["width"]
    told = {entry["text"].partition(" (×")[0] for entry in entries}
    assert {marker.name for marker in game.counters.markers} <= told
    plain = rulebook(game)
    assert not any(part["kind"] in ("counter", "counters") for part in plain)
    # The index leads to the key alike.
    terms, plain_terms = ([part for part in one if part["kind"] == "term"] for one in (parts, plain))
    assert terms == plain_terms != []


def test_a_changed_counter_alone_is_drawn_anew(ford: Project) -> None:
    before = take_snapshot(ford, "ford", {}, CLASSIC)
    text = (ford.folder("ford") / "counters.yaml").read_text("utf-8")
    assert "designation:" in text
    edit(ford, "counters.yaml", 'designation: "1"', 'designation: "9"')
    changes = changes_between(before, take_snapshot(ford, "ford", {}, CLASSIC))
    assert not changes["map"]
    assert changes["hexes"] == []
    assert 1 <= len(changes["counters"]) <= 2


def test_errors_are_told_with_their_lines_and_the_rest_is_drawn(ford: Project) -> None:
    edit(ford, "counters.yaml", "designation:", "desigation:")
    shot = take_snapshot(ford, "ford", {}, CLASSIC)
    broken = WorkbenchHost(ford, "ford", shot, lambda _message: None)
    told = ask(broken, "hello")
    assert not told["playable"]
    assert told["errors"] >= 1
    assert told["pictures"] is not None
    finding = ask(broken, "findings")["findings"][0]
    assert finding["code"] == "K002"
    assert "designation" in finding["hint"]
    assert any(
        line["number"] == finding["line"] and "desigation" in line["text"] for line in finding["lines"]
    )
    assert finding["fix"] == {"old": "desigation", "new": "designation"}
    assert ask(broken, "new", game="g", scenario="the-ford")["reason"] == "errors"
    assert ask(broken, "balance", scenario="the-ford")["reason"] == "errors"


def test_a_known_fix_is_written_unless_the_file_has_changed(ford: Project) -> None:
    path = ford.folder("ford") / "counters.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("designation:", "desigation:", 1), "utf-8")
    broken = WorkbenchHost(ford, "ford", take_snapshot(ford, "ford", {}, CLASSIC), lambda _message: None)
    finding = next(one for one in ask(broken, "findings")["findings"] if one["fix"])
    place = {key: finding[key] for key in ("code", "file", "line", "column")}
    assert ask(broken, "fix", **place | {"line": 1})["refused"] == "No fix is known for that."
    now = path.read_text("utf-8")
    path.write_text(now + "# saved since\n", "utf-8")
    assert "changed since" in ask(broken, "fix", **place)["refused"]
    assert path.read_text("utf-8").endswith("# saved since\n")
    path.write_text(now, "utf-8")
    assert ask(broken, "fix", **place)["ok"]
    assert path.read_text("utf-8") == text


def test_files_that_can_not_be_read_leave_a_page_that_says_so(ford: Project) -> None:
    for path in ford.folder("ford").glob("*.yaml"):
        path.write_bytes(b"\xff\xfe broken")
    shot = take_snapshot(ford, "ford", {}, CLASSIC)
    broken = WorkbenchHost(ford, "ford", shot, lambda _message: None)
    assert not ask(broken, "hello")["playable"]
    assert ask(broken, "findings")["findings"]
    shutil.rmtree(ford.folder("ford"))
    assert take_snapshot(ford, "ford", {}, CLASSIC).loaded is None


def test_a_game_in_play_goes_on_while_its_data_are_broken(ford: Project) -> None:
    here = WorkbenchHost(ford, "ford", take_snapshot(ford, "ford", {}, CLASSIC), lambda _message: None)
    scenario = ask(here, "hello")["facts"]["scenarios"][0]["id"]
    assert ask(here, "new", game="g", scenario=scenario, seed=1)["ok"]
    edit(ford, "counters.yaml", "designation:", "desigation:")
    here.update(take_snapshot(ford, "ford", {}, CLASSIC))
    assert ask(here, "view", game="g")["ok"]


@pytest.mark.parametrize("form", ["vsav", "vlog"])
def test_a_game_goes_to_vassal_and_back(form: str) -> None:
    here = host()
    ask(here, "new", game="g", scenario="operation-typhoon", seed=3)
    ask(here, "act", game="g", rev=0, action="end")
    moved = ask(here, "act", game="g", rev=1, action="move german-xlii 0208")
    assert moved["ok"], moved
    ended = ask(here, "act", game="g", rev=2, action="end")
    saved = ask(here, "export", game="g", form=form)
    assert saved["name"] == f"battle-for-moscow-operation-typhoon-turn-1.{form}"
    back = ask(here, "import", game="h", data=saved["data"], seed=5)
    assert back["ok"], back
    assert {unit: at[0] for unit, at in back["view"]["units"].items()} == {
        unit: at[0] for unit, at in ended["view"]["units"].items()
    }
    assert back["view"]["phase"] == ended["view"]["phase"]
    again = ask(here, "act", game="h", rev=0, action="end")
    assert again["ok"]
    once_more = ask(here, "import", game="i", data=saved["data"], seed=5, actions=["end"])
    assert once_more["view"]["rev"] == 1


def test_a_file_of_something_else_is_refused_in_a_line() -> None:
    here = host()
    data = base64.b64encode(b"no saved game").decode()
    assert ask(here, "import", game="g", data=data)["refused"].startswith(
        "The file isn't a saved game or log"
    )
    assert ask(here, "import", game="g", data="%%%")["refused"] == "The file didn't arrive whole."
    assert ask(here, "export", game="unknown", form="vsav")["ok"] is False


@pytest.mark.parametrize("form", ["yaml", "csv", "vsav"])
def test_a_set_up_is_exported(form: str) -> None:
    here = host()
    scenario = next(
        one for one in ask(here, "hello")["facts"]["scenarios"] if one["id"] == "operation-typhoon"
    )
    told = ask(here, "export-setup", scenario="operation-typhoon", placed=scenario["placed"], form=form)
    data = base64.b64decode(told["data"])
    if form != "vsav":
        assert b"german-xxiv" in data
        assert b"0410" in data


def test_a_series_of_games_reports_and_stops() -> None:
    heard: list[Any] = []
    here = WorkbenchHost(Project(ROOT), "battle-for-moscow", battle(), heard.append)
    policies = {"german": "random", "soviet": "random"}
    assert ask(here, "balance", scenario="operation-typhoon", policies=policies, games=5)["ok"]
    assert here._series is not None
    here._series.wait(60)
    figures = heard[-1]["figures"]
    assert (figures["games"], figures["running"]) == (5, False)
    assert sum(one["value"] for one in figures["wins"]) == pytest.approx(1, abs=0.001)
    assert ask(here, "stop-balance")["ok"]
    refused = ask(here, "balance", scenario="operation-typhoon", policies={"german": "genius"})
    offered = [one["id"] for one in ask(here, "hello")["facts"]["players"]]
    assert offered == ["greedy", "random", "tuned", "search"], "as the game has weights"
    assert refused["hint"] == f"known: {', '.join(offered)}"


def test_the_protocol_page_names_the_messages_of_the_server() -> None:
    page = (ROOT / "docs/reference/browser-protocol.md").read_text("utf-8")
    assert [kind for kind in host().kinds if f"| `{kind}` |" not in page] == []


def test_the_start_of_a_scenario_has_units_zones_and_supply() -> None:
    start = ask(host(), "start", scenario="operation-typhoon")["start"]
    assert ["german-xxiv", "0410", 1] in start["units"]
    assert "0410" in start["overlay"]["german"]["zone"]
    assert "0410" in start["overlay"]["german"]["supplied"]
    assert not ask(host(), "start", scenario="never")["ok"]


def test_a_map_that_takes_a_while_is_left_out_until_it_is_drawn(ford: Project) -> None:
    drawer = BoardDrawer()
    early = take_snapshot(ford, "ford", {}, CLASSIC, drawer, at_once=False)
    told = ask(WorkbenchHost(ford, "ford", early, lambda _message: None), "hello")
    assert told["playable"]
    assert told["pictures"]["board"] == ""
    assert set(told["pictures"]["tints"]) == set(told["facts"]["terrain"])
    assert early.pictures is not None
    drawn = drawer.draw(early.pictures)
    again = take_snapshot(ford, "ford", {}, CLASSIC, drawer, at_once=False)
    assert again.board is drawn


def test_of_a_changed_hex_only_the_tiles_around_it_are_drawn_anew(ford: Project) -> None:
    drawer = BoardDrawer()
    before = take_snapshot(ford, "ford", {}, CLASSIC, drawer)
    assert before.board is not None
    level = 3
    names = [
        (column, row)
        for column in range(40)
        for row in range(40)
        if before.board.tile_box(level, column, row) is not None
    ]
    for column, row in names[:: len(names) // 12]:
        before.board.tile(level, column, row, frozenset())
    edit(ford, "map.yaml", '"0605", "0705"]', '"0605"]')
    after = take_snapshot(ford, "ford", {}, CLASSIC, drawer)
    assert after.board is not None
    changes = changes_between(before, after)
    assert changes["map"]
    assert changes["hexes"] == ["0705"]
    assert changes["counters"] == []
    places = [Box(*place) for place in changes["places"]]
    centre = before.facts["hexes"]["0705"]
    assert any(place.holds(Box(centre["x"], centre["y"], 0, 0)) for place in places)
    reach = 3 * after.facts["radius"]
    around = Box(centre["x"] - reach, centre["y"] - reach, 2 * reach, 2 * reach)
    assert [place for place in places if not around.overlaps(place)] == []
    for (_, column, row, hidden), kept in list(before.board.tiles.items()):
        box = after.board.tile_box(level, column, row)
        assert box is not None
        if not any(box.overlaps(place) for place in places):
            anew = BoardDrawer().draw(after.pictures).tile(level, column, row, hidden)  # type: ignore[arg-type]
            assert anew == kept
            break
    else:
        pytest.fail("each tile was drawn anew")


def test_a_region_has_the_pixels_of_the_whole_map(ford: Project) -> None:
    board = take_snapshot(ford, "ford", {}, CLASSIC).board
    assert board is not None
    left, top, wide, high = map(float, re.findall(r'viewBox="([^"]*)"', board.svg)[0].split())
    size, edge = 400, 100
    scale = size / wide
    region = Box(left + 120 / scale, top + 90 / scale, edge / scale, edge / scale)
    part = rasterise(board.regions.document(region), edge)
    with Image.open(BytesIO(rasterise(board.svg, size))) as whole, Image.open(BytesIO(part)) as tile:
        expected = whole.convert("RGB").crop((120, 90, 120 + edge, 90 + edge))
        apart = ImageChops.difference(expected, tile.convert("RGB")).convert("L")
    assert sum(apart.histogram()[40:]) == 0
    assert high > 0


def test_hidden_layers_are_not_in_a_region(ford: Project) -> None:
    board = take_snapshot(ford, "ford", {}, CLASSIC).board
    assert board is not None
    frame = Box(0, 0, 2000, 2000)
    whole = board.regions.document(frame)
    assert "<text" in whole
    assert "<text" not in board.regions.document(frame, {"numbers", "names", "terrain", "symbols"})
    assert len(board.regions.document(frame, {"terrain"})) < len(whole)


def test_a_tile_off_the_map_does_not_exist(ford: Project) -> None:
    board = take_snapshot(ford, "ford", {}, CLASSIC).board
    assert board is not None
    assert board.tile(0, 99, 0, frozenset()) is None
    assert board.tile(99, 0, 0, frozenset()) is None
    with pytest.raises(ValueError, match="can't be read"):
        BoardRegions("<svg")


def test_only_an_svg_document_is_cropped() -> None:
    pictures = battle().pictures
    assert pictures is not None
    with pytest.raises(ValueError, match=r"isn.t an SVG document"):
        cropped("<p>", pictures.plan.frame)


def test_tiles_used_longest_ago_go_first() -> None:
    store = TileStore(30)
    names: list[TileName] = [(0, column, 0, frozenset()) for column in range(4)]
    for name in names[:3]:
        store.get_or_make(name, lambda: b"0123456789")
    assert store.get_or_make(names[0], lambda: pytest.fail("it is kept")) == b"0123456789"
    store.get_or_make(names[3], lambda: b"abcdefghij")
    assert [name for name, _ in store.items()] == [names[2], names[0], names[3]]
    store.update([(names[2], b"a"), (names[1], b"b")])
    assert [name for name, _ in store.items()] == [names[0], names[3], names[2], names[1]]


@pytest.mark.parametrize(
    ("old", "new"),
    [('"0605", "0705"]', '"0605"]'), ("name: ", "name: New ")],
)
def test_names_kept_after_a_change_are_those_of_a_fresh_drawing(ford: Project, old: str, new: str) -> None:
    drawer = BoardDrawer()
    before = take_snapshot(ford, "ford", {}, CLASSIC, drawer)
    edit(ford, "map.yaml", old, new)
    after = take_snapshot(ford, "ford", {}, CLASSIC, drawer)
    fresh = BoardDrawer().draw(after.pictures)  # type: ignore[arg-type]
    assert before.board is not None
    assert after.board is not None
    assert after.board.svg == fresh.svg
    assert after.board.svg != before.board.svg


@pytest.mark.parametrize(
    "slug", ["battle-for-moscow", "moscow-embattled", "battle-of-moscow", "moscow-campaign"]
)
def test_each_section_that_a_refusal_cites_has_a_heading_to_open(slug: str) -> None:
    game = shipped(slug).game
    headings = {part["id"] for part in rulebook(game) if part["kind"] == "heading"}
    cited = {section.number for section in sections_by_citation(game).values()}
    assert cited
    assert cited <= headings
