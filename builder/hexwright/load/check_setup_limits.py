"""Check the limits of a free set-up: units must have enough room, and hexes to cover must be in reach."""

from __future__ import annotations

from hexwright.geometry.zoc_limit_hexes import hex_ids_without_zoc
from hexwright.load.check_context import CheckContext
from hexwright.load.value_spans import Path
from hexwright.model.hex_map import Feature
from hexwright.model.ids import HexId
from hexwright.model.scenario import Scenario, SetUpArea, SetUpLimit
from hexwright.support.message_wording import count_noun, join_with_or, quote


def check_setup_limits(check: CheckContext, scenario: Scenario) -> None:
    """Report set-up limits and covers that no set-up can meet, and unknown groups of features."""
    features = {feature.id: feature for feature in check.game.hexmap.features}
    path: Path = ("scenarios", scenario.id)
    for number, limit in enumerate(scenario.setup_limits):
        where: Path = (*path, "setup_limits", number)
        at = (*where, "group")
        if limit.feature in features and _grouped(check, features[limit.feature], limit.group, where, at):
            _room(check, scenario, limit, features, where)
    for number, cover in enumerate(scenario.setup_cover):
        where = (*path, "setup_cover", number)
        at = (*where, "group")
        if cover.feature in features and _grouped(check, features[cover.feature], cover.group, where, at):
            _coverable(check, scenario, number, features, where)
    for name, group in scenario.feature_groups.items():
        where = (*path, "groups", name)
        if name in features:
            _grouped(check, features[name], group, where, where)


def _grouped(check: CheckContext, feature: Feature, group: str, where: Path, at: Path) -> bool:
    known = [one.id for one in feature.groups]
    if not group or group in known:
        return check.was_read_whole(*where) and check.was_read_whole("hexmap", "features", feature.id)
    check.error(
        "S020",
        f"feature {quote(feature.id)} has no group {quote(group)}",
        check.spans.value(*at),
        f"write one of the feature's groups: {join_with_or(known)}",
    )
    return False


def _areas(check: CheckContext, scenario: Scenario, side: str) -> list[SetUpArea] | None:
    """Return the set-up areas of a side, or None if they weren't read completely."""
    whole = check.was_read_whole("scenarios", scenario.id, "setup_areas") and check.was_read_whole(
        "scenarios", scenario.id, "setup"
    )
    return [area for area in scenario.setup_areas if area.side == side] if whole else None


def _room(
    check: CheckContext, scenario: Scenario, limit: SetUpLimit, features: dict[str, Feature], where: Path
) -> None:
    """Report a limit lower than the number of units that must start in its hexes."""
    areas = _areas(check, scenario, limit.side)
    inside = set(features[limit.feature].hexes_of(limit.group))
    least = 0
    for area in areas or ():
        hexes = area.open_hexes(check.game.hexmap)
        if area.fill:
            least += len(inside.intersection(hexes))
            continue
        room = check.game.rules.stacking.limit if area.may_stack else 1
        outside = len(set(hexes) - inside)
        least += max(
            0, len(area.units) - (len(area.units) * bool(outside) if room is None else room * outside)
        )
    free = {unit for area in scenario.setup_areas for unit in area.units}
    own = {unit.id for unit in check.game.counters.units if unit.side == limit.side}
    least += sum(h in inside for h, unit in scenario.setup.standing if unit in own and unit not in free)
    if areas is not None and least > limit.max:
        check.error(
            "S021",
            f"at most {count_noun(limit.max, 'unit')} may start there, but {count_noun(least, 'unit')} "
            f"can't start elsewhere",
            check.spans.key(*where, "max"),
            f"write {least} or more for 'max', or add other hexes to the areas of these units",
        )


def _coverable(
    check: CheckContext, scenario: Scenario, number: int, features: dict[str, Feature], where: Path
) -> None:
    """Report hexes that no unit of the side can cover from its set-up areas."""
    cover = scenario.setup_cover[number]
    areas = _areas(check, scenario, cover.side)
    if areas is None or check.grid is None:
        return
    zoc = check.game.rules.zoc
    # A unit in two areas is judged by the last one; a large area is computed once for all its units.
    free = {unit: number for number, area in enumerate(areas) for unit in area.units}
    stands = {unit: hex_id for hex_id, unit in scenario.setup.standing}
    starts: set[HexId] = set()
    zoned: set[HexId] = set()
    used: dict[int, bool] = {}
    for unit in check.game.counters.units:
        if unit.side != cover.side:
            continue
        has_zone = zoc.reach != "none" and (not zoc.classes or unit.unit_class in zoc.classes)
        if unit.id in free:
            used[free[unit.id]] = used.get(free[unit.id], False) or has_zone
        elif unit.id in stands:
            starts.add(stands[unit.id])
            if has_zone:
                zoned.add(stands[unit.id])
    hexmap = check.game.hexmap
    own = starts.union(*(areas[number].open_hexes(hexmap) for number in used))
    zoned.update(*(areas[number].open_hexes(hexmap) for number, has_zone in used.items() if has_zone))
    hexes = features[cover.feature].hexes_of(cover.group)
    beyond = hex_ids_without_zoc(check.game, cover.side, hexes)
    lost = [
        hex_id
        for hex_id in hexes
        if hex_id in check.grid
        and hex_id not in own
        and (hex_id in beyond or zoned.isdisjoint(check.grid.neighbours(hex_id).values()))
    ]
    if lost:
        check.error(
            "S022",
            f"no unit of {quote(cover.side)} can cover {join_with_or(lost, 'and')} from where it may start",
            check.spans.key(*where, "feature"),
            "extend the side's set-up areas, or write a feature or group without those hexes",
        )
