"""Layouts of counters: what they draw, how their texts fit, and what `check` says of them."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.model.standard_layouts import STANDARD_LAYOUTS
from hexwright.render.counters import layout_memory
from hexwright.render.counters.counter_batch import counter_svgs
from hexwright.render.counters.layout_memory import memory_of
from hexwright.render.counters.layout_text import shared_sizes
from hexwright.render.designer_pictures import NO_ART
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC
from tests.render.counters.cards import moscow
from tests.render.counters.layout_games import drawn, load_with, told, with_layout

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "counter-layouts.md"


def blocks(title: str) -> list[str]:
    return re.findall(
        rf'^```yaml title="{re.escape(title)}"\n(.*?)^```$', PAGE.read_text("utf-8"), re.M | re.S
    )


def texts(canvas: RecordingCanvas) -> list[str]:
    return [text.text for text in canvas.texts]


def test_the_standard_layout_as_yaml_draws_the_same_bytes() -> None:
    (written,) = blocks("standard")
    layout = load_with(written).game.counters.layouts[0]
    assert layout.parts == STANDARD_LAYOUTS["units"].parts
    game = moscow()
    named = replace(game.counters, layouts=(layout,), unit_layout=layout.id)
    assert counter_svgs(replace(game, counters=named), CLASSIC) == counter_svgs(game, CLASSIC)


def test_the_layouts_of_the_page_load_and_fit() -> None:
    for block in blocks("counters.yaml"):
        loaded = load_with(block)
        assert [found.code for found in loaded.diagnostics if found.code.startswith("C")] == []


def test_a_text_has_the_values_of_its_unit() -> None:
    loaded = with_layout(
        """
        {draw: text, text: "{designation}/{class} {strength}-{ma} {data.morale}", size: 6, box: [1, 1, 13, 3]}
        """,
        "units: {red-1: {data: {morale: A}}}",
    )
    unit = loaded.game.counters.units[0]
    canvas, _ = drawn(loaded.game, "red-1")
    step = unit.steps[0]
    name = loaded.game.counters.class_of(unit).name
    assert texts(canvas) == [f"{unit.designation}/{name} {step.strength}-{step.ma} A"]


def test_a_text_without_values_is_not_drawn_and_a_part_can_wait_for_one() -> None:
    loaded = with_layout(
        """
        {draw: text, text: "T{arrival}", size: 6, box: [1, 1, 5, 3]}
        {draw: text, text: elite, when: "{data.elite}", size: 6, box: [1, 9, 8, 3]}
        """,
        "units: {red-1: {data: {elite: yes}}}",
    )
    assert texts(drawn(loaded.game, "red-1")[0]) == ["elite"]
    assert texts(drawn(loaded.game, "red-2")[0]) == []


def test_a_part_is_drawn_on_full_or_reduced_faces() -> None:
    loaded = with_layout(
        """
        {draw: text, text: whole, when: full, size: 6, box: [1, 1, 8, 3]}
        {draw: text, text: half, when: reduced, size: 6, box: [1, 9, 8, 3]}
        """,
        "units: {red-1: {steps: [{strength: 4, ma: 4}, {strength: 2, ma: 4}]}}",
    )
    assert texts(drawn(loaded.game, "red-1", 0)[0]) == ["whole"]
    assert texts(drawn(loaded.game, "red-1", 1)[0]) == ["half"]


def test_a_long_text_is_broken_then_set_closer_then_smaller() -> None:
    sizes = {}
    for name, width in (("wide", 13), ("broken", 8), ("smaller", 5.5)):
        loaded = with_layout(
            f'{{draw: text, text: "{{name}}", size: 7, min: 5, lines: 2, box: [1, 1, {width}, 6]}}',
            "units: {red-1: {name: Old Guard}}",
        )
        canvas, record = drawn(loaded.game, "red-1")
        sizes[name] = (texts(canvas), record.texts[0].points, record.texts[0].too_wide)
    assert sizes["wide"] == (["Old Guard"], 7.0, 0.0)
    assert sizes["broken"] == (["Old", "Guard"], 7.0, 0.0)
    assert sizes["smaller"][0] == ["Old", "Guard"]
    assert 5 <= sizes["smaller"][1] < 7
    assert sizes["smaller"][2] == 0


def test_a_bar_becomes_a_hyphen_only_where_the_text_is_broken() -> None:
    part = '{draw: text, text: "{name}", caps: small, size: 8, lines: 2, box: [1, 1, WIDE, 6]}'
    names = "units: {red-1: {name: Gross|deutschland}}"
    broken = with_layout(part.replace("WIDE", "12"), names)
    whole = with_layout(part.replace("WIDE", "13").replace("size: 8", "size: 4"), names)
    assert texts(drawn(broken.game, "red-1")[0]) == ["GROSS-", "DEUTSCHLAND"]
    assert texts(drawn(whole.game, "red-1")[0]) == ["GROSSDEUTSCHLAND"]


def test_the_names_of_a_side_have_one_size() -> None:
    loaded = with_layout(
        '{draw: text, text: "{name}", size: 9, min: 5, one_size: true, box: [1, 1, 13, 3]}',
        "units: {red-1: {name: Very Long Name}, red-2: {name: Foot}}",
    )
    game = loaded.game
    assert drawn(game, "red-1")[1].texts[0].points == drawn(game, "red-2")[1].texts[0].points < 9
    some = replace(game.counters, units=game.counters.units[1:2])
    alone = replace(game, counters=some)
    memory_of(alone.counters).sizes.update(shared_sizes(game, CLASSIC, NO_ART))
    assert drawn(alone, "red-2")[1].texts == drawn(game, "red-2")[1].texts


def test_what_was_measured_of_a_mix_is_forgotten_with_it_and_goes_to_no_other_process() -> None:
    mix = replace(moscow().counters)
    kept = len(layout_memory._MEMORIES)
    memory_of(mix).sizes["corps", 3, "german"] = 6.0
    sent = pickle.loads(pickle.dumps(mix))
    assert memory_of(sent).sizes == {}
    del mix, sent
    assert len(layout_memory._MEMORIES) == kept


def test_two_texts_share_a_row() -> None:
    loaded = with_layout(
        """
        {draw: text, text: "{name}", size: 8, min: 5, align: left, yields_to: end, box: [1, 1, 13, 3]}
        {draw: text, id: end, text: "{data.hex}", size: 6, align: right, box: [8, 1, 6, 3]}
        """,
        'units: {red-1: {name: Old Guard, data: {hex: "0410"}}, red-2: {name: Old Guard}}',
    )
    left, right = drawn(loaded.game, "red-1")[1].texts
    assert left.box.right <= right.box.x - 0.49
    assert drawn(loaded.game, "red-2")[1].texts[0].points == 8 > left.points
    assert told(loaded, "C016") == []


@pytest.mark.parametrize(("rotate", "wide"), [(0, True), (90, False), (180, True), (270, False)])
def test_turned_text_stays_in_its_box(rotate: int, wide: bool) -> None:
    loaded = with_layout(
        f"{{draw: text, text: abcdef, size: 6, rotate: {rotate}, align: left, box: [2, 2, 11, 11]}}"
    )
    canvas, record = drawn(loaded.game, "red-1")
    noted, seen = record.texts[0].box, canvas.texts[0].box
    assert (noted.width > noted.height) is wide
    assert abs(noted.centre.x - seen.centre.x) < 0.4
    assert abs(noted.centre.y - seen.centre.y) < 0.4
    assert noted.x >= 2 - 1e-6
    assert noted.right <= 13 + 1e-6


def test_the_worst_unit_is_told_with_the_excess() -> None:
    loaded = with_layout(
        '{draw: text, text: "{name}", size: 9, box: [1.5, 1.5, 8, 4]}',
        "units: {red-1: {name: Third Guards Cavalry}, red-2: {name: Second Foot Guards}}",
    )
    (found,) = told(loaded, "C014")
    assert re.search(
        r"'Third Guards Cavalry' is \d+\.\d\d mm too wide at 9 pt on unit 'red-1'", found.message
    )
    assert "other counters" in found.message


def test_text_below_five_points_is_told_at_true_size() -> None:
    part = '{draw: text, text: "{designation}", size: 6, box: [2, 2, 6, 4]}'
    assert told(with_layout(part), "C015") == []
    small = with_layout(part, "sheet: {counter_mm: 12}")
    assert "has 4.8 pt at true size" in told(small, "C015")[0].message
    assert told(with_layout(part, layout="size: [15, 15]"), "C015") == []


def test_misspelt_names_are_errors_with_the_name_that_is_meant() -> None:
    with pytest.raises(InputError) as fault:
        with_layout('{draw: text, text: "{strenght}", size: 6}')
    found = fault.value.diagnostics[0]
    assert (found.code, found.hint) == ("C012", "did you mean 'strength'?")


def test_classes_formations_units_and_steps_name_layouts() -> None:
    named = "\n".join(
        f"  {name}: {{parts: [{{draw: ground}}, {{draw: text, text: {name}, size: 6, box: [1, 5, 13, 3]}}]}}"
        for name in ("a", "b", "c", "d", "e")
    )
    loaded = load_with(
        f"unit_layout: a\nlayouts:\n{named}\n"
        "formations: {wing: {name: Wing, colour: '#102030', layout: c}}\n"
        "classes: {horse: {layout: b}}\n"
        "units:\n  red-1: {formation: wing}\n  red-2: {formation: wing, layout: d}\n"
        "  blue-1: {layout: d, steps: [{strength: 4, ma: 4, layout: e}]}\n"
    )
    shown = {
        name: texts(drawn(loaded.game, name)[0])[0]
        for name in ("red-3", "red-horse", "red-1", "red-2", "blue-1")
    }
    assert shown == {"red-3": "a", "red-horse": "b", "red-1": "c", "red-2": "d", "blue-1": "e"}
