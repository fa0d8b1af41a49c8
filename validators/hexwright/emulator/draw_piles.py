"""Decks as components of the module, and their commands (VASSAL.build.module.map.DrawPile)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cmp_to_key, partial
from typing import Any

from hexwright.emulator.beanshell.java_lang_classes import compare_texts
from hexwright.emulator.beanshell.java_values import java_text
from hexwright.emulator.command_targets import deck_limit
from hexwright.emulator.expression_evaluator import PropertySource
from hexwright.emulator.game_world import GameWorld
from hexwright.emulator.global_commands import send_to_each
from hexwright.emulator.live_decks import DeckCommand, EmptySource, LiveDeck
from hexwright.emulator.live_pieces import LivePiece
from hexwright.inspect.analysis.key_bindings import key_identity
from hexwright.inspect.analysis.module_view import ComponentNode
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.field_values import java_int
from hexwright.vassal.codec.shared_records import FastMatch
from hexwright.vassal.codec.stacks_and_decks import Deck


def deck_definition(node: ComponentNode) -> Deck:
    """Return the deck that a component creates in a new game."""
    pile = node.component
    assert isinstance(pile, c.DrawPile)
    sends = bool(pile.reshufflable)
    return Deck(
        outline=bool(pile.draw) or pile.get("draw") is None,
        outline_colour=pile.color,
        width=pile.width,
        height=pile.height,
        face_down=pile.face_down or "Always",
        shuffle=pile.shuffle or "Always",
        draw_multiple=bool(pile.allow_multiple),
        draw_specific=bool(pile.allow_select),
        reversible=bool(pile.reversible),
        send_menu=(pile.reshuffle_command or "") if sends else "",
        send_deck=(pile.reshuffle_target or "") if sends else "",
        send_report=(pile.reshuffle_message or "") if sends else "",
        send_key=pile.reshuffle_hotkey,
        name=pile.name or "Deck",
        shuffle_report=pile.shuffle_format or "",
        reverse_report=pile.reverse_format or "",
        face_down_report=pile.face_down_format or "",
        draw_face_up=bool(pile.draw_face_up),
        can_be_saved=bool(pile.can_save),
        shuffle_key=pile.shuffle_hotkey,
        max_stack=pile.max_stack,
        count_expressions=tuple(pile.count_expressions or ()),
        counts=bool(pile.expression_counting),
        global_commands=tuple(
            _global_command(one.component)
            for one in components_beneath(node)
            if isinstance(one.component, c.DeckGlobalKeyCommand)
        ),
        key_on_empty=bool(pile.hotkey_on_empty),
        empty_key=pile.empty_hotkey,
        select_display=pile.select_display_property or "$BasicName$",
        select_sort=pile.select_sort_property or "",
        restricted=bool(pile.restrict_option),
        restriction=pile.restrict_expression or "",
        shuffle_menu=pile.shuffle_command or "",
        reverse_menu=pile.reverse_command or "",
        reverse_key=pile.reverse_hotkey,
        draw_multiple_menu=pile.draw_multiple_message or "",
        draw_specific_menu=pile.draw_specific_message or "",
        face_up_menu=pile.face_up_message or "",
        face_down_menu=pile.face_down_message or "",
        face_up_key=pile.face_up_hotkey,
        face_up_report=pile.face_up_report_format or "",
        face_flip_key=pile.face_flip_hotkey,
        face_down_key=pile.face_down_hotkey,
        save_menu=pile.save_message or "",
        save_key=pile.save_hotkey,
        save_report=pile.save_report_format or "",
        load_menu=pile.load_message or "",
        load_key=pile.load_hotkey,
        load_report=pile.load_report_format or "",
        restrict_access=bool(pile.deck_restrict_access),
        owners=tuple(pile.deck_owners or ()),
    )


def _global_command(one: c.DeckGlobalKeyCommand) -> str:
    """Return the text by which a deck keeps a global key command of its component."""
    name = one.name or ""
    return sequence_encoder.encode(
        (
            *(name, one.get("hotkey") or "", one.get("filter") or "", one.deck_count or "-1"),
            *(one.report_format or "", name, one.get("target") or FastMatch("DECK").format()),
            *(str(bool(one.report_single)).lower(), str(bool(one.suppress_sounds)).lower()),
            one.get("parameters") or "",
        ),
        "|",
    )


def make_deck(world: GameWorld, deck_id: str, given: Deck, pile: ComponentNode | None) -> LiveDeck:
    """Return a deck with the commands of its component. The deck isn't on a map yet."""
    deck = LiveDeck(world, deck_id, given, pile)
    if pile is not None:
        deck.extra = tuple(_commands(world, deck, pile))
    elif given.global_commands:
        world.report_unsupported("a Deck Global Key Command of a deck that is no longer in the module")
    return deck


def find_pile(world: GameWorld, name: str) -> ComponentNode | None:
    """Return the component of the deck with the given name, or None."""
    return next(
        (node for node in world.module.all(c.DrawPile) if node.component.get("name", "") == name), None
    )


