"""Event checks: the phases in which events occur, the units they bring, and the effects of their dice."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.replacement_record import Entry, Event
from hexwright.rules.rule_validation.unplayable_rules import UnplayableRule, missing_rule
from hexwright.support.message_wording import did_you_mean, join_with_or


def check_events(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with the events in rules.yaml."""
    rules = game.rules
    kinds: dict[str, str] = {phase.id: phase.kind for phase in rules.sequence}
    entries = {entry.id: entry for each in rules.replacements for entry in each.entries}
    scheduled = {unit for arrival in game.oob.reinforcements for unit in arrival.units}
    for number, event in enumerate(rules.events):
        where = f"the event of phase '{event.phase}'"
        at = ("rules", "events", number)
        if kinds.get(event.phase) != "event":
            events = [phase for phase, kind in kinds.items() if kind == "event"]
            hint = (
                f"phases of kind 'event': {join_with_or(events)}"
                if events
                else "write 'kind: event' in a phase"
            )
            yield UnplayableRule("P014", f"{where}: the phase isn't of kind 'event'", hint, (*at, "phase"))
        if event.phase in {other.phase for other in rules.events[:number]}:
            hint = "write a separate phase for each event, or delete one event"
            yield UnplayableRule("P014", f"{where}: another event has the same phase", hint, (*at, "phase"))
        entry = entries.get(event.entry)
        if entry is None:
            known = (
                did_you_mean(event.entry, sorted(entries), "entries")
                if entries
                else f"write '{event.entry}' under 'entries' of 'replacements'"
            )
            told = f"{where}: there is no entry '{event.entry}' in 'replacements'"
            yield UnplayableRule("P014", told, known, (*at, "entry"))
        elif event.arrives_on:
            yield from _brought(game, number, event, entry)
        elif entry.arrives != "scheduled" or not entry.may_come_early:
            hint = f"write 'arrives: scheduled' and 'may_come_early: true' in entry '{entry.id}'"
            yield UnplayableRule(
                "P014", f"{where}: the units of entry '{entry.id}' can't arrive early", hint, (*at, "entry")
            )
        elif not scheduled.intersection(entry.units):
            hint = "write the turn of arrival of its units under 'reinforcements' in oob.yaml"
            yield UnplayableRule(
                "P014", f"{where}: no unit of entry '{entry.id}' has a turn of arrival", hint, (*at, "entry")
            )
        yield from _faces(number, event)
    for phase in rules.sequence:
        untold = phase.kind == "event" and phase.id not in {event.phase for event in rules.events}
        if untold:
            hint = f"write '- {{phase: {phase.id}, …}}' under 'events'"
            yield missing_rule(
                game, f"no event for the phase '{phase.id}'", hint, "rules", "sequence", phase.id, "kind"
            )


def _brought(game: Game, number: int, event: Event, entry: Entry) -> Iterator[UnplayableRule]:
    """Yield problems with an entry whose units arrive through an event's die roll."""
    where, at = f"the event of phase '{event.phase}'", ("rules", "events", number, "entry")
    if entry.arrives != "scheduled" or entry.may_come_early:
        told = f"{where}: the units of entry '{entry.id}' don't wait for a die roll"
        hint = f"write 'arrives: scheduled' in entry '{entry.id}', and leave 'may_come_early' out"
        yield UnplayableRule("P014", told, hint, at)
    schedules = [arrival for arrival in game.oob.reinforcements if {*arrival.units} & {*entry.units}]
    if not schedules:
        told = f"{where}: no unit of entry '{entry.id}' has a turn of arrival"
        hint = (
            "write the units' latest turn under 'reinforcements' in oob.yaml, even if it is after "
            "the end of the game"
        )
        yield UnplayableRule("P014", told, hint, at)
    if any(not {*arrival.units} >= {*entry.units} or arrival.choose is not None for arrival in schedules):
        told = f"{where}: the units of entry '{entry.id}' must arrive together"
        yield UnplayableRule(
            "P014",
            told,
            "list all its units in one entry of 'reinforcements' in oob.yaml, without 'choose'",
            at,
        )
    others = [one for one in game.rules.events[:number] if one.arrives_on and one.entry == event.entry]
    if others:
        told = f"{where}: another event brings the same units, of entry '{entry.id}'"
        yield UnplayableRule("P014", told, "delete one of the two events", at)


def _faces(number: int, event: Event) -> Iterator[UnplayableRule]:
    """Yield problems with the effects listed for the faces of an event's die."""
    where, at = f"the event of phase '{event.phase}'", ("rules", "events", number)
    for key, faces in (
        ("ends_game_on", event.ends_game_on),
        ("arrives_on", event.arrives_on),
    ):
        beyond = [face for face in faces if not 1 <= face <= event.die]
        if beyond or (key == "ends_game_on" and not (event.ends_game_on or event.arrives_on)):
            told = f"the die can't show {', '.join(map(str, beyond))}" if beyond else "no number is listed"
            hint = f"write numbers from 1 to {event.die} for '{key}'"
            yield UnplayableRule("P014", f"{where}: '{key}': {told}", hint, (*at, key))
    if event.ends_game_on and event.arrives_on:
        told = f"{where}: an event can't both bring units and end the game"
        yield UnplayableRule("P014", told, "write two events, each with its own phase", (*at, "arrives_on"))
    if event.ends_game_on and (event.winner is None or not event.ends_game_text):
        told = f"{where}: the winner or the reason is missing"
        yield UnplayableRule(
            "P014",
            told,
            "write the side as 'winner' and the reason as 'ends_game_text'",
            (*at, "ends_game_on"),
        )
    if event.arrives_on and not event.arrives_text:
        told = f"{where}: the text for the arrival of units is missing"
        yield UnplayableRule("P014", told, "write the text as 'arrives_text'", (*at, "arrives_on"))
    if event.first_turn > 1 and not event.arrives_on:
        told = f"{where}: 'first_turn' is only for dice that bring units"
        yield UnplayableRule("P014", told, "leave 'first_turn' out", (*at, "first_turn"))
