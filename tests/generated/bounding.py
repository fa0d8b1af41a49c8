"""Give the scenarios of a random game limits and covers, which their ready set-ups keep."""

from __future__ import annotations

from typing import Any

from hexwright.model.ids import HexId
from tests.generated.ground import Ground
from tests.generated.plan import Plan

Files = dict[str, dict[str, Any]]


def bound(plan: Plan, ground: Ground, files: Files) -> None:
    """Add to each scenario what its ready set-up happens to keep, with the features that mark the hexes."""
    if not plan.has("set-up-bounds"):
        return
    features, rules = files["map.yaml"]["features"], files["rules.yaml"]
    units, zoc = files["counters.yaml"]["units"], rules.get("zoc", {})
    classes = zoc.get("classes") or files["counters.yaml"]["classes"]
    for name in [name for name in files if name.startswith("scenarios/")]:
        scenario, day = files[name], name.split("/")[1].removesuffix(".yaml")
        dice = plan.dice(f"bounds {day}")
        standing = {u: HexId(h) for h, here in scenario["setup"]["placement"].items() for u in here}
        limits, covers = [], []
        for side in ground.sides:
            own = {unit: h for unit, h in standing.items() if units[unit]["side"] == side}
            some = dice.sample(ground.start_of(side), dice.randint(1, len(ground.start_of(side))))
            if dice.random() < 0.7:
                mark = f"{side}-limit-{day}"
                features[mark] = _marks(side, {"some": sorted(some), "other": [ground.hexes[0]]})
                count = sum(h in some for h in own.values())
                limits.append({"side": side, "feature": mark, "group": "some", "max": count})
            zoned = {
                h for u, h in own.items() if zoc.get("reach") != "none" and units[u]["unit_class"] in classes
            }
            beyond = {
                h
                for one in zoc.get("not_into", ())
                if one.get("side", side) == side
                for h in files["map.yaml"]["terrain"][one["terrain"]]["hexes"]
            }
            foes = set(standing.values()) - set(own.values())
            watched = {h for h in ground.hexes if zoned & set(ground.grid.neighbours(h).values())} - beyond
            covered = [h for h in ground.hexes if h not in foes and (h in own.values() or h in watched)]
            if covered and dice.random() < 0.7:
                mark = f"{side}-cover-{day}"
                features[mark] = _marks(
                    side, {"all": dice.sample(covered, dice.randint(1, min(4, len(covered))))}
                )
                group = {"group": "all"} if plan.dice(f"cover {mark}").random() < 0.5 else {}
                covers.append({"side": side, "feature": mark} | group)
        scenario |= {"setup_limits": limits, "setup_cover": covers}


def _marks(side: str, groups: dict[str, list[HexId]]) -> dict[str, Any]:
    return {
        "name": f"{side.title()} mark",
        "art": "none",
        "groups": {name: {"name": name.title(), "hexes": hexes} for name, hexes in groups.items()},
    }
