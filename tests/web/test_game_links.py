"""A game as a link: it goes on elsewhere as it would have here, and a damaged link ends in one line."""

from __future__ import annotations

import base64
import json
import random
import zlib
from typing import Any

import pytest

from hexwright.web.play import game_link
from hexwright.web.play.game_link import LONGEST_LINK, VERSION
from hexwright.web.play.host import Host
from tests.shipped import shipped

GAMES = {
    "battle-for-moscow": ("operation-typhoon", 11, 60),
    "moscow-embattled": ("german-assault", 5, 60),
    "moscow-campaign": ("scenario-01", 3, 120),
    "battle-of-moscow": ("typhoon", 3, 120),
}
"""For each game: a scenario, how often a link is made of it, and the number of actions between two links."""


def asked(host: Host, kind: str, **more: Any) -> Any:
    return host.handle({"id": 1, "type": kind, "game": "g", **more})


def begun(slug: str, computers: bool = True, seed: int = 3) -> Host:
    game = shipped(slug).game
    host = Host(game)
    both = {side.id: "greedy" for side in game.info.sides} if computers else {}
    assert asked(host, "new", scenario=GAMES[slug][0], seed=seed, computers=both)["ok"]
    return host


def packed(fields: list[Any]) -> str:
    return VERSION + base64.urlsafe_b64encode(zlib.compress(json.dumps(fields).encode())).decode().rstrip("=")


def unpacked(link: str) -> list[Any]:
    text = link[1:]
    found: list[Any] = json.loads(zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))))
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_a_link_continues_the_game_with_the_same_position_and_the_same_dice(slug: str) -> None:
    _, times, steps = GAMES[slug]
    host = begun(slug)
    for _ in range(times):
        done = asked(host, "auto", steps=steps)["done"]
        link = asked(host, "link")["link"]
        assert len(link) <= LONGEST_LINK
        other = Host(host.game)
        assert asked(other, "open-link", link=link)["ok"]
        here, there = host.sessions["g"], other.sessions["g"]
        assert there.state == here.state
        assert there.computers == here.computers
        if done:
            return


def test_a_link_of_a_game_that_is_not_long_holds_its_whole_log() -> None:
    host = begun("battle-for-moscow")
    asked(host, "auto", steps=150)
    other = Host(host.game)
    opened = asked(other, "open-link", link=asked(host, "link")["link"])
    assert opened["events"] == asked(host, "view", since=0)["events"]
    assert [one.by_computer for one in other.sessions["g"].played] == [True] * 150


@pytest.mark.parametrize(("longest", "same"), [(1300, ("turn",)), (900, ("turn", "phase")), (0, None)])
def test_a_link_of_a_long_game_holds_the_turn_the_phase_or_the_position(
    longest: int, same: tuple[str, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_link, "LONGEST_LINK", longest)
    host = begun("battle-for-moscow")
    asked(host, "auto", steps=200)
    other = Host(host.game)
    opened = asked(other, "open-link", link=asked(host, "link")["link"])
    whole, now = asked(host, "view", since=0)["events"], opened["view"]
    kept = [one for one in whole if same and all(one[key] == now[key] for key in same)]
    assert [one["say"] for one in opened["events"]] == [one["say"] for one in kept]
    assert other.sessions["g"].state == host.sessions["g"].state


def test_a_game_from_a_link_is_saved_as_a_file_and_opened_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_link, "LONGEST_LINK", 0)
    host = begun("battle-for-moscow")
    asked(host, "auto", steps=200)
    there = Host(host.game)
    asked(there, "open-link", link=asked(host, "link")["link"])
    saved = asked(there, "save")
    assert saved["name"] == f"battle-for-moscow-operation-typhoon-turn-{host.sessions['g'].state.turn}.txt"
    again = Host(host.game)
    assert asked(again, "open", record=saved["record"])["ok"]
    assert again.sessions["g"].state == host.sessions["g"].state


def test_the_page_opens_a_link_again_with_the_actions_since() -> None:
    """As after a visit: the page keeps the link, and all actions that it has seen."""
    host = begun("battle-for-moscow")
    asked(host, "auto", steps=30)
    link = asked(host, "link")["link"]
    asked(host, "auto", steps=12)
    actions = [one["action"] for one in asked(host, "view", since=0)["events"]]
    again = Host(host.game)
    assert asked(again, "open-link", link=link, actions=actions)["ok"]
    assert again.sessions["g"].state == host.sessions["g"].state


# Seats ---------------------------------------------------------------------------------------------------


