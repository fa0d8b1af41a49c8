"""Which hexes a line links, and in which direction."""

from __future__ import annotations

from hexwright.geometry.line_directions import directed_line_name, links_of, links_toward
from hexwright.model.hex_map import HexLine, LineFeature
from hexwright.model.ids import HexId


def line(*paths: str) -> LineFeature:
    runs = tuple(HexLine(f"run-{n}", "", tuple(map(HexId, path.split()))) for n, path in enumerate(paths))
    return LineFeature("road", "Road", "road", runs)


def links(feature: LineFeature, goal: str = "", *, away: bool = False) -> set[str]:
    """Return the links as "A1>A2"."""
    found = links_of(feature)
    if goal:
        found = links_toward(found, HexId(goal), away=away)
    return {f"{one}>{other}" for one, beside in found.items() for other in beside}


def test_a_line_links_both_ways() -> None:
    assert links(line("A1 A2 A3")) == {"A1>A2", "A2>A1", "A2>A3", "A3>A2"}


def test_a_line_is_followed_toward_a_hex_or_away_from_it() -> None:
    assert links(line("A1 A2 A3"), "A3") == {"A1>A2", "A2>A3"}
    assert links(line("A1 A2 A3"), "A3", away=True) == {"A2>A1", "A3>A2"}


def test_both_ends_lead_to_a_hex_between_them() -> None:
    assert links(line("A1 A2 A3"), "A2") == {"A1>A2", "A3>A2"}


def test_of_two_ways_the_shorter_leads_there() -> None:
    ring = line("A1 A2 A3", "A1 B1 B2 A3")
    assert links(ring, "A3") == {"A1>A2", "A2>A3", "B1>B2", "B2>A3"}


def test_a_part_without_a_way_to_the_hex_leads_nowhere() -> None:
    assert links(line("A1 A2", "C1 C2"), "A2") == {"A1>A2"}
    assert links(line("C1 C2"), "A2") == set()


def test_directions_have_names_of_their_own() -> None:
    assert [
        directed_line_name("road"),
        directed_line_name("road", "keep"),
        directed_line_name("road", None, "keep"),
    ] == [
        "road",
        "road.to.keep",
        "road.from.keep",
    ]
