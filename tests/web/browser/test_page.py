"""The page in Chromium: every page, reload on save, play by mouse, keyboard and touch and by the computer."""

from __future__ import annotations

import os
import random
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from hexwright.players.playtesting.game_record import read_record, replay
from tests.shipped import shipped
from tests.web.browser.clicking import click_at_random
from tests.web.browser.conftest import ROOT, Server
from tests.web.browser.playing import (
    begin,
    click_lit,
    middle,
    play_phase_by_mouse,
    press_main_button,
    state,
    wait_for_change,
)

AXE = ROOT / "build/web/node_modules/axe-core/axe.min.js"
PAGES = ("map", "counters", "charts", "rules", "scenarios", "setup", "balance")


def serious_faults(page: Any) -> list[str]:
    """Return what axe finds serious or critical on a page."""
    page.add_script_tag(path=str(AXE))
    # Map and charts are pictures with a label; thousands of paths in them have nothing to check.
    found = page.evaluate(
        "async () => (await axe.run({exclude: ['.board-sheet', '.charts figure svg']},"
        " {resultTypes: ['violations']})).violations"
    )
    return [
        f"{one['id']}: {node['html'][:120]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("name", PAGES)
def test_each_page_opens_and_is_accessible(visit: Any, name: str) -> None:
    page = visit("battle-for-moscow", name, bypass_csp=True)
    page.wait_for_selector(f".page-{name} :is(.gallery, .field)")
    page.wait_for_timeout(600)
    assert serious_faults(page) == []


@pytest.mark.parametrize("page_name", ["map", "rules", "play"])
@pytest.mark.parametrize("asked", [{"contrast": "more"}, {"forced_colors": "active"}], ids=["more", "forced"])
def test_more_contrast_is_accessible(visit: Any, page_name: str, asked: dict[str, str]) -> None:
    page = visit("battle-for-moscow", page_name, bypass_csp=True, **asked)
    if page_name == "play":
        begin(page)
    page.wait_for_selector(".gallery, .field")
    page.wait_for_timeout(300)
    shown = page.evaluate("document.documentElement.hasAttribute('data-contrast')")
    assert shown == ("contrast" in asked)
    # Where the system sets the colours, axe still measures the contrast of the page's own.
    found = serious_faults(page)
    assert [one for one in found if "contrast" in asked or not one.startswith("color-contrast")] == []


def test_a_case_of_the_rules_is_found_by_contents_text_and_index(visit: Any) -> None:
    page = visit("battle-for-moscow", "rules")
    page.click(".contents >> text=Combat")
    top = "() => document.activeElement.dataset.section"
    page.wait_for_function(f"{top} === '3.3'")
    above = page.evaluate("document.activeElement.getBoundingClientRect().top")
    assert 56 <= above <= 120
    page.click(".rulebook article p a >> nth=0")
    page.wait_for_function(f"{top} === '3.7.6'")
    page.go_back()
    page.wait_for_function(f"{top} === '3.3'")
    page.wait_for_selector(".rulebook figure")
    # A diagram stands below its case, and before the next one.
    assert (
        page.evaluate("document.querySelector('.rulebook figure').previousElementSibling.dataset.section")
        == "3.1.1"
    )
    page.locator(".rulebook figure img").first.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('.rulebook figure img').naturalWidth > 500")
    page.click('.index >> text="3.8" >> nth=0')
    page.wait_for_function(f"{top} === '3.8'")


@pytest.mark.parametrize(
    "slug",
    [
        "moscow-embattled",
        "the-ford",
        pytest.param("moscow-campaign", marks=pytest.mark.slow),
        pytest.param("battle-of-moscow", marks=pytest.mark.slow),
    ],
)
def test_the_map_of_every_game_opens_on_a_phone(visit: Any, slug: str) -> None:
    page = visit(slug, "map", 390, 844, has_touch=True, is_mobile=True)
    page.wait_for_selector(".tile, .plain-map", state="attached")
    page.wait_for_selector(".inspector h2")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_save_is_drawn_at_once_and_an_error_is_told_with_its_line(visit: Any, server: Server) -> None:
    page = visit("the-ford", "counters")
    page.wait_for_selector(".pair")
    counters = server.project / "data/the-ford/counters.yaml"
    text = counters.read_text("utf-8")
    shape = "document.getElementById('counter-red-1-1').textContent"
    assert "1" in page.evaluate(shape)
    counters.write_text(text.replace('designation: "1"', 'designation: "77"', 1), "utf-8")
    page.wait_for_function(f"() => {shape}.includes('77')")
    page.wait_for_selector(".live small", state="attached")
    page.wait_for_function("() => document.querySelector('.live').textContent.includes('yaml saved')")

    counters.write_text(text.replace("designation:", "desigation:", 1), "utf-8")
    page.wait_for_function("() => document.querySelector('.live b').textContent === '1 error'")
    page.click("text=Map")
    page.click("role=tab[name=/Findings/]")
    assert "unknown key 'desigation'" in page.inner_text(".finding")
    assert "designation" in page.inner_text(".f-hint")
    assert "desigation" in page.inner_text(".yaml .hit")
    assert re.match(r"vscode://file/.*counters\.yaml:\d+:\d+", page.get_attribute(".f-body a", "href"))
    assert page.locator("nav >> text=Play").count() == 0

    page.click("text=Write “designation”")
    page.wait_for_function("() => document.querySelector('.live b').textContent === 'No errors'")
    assert counters.read_text("utf-8") == text

    counters.write_text("sheet: [\n", "utf-8")
    page.wait_for_function("() => document.querySelector('.finding')?.textContent.includes('counters.yaml')")
    counters.write_text(text, "utf-8")
    page.wait_for_function("() => document.querySelector('.live b').textContent === 'No errors'")
    assert page.locator("nav >> text=Play").count() == 1


def test_a_hex_tells_what_it_is_and_what_moving_costs(visit: Any) -> None:
    page = visit("battle-for-moscow", "map", 1600, 900)
    page.wait_for_selector(".inspector")
    page.wait_for_selector(".board-sheet.whole")
    page.click(".toggle >> text=Terrain")
    page.wait_for_selector(".tile[src*='hide=symbols,terrain']", state="attached")
    assert "At start: no unit; in no zone of control; in supply: Soviet." in page.inner_text(".inspector")
    page.click("text=Units at start")
    page.wait_for_selector("[data-unit=german-xlii]")
    page.select_option(".layers select", label="What Happens Next")
    page.wait_for_selector("[data-unit=german-xlii]")
    page.click("text=Zones of control, German")
    page.wait_for_selector(".zones .edge", state="attached")
    page.click("text=Supply, Soviet")
    page.wait_for_selector(".supply .edge", state="attached")
    page.click("text=Units at start")
    page.click("text=Distance in hexes")
    page.wait_for_selector(".cost.value")
    assert page.locator(".cost.value").count() == 140
    page.click(".beside-hex >> nth=0")
    page.wait_for_timeout(300)
    page.click("text=Cost, German panzer")
    page.wait_for_function("() => document.querySelectorAll('.cost.value').length < 140")


def test_a_set_up_is_judged_as_it_is_made(visit: Any) -> None:
    page = visit("battle-for-moscow", "setup")
    page.wait_for_selector(".verdict.good")
    page.click("text=Empty")
    page.wait_for_selector(".verdict.bad")
    assert "U017" in page.inner_text(".faults")
    page.click(".tray .chip >> nth=0")
    before = page.locator(".tray .chip").count()
    spot = middle(page, ".mark.area", 3)
    assert spot
    page.mouse.click(*spot)
    page.wait_for_function("n => document.querySelectorAll('.tray .chip').length === n", arg=before - 1)
    chip = page.locator(".tray .chip").first.bounding_box()
    page.mouse.move(chip["x"] + 20, chip["y"] + 20)
    page.mouse.down()
    page.mouse.move(chip["x"] - 60, chip["y"] + 20, steps=3)
    page.wait_for_selector(".pulled")
    spot = middle(page, ".mark.area", 5)
    assert spot
    page.mouse.move(*spot, steps=3)
    page.mouse.up()
    page.wait_for_function("n => document.querySelectorAll('.tray .chip').length === n", arg=before - 2)
    assert page.locator(".pulled").count() == 0
    with page.expect_download() as download:
        page.click("text=CSV")
    assert Path(download.value.path()).read_text("utf-8").startswith("unit,hex")


def test_an_empty_game_says_what_to_write(visit: Any, server: Server) -> None:
    folder = server.project / "data/mine"
    folder.mkdir()
    (folder / "game.yaml").write_text("", "utf-8")
    page = visit("mine", "map")
    page.wait_for_selector(".finding")
    assert page.inner_text(".top h1") == "mine"
    assert "write the file: every game needs it" in page.inner_text(".findings")
    (folder / "game.yaml").write_text("title: Mine\n", "utf-8")
    page.wait_for_function("() => document.querySelector('.top h1').textContent === 'Mine'")
    (folder / "game.yaml").unlink()
    folder.rmdir()
    page.wait_for_selector("text=there is no game 'mine'")


def test_marks_lie_above_the_finest_tiles(visit: Any) -> None:
    page = visit("battle-for-moscow", "map")
    page.wait_for_selector(".board-sheet.whole")
    assert page.get_attribute(".board-sheet", "data-level") != "0"
    page.click("role=tab[name=Layers]")
    field = page.locator(".board").bounding_box()
    page.mouse.move(field["x"] + field["width"] + 40, field["y"] + 5)

    def shown() -> bytes:
        page.wait_for_timeout(300)
        taken: bytes = page.screenshot(clip=field)
        return taken

    def share_changed(before: bytes, after: bytes) -> float:
        with Image.open(BytesIO(before)) as one, Image.open(BytesIO(after)) as two:
            apart = ImageChops.difference(one.convert("L"), two.convert("L")).histogram()
        return sum(apart[8:]) / sum(apart)

    plain = shown()
    page.click("text=Zones of control, German")
    page.wait_for_selector(".zones .edge", state="attached")
    assert share_changed(plain, shown()) > 0.03


def test_a_scenario_is_played_from_its_page(visit: Any) -> None:
    page = visit("battle-for-moscow", "scenarios")
    page.click("role=button[name='Play What Happens Next']")
    page.wait_for_selector(".start .pick.on >> text=What Happens Next")
    page.click(".start .primary")
    page.wait_for_selector(".decision")
    assert page.locator(".turns li").count() > 7  # Operation Typhoon has 7 turns.
    assert page.url.endswith("#play")


def test_a_series_of_games_is_watched_and_stopped(visit: Any) -> None:
    page = visit("the-ford", "balance")
    page.click("text=Play 200 games")
    page.wait_for_selector(".dot-row")
    page.click("text=Stop")
    page.wait_for_function("() => !document.querySelector('.f-acts .primary').disabled")


def test_a_whole_turn_is_played_by_mouse(visit: Any) -> None:
    page, chance = visit("battle-for-moscow", "play"), random.Random(2)
    begin(page)
    for _ in range(120):
        if state(page)["turn"] == "2":
            break
        play_phase_by_mouse(page, chance, 2)
    assert state(page)["turn"] == "2"
    assert page.locator(".band").count() >= 4


@pytest.mark.parametrize("slug", ["moscow-embattled", "the-ford"])
def test_a_turn_of_another_game_is_played_by_mouse(visit: Any, slug: str) -> None:
    page, chance = visit(slug, "play"), random.Random(3)
    begin(page)
    first = state(page)["turn"]
    for _ in range(150):
        if state(page)["turn"] != first or state(page)["over"]:
            break
        play_phase_by_mouse(page, chance, 2)
    assert state(page)["turn"] != first or state(page)["over"]


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["moscow-campaign", "battle-of-moscow"])
def test_two_turns_of_a_large_game_are_played_by_mouse(visit: Any, slug: str) -> None:
    page, chance = visit(slug, "play", 1920, 1080), random.Random(5)
    begin(page)
    first = int(state(page)["turn"])
    for _ in range(1500):
        if state(page)["over"] or int(state(page)["turn"]) >= first + 2:
            break
        play_phase_by_mouse(page, chance, 3)
    assert state(page)["over"] or int(state(page)["turn"]) >= first + 2


