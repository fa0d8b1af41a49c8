"""Dress a random game: numbers of rules, looks of counters and map, further charts, editions, examples."""

from __future__ import annotations

import typing
from dataclasses import fields
from random import Random
from typing import Any, Final

from hexwright.model.counter_mix import MarkerSymbol, SizeName, SymbolName
from hexwright.model.ids import Direction
from hexwright.model.provenance import Provenance, Status
from hexwright.model.rules.rules_record import Rules
from hexwright.model.scenario import Scenario
from tests.generated.coverage import classes_in, types_of
from tests.generated.ground import Ground
from tests.generated.plan import Plan

Data = dict[str, Any]
PICTURE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 9 L5 1 L9 9 Z"/></svg>\n'
)
SHORT: Final = 0.5
"""How much of what may be dressed is."""


def dress(plan: Plan, ground: Ground, files: dict[str, Data]) -> dict[str, str]:
    """Dress the files of a game, and return the pictures that belong to it by their names."""
    dice = plan.dice("dressing")
    rules, hexmap, counters = files["rules.yaml"], files["map.yaml"], files["counters.yaml"]
    scenarios = [data for name, data in files.items() if name.startswith("scenarios/")]
    if plan.has("cited"):
        rules["summary"] = {
            "1.1": {"title": "All", "text": "As told."},
            "lines": {"title": "Lines", "heading": "Of lines", "text": "As told."},
        }
        _cite(Rules, rules, dice)
        for scenario in scenarios:
            _cite(Scenario, scenario, dice)
        for turn in files["charts.yaml"]["turn_tracks"]["days"]["turns"]:
            turn |= {"rule": "1.1", "notes": ["A note"]}
    if plan.has("looks"):
        _looks(ground, files, dice)
        _pictures(hexmap, counters, plan.dice("pictures"))
        _front(ground, hexmap, plan.dice("front"))
        _likened(files)
    if plan.has("sheets"):
        panels = ["title", "effects", "phases", "key"]
        hexmap["sheet"] = {"width_mm": 900, "height_mm": 900, "panels": dice.sample(panels, 3)}
        counters["sheet"] |= {
            "gutter_mm": 2,
            "bleed_mm": 1,
            "block_columns": 4,
            "block_rows": 3,
            "block_gap_mm": 8,
        }
    if plan.has("more-charts"):
        _charts(ground, files["charts.yaml"])
    if plan.has("editions"):
        _editions(files)
    if plan.has("examples"):
        rules["examples"] = dict(_examples(ground, files, dice))
    return {"mark.svg": PICTURE} if "mark.svg" in str((hexmap, counters)) else {}


def _cite(kind: type, data: Data, dice: Random) -> None:
    """Give the entries of a part numbers of rules."""
    for entry in fields(kind):
        hint = types_of(kind)[entry.name]
        if entry.name.endswith("rule") and dice.random() < 0.8:
            data.setdefault(entry.name, "1.1" if dice.random() < 0.8 else "lines")
        parts = data.get(entry.name)
        inner = [part for part in classes_in(hint) if part is not Provenance]
        if not inner or not parts or entry.name in ("sequence", "summary", "options"):
            continue
        if isinstance(parts, list):
            entries = parts
        else:
            keyed = typing.get_origin(hint) is tuple or "tuple" in str(hint)
            entries = list(parts.values()) if keyed else [parts]
        for one in entries:
            if isinstance(one, dict):
                _cite(inner[0], one, dice)


def _source(dice: Random) -> Data:
    return {"status": dice.choice(typing.get_args(Status)), "source": "drawn at random"}


def _pictures(hexmap: Data, counters: Data, dice: Random) -> None:
    """Give the map, terrain and faces pictures of their own."""
    steps = [step for unit in counters["units"].values() for step in unit["steps"]]
    faces = [face for marker in counters["markers"].values() for face in marker["faces"]]
    for part in (hexmap, *hexmap["terrain"].values(), *steps, *faces):
        if dice.random() < 0.2:
            part["picture"] = "mark.svg"
    for unit in counters["units"].values():
        if dice.random() < 0.2:
            unit["back_picture"] = "mark.svg"


