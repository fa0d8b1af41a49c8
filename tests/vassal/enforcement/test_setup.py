"""A free set-up is judged piece by piece, and begins only when it is legal."""

from __future__ import annotations

import pytest

from hexwright.emulator.live_toolbar import strip_html
from hexwright.rules.setup.random_setup import generate_setup
from hexwright.vassal.codec.buildfile.components import GlobalProperty, TurnTracker
from tests.tiers import ALL
from tests.vassal.compile.games import game, module
from tests.vassal.enforcement import setups
from tests.vassal.enforcement.playing import EMBATTLED, MOSCOW, TOY, Table, opened

FREE = "Operation Typhoon: place the units yourself"
SOVIETS, POOL = "Soviet forces", "Soviet replacement pool"


@pytest.fixture
def table() -> Table:
    """Return the free set-up of the short scenario."""
    return Table(opened(MOSCOW)).start(FREE)


def full(seed: int = 3) -> list[tuple[str, str]]:
    """Return a legal placement."""
    return [(str(e.unit), str(e.hex)) for e in generate_setup(game(MOSCOW), "operation-typhoon", seed)]


def test_a_free_set_up_tells_that_it_is_one_and_a_ready_one_begins_at_once(table: Table) -> None:
    assert table.get("SettingUp") == "true"
    assert table.get("PhaseName") == "Set-up"
    assert table.engine.turn().shown == "Set-up"
    table.start("Operation Typhoon")
    assert table.get("SettingUp") == "false"
    assert table.get("Phase") == "german-combat"


def test_a_unit_goes_to_a_hex_of_its_own_side_and_is_told_what_is_left(table: Table) -> None:
    assert table.drag("soviet-5", "0301") == [
        "Set-up: 5th Army starts in 0301. Still empty: 12 Soviet hexes, 22 German hexes."
    ]
    assert table.where("soviet-5") == "0301"
    assert table.get("LastViolation") == ""


def test_a_unit_is_sent_back_from_a_hex_where_it_may_not_start(table: Table) -> None:
    for hex_id, why in (
        ("0501", "5th Army starts in a hex of “Soviet set-up”."),
        ("0103", "5th Army starts in a hex of “Soviet set-up”."),
    ):
        before = table.state()[:-1]
        assert table.drag("soviet-5", hex_id) == [f"Refused (3.8): {why} It is sent back."]
        assert table.state()[:-1] == before
        assert table.get("LastViolation") == "3.8"
        assert table.get("LastRefusal") == f"(3.8) {why}"


def test_one_unit_starts_in_a_hex(table: Table) -> None:
    table.drag("soviet-5", "0301")
    [line] = table.drag("soviet-3", "0301")
    assert line.startswith("Refused (3.8): 3rd Army can't start in 0301: only one unit may")
    assert table.where("soviet-3") == SOVIETS


def test_a_unit_that_is_held_stays_where_it_waits(table: Table) -> None:
    waits = table.where("soviet-1s")
    [line] = table.drag("soviet-1s", "0301")
    assert "1st Shock Army can be taken as a replacement from turn 4 on" in line
    assert table.where("soviet-1s") == waits
    assert table.drag("soviet-1s", POOL)[0].startswith("Refused (3.8): ")
    assert table.where("soviet-1s") == waits


def test_a_placed_unit_moves_on_to_another_legal_hex_goes_back_or_waits_in_its_pool(table: Table) -> None:
    for place in ("0301", "0302", SOVIETS, "0302", POOL, "0510"):
        lines = table.drag("soviet-5", place)
        assert table.where("soviet-5") == place, lines
    assert table.drag("soviet-5", "German replacement pool")[0].startswith("Refused (3.8): ")
    assert table.where("soviet-5") == "0510"


def test_a_unit_is_turned_only_to_the_step_it_starts_at(table: Table) -> None:
    [line] = table.key("soviet-5", "keys:ctrl F")
    assert line == "Refused (3.8): 5th Army starts at step 2."
    table.hotkey("hexwright.rules.off")
    table.key("soviet-5", "keys:ctrl F")
    table.hotkey("hexwright.rules.strict")
    assert table.drag("soviet-5", "0301") == [
        "Refused (3.8): 5th Army starts at step 2, not 1. It is sent back."
    ]
    table.key("soviet-5", "keys:ctrl F")
    table.drag("soviet-5", "0301")
    assert table.where("soviet-5") == "0301"