def test_a_turn_is_played_by_keyboard(visit: Any) -> None:
    page = visit("battle-for-moscow", "play")
    begin(page)
    page.focus(".map-focus")
    page.keyboard.press("n")
    page.wait_for_selector(".mark.target")
    said = page.inner_text(".sr[aria-live]")
    assert "strength 12, movement 6" in said
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    moved = 0
    for _ in range(80):
        now = state(page)
        if now["turn"] == "2":
            break
        if now["stage"] == "move" and moved < 3:
            page.keyboard.press("n")
            page.wait_for_selector(".cost")
            for key in ("ArrowLeft", "ArrowUp", "ArrowLeft", "ArrowDown"):
                page.keyboard.press(key)
                page.wait_for_timeout(50)
                if "lit, costs" in page.inner_text(".sr[aria-live]"):
                    page.keyboard.press("Enter")
                    wait_for_change(page, now["rev"])
                    moved += 1
                    break
            page.keyboard.press("Escape")
        rev = state(page)["rev"]
        if state(page)["blocked"]:
            page.keyboard.press("u")
        elif state(page)["primary"]:
            page.keyboard.press("Space")
        else:
            page.keyboard.press("n")
            page.keyboard.press("Enter")
        wait_for_change(page, rev)
    assert state(page)["turn"] == "2"
    assert moved
    page.keyboard.press("?")
    page.wait_for_selector("role=dialog[name=Keys]")
    page.keyboard.press("Escape")