def _looks(ground: Ground, files: dict[str, Data], dice: Random) -> None:
    hexmap, counters = files["map.yaml"], files["counters.yaml"]
    for unit in counters["units"].values():
        unit["size"] = dice.choice(typing.get_args(SizeName))
        if dice.random() < 0.2:
            unit["symbol_picture"] = "mark.svg"
        if dice.random() < 0.2:
            unit["provenance"] = _source(dice) | {"note": "A note"}
    for name, entry in counters["classes"].items():
        if name != "air":
            entry["symbol"] = dice.choice([s for s in typing.get_args(SymbolName) if s != "air"])
    for symbol in typing.get_args(MarkerSymbol):
        if symbol not in ("turn", "control") and dice.random() < SHORT:
            faces = [{"text": symbol.title(), "symbol": symbol}]
            counters["markers"][f"mark-{symbol}"] = {"name": f"The {symbol} marker", "faces": faces}
    for figure in counters.get("ratings", {}).values():
        figure["format"] = "+{value}"
    files["game.yaml"] |= {"subtitle": "A game", "period": "Once", "copyright": "Nobody"}
    files["game.yaml"]["sides"][ground.sides[0]]["emblem"] = "diamond"
    for side in ground.sides[:2]:
        hexmap["edges"][ground.edge_of(side)]["side"] = side
    for kind in hexmap["terrain"].values():
        if "hexes" in kind:
            kind["art"] = dice.choice(("forest", "swamp", "hills", "lake", "city"))
        if dice.random() < 0.3:
            kind["provenance"] = _source(dice)
    for name, feature in hexmap["features"].items():
        feature["art"] = dice.choice(
            ("citadel", "star", "cross", "none") if "side" in feature else ("fortification",)
        )
        lettered = feature["art"] == "star" and ground.plan.dice("letters").random() < 0.5
        if lettered and not _names_a_group(files, name):
            feature["art"] = "letters"
            feature["groups"] = {f"a{n}": group for n, group in enumerate(feature["groups"].values())}
        for group in feature["groups"].values():
            group["provenance"] = _source(dice)
    for kind in (*hexmap["hexsides"].values(), *hexmap["lines"].values()):
        for line in kind["lines"].values():
            line["provenance"] = _source(dice)
    _exits(ground, hexmap)
    free = [h for h in ground.hexes if all(h != place["hex"] for place in hexmap["places"].values())]
    if free:
        hexmap["places"]["heath"] = {
            "name": "The Heath",
            "hex": dice.choice(free),
            "kind": "name",
            "provenance": _source(dice),
        }
    for weather in files["charts.yaml"]["weather"].values():
        weather["other"] = "Cold"
    for turn in files["charts.yaml"]["turn_tracks"]["days"]["turns"]:
        turn["provenance"] = _source(dice)


def _front(ground: Ground, hexmap: Data, dice: Random) -> None:
    """Draw a front from hex to hex."""
    line = [dice.choice(ground.hexes)]
    for _ in range(3):
        near = [h for h in ground.grid.neighbours(line[-1]).values() if h in ground.hexes and h not in line]
        line += dice.sample(near, 1) if near else []
    groups = {"at-first": {"name": "Where they stood", "hexes": line}}
    hexmap["features"]["front"] = {"name": "Front", "art": "front", "groups": groups}


def _likened(files: dict[str, Data]) -> None:
    """Make the second scenario inherit from the first what both say, if it says everything that the first
    does.
    """
    first, second = (files.get(f"scenarios/day-{number}.yaml", {}) for number in (1, 2))
    if not second or set(first) - set(second):
        return
    for key in [key for key in first if first[key] == second[key] and key not in _OWN]:
        del second[key]
    second["based_on"] = "day-1"


_OWN: Final = ("title", "description", "order")
"""What a scenario never takes from another."""


