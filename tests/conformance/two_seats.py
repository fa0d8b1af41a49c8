"""Turns that two players play, each in a seat of their own."""

from __future__ import annotations

from tests.conformance.conftest import EMBATTLED, MOSCOW

SEEDS = {MOSCOW: 0, EMBATTLED: 3}
POLICIES = {MOSCOW: "greedy", EMBATTLED: "random"}
DEEDS = {
    MOSCOW: ("joins", "battles", "retreats", "advances", "moves", "rail moves", "replacements"),
    EMBATTLED: (
        "flights",
        "allocations",
        "battles",
        "hits",
        "retreats and advances",
        "moves",
        "replacements",
    ),
}