def test_an_attack_is_forecast_declared_withdrawn_and_fought(visit: Any) -> None:
    page = visit("battle-for-moscow", "play", bypass_csp=True)
    begin(page)
    page.click("[data-unit=soviet-16]")
    page.wait_for_selector(".forecast")
    assert "If all attack 16th Army" in page.inner_text(".forecast")
    assert "5:1" in page.inner_text(".sum strong")
    assert "the Soviets lose 0.8 steps" in page.inner_text(".mean")
    assert "A retreat is possible to 2 hexes." in page.inner_text(".forecast")
    page.click(".reckoning summary")
    assert "IX Army Corps\t7\nAttack\t23" in page.inner_text(".reckoning")
    page.click("text=Attack with all 3")
    page.wait_for_function("() => document.documentElement.dataset.rev === '3'")
    assert serious_faults(page) == []
    page.click(".attackers .chip.on >> nth=0")
    page.wait_for_function("() => document.documentElement.dataset.rev === '2'")
    page.click(".acts .undo")
    page.wait_for_function("() => document.documentElement.dataset.rev === '1'")
    page.click("text=Fight the battles")
    page.click("text=Fight this battle")
    page.click("text=Roll the die")
    page.wait_for_selector(".throw p")
    assert page.locator(".band .rolled .die").count() == 1
    assert page.locator(".acts .undo").is_disabled()