@pytest.mark.parametrize(
    ("slug", "title", "rule", "first"),
    [
        (MOSCOW, FREE, "3.8", "The Soviets set up first; 13 units still to place."),
        (
            EMBATTLED,
            "The German Assault: place the units yourself",
            "Setup and Special 1st Turn Rules",
            "The Russians set up first; ",
        ),
    ],
)
def test_sides_set_up_one_after_another(slug: str, title: str, rule: str, first: str) -> None:
    table = Table(opened(slug)).start(title)
    scenario = next(s for s in game(slug).scenarios if title.startswith(s.title))
    placed = [(str(e.unit), str(e.hex)) for e in generate_setup(game(slug), scenario.id, 3)]
    later, earlier = (
        [entry for entry in placed if entry[0].startswith("german") == german] for german in (True, False)
    )
    unit, hex_id = later[0]
    waits = table.where(unit)
    [line] = table.drag(unit, hex_id)
    assert line.startswith(f"Refused ({rule}): ")
    assert first in line
    assert table.where(unit) == waits
    assert any(first in line for line in table.key(unit, "keys:ctrl G"))
    table.place(earlier[:-1])
    assert table.drag(unit, hex_id)[0].startswith("Refused")
    table.place(earlier[-1:])
    assert table.drag(unit, hex_id)[0].startswith("Set-up: ")
    mover, at = earlier[0]
    [line] = table.drag(mover, earlier[1][1])
    assert "have finished their set-up; " in line
    assert table.where(mover) == at
    assert slug != MOSCOW or "have finished their set-up; " in table.key(mover, "keys:ctrl F")[-1]
    table.drag(unit, "German forces")
    assert not any("have finished" in line for line in table.drag(mover, earlier[1][1]))
    table.drag(mover, at)
    table.place(later)
    table.press("Begin the game")
    assert table.get("SettingUp") == "false"


def test_the_game_begins_only_with_every_hex_filled_and_says_what_is_missing(table: Table) -> None:
    placed = full()
    table.place(placed[:-2])
    before = table.state()[:-1]
    missing = " or ".join(sorted(hex_id for _, hex_id in placed[-2:]))
    assert table.press("Begin the game") == [
        f"Refused (3.8): The game can't begin yet: no German unit in {missing}."
    ]
    assert table.get("SettingUp") == "true"
    assert table.state()[:-1] == before
    table.place(placed[-2:])
    lines = table.press("Begin the game")
    assert lines[0] == "The set-up is complete and the game begins. Units left over are in their pools."
    assert lines[1].startswith("Turn 1 (Oct I) · Clear · German combat: ")
    assert (table.get("SettingUp"), table.get("Turn"), table.get("Phase")) == ("false", "1", "german-combat")
    assert table.get("ActiveSide") == "german"


def test_units_left_over_wait_in_their_pool_at_their_last_step(table: Table) -> None:
    placed = full()
    table.place(placed)
    table.press("Begin the game")
    left = {f"soviet-{n}" for n in (3, 5, 10, 13, 16, 19, 20, 24, 29, 30, 32, 33, 40, 43, 49, 50)} - dict(
        placed
    ).keys()
    assert len(left) == 3
    for unit in left:
        assert table.where(unit) == POOL
        assert table.engine.property("Step", piece=table.id(unit)) == "2"
    assert table.get("UnitsLost_soviet") == "0"


def test_the_beginning_is_one_step_of_undo(table: Table) -> None:
    table.place(full())
    before = table.state()
    table.press("Begin the game")
    table.engine.undo()
    assert table.state() == before
    assert table.engine.turn().shown == "Set-up"


def test_assist_tells_and_lets_it_stand_and_off_is_silent(table: Table) -> None:
    table.start(FREE, "assist")
    [line] = table.drag("soviet-5", "0501")
    assert line.startswith("Against the rules (3.8): 5th Army starts in a hex of “Soviet set-up”")
    assert line.endswith("It stands.")
    assert table.where("soviet-5") == "0501"
    lines = table.press("Begin the game")
    assert lines[0].startswith("Against the rules (3.8): The game can't begin yet: ")
    assert lines[0].endswith("It begins all the same.")
    assert table.get("SettingUp") == "false"
    table.start(FREE, "off")
    assert table.drag("soviet-5", "0501") == []
    assert table.press("Begin the game")[0].startswith("The set-up is complete")
    assert table.get("Phase") == "german-combat"


def test_a_move_in_a_combat_phase_is_judged_while_a_unit_waits_in_a_window(table: Table) -> None:
    table.start(FREE, "off")
    table.place(full()[:20])
    table.press("Begin the game")
    table.hotkey("hexwright.rules.off")
    unit, hex_id = full()[0]
    table.drag("german-xlii", "German forces")
    assert table.where("german-xlii") == "German forces"
    table.hotkey("hexwright.rules.strict")
    [line] = table.drag(unit, "0901")
    assert line.startswith("Refused (")
    assert table.where(unit) == hex_id


