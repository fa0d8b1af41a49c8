"""The text of the rules booklet in blocks, before it is set: on paper, or as a page in the browser."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from hexwright.model.example_of_play import Example
from hexwright.model.game import Game
from hexwright.model.words.all_rule_words import by_rule
from hexwright.model.words.reconstruction_words import (
    MARK,
    designers_notes,
    reconstructions,
    source_lines,
)
from hexwright.model.words.rulebook_cases import rulebook_sections
from hexwright.paper.counter_copies import counter_copies
from hexwright.paper.setup_card_contents import scenario_paragraphs
from hexwright.render.counters.counter_explanation import counter_texts
from hexwright.render.html_templates import render
from hexwright.render.theme import CLASSIC
from hexwright.support.message_wording import join_with_and

Heading = tuple[str, str, int, str]
"""The number or an empty string, the title, the level from 1, and the mark that identifies its place."""


def booklet_text(
    game: Game, shown: Sequence[str], examples: Sequence[Example], *, pictured: bool = False
) -> str:
    """Return the text of the booklet in blocks between empty lines; `shown` contains the ids of its charts.

    A block that begins with "!" places something, with "#" is a heading, with "-" an entry of a list. A page
    that is `pictured` places the key to the counters; any other tells it in words.
    """
    return html.unescape(
        render(
            "hexwright.paper",
            "rules.txt",
            info=game.info,
            counters=len(counter_copies(game)),
            dice=dice_text(game),
            sides=sides_sentence(game),
            scenarios=list(scenario_paragraphs(game)),
            key=["!key"] if pictured else list(counter_texts(game, CLASSIC)),
            sequence=game.rules.sequence,
            sections=rulebook_sections(game),
            figures=by_rule(game),
            numbered=game.has_published_numbers,
            retold=game.rules.provenance.status != "ruling",
            examples=list(examples),
            charts=list(shown),
            invented=game.invented,
            origin=_origin(game),
            provenance=_provenance(game),
            mark=MARK,
            marked={one.rule for one in reconstructions(game)},
            notes=() if game.invented else designers_notes(game),
            marked_data=bool(reconstructions(game)),
        )
    )


def headings_of(blocks: Iterable[str]) -> Iterator[Heading]:
    """Yield the headings in some blocks of text; headings with the same words get different marks."""
    seen: Counter[str] = Counter()
    for block in blocks:
        if block.startswith("#"):
            level = len(block) - len(block.lstrip("#"))
            number, bar, title = block.lstrip("# ").partition(" | ")
            if not bar:
                number, title = "", number
            name = number or title
            seen[name] += 1
            yield number, title, level, f"rule:{name}" + (f" ({seen[name]})" if seen[name] > 1 else "")


def sides_sentence(game: Game) -> str:
    """Return the sides as a sentence, such as "Two sides play: the Germans and the Soviets"."""
    sides = game.info.sides
    number = dict(enumerate(("Two", "Three", "Four", "Five", "Six"), 2)).get(len(sides), str(len(sides)))
    return f"{number} sides play: {join_with_and([f'the {side.plural}' for side in sides], 'and')}"


def dice_text(game: Game) -> str:
    """Return the dice that players need for battles, such as "one six-sided die"."""
    most: dict[int, int] = {}
    for number, sides in game.battle_dice.values():
        most[sides] = max(number, most.get(sides, 0))
    shapes = {sides: "six-sided" if sides == 6 else f"{sides}-sided" for sides in most}
    told = (f"{shapes[of]} dice" if many > 1 else f"one {shapes[of]} die" for of, many in most.items())
    return " and ".join(told)


def _origin(game: Game) -> str:
    """Return the heading above sources and credits; an empty string for an original game without any."""
    if not game.invented:
        return "Where this comes from"
    told = game.info.credits or game.info.copyright or game.rules.provenance.note
    return "Credits" if told else ""


def _provenance(game: Game) -> str:
    note = " ".join(game.rules.provenance.note.split())
    return note if game.invented else " ".join((*source_lines(game), note)).strip()
