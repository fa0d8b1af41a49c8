"""From its first moment a game shows the next action, its player and its key; no text moves the ones
beside it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.emulator.live_toolbar import strip_html
from hexwright.vassal.enforcement.setup import STATUS_LETTERS
from hexwright.vassal.module.property_names import BOTH_SIDES
from hexwright.vassal.module.setup_titles import setup_titles
from tests.vassal.compile.games import GAMES, compiled
from tests.vassal.compile.games import game as game_of
from tests.vassal.enforcement.playing import EMBATTLED, MOSCOW, opened
from tests.vassal.enforcement.table import PROMPT

STATUS, LABEL, NEXT = "What may be done", "Turn and phase", "Next phase"


def shown(engine: EmulatedGame, name: str) -> str:
    """Return what a button shows, HTML and all."""
    return next(engine.shown(b) for b in engine.toolbar.buttons if b.name == name)


def width(text: str) -> str:
    """Return the width that a button's text is given."""
    [found] = re.findall(r"<(?:div|table) width=(\d+)", text)
    return str(found)


def prompt(engine: EmulatedGame) -> tuple[str, str]:
    """Return the first line and the text of the prompt."""
    [(head, text)] = re.findall(PROMPT, shown(engine, STATUS))
    return strip_html(head), strip_html(text)


@pytest.mark.parametrize("slug", GAMES)
def test_every_set_up_says_at_once_who_does_what_and_how(slug: str) -> None:
    engine, game = opened(slug), game_of(slug)
    names = "|".join(side.name for side in game.info.sides)
    plurals = "|".join(side.plural for side in game.info.sides)
    widths = set()
    for title in setup_titles(game):
        engine.start(title, BOTH_SIDES)
        head, text = prompt(engine)
        said = str(engine.property("NextStep") or engine.property("PhaseText"))
        step = re.sub(rf"^(?:{plurals}): (.)", lambda found: found[1].upper(), said)
        assert text == step, title
        hint = r"Drag each unit from .* \(menu Windows\)(, the \w+ first,)? to .* press Begin the game\."
        phase = re.escape(str(engine.property("PhaseName")))
        begun = re.fullmatch(rf"The ({names}) player's turn: {phase}", head) and re.search(
            "Ctrl|[Pp]ress", text
        )
        assert begun or (head == "Set-up" and re.fullmatch(hint, text)), (title, head, text)
        assert len(text) <= STATUS_LETTERS
        assert not text.endswith("…")
        widths.add(tuple(width(shown(engine, name)) for name in (STATUS, LABEL, NEXT)))
    assert len(widths) == 1
    assert engine.take_problems() == ()


@pytest.mark.parametrize("slug", [MOSCOW, EMBATTLED])
def test_a_loaded_game_says_it_as_well(slug: str, tmp_path: Path) -> None:
    engine = opened(slug)
    engine.start(next(iter(setup_titles(game_of(slug)))), BOTH_SIDES)
    said = strip_html(shown(engine, STATUS))
    file = tmp_path / "now.vsav"
    file.write_bytes(compiled(slug).files[f"{game_of(slug).scenarios[0].id}.vsav"])
    engine.load(file, BOTH_SIDES)
    assert strip_html(shown(engine, STATUS)) == said != ""


def test_before_a_game_no_turn_is_shown() -> None:
    engine = opened(MOSCOW)
    engine.close_game()
    assert strip_html(shown(engine, LABEL)).strip().startswith("No game yet")
