"""Check for decks that don't exist."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.expression_analysis import constant_text
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import ReturnToDeck


def _run(subject: CheckedModule) -> Iterator[Finding]:
    names: list[tuple[ModulePlace, str | None]] = []
    for placed, trait in subject.module.traits(ReturnToDeck):
        if trait.version >= 2 and not trait.choose:
            names.append((placed.place, constant_text(trait.deck_name)))
    for node in subject.module.all(c.DrawPile):
        pile = node.component
        if isinstance(pile, c.DrawPile) and pile.reshufflable:
            names.append((node.place, pile.reshuffle_target))
    for node in subject.module.all(c.DeckSendKeyCommand):
        sender = node.component
        if isinstance(sender, c.DeckSendKeyCommand) and not sender.variable_deck:
            names.append((node.place, sender.target_deck))
    for place, name in names:
        if name and name not in subject.module.deck_names:
            yield Finding(place, f"the deck {quoted(name)} doesn't exist")


CHECK = Check(
    code="V405",
    name="unknown-deck",
    level=Severity.ERROR,
    title="A deck that doesn't exist",
    why="A card that should return to a deck that doesn't exist stays where it is.",
    since="the card stays where it is",
    remedy="Correct the deck's name.",
    run=_run,
    needs_module=True,
)
