"""Lines of the chat are coloured by their kind and by the sides of units; the lines stay plain text."""

from __future__ import annotations

import io
import json
import struct
import wave

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.vassal.module.property_names import BOTH_SIDES
from hexwright.vassal.module.setup_titles import setup_titles
from hexwright.vassal.module.sounds import sound_files
from tests.vassal.compile.games import game
from tests.vassal.enforcement.playing import EMBATTLED, MOSCOW, opened

BATTLE = "battle-of-moscow"
TITLE = "Operation Typhoon, 7 turns, ready to play"


@pytest.fixture(scope="module")
def engine() -> EmulatedGame:
    """Return a game that has begun, whose script knows the names."""
    playing = opened(MOSCOW)
    playing.start(TITLE, BOTH_SIDES)
    return playing


def called(engine: EmulatedGame, call: str) -> str:
    """Return what a function of the script answers once it knows the names."""
    inner = json.dumps(f"learnNames(); {call}", ensure_ascii=False)
    run = json.dumps(f"rules.eval({inner});", ensure_ascii=False)
    return str(engine.evaluate(f"{{new bsh.Interpreter().eval(RulesRun + {run}).toString()}}"))


def looks(engine: EmulatedGame, line: str) -> list[tuple[str, str]]:
    """Return the parts of a line that have a look, each with the look."""
    told = called(engine, f"looksOf({json.dumps(line, ensure_ascii=False)});")
    parts = [part.split(",") for part in told.split(";") if part]
    return [(line[int(begin) : int(end)], look) for begin, end, look in parts]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "* Turn 1 (Oct I) · Clear · German movement: Any German units may move.",
            [("Turn 1 (Oct I) · Clear · German movement:", "phase.german")],
        ),
        (
            "* Turn 1 (Oct I) · Clear · Rail movement: Soviet units move by rail.",
            [("Turn 1 (Oct I) · Clear · Rail movement:", "phase.soviet")],
        ),
        (
            "* XXIV Panzer Corps: 0410 → 0310, 5 of 6 MP left.",
            [("XXIV Panzer Corps", "unit.german")],
        ),
        (
            "* Refused (3.2): XLVI Panzer Corps can't go from 0406 to 0606: no route.",
            [("Refused (3.2):", "refused"), ("XLVI Panzer Corps", "unit.german")],
        ),
        ("* Wait: no battle was declared.", [("Wait:", "wait")]),
        (
            "* Battle: 20th Army, XX Army Corps. (XLVI Panzer Corps) attack.",
            [
                ("Battle:", "head"),
                ("20th Army", "unit.soviet"),
                ("XX Army Corps", "unit.german"),
                ("XLVI Panzer Corps", "unit.german"),
            ],
        ),
        ("* Skipped: Rail movement (nothing to do).", [("Skipped: Rail movement (nothing to do).", "done")]),
        ("* UNDO: * 20th Army: 0506 → 0606", [("UNDO: * 20th Army: 0506 → 0606", "done")]),
        ("* You are the German player. It is your turn: x.", [("You are the German player.", "news")]),
        ("* Since the game began: Soviets: x.", [("Since the game began:", "news")]),
        (
            "* Since you last acted (German overruns of mechanised movement of turn 12): Soviets: x.",
            [("Since you last acted (German overruns of mechanised movement of turn 12):", "news")],
        ),
        ("*** Ann rolls 1d6: 4", [("Ann rolls 1d6: 4", "dice")]),
        ("* It is done. And so on: more", []),
        ("* 20th Armyx and x20th Army", []),
        ("<Ann> - Refused: 20th Army", []),
        ("- Loaded 20th Army: x", []),
        ("", []),
        ("*", []),
        ("* ", []),
        ("* Turn", []),
        ("**", []),
        ("*** ", []),
        ("* Turn 1: x", []),
    ],
)
def test_a_line_has_the_looks_of_its_kind(
    engine: EmulatedGame, line: str, expected: list[tuple[str, str]]
) -> None:
    assert looks(engine, line) == expected
    assert engine.take_problems() == ()


def test_names_that_begin_with_a_number_and_a_stop_are_names() -> None:
    fire = opened(EMBATTLED)
    fire.start(next(iter(setup_titles(game(EMBATTLED)))), BOTH_SIDES)
    line = "* Attack: 2. Armee attacks C1. Dice: 2. Panzergruppe 2, 2. Armee 1. Defence: Western Front."
    assert looks(fire, line) == [
        ("Attack:", "head"),
        ("2. Armee", "unit.german"),
        ("2. Panzergruppe", "unit.german"),
        ("2. Armee", "unit.german"),
        ("Western Front", "unit.russian"),
    ]
    assert looks(fire, "* 2. Armee: B1 → C1.") == [("2. Armee", "unit.german")]


def test_a_kind_of_line_is_one_though_the_name_of_a_unit_begins_with_it() -> None:
    large = opened(BATTLE)
    large.start(next(iter(setup_titles(game(BATTLE)))), BOTH_SIDES)
    line = "* Replacement: Replacement counter arrives in 2943."
    assert looks(large, line) == [("Replacement:", "head"), ("Replacement counter", "unit.russian")]


def test_what_modules_say_has_no_markup(engine: EmulatedGame) -> None:
    engine.start(TITLE, BOTH_SIDES)
    engine.take_chat()
    for _ in range(12):
        engine.press("Next phase")
    told = [line.text for line in engine.take_chat()]
    assert len(told) > 6
    assert not [line for line in told if "<" in line or "&" in line or line.startswith("* |")]


@pytest.mark.parametrize(
    ("line", "sound"),
    [
        ("* Turn 1 (Oct I) · Clear · German movement: Any German units may move.", "phase.wav"),
        ("* Refused (3.2): no route.", "refused.wav"),
        ("*** Ann rolls 1d6: 4", "dice.wav"),
        ("* XXIV Panzer Corps: 0410 → 0310", ""),
        ("* UNDO: * Refused: no", ""),
        ("", ""),
    ],
)
def test_phases_dice_and_refusals_have_a_sound(engine: EmulatedGame, line: str, sound: str) -> None:
    said = json.dumps(line, ensure_ascii=False)
    assert called(engine, f"soundOf({said}, looksOf({said}));") == sound


def test_sounds_are_short_waves_of_one_kind_and_the_same_each_time() -> None:
    made = sound_files()
    assert made == sound_files()
    for name, data in made.items():
        with wave.open(io.BytesIO(data)) as sound:
            assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, 44100), name
            assert 0.05 < sound.getnframes() / sound.getframerate() < 0.3
            samples = struct.unpack(f"<{sound.getnframes()}h", sound.readframes(sound.getnframes()))
        assert 2000 < max(map(abs, samples)) < 20000
        assert abs(samples[-1]) < 200


def test_classes_are_told_as_units_of_them(engine: EmulatedGame) -> None:
    assert called(engine, 'ofClasses("tank,infantry")') == "tanks or infantry"