def test_at_a_seat_the_decisions_of_the_other_side_are_refused() -> None:
    host = begun("battle-for-moscow", computers=False)
    link = asked(host, "link", seat="soviet")
    assert link["to"] == "german"
    there = Host(host.game)
    opened = asked(there, "open-link", link=link["link"])
    assert opened["seat"] == opened["view"]["seat"] == "soviet"
    refused = asked(there, "act", action="end", rev=0)
    assert (refused["ok"], refused["reason"]) == (False, "seat")
    assert refused["refused"] == "The Germans decide now."
    assert there.sessions["g"].revision == 0
    mine = Host(host.game)
    asked(mine, "open-link", link=asked(host, "link", seat="german")["link"])
    assert asked(mine, "act", action="end", rev=0)["ok"]


def test_at_a_seat_nothing_that_the_other_side_did_is_undone() -> None:
    host = begun("battle-for-moscow", computers=False)
    assert asked(host, "act", action="end", rev=0)["ok"]
    there = Host(host.game)
    opened = asked(there, "open-link", link=asked(host, "link", seat="soviet")["link"])
    assert opened["view"]["undo"] is None
    refused = asked(there, "undo", rev=1)
    assert refused["refused"] == "The other player has played: nothing before that can be undone."
    assert asked(host, "undo", rev=1)["ok"]


# Bad links -----------------------------------------------------------------------------------------------


def _changed(link: str, number: int, value: Any) -> str:
    fields = unpacked(link)
    fields[number] = value
    return packed(fields)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda link: link[: len(link) // 2], "The link is damaged."),
        (lambda link: link[:30] + "A" + link[31:], "The link is damaged."),
        (lambda link: "?" + link[1:], "The link is damaged."),
        (lambda link: "2" + link[1:], "The link is of another version of hexwright."),
        (lambda link: _changed(link, 0, "chess"), "The link is to a game of 'chess'"),
        (lambda link: _changed(link, 2, "no-such"), "The link is to the scenario 'no-such'"),
        (lambda link: _changed(link, 4, "seed"), "The link is damaged."),
        (lambda link: _changed(link, 5, {"german": "genius"}), "The link is damaged."),
        (lambda link: _changed(link, 6, "french"), "The link is damaged."),
        (lambda link: _changed(link, 8, "move nobody 0101"), "The link can't go on in this version"),
        (lambda link: packed([0] * 9), "The link is damaged."),
        (lambda link: packed(["[" * 400_000]), "The link is damaged."),
        (
            lambda link: VERSION + base64.urlsafe_b64encode(zlib.compress(bytes(64 << 20))).decode(),
            "The link",
        ),
    ],
)
def test_a_bad_link_ends_in_one_line(change: Any, told: str) -> None:
    host = begun("battle-for-moscow")
    asked(host, "auto", steps=40)
    answer = asked(Host(host.game), "open-link", link=change(asked(host, "link")["link"]))
    assert not answer["ok"]
    assert answer["refused"].startswith(told)
    assert "\n" not in answer["refused"]
    assert answer["hint"]


def test_a_position_of_another_version_of_the_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_link, "LONGEST_LINK", 0)
    host = begun("battle-for-moscow")
    asked(host, "auto", steps=90)
    link = asked(host, "link")["link"]
    answer = asked(Host(host.game), "open-link", link=_changed(link, 1, 12345))
    assert answer["refused"].startswith("The link is of another version of the game")


def test_made_up_positions_are_played_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is changed in a position, the host answers, and keeps no game that it can't show."""
    monkeypatch.setattr(game_link, "LONGEST_LINK", 0)
    host = begun("battle-for-moscow")
    asked(host, "auto", steps=90)
    fields = unpacked(asked(host, "link")["link"])
    chance = random.Random(5)
    values: list[Any] = [0, -1, 7, 1 << 70, None, "", "ff", "1/0", [], [1], [[0, 0]], {}, True, 2.5]
    refused = 0
    for _ in range(300):
        changed = json.loads(json.dumps(fields))
        name = chance.choice(sorted(changed[7]))
        old = changed[7][name]
        if isinstance(old, list) and old and chance.random() < 0.7:
            old[chance.randrange(len(old))] = chance.choice([0, 1, -2, 5, 100, "x"])
        else:
            changed[7][name] = chance.choice(values)
        other = Host(host.game)
        answer = asked(other, "open-link", link=packed(changed))
        refused += not answer["ok"]
        assert answer["ok"] == bool(other.sessions)
    assert 30 < refused < 300, refused