def components_beneath(node: ComponentNode) -> Iterator[ComponentNode]:
    """Yield the children of a component, with folders expanded."""
    for child in node.children:
        if isinstance(child.component, c.DeckSubFolder):
            yield from components_beneath(child)
        else:
            yield child


def _commands(world: GameWorld, deck: LiveDeck, pile: ComponentNode) -> Iterator[DeckCommand]:
    """Yield a deck's commands in VASSAL's order: global key commands, then commands that send and
    sort cards.
    """
    nodes = [node.component for node in components_beneath(pile)]
    for one in nodes:
        if isinstance(one, c.DeckGlobalKeyCommand):
            yield DeckCommand(one.name or "", None, partial(_global, world, deck, one))
    for one in nodes:
        if isinstance(one, c.DeckSendKeyCommand):
            yield _line(one, partial(_send, world, deck, one))
        elif isinstance(one, c.DeckSortKeyCommand):
            yield _line(one, partial(_sort, world, deck, one))


def _line(one: c.DeckSendKeyCommand | c.DeckSortKeyCommand, do: Callable[[], None]) -> DeckCommand:
    key = key_identity(one.hotkey) if one.hotkey is not None else None
    return DeckCommand(one.menu_text or "", key, do)


# Global key commands ----------------------------------------------------------------------------
def _global(world: GameWorld, deck: LiveDeck, one: c.DeckGlobalKeyCommand) -> None:
    source: PropertySource = deck.home if deck.home is not None else world.holder
    line = world.evaluator.format(one.report_format or "", source)
    if line:
        world.say("* " + line)
    command = key_identity(one.hotkey) if one.hotkey is not None else None
    most = deck_limit(world, one.deck_count or "-1", source)
    if command is None or not deck.accessible or most == 0:
        return
    accept = world.evaluator.filter(one.filter or "", source)

    def chosen() -> Iterator[LivePiece]:
        number = 0
        for piece in deck.ordered():
            if number == most:
                return
            if accept(piece):
                number += 1
                yield piece

    send_to_each(world, chosen(), command, tuple(one.parameters or ()), source)


# Sending ----------------------------------------------------------------------------------------
def _drawn(world: GameWorld, deck: LiveDeck, one: c.DeckSendKeyCommand, most: int) -> list[LivePiece]:
    """Return the cards that a command sends: at most `most`, or all if `most` is 0 or less."""
    evaluator = world.evaluator
    drawn: list[LivePiece] = []
    for piece in deck.ordered():
        if one.send_matching and evaluator.format(one.match_expression or "", piece) != "true":
            continue
        if one.stop and evaluator.format(one.stop_expression or "", piece) == "true":
            return [*drawn, piece] if one.stop_also else drawn
        drawn.append(piece)
        if 0 < most <= len(drawn):
            break
    return drawn


def _send(world: GameWorld, deck: LiveDeck, one: c.DeckSendKeyCommand) -> None:
    evaluator = world.evaluator
    source: PropertySource = deck.home if deck.home is not None else world.holder
    name = evaluator.format(one.deck_expression or "", source) if one.variable_deck else one.target_deck or ""
    target = world.pile(name)
    if target is None:
        world.problem(f"the cards can't be sent: there is no deck {name!r}")
        return
    most = -1
    if one.limit_total:
        try:
            most = java_int(evaluator.format(one.limit_expression or "", EmptySource()))
        except ValueError:
            world.problem(f"the limit of cards to send is not a number: {one.limit_expression}")
    sending = _drawn(world, deck, one, most)
    for piece in sending:
        world.prepare_move(piece)
        world.put_in_deck(target, piece)
        if one.apply_on_move:
            world.after_move(piece)
        world.check_emptied()
    deck.report(
        one.report_format or "", one.menu_text or "", {"sentCount": str(len(sending)), "targetDeck": name}
    )


# Sorting ----------------------------------------------------------------------------------------
def _sort(world: GameWorld, deck: LiveDeck, one: c.DeckSortKeyCommand) -> None:
    columns = [_column(code) for code in sequence_encoder.decode(one.sort_parameters or "", ",") if code]
    if not columns or not columns[0][0]:
        return
    deck.arrange(sorted(deck.pieces, key=cmp_to_key(partial(_compare, columns))))
    deck.report(one.report_format or "", one.menu_text or "")


def _column(code: str) -> tuple[str, bool, bool]:
    parts = [*sequence_encoder.decode(code, "|"), "", "", ""]
    return parts[0], parts[1] == "true", parts[2] == "true"


def _compare(columns: list[tuple[str, bool, bool]], one: LivePiece, other: LivePiece) -> int:
    """Compare two cards, so that the first card in sort order becomes the top of the deck
    (SortParameterComparator).
    """
    for name, descending, numeric in columns:
        sign = -1 if descending else 1
        second: Any = other.get(name)
        if second is None:
            return -sign
        first: Any = one.get(name)
        if first is None:
            return sign
        first, second = java_text(first), java_text(second)
        result = compare_texts(second, first)
        if numeric:
            with suppress(ValueError):
                result = java_int(second) - java_int(first)
        if result:
            return sign if result > 0 else -sign
    return 0
