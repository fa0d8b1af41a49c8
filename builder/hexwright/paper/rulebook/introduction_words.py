"""Words of the rulebook's first and last pages, which paper and screen share."""

from __future__ import annotations

from typing import Final

from hexwright.model.game import Game
from hexwright.model.words.reconstruction_words import MARK, reconstructions, source_lines
from hexwright.paper.counters.counter_copies import counter_copies
from hexwright.support.message_wording import join_with_and

MOST_SCENARIOS: Final = 6
"""The number of scenarios that are described in words; more are listed in a table."""


def needed_text(game: Game) -> str:
    """Return what players need, and the sides, such as "You need the map, 61 counters, …"."""
    return (
        f"You need the map, {len(counter_copies(game))} counters, the charts and {dice_text(game)}. "
        f"{sides_sentence(game)}."
    )


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


def option_texts(
    game: Game, chart: str = "scenario chart"
) -> tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]]:
    """Return sentences on the options that players agree on, and a row for each: name, standard, others.

    The table of scenarios, `chart`, has the choices of those in which scenarios differ; a sentence says what
    they are.
    """
    told: list[str] = []
    rows: list[tuple[str, str, str]] = []
    for option in game.rules.options:
        if len({one.options.get(option.id, option.default) for one in game.scenarios}) > 1:
            about = f"{option.description[:1].lower()}{option.description[1:]}"
            told.append(f"In the {chart}, “{option.name}” says {about}")
            continue
        usual = next(one.name for one in option.choices if one.id == option.default)
        others = [one.name for one in option.choices if one.id != option.default]
        rows.append((option.name, usual, "; ".join(others)))
    if rows:
        told.append(
            f"Agree on {'this option' if len(rows) == 1 else 'these options'} before you begin. "
            "Rules and tables are those of the standard game."
        )
    return tuple(told), tuple(rows)


def credit_lines(game: Game) -> list[str]:
    """Return the credits, sources and rights, a line each; none for a new game without any."""
    info = game.info
    lines = [f"{credit.role}: {', '.join(credit.names)}." for credit in info.credits]
    if not game.invented:
        lines += source_lines(game)
    elif game.rules.provenance.note:
        lines.append(" ".join(game.rules.provenance.note.split()))
    if info.copyright:
        lines.append(info.copyright)
    if game.invented and info.licence:
        lines.append(f"Licence: {info.licence}.")
    return lines


def credits_title(game: Game) -> str:
    """Return the heading above the credits."""
    return "Credits" if game.invented else "Sources and credits"


def mark_text(game: Game) -> str:
    """Return what the mark at cases and charts means; an empty string if there is none."""
    rebuilt = reconstructions(game)
    if game.invented or not rebuilt:
        return ""
    turns = all(one.chart.startswith("turns-") for one in rebuilt)
    lost = "the turn record, whose original is" if turns else "cases and charts whose originals are"
    return f"The mark {MARK} stands at {lost} lost."