def test_a_press_before_the_forecast_is_there_counts(visit: Any) -> None:
    page = visit("battle-for-moscow", "play")
    begin(page)
    page.click("[data-unit=soviet-16]")
    page.wait_for_selector(".forecast")
    held: list[Any] = []
    page.route(
        "**/ask",
        lambda route: held.append(route) if "forecast" in route.request.post_data else route.continue_(),
    )
    page.click("text=Attack with all 3")
    page.wait_for_function("() => document.documentElement.dataset.rev === '3'")
    page.click(".acts .undo")
    page.wait_for_function("() => document.documentElement.dataset.rev === '2'")
    assert held
    page.unroute_all(behavior="ignoreErrors")


def test_what_is_not_lit_says_why_beside_the_lists(visit: Any) -> None:
    page = visit("battle-for-moscow", "play")
    begin(page)
    first = page.locator(".tray .chip").first
    before = first.bounding_box()
    page.click("[data-unit=german-vii]")
    page.wait_for_selector(".unit-card .why")
    assert "No enemy that VII Army Corps may attack is adjacent" in page.inner_text(".unit-card .why")
    assert first.bounding_box() == before
    first.click()
    page.wait_for_selector(".unit-card .hint")
    assert first.bounding_box() == before
    page.keyboard.press("Escape")
    page.click("text=End without attacking")
    page.wait_for_function("() => document.documentElement.dataset.stage === 'move'")
    page.click("[data-unit=german-xlii]")
    page.wait_for_selector(".cost")
    moscow = page.locator("[data-unit=soviet-33]").bounding_box()
    page.mouse.click(moscow["x"] + 160, moscow["y"])
    page.wait_for_selector(".note")
    assert "out of XLII Army Corps's reach" in page.inner_text(".note")
    note, minimap = page.locator(".note").bounding_box(), page.locator(".minimap")
    assert note["y"] + note["height"] < 200
    assert not minimap.count() or minimap.bounding_box()["y"] > 200


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_strip_holds_all_turns_and_the_phase_is_whole(visit: Any, width: int) -> None:
    page = visit("moscow-campaign", "play", width, 800)
    begin(page)
    game = shipped("moscow-campaign").game
    track = next(one for one in game.charts.turn_tracks if one.id == game.scenarios[0].turn_track)
    assert page.locator(".turns li").count() == len(track.turns)
    for css in (".phases", ".phases .now"):
        assert (
            page.evaluate(
                "css => { const one = document.querySelector(css);"
                " return one.scrollWidth - one.clientWidth; }",
                css,
            )
            <= 1
        )
    menu = page.locator(".menu").bounding_box()
    assert menu["x"] + menu["width"] <= width


