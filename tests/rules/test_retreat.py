"""3.3: the hexes to which a defender may retreat."""

from __future__ import annotations

from itertools import product

from hexwright.model.ids import HexId, UnitId
from hexwright.rules.combat.battle_odds import retreat_destinations
from tests.rules.positions import battle, ends, owner, place, play, position, rules, texts

ATTACK = ("0607 soviet-16", "0507 german-xxiv", "0508 german-xli")  # 3:1, a 3 is DR


def reach(*standing: str, owners: dict[str, str] | None = None) -> set[str]:
    """Return the hexes where a retreat of the 16th Army may end."""
    state = position("german-combat", *standing, owners=owners)
    setting = rules().setting
    found = retreat_destinations(setting, state, setting.unit_numbers[UnitId("soviet-16")])
    return {str(h) for hexes in found.values() for h in setting.hex_ids(hexes)}


def test_retreat_ends_exactly_two_hexes_away() -> None:
    grid = rules().setting.board.grid
    found = reach(*ATTACK)
    assert found
    assert all(grid.distance(HexId("0607"), HexId(h)) == 2 for h in found)


def test_retreat_does_not_enter_ezoc_on_its_first_hex() -> None:
    # Of the six ways out only 0707 and 0708 are free of the two corps.
    grid = rules().setting.board.grid
    assert reach(*ATTACK) == {
        h for h in reach("0607 soviet-16") if {"0707", "0708"} & set(grid.neighbours(HexId(h)).values())
    }


def test_retreat_does_not_end_in_ezoc() -> None:
    far = (*ATTACK, "0907 german-xx")
    assert "0807" in reach(*ATTACK)
    assert "0807" not in reach(*far)


def test_retreat_does_not_enter_ezoc_where_a_friend_stands() -> None:
    # Both ways out are in EZOC; the army in one of them doesn't help.
    assert (
        reach(
            "0607 soviet-16",
            "0707 soviet-3",
            "0507 german-xxiv",
            "0508 german-xli",
            "0706 german-xii",
            "0709 german-xx",
        )
        == set()
    )


def test_retreat_does_not_leave_the_map() -> None:
    assert reach("1410 soviet-16", "1409 german-xxiv", "1310 german-xli") == set()


def test_retreat_along_the_edge_stays_on_the_map() -> None:
    assert reach("1405 soviet-16", "1305 german-xxiv") == {"1307", "1407"}


def test_unit_without_a_path_is_eliminated() -> None:
    state = battle(3, *ATTACK, "0706 german-xii", "0709 german-xx")
    assert place(state, "soviet-16") == "pool"
    assert state.destroyed == (1, 0)


def test_figure_5_surrounded_defender_has_no_retreat() -> None:
    figure = ("0805 soviet-16/2", "0706 german-xlvii", "0806 german-xx", "0804 german-xxxiv/2")
    assert reach(*figure) == set()
    state = battle(3, *figure)  # 3:1, DR
    assert place(state, "soviet-16") == "pool"


def test_figure_5_two_attackers_leave_a_way_out() -> None:
    assert reach("0805 soviet-16/2", "0706 german-xlvii", "0806 german-xx") != set()


def test_retreat_may_pass_friends() -> None:
    # 0707 and 0708 are the only ways out; with armies in both the far hexes stay the same.
    assert reach(*ATTACK, "0707 soviet-3", "0708 soviet-5") == reach(*ATTACK)


def test_retreat_does_not_end_on_a_friend() -> None:
    assert "0807" not in reach(*ATTACK, "0807 soviet-3")


def test_retreat_goes_further_when_friends_fill_all_hexes() -> None:
    near = sorted(reach(*ATTACK))
    armies = ("3", "5", "10", "13", "19", "20", "24", "29", "30")
    friends = [f"{h} soviet-{a}" for h, a in zip(near, armies, strict=False)]
    assert len(friends) == len(near)
    found = reach(*ATTACK, *friends)
    grid = rules().setting.board.grid
    assert found
    assert not found & set(near)
    assert all(any(grid.adjacent(HexId(h), HexId(n)) for n in near) for h in found)
    assert all(grid.distance(HexId("0607"), HexId(h)) >= 2 for h in found)


def test_unit_is_eliminated_when_friends_fill_the_only_way_and_it_leads_nowhere() -> None:
    # From the corner the only way leads by 1409 to 1408; beyond it everything is in EZOC.
    corner = ("1410 soviet-16", "1209 german-xxiv", "1307 german-xli")
    assert reach(*corner) == {"1408"}
    assert reach(*corner, "1408 soviet-3") == set()


def test_attacker_moves_the_defender() -> None:
    state = battle(3, *ATTACK)
    assert rules().active_side(state) == "german"
    assert ends(state, "soviet-16") == reach(*ATTACK)


def test_germans_retreat_by_the_same_rule() -> None:
    state = position("soviet-combat", "0607 german-xxiv", "0507 soviet-16", "0508 soviet-3")
    setting = rules().setting
    found = retreat_destinations(setting, state, setting.unit_numbers[UnitId("german-xxiv")])
    assert {str(h) for hexes in found.values() for h in setting.hex_ids(hexes)} == reach(*ATTACK)


def test_retreat_through_an_enemy_city_takes_it() -> None:
    standing = ("0704 soviet-16/2", "0804 german-xxiv", "0803 german-xli")
    state = position("german-combat", *standing, owners={"0603": "german"})
    setting = rules().setting
    found = retreat_destinations(setting, state, setting.unit_numbers[UnitId("soviet-16")])
    through = {tuple(setting.hex_ids(taken)) for taken in found}
    assert through == {(), ("0603",)}


def test_path_of_a_retreat_is_part_of_the_action() -> None:
    state = position(
        "german-combat", "0704 soviet-16/2", "0804 german-xxiv", "0803 german-xli", owners={"0603": "german"}
    )
    state = play(state, "attack german-xxiv on soviet-16", "attack german-xli on soviet-16", "end")
    state = play(state, "resolve soviet-16", "roll 1")  # 24:4, forest: 5:1, DR
    through = [line for line in texts(state) if line.endswith("via 0603")]
    around = [
        line.removesuffix(" via 0603") for line in through if line.removesuffix(" via 0603") in texts(state)
    ]
    assert through
    assert owner(play(state, through[0]), "0603") == "soviet"
    if around:
        assert owner(play(state, around[0]), "0603") == "german"


def test_every_hex_of_the_map_offers_the_ring_of_two_when_alone() -> None:
    grid = rules().setting.board.grid
    for column, row in product(range(1, 15), range(1, 11)):
        start = f"{column:02}{row:02}"
        assert reach(f"{start} soviet-16") == set(grid.ring(HexId(start), 2))
