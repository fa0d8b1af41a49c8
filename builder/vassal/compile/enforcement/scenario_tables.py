"""Write what the scripts look up of scenarios: where units start, and how victory is reckoned."""

from __future__ import annotations

from builder.geometry.board import Board
from builder.model.game import Game
from builder.model.ids import HexId, UnitId
from builder.model.scenario import Scenario
from builder.model.winning import VictoryRules
from builder.vassal.compile.enforcement import tables
from builder.vassal.compile.trays import tray_name


def scenario_tables(game: Game) -> dict[str, str]:
    """Return the small tables, by the name that the scripts give them."""
    return _setup_tables(game) | _victory_tables(game)


def scenario_words(game: Game) -> dict[str, str]:
    """Return the names in which the scripts tell of scenarios."""
    return _setup_words(game) | _victory_words(game)


def _fixed(scenario: Scenario) -> dict[UnitId, HexId]:
    """Return the units that no area lets a player place, each with its hex of the shipped set-up."""
    free = {unit for area in scenario.areas for unit in area.units}
    return {unit: hex_id for hex_id, unit in scenario.setup.standing if unit not in free}


def _setup_tables(game: Game) -> dict[str, str]:
    """Return what the scripts look up of the scenarios' set-ups."""
    board = Board.of(game.hexmap)
    areas: list[tuple[str, list[str]]] = []
    alone: list[tuple[str, list[str]]] = []
    held: list[tuple[str, list[str]]] = []
    for scenario in game.scenarios:
        placed = {unit for area in scenario.areas for unit in area.units}
        for number, area in enumerate(scenario.areas):
            fields = [
                area.side,
                tables.text(board.bits(area.hexes) or board.features[area.feature]),
                str(area.step),
                "fill" if area.fill else "any",
                "stack" if area.stack else "alone",
                ",".join(area.units) or "-",
            ]
            areas.append((f"{scenario.id}.{number}", fields))
        alone += [(f"{scenario.id}.{unit}", [hex_id]) for unit, hex_id in _fixed(scenario).items()]
        held += [
            (f"{scenario.id}.{unit}", [waiting.box])
            for waiting in scenario.setup.held
            for unit in waiting.units
            if unit not in placed
        ]
    return {
        "SETUP_AREAS": tables.table(areas),
        "SETUP_ORDER": tables.table(
            (scenario.id, [",".join(scenario.setup_order)])
            for scenario in game.scenarios
            if scenario.setup_order
        ),
        "SETUP_FIXED": tables.table(alone),
        "SETUP_HELD": tables.table(held),
    }


def _setup_words(game: Game) -> dict[str, str]:
    """Return the names in which the scripts tell of set-ups."""
    features = {feature.id: feature.name for feature in game.hexmap.features}
    found = {f"tray.{side.id}": tray_name(side) for side in game.info.sides}
    found |= {f"box-name.{box.id}": box.name for box in game.hexmap.boxes}
    for scenario in game.scenarios:
        found[f"scenario.{scenario.id}"] = scenario.title
        found[f"setup-rule.{scenario.id}"] = scenario.setup_rule
        for number, area in enumerate(scenario.areas):
            found[f"area.{scenario.id}.{number}"] = features[area.feature]
        for waiting in scenario.setup.held:
            found |= {f"held.{scenario.id}.{unit}": waiting.text for unit in waiting.units if waiting.text}
    return found


def _rules_of(game: Game, scenario: Scenario) -> VictoryRules | None:
    """Return how a scenario's victory is reckoned, or None where the data don't say."""
    return next((rules for rules in game.rules.victory if rules.id == scenario.victory), None)


def _victory_tables(game: Game) -> dict[str, str]:
    """Return what the scripts look up of victory: hold, eliminated, places, bonus, its hex."""
    places = {place.id: place.hex for place in game.hexmap.places}
    rows: list[tuple[str, list[str]]] = []
    for scenario in game.scenarios:
        rules = _rules_of(game, scenario)
        if rules is None:
            continue
        worth = [
            f"{place.id}:{place.hex}:{points}"
            for place in game.hexmap.places
            if (points := rules.points_for(place))
        ]
        bonus = [f"{side}:{points}" for side, points in rules.bonus.items()]
        fields = [
            "-" if rules.hold is None else f"{rules.hold}:{places[rules.hold]}",
            str(rules.eliminated),
            ",".join(worth) or "-",
            ",".join(bonus) or "-",
            "-" if rules.bonus_place is None else places[rules.bonus_place],
        ]
        rows.append((scenario.id, fields))
    return {
        "VICTORY": tables.table(rows),
        "SIDES": ",".join(side.id for side in game.info.sides),
        **_claims(game),
    }


def _claims(game: Game) -> dict[str, str]:
    """Return the claims of every scenario, a row each, and who wins without one."""
    claims: list[str] = []
    otherwise: list[tuple[str, list[str]]] = []
    for scenario in game.scenarios:
        rules = _rules_of(game, scenario)
        for claim in rules.claims if rules is not None else ():
            hexes = ",".join(place.hex for place in game.hexmap.places if place.id in claim.places)
            last = "yes" if claim.at_end else "no"
            claims.append(f"{scenario.id} {claim.side} {claim.after} {last} {hexes}")
        if rules is not None and rules.otherwise is not None:
            otherwise.append((scenario.id, [rules.otherwise]))
    return {"CLAIMS": "/" + "".join(f"{claim}/" for claim in claims), "OTHERWISE": tables.table(otherwise)}


def _victory_words(game: Game) -> dict[str, str]:
    """Return the names in which the scripts tell the score."""
    named = {place.id: place.name for place in game.hexmap.places}
    found = {f"sides.{side.id}": side.plural for side in game.info.sides}
    found |= {f"place.{place}": name for place, name in named.items()}
    found |= {f"place-in.{place.hex}": place.name for place in game.hexmap.places if place.kind != "name"}
    texts = {table.id: table.text for table in game.charts.victory}
    for scenario in game.scenarios:
        found[f"victory-text.{scenario.id}"] = texts.get(scenario.victory, "")
        rules = _rules_of(game, scenario)
        if rules is not None:
            found[f"victory-rule.{scenario.id}"] = rules.rule
            if rules.bonus_place is not None:
                where = named[rules.bonus_place]
                found[f"bonus.{scenario.id}"] = f"{where} occupied at the end of an enemy turn"
    return found