def test_units_are_dragged_and_a_wrong_hex_is_refused_in_words(visit: Any) -> None:
    page = visit("battle-for-moscow", "play")
    begin(page)
    page.click("text=End without attacking")
    page.wait_for_function("() => document.documentElement.dataset.stage === 'move'")
    x, y = middle(page, "[data-unit=german-xlii]", 0) or (0, 0)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y)
    page.wait_for_selector(".cost")
    spot = middle(page, ".cost:not(.beside)", 0)
    assert spot
    page.mouse.move(*spot, steps=4)
    page.mouse.up()
    page.wait_for_function("() => document.documentElement.dataset.rev === '2'")
    x, y = middle(page, "[data-unit=german-xxxiv]", 0) or (0, 0)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y)
    page.mouse.move(x + 520, y - 200, steps=5)
    page.mouse.up()
    page.wait_for_selector(".note")
    assert "german-xxxiv" in page.inner_text(".note") or "XXXIV" in page.inner_text(".note")


@pytest.mark.parametrize(
    "slug",
    [
        "battle-for-moscow",
        "moscow-embattled",
        "the-ford",
        pytest.param("moscow-campaign", marks=pytest.mark.slow),
        pytest.param("battle-of-moscow", marks=pytest.mark.slow),
    ],
)
def test_a_whole_game_is_played_by_the_computer(visit: Any, slug: str) -> None:
    page = visit(slug, "play")
    page.wait_for_selector(".start")
    selects = page.locator(".start fieldset .row select")
    for n in range(selects.count()):
        selects.nth(n).select_option("greedy")
    page.click(".start .primary")
    page.wait_for_function(
        "() => document.querySelector('.decision')?.textContent.includes('The game is over')", timeout=600_000
    )
    assert page.locator("text=New game").count()


def test_a_computer_can_be_stopped_and_taken_over(visit: Any) -> None:
    page = visit("battle-for-moscow", "play", reduced_motion="no-preference")
    page.wait_for_selector(".start")
    page.locator(".start fieldset .row select").nth(0).select_option("greedy")
    page.click(".start .primary")
    page.click("text=Stop the computer")
    page.wait_for_selector("text=Let the computer go on")
    page.click("[aria-label='Game: new, open, save']")
    page.click("text=Play the Germans yourself")
    page.wait_for_function("() => !document.querySelector('.acts').textContent.includes('computer')")


