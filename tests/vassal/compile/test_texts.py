"""The list of what modules say is complete and as fresh as the scripts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hexwright.vassal.module.module_texts import (
    listed_games,
    parts_without_a_head,
    script_sentences,
    texts_page,
)

ROOT = Path(__file__).parents[3]


@cache
def page() -> str:
    """Return the list as it is made now; both tests read it."""
    return texts_page(listed_games(ROOT))


def test_the_list_is_what_the_scripts_say_now() -> None:
    written = (ROOT / "reports" / "texts.md").read_text(encoding="utf-8")
    assert written == page(), "run `python -m hexwright.vassal.module.module_texts` and read the difference"


def test_no_part_of_the_script_is_left_out() -> None:
    assert parts_without_a_head() == []


def test_a_sentence_stands_with_gaps_where_names_and_figures_are() -> None:
    line = (
        'return verdict("no", RULE, "", name + " goes back from " + from + ", " + leftOf(left, side) + ".");'
    )
    assert list(script_sentences([line])) == ["… goes back from …, …."]
    assert list(script_sentences(['if (kind.equals("recovery phase")) {'])) == []


def test_the_list_holds_each_kind_of_text_of_every_game() -> None:
    games = listed_games(ROOT)
    assert len(games) == len([path for path in (ROOT / "data").iterdir() if (path / "game.yaml").is_file()])
    for game in games:
        own = page().split(f"\n# {game.info.title}\n")[1].split("\n# ")[0]
        heads = ("Set-ups", "Phases", "Buttons", "Menus", "Reports", "Words", "Help: How the module")
        missing = [head for head in heads if f"\n## {head}" not in own]
        assert missing == [], game.info.title
