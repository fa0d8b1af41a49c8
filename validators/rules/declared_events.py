"""Tell what of the dice of events can't be played."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from builder.model.replacing import Entry, Event
from validators.rules.unplayed import Unplayed


def check_brought(game: Game, number: int, event: Event, entry: Entry) -> Iterator[Unplayed]:
    """Yield what is wrong with an entry whose units a die brings."""
    where, at = f"the event of phase '{event.phase}'", ("rules", "events", number, "entry")
    if entry.comes != "arrival" or entry.early:
        told = f"{where}: the units of '{entry.id}' don't wait for a die"
        hint = f"write 'comes: arrival' at '{entry.id}', and leave 'early' out"
        yield Unplayed("P014", told, hint, at)
    schedules = [arrival for arrival in game.oob.arrivals if {*arrival.units} & {*entry.units}]
    if not schedules:
        told = f"{where}: no unit of '{entry.id}' arrives on any turn"
        hint = "write under 'arrivals' in oob.yaml when they come at the latest, be it after the last turn"
        yield Unplayed("P014", told, hint, at)
    if any(not {*arrival.units} >= {*entry.units} or arrival.choose is not None for arrival in schedules):
        told = f"{where}: the units of '{entry.id}' come apart from each other"
        yield Unplayed("P014", told, "name them together under 'arrivals' in oob.yaml, without 'choose'", at)
    others = [one for one in game.rules.events[:number] if one.brings and one.entry == event.entry]
    if others:
        told = f"{where}: another event brings the units of '{entry.id}'"
        yield Unplayed("P014", told, "delete one of them", at)


def check_faces(number: int, event: Event) -> Iterator[Unplayed]:
    """Yield what is wrong with what a die does by its faces."""
    where, at = f"the event of phase '{event.phase}'", ("rules", "events", number)
    for key, faces, word in (("fatal", event.fatal, "fatal"), ("brings", event.brings, "lucky")):
        beyond = [face for face in faces if not 1 <= face <= event.die]
        if beyond or (key == "fatal" and not (event.fatal or event.brings)):
            told = ", ".join(map(str, beyond)) or "none"
            hint = f"its die has the faces 1 to {event.die}"
            yield Unplayed("P014", f"{where}: {word} faces can't be {told}", hint, (*at, key))
    if event.fatal and event.brings:
        told = f"{where}: it both brings units and decides the game"
        yield Unplayed("P014", told, "write an event, and a phase, for each", (*at, "brings"))
    if event.fatal and (event.winner is None or not event.fatal_text):
        told = f"{where}: it isn't said who wins by it, and by what"
        yield Unplayed("P014", told, "write 'winner' and 'fatal_text'", (*at, "fatal"))
    if event.brings and not event.brings_text:
        told = f"{where}: it isn't said what it tells as units come"
        yield Unplayed("P014", told, "write 'brings_text'", (*at, "brings"))
    if event.first_turn > 1 and not event.brings:
        told = f"{where}: 'first_turn' is of dice that bring units"
        yield Unplayed("P014", told, "leave 'first_turn' out", (*at, "first_turn"))