def test_a_game_is_sent_by_file_to_vassal_and_back(visit: Any, tmp_path: Path) -> None:
    page = visit("battle-for-moscow", "play")
    begin(page)
    page.click("text=End without attacking")
    page.wait_for_function("() => document.documentElement.dataset.stage === 'move'")
    page.click("[data-unit=german-xlii]")
    page.wait_for_selector(".cost")
    page.mouse.click(*(middle(page, ".cost:not(.beside)", 0) or (0, 0)))
    page.wait_for_function("() => document.documentElement.dataset.rev === '2'")
    files = {}
    for words, suffix in (("Save as a small file", "txt"), (".vlog for", "vlog"), (".vsav for", "vsav")):
        page.click("[aria-label='Game: new, open, save']")
        with page.expect_download() as download:
            page.click(f".menu-list >> text={words}")
        files[suffix] = tmp_path / download.value.suggested_filename
        download.value.save_as(files[suffix])
        assert files[suffix].suffix == f".{suffix}"
    for suffix, rev in (("txt", "2"), ("vsav", "0"), ("vlog", "0")):
        other = visit("battle-for-moscow", "play")
        other.wait_for_selector(".start")
        other.set_input_files(".start input[type=file]", str(files[suffix]))
        other.wait_for_function("rev => document.documentElement.dataset.rev === rev", arg=rev)
    wrong = visit("moscow-embattled", "play")
    wrong.wait_for_selector(".start")
    wrong.set_input_files(".start input[type=file]", str(files["vsav"]))
    wrong.wait_for_selector(".refused")
    assert "belongs to the module 'Battle for Moscow'" in wrong.inner_text(".refused")
    wrong.set_input_files(".start input[type=file]", str(files["txt"]))
    wrong.wait_for_function(
        "() => document.querySelector('.refused').textContent.includes('holds a game of')"
    )
    for name, data, told in (
        ("empty.vsav", b"", "is empty"),
        ("picture.vsav", b"\x89PNG\r\n\x1a\n", "isn't a saved game or log"),
        ("letter.txt", b"Dear sir,\n", "isn't a saved game"),
    ):
        (tmp_path / name).write_bytes(data)
        wrong.set_input_files(".start input[type=file]", str(tmp_path / name))
        wrong.wait_for_function(
            "told => document.querySelector('.refused').textContent.includes(told)", arg=told
        )


def test_a_missing_picture_is_told_until_it_comes(visit: Any, server: Server) -> None:
    page = visit("the-ford", "map")
    page.click("role=tab[name=/Findings/]")
    path = server.project / "data/the-ford/map.yaml"
    text = path.read_text("utf-8")
    count = "document.querySelector('.live b').textContent"
    path.write_text(text.replace("  wood: {name", "  wood: {picture: wood.png, name", 1), "utf-8")
    page.wait_for_function(f"() => {count} === '1 error'")
    page.wait_for_selector("text=there is no file 'wood.png'")
    art = server.project / "art/the-ford"
    art.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (64, 64), "#557744").save(art / "wood.png")
    page.wait_for_function(f"() => {count} === 'No errors'")
    (art / "wood.png").write_bytes(b"no picture")
    page.wait_for_selector("text=is not a readable PNG picture")
    path.write_text(text, "utf-8")
    (art / "wood.png").unlink()
    page.wait_for_function(f"() => {count} === 'No errors'")


def test_a_recorded_game_is_replayed_to_the_engines_own_end(visit: Any) -> None:
    path = ROOT / "tests/playthroughs/moscow-embattled.german-assault.txt"
    record = read_record(path.read_text("utf-8"))
    rules, final, actions = replay(shipped(record.game).game, record)
    page = visit(record.game, "play")
    page.wait_for_selector(".start")
    page.set_input_files(".start input[type=file]", str(path))
    page.wait_for_function("rev => document.documentElement.dataset.rev === rev", arg=str(len(actions)))
    outcome = rules.outcome(final)
    assert outcome is not None
    assert outcome.text in page.inner_text(".decision")
    ids = rules.setting.board.ids
    standing = {u for u, at in zip(rules.setting.units, final.locations, strict=True) if at >= 0 and ids[at]}
    page.wait_for_selector(".counters [data-unit]", state="attached")
    shown = page.evaluate(
        "[...document.querySelectorAll('.counters [data-unit]')].map((one) => one.dataset.unit)"
    )
    assert set(shown) == standing


