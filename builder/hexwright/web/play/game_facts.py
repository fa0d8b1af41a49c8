"""The facts of a game that the page needs once: names, colours, hexes, tables, scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexwright.geometry.hex_board import Board
from hexwright.geometry.hex_layout import Layout
from hexwright.model.game import Game
from hexwright.model.scenario import Scenario
from hexwright.players.policies import SLOW_POLICIES, policies_for
from hexwright.support.message_wording import join_with_and
from hexwright.web.play.json_values import Json


def game_facts(
    game: Game, layout: Layout, frame: tuple[float, float, float, float], result_kinds: Mapping[str, str]
) -> Json:
    """Return a game's facts.

    `frame` is the map's part of its picture: left, top, width and height in mm. `result_kinds` gives the kind
    of each combat result, which its colour shows.
    """
    combat = game.charts.combat
    return {
        "game": game.slug,
        "version": game.info.version,
        "title": game.info.title,
        "subtitle": game.info.subtitle,
        "period": game.info.period,
        "description": game.info.description,
        "sides": [
            {
                "id": side.id,
                "name": side.name,
                "plural": side.plural,
                "emblem": side.emblem,
                "fill": side.classic.fill,
                "reduced": side.classic.reduced,
                "ink": side.classic.ink,
                "accent": side.classic.accent,
            }
            for side in game.info.sides
        ],
        "phases": [
            {"id": phase.id, "name": phase.name, "side": phase.side, "kind": phase.kind, "text": phase.text}
            for phase in game.rules.sequence
        ],
        "turn_tracks": {
            track.id: [
                {"turn": turn.turn, "date": turn.date, "weather": turn.weather, "notes": list(turn.notes)}
                for turn in track.turns
            ]
            for track in game.charts.turn_tracks
        },
        "weather": {
            one.id: {"name": one.name, "art": one.art, "movement": one.movement, "combat": one.combat}
            for one in game.charts.weather
        },
        "results": {
            result.id: {
                "name": result.name,
                "text": result.text,
                "kind": result_kinds.get(result.id, "none"),
            }
            for result in (combat.results if combat else ())
        },
        "die": max((sides for _, sides in game.battle_dice.values()), default=6),
        "units": {
            unit.id: {
                "name": unit.name,
                "designation": unit.designation,
                "side": unit.side,
                "class": unit.unit_class,
                "size": unit.size,
                "steps": [
                    {"strength": step.strength, "ma": step.ma, "defence": step.defence} for step in unit.steps
                ],
            }
            for unit in game.counters.units
        },
        "classes": {one.id: one.name for one in game.counters.classes},
        "players": [
            {"id": name, "name": _PLAYER_NAMES[name], "slow": name in SLOW_POLICIES}
            for name in policies_for(game)
        ],
        "scenarios": [
            _scenario(game, one) for one in sorted(game.scenarios, key=lambda one: (one.order, one.id))
        ],
        "options": [
            {
                "id": option.id,
                "name": option.name,
                "description": option.description,
                "default": option.default,
                "choices": [{"id": choice.id, "name": choice.name} for choice in option.choices],
            }
            for option in game.rules.options
        ],
        "hexes": _hexes(game, layout),
        "flat": layout.flat,
        "radius": round(layout.radius, 4),
        "frame": [round(value, 3) for value in frame],
        "counter": game.counters.sheet.counter_mm,
        "terrain": {terrain.id: terrain.name for terrain in game.hexmap.terrain},
        "ranges": _ranges(game),
    }


_PLAYER_NAMES: Final = {
    "greedy": "Computer",
    "tuned": "Computer, practised",
    "random": "Computer, at random",
    "search": "Computer, searching",
}


def _ranges(game: Game) -> list[Json]:
    """Return the ranges of units that attack from a distance, each with the units in words."""
    combat = game.rules.combat
    if combat is None or combat.bombardment is None:
        return []
    names = {one.id: one.name.lower() for one in game.counters.classes}
    found = {
        (
            join_with_and([names.get(one, one) for one in entry.classes], "and") or "bombarding units",
            entry.range,
        )
        for entry in combat.bombardment.ranges
    }
    return [{"words": words, "range": far} for words, far in sorted(found)]


def _scenario(game: Game, scenario: Scenario) -> Json:
    return {
        "id": scenario.id,
        "title": scenario.title,
        "description": scenario.description,
        "turn_track": scenario.turn_track,
        "first_turn": scenario.first_turn,
        "last_turn": scenario.last_turn,
        "options": dict(game.options_of(scenario)),
        "free_setup": bool(scenario.setup_areas),
        "areas": [
            {
                "side": area.side,
                "step": area.step,
                "units": list(area.units),
                "hexes": area.open_hexes(game.hexmap),
            }
            for area in scenario.setup_areas
        ],
        "placed": [[unit, hex_id] for hex_id, unit in scenario.setup.standing],
    }


def _hexes(game: Game, layout: Layout) -> Json:
    """Return each hex's centre in mm, terrain, place and neighbours."""
    board = Board.of(game.hexmap)
    places = {place.hex: place for place in game.hexmap.places}
    found: Json = {}
    for number, hex_id in enumerate(board.ids):
        if not board.every >> number & 1:
            continue
        centre = layout.centre(hex_id)
        facts: Json = {
            "x": round(centre.x, 2),
            "y": round(centre.y, 2),
            "terrain": game.hexmap.terrain_of(hex_id).id,
            "near": list(board.names(board.near[number])),
        }
        if hex_id in places:
            facts["place"] = places[hex_id].name
            facts["kind"] = places[hex_id].kind
        found[hex_id] = facts
    return found