def _names_a_group(part: object, feature: str) -> bool:
    """Return whether something in the files counts a group of a feature by its name, which must stay then."""
    if isinstance(part, dict):
        named = part.get("feature") == feature and "group" in part
        return named or any(_names_a_group(one, feature) for one in part.values())
    return isinstance(part, list) and any(_names_a_group(one, feature) for one in part)


def _exits(ground: Ground, hexmap: Data) -> None:
    """Make lines that end at the edge of the map leave it there."""
    for kind in hexmap["lines"].values():
        for line in kind["lines"].values():
            exits = [
                {"hex": end, "direction": side}
                for end in dict.fromkeys((line["path"][0], line["path"][-1]))
                for side in typing.get_args(Direction)
                if side in ground.grid.directions and ground.grid.neighbour(end, side) is None
            ]
            if exits:
                line["exits"] = [ground.plan.dice("exits").choice(exits)]


def _charts(ground: Ground, charts: Data) -> None:
    charts["text_tables"] = {
        "guide": {
            "name": "Guide",
            "columns": ["What", "How"],
            "rows": [["Move", "On foot"]],
            "notes": ["So."],
        }
    }
    charts["terrain_effects"] = [
        {"name": kind.title(), "subject": kind, "movement": "As told", "combat": "As told", "other": "None"}
        for kind in (*ground.terrain, *ground.hexsides, *ground.ramparts, *ground.lines)
    ]
    charts["victory"]["who-wins"]["awards"] = [{"points": 3, "text": "For a town"}]
    for table in ([charts["combat"]] if "combat" in charts else []) + list(
        charts.get("hit_tables", {}).values()
    ):
        table |= {"notes": ["Read it well."]} if "columns" in table else {"text": "Read it well."}


def _editions(files: dict[str, Data]) -> None:
    """Put some of the map in one edition alone."""
    files["game.yaml"]["options"] = {
        "edition": {
            "name": "Edition",
            "description": "Which map is drawn",
            "choices": {"old": {"name": "The old"}, "new": {"name": "The new"}},
            "default": "new",
        }
    }
    hexmap = files["map.yaml"]
    for kind in (*hexmap["hexsides"].values(), *hexmap["lines"].values()):
        for n, line in enumerate(kind["lines"].values()):
            line["option"] = {"edition": "old" if n else "new"}
    if "fort" in hexmap["features"]:
        hexmap["features"]["fort"]["groups"]["all"]["option"] = {"edition": "new"}


def _examples(ground: Ground, files: dict[str, Data], dice: Random) -> list[tuple[str, Data]]:
    """Return examples of a unit on its own, and of one that is attacked."""
    rules, units = files["rules.yaml"], files["counters.yaml"]["units"]
    rule = next(iter(rules["summary"]))
    found: list[tuple[str, Data]] = []
    scenario = files["scenarios/day-1.yaml"]
    standing = [unit for here in scenario["setup"]["placement"].values() for unit in here]
    for kind, played in (("zoc", "movement"), ("movement", "movement"), ("combat", "combat")):
        phases = [(phase, data) for phase, data in rules["sequence"].items() if data["kind"] == played]
        if not phases:
            continue
        phase, data = dice.choice(phases)
        own = next(unit for unit in standing if units[unit]["side"] == data["side"])
        other = next(unit for unit in standing if units[unit]["side"] != data["side"])
        spot = dice.choice(ground.hexes)
        near = list(ground.grid.neighbours(spot).values())
        if not near:
            continue
        subject = own if kind != "combat" else other
        rest = other if subject == own else own
        found.append(
            (
                f"of-{kind}",
                {
                    "kind": kind,
                    "rule": rule,
                    "title": "An example",
                    "scenario": "day-1",
                    "phase": phase,
                    "subject": subject,
                    "units": [
                        {"unit": subject, "hex": spot},
                        {"unit": rest, "hex": near[0], "step": len(units[rest]["steps"])},
                    ],
                    "text": "So it is.",
                    "turn": dice.randint(scenario["first_turn"], scenario["last_turn"]),
                },
            )
        )
    return found