def test_two_pages_show_the_same_game(visit: Any) -> None:
    page = visit("battle-for-moscow", "play")
    begin(page)
    other = visit("battle-for-moscow", "play", context=page.context)
    other.wait_for_selector(".decision")
    page.click("text=End without attacking")
    other.wait_for_function("() => document.documentElement.dataset.stage === 'move'")


def test_touch_shows_the_path_before_it_moves(visit: Any) -> None:
    page = visit("battle-for-moscow", "play", 390, 844, has_touch=True, is_mobile=True)
    page.wait_for_selector(".start")
    page.tap(".start .primary")
    page.wait_for_selector(".decision")
    page.tap("text=End without attacking")
    page.wait_for_function("() => document.documentElement.dataset.stage === 'move'")
    page.tap("[data-unit=german-xlii]")
    page.wait_for_selector(".cost")
    x, y = middle(page, ".cost:not(.beside)", 1) or (0, 0)
    page.touchscreen.tap(x, y)
    page.wait_for_selector("text=/Move to \\d+ ·/")
    page.wait_for_selector(".way", state="attached")
    page.tap(".acts .primary")
    page.wait_for_function("() => document.documentElement.dataset.rev === '2'")
    boxes = page.evaluate(
        "[...document.querySelectorAll('.acts .btn')].map(b => b.getBoundingClientRect().height)"
    )
    assert min(boxes) >= 44


CLICKS = int(os.environ.get("HEXWRIGHT_CLICKS", "240"))
"""The number of random clicks, over all pages and games; `HEXWRIGHT_CLICKS=10000` is the whole."""


CLICKED = ("battle-for-moscow", "moscow-embattled", "the-ford")


@pytest.mark.parametrize("slug", CLICKED)
def test_random_clicks_leave_no_error(visit: Any, slug: str) -> None:
    chance = random.Random(8)
    pages: tuple[str, ...] = (*PAGES, "play", "play", "play")
    if CLICKS < 1000:  # A sample visits each page in one of the games alone.
        pages = pages[CLICKED.index(slug) :: len(CLICKED)]
    for name in pages:
        page = visit(slug, name)
        page.wait_for_selector(".app, .start")
        click_at_random(page, chance, max(1, CLICKS // (len(CLICKED) * len(pages))))
        page.wait_for_selector(".app, .start")  # A page that fails is empty for good.
        assert visit.errors == []
        page.close()


def test_the_end_of_the_server_is_told_and_nothing_is_lost(visit: Any, server: Server) -> None:
    page = visit("battle-for-moscow", "play")
    begin(page)
    page.click("text=End without attacking")
    page.wait_for_function("() => document.documentElement.dataset.stage === 'move'")
    server.stop()
    page.wait_for_selector(".gone")
    page.click(".acts .primary")
    page.wait_for_selector(".note")
    assert "doesn't answer" in page.inner_text(".note")
    visit.errors.clear()  # The browser itself notes that the server is gone.
    server.start()
    again = visit("battle-for-moscow", "play", context=page.context)
    page.close()
    again.wait_for_function("() => document.documentElement.dataset.stage === 'move'")
    visit.errors.clear()


def test_the_dark_frame_and_a_tablet_are_accessible(visit: Any) -> None:
    page = visit("battle-for-moscow", "play", 1024, 1366, color_scheme="dark", bypass_csp=True)
    begin(page)
    page.click("[data-unit=soviet-20]")
    page.wait_for_selector(".forecast")
    assert serious_faults(page) == []
    press_main_button(page, random.Random(1))
    click_lit(page, random.Random(1))