def test_observers_neither_place_units_nor_begin_the_game(table: Table) -> None:
    for level in ("strict", "assist", "off"):
        table.start(FREE, level)
        table.engine.change_side("<observer>")
        before = table.state()
        told = table.drag("soviet-5", "0301")[-1]
        assert told.startswith("Refused: ")
        assert "You are watching: press Change seat" in told
        table.press("Begin the game")
        after = table.state()
        assert after[:-1] == before[:-1]
        # What was refused last is shown to who was refused; nobody else hears of it.
        assert after[-1][:-1] == before[-1][:-1]


def test_a_game_whose_areas_need_not_be_filled_begins_when_the_units_stand_well() -> None:
    table = Table(opened(TOY)).start("The Bridge: place the units yourself")
    assert table.get("Phase") == "red-replacement"
    placed = [(str(e.unit), str(e.hex)) for e in generate_setup(game(TOY), "the-bridge", 1)]
    table.place([entry for entry in placed if entry[0].startswith("red")])
    table.press("Begin the game")
    assert table.get("SettingUp") == "true"
    assert "still to place: First Blue Foot, Second Blue Foot" in str(table.get("LastRefusal"))
    table.place([entry for entry in placed if entry[0].startswith("blue")])
    table.press("Begin the game")
    assert (table.get("SettingUp"), table.get("Turn"), table.get("Phase")) == ("false", "1", "red-movement")


def test_random_set_ups_are_judged_as_the_reference_judges_them() -> None:
    tally = setups.compare(opened(MOSCOW), game(MOSCOW), seed=5, placements=40 if ALL else 20)
    assert 0 < tally.legal < tally.placements
    assert tally.differences == []


def test_a_sign_of_refusal_is_no_part_of_the_game(table: Table) -> None:
    before = table.state()[:-1]
    table.drag("soviet-5", "0501")
    assert table.state()[:-1] == before
    assert table.engine.take_problems() == ()


def test_the_toolbar_shows_the_next_step_and_the_last_refusal(table: Table) -> None:
    def shown() -> list[str]:
        """Return the texts of the buttons with a text of their own."""
        world = table.engine.world
        return [
            strip_html(world.evaluator.format(b.format, None)).strip()
            for b in table.engine.toolbar.buttons
            if b.format
        ]

    assert any(text.startswith("Begin the game") for text in shown())
    assert any(text.startswith("Set-up") for text in shown())
    assert any(
        "Drag each unit from German forces and Soviet forces (menu Windows)" in text
        and text.endswith("then press Begin the game.")
        for text in shown()
    )
    table.drag("soviet-5", "0501")
    assert any("(3.8) 5th Army starts in a hex of" in text for text in shown())
    table.drag("soviet-5", "0301")
    assert not any(text.startswith("Refused") for text in shown())


def test_the_turn_counter_itself_is_out_of_reach() -> None:
    tracker = next(iter(module(MOSCOW).all(TurnTracker)))
    assert (tracker.button_text, tracker.icon, tracker.hotkey) == ("", "", None)
    docked = {p.name: p.initial_value for p in module(MOSCOW).all(GlobalProperty)}
    assert docked["TurnTracker.defaultDocked"] == "false"


def refused_beginning(table: Table) -> str:
    """Press the button that begins the game and return what the chat says of it."""
    [told] = [line for line in table.press("Begin the game") if "can't begin yet" in line]
    return told.partition("can't begin yet: ")[2].removesuffix(" It begins all the same.")


def test_a_refused_beginning_tells_together_who_has_one_fault(table: Table) -> None:
    table.start(FREE, "assist")
    for number, unit in enumerate(("german-xl", "german-xx", "german-xlvii"), 1):
        table.drag(unit, f"120{number}")
    for number, unit in enumerate(("soviet-3", "soviet-5", "soviet-10", "soviet-13", "soviet-16"), 1):
        table.drag(unit, f"010{number}")
    assert refused_beginning(table) == (
        "XL Panzer Corps, XX Army Corps, XLVII Panzer Corps start in a hex of “German set-up”; "
        "3rd Army, 5th Army, 10th Army and 2 more start in a hex of “Soviet set-up”; "
        "no Soviet unit in 0301, 0302, 0303 or 10 more; no German unit in 0103, 0104, 0106 or 19 more."
    )


def test_a_refused_beginning_tells_five_faults_and_how_many_more(table: Table) -> None:
    table.start(FREE, "assist")
    placed = [entry for entry in full() if entry[0].startswith("soviet")]
    for (one, hex_id), (other, _) in zip(placed[:6], placed[6:12], strict=True):
        table.drag(one, hex_id)
        table.drag(other, hex_id)
    told = refused_beginning(table).split("; ")
    assert [fault.partition(": ")[0].partition(" ")[2] for fault in told[:-1]] == [
        "holds 2 units, at most 1 may start there"
    ] * 5
    # The sixth hex, and the empty hexes of both sides.
    assert told[-1] == "and 3 more faults."
