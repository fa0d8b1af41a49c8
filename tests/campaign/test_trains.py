"""Single cases of rail movement, on railways of the real map."""

from __future__ import annotations

from typing import Any

from hexwright.geometry.bitsets import members, union_of
from hexwright.model.ids import HexId
from hexwright.rules.engine.game_state import State
from tests.campaign.positions import INFANTRY, RIFLES, around, at, away, cost, do, kernel, moves, reach
from tests.rules.positions import texts

LINE = "5022"  # a railway hex south-east of Moscow
PHASE = "soviet-movement"
TEN = tuple(f"soviet-rd-{n}" for n in (133, 89, 91, 162, 166, 112, 174, 179, 186, 256))


def stood(*standing: str, phase: str = PHASE, **noted: Any) -> State:
    """Return a position with the railways of the start in September."""
    return at(*standing, phase=phase, turn=2, serving_hexes=kernel().set_up(0).serving_hexes, **noted)


def rails() -> list[str]:
    """Return railway hexes that serve the Soviets, the nearest first."""
    board, served = kernel().setting.board, kernel().set_up(0).serving_hexes[1]
    found, front = [LINE], [LINE]
    for here in front:
        near = board.links["rail"][board.index[HexId(here)]] & served
        fresh = [str(board.ids[n]) for n in members(near) if board.ids[n] not in found]
        found += fresh
        front += fresh
    return found


def test_no_more_than_nine_units_are_entrained_in_a_phase() -> None:
    places = rails()
    state = stood(*(f"{places[n // 3]} {unit}" for n, unit in enumerate(TEN)))
    for unit in TEN[:9]:
        assert f"entrain {TEN[9]}" in texts(state, kernel())
        state = do(state, f"entrain {unit}")
    assert f"entrain {TEN[9]}" not in texts(state, kernel())


def test_reinforcements_come_entrained_and_count() -> None:
    places = rails()
    lines = [f"{places[n // 3]} {unit}" for n, unit in enumerate(TEN[:9])]
    state = stood(*lines, phase="soviet-arrivals", entrained=TEN[:7])
    new = max(text for text in texts(state, kernel()) if text.startswith("new soviet-tb-4 "))
    unit, edge = new.split()[1:]
    state = do(state, new)
    while kernel().phase(state) != PHASE:
        state = do(state, "end")
    assert f"detrain {unit}" in texts(state, kernel())
    assert away(edge, places[5]) > 10
    assert places[5] in moves(state, unit)
    # With seven others it is the eighth, and one place is left.
    state = do(state, f"entrain {TEN[7]}")
    assert f"entrain {TEN[8]}" not in texts(state, kernel())


def test_a_brigade_rides_thirty_three_hexes_and_has_five_points_left() -> None:
    """The text's example: of ten points two are for the ride and three to detrain, each rounded up."""
    unit, ridden = "soviet-tb-4", by_hexes_ridden()
    state = stood(f"{LINE} {unit}", entrained=(unit,))
    state = do(state, f"move {unit} {max(ridden[33])}", f"detrain {unit}")
    reached = {cost(state, unit, goal) for goal in moves(state, unit)}
    assert max(points for points in reached if points is not None) == 10
    assert reach(state, unit, max(ridden[33])) <= 5
    shorter = do(stood(f"{LINE} {unit}", entrained=(unit,)), f"move {unit} {max(ridden[30])}")
    assert f"detrain {unit}" in texts(shorter, kernel())


def by_hexes_ridden() -> dict[int, list[str]]:
    """Return railway hexes that serve the Soviets, by the number of hexes ridden to them."""
    board, served = kernel().setting.board, kernel().set_up(0).serving_hexes[1]
    found, seen, front = dict[int, list[str]](), {LINE}, [LINE]
    while front:
        found[len(found)] = front
        near = union_of(board.links["rail"][board.index[HexId(here)]] & served for here in front)
        front = [str(board.ids[n]) for n in members(near) if board.ids[n] not in seen]
        seen |= {*front}
    return found


def test_nobody_entrains_or_rides_beside_an_enemy() -> None:
    places = rails()
    rider, last = f"{LINE} {RIFLES}", places[4]
    assert f"entrain {RIFLES}" in texts(stood(rider), kernel())
    free = do(stood(rider), f"entrain {RIFLES}")
    assert last in moves(free, RIFLES)
    enemy = next(h for h in sorted(around(LINE)) if h not in places)
    assert f"entrain {RIFLES}" not in texts(stood(rider, f"{enemy} {INFANTRY}"), kernel())
    enemy = next(h for h in sorted(around(last) - around(LINE)) if h not in places and h != LINE)
    met = do(stood(rider, f"{enemy} {INFANTRY}"), f"entrain {RIFLES}")
    assert moves(met, RIFLES)
    assert not moves(met, RIFLES) & (around(enemy) | {last})


def test_germans_never_go_by_rail() -> None:
    state = at(f"{LINE} {INFANTRY}", phase="german-movement")
    assert moves(state, INFANTRY)
    assert not [text for text in texts(state, kernel()) if "train" in text]


def test_railway_troops_move_along_railways_alone() -> None:
    places = rails()
    for unit, phase in (("soviet-eb-1", PHASE), ("german-eb-1", "german-movement")):
        state = at(f"{LINE} {unit}", phase=phase)
        assert moves(state, unit) == around(LINE) & set(places)
        assert not around(LINE) <= set(places)
