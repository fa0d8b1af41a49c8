"""A player at the page who reads what is due, and decides by what the page tells: no die for the mouse.

In movement each unit goes to the lit hex nearest to the enemy it is closest to; in combat an attack is made
if the forecast costs the enemy more steps than oneself. All by the mouse, on what can be seen.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from tests.web.browser.playing import state, wait_for_change

_SEEN: Final = """(css) => [...document.querySelectorAll(css)].map((one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const there = document.elementFromPoint(x, y);
    return {x, y, unit: one.dataset.unit ?? '', text: one.textContent,
        open: !!there?.closest('.board') && !there.closest('[data-ui]')};
})"""
_MEAN: Final = re.compile(r"the (\w+) lose (\d+\.\d)")


class ReadingPlayer:
    """Plays one side of a game in which the computer has the others. `show` is told what was just done."""

    def __init__(self, page: Any, side: str, people: str, show: Callable[[str], None]) -> None:
        """`side` is the id with which the side's units begin, `people` its plural, as "Reds"."""
        self.page, self.side, self.people, self._show = page, side, people, show
        self._phase = ""
        self._done: set[str] = set()
        self.decisions = 0

    def seen(self, css: str) -> list[dict[str, Any]]:
        """Return the elements that match, with their middles on the screen."""
        found: list[dict[str, Any]] = self.page.evaluate(_SEEN, css)
        return [one for one in found if one["open"]]

    def step(self) -> bool:
        """Do what is due next; return False once the game is over."""
        page, now = self.page, state(self.page)
        if now["over"]:
            return False
        if page.locator("text=Stop the computer").count():
            page.wait_for_timeout(150)
            return True
        phase = f"{now['turn']} {now['phase']} {now['stage']}"
        if phase != self._phase:
            self._phase, self._done = phase, set()
        self.decisions += 1
        if now["stage"] == "move" and self._move():
            return True
        if now["stage"] == "declare" and self._attack():
            return True
        if now["primary"].startswith("No ") and page.locator(".choices .choice").count():
            self._choose(now)  # An advance is worth more than none.
            return True
        if now["primary"] and not now["blocked"]:
            rolled = now["primary"].startswith("Roll")
            button = page.locator(".acts .primary", has_text=now["primary"])
            with suppress(Exception):  # The computer's turn, or the end, may come between.
                button.click(timeout=1500)
                wait_for_change(page, now["rev"])
            if rolled:
                self._show("a-die-is-rolled")
            return True
        self._choose(now)
        return True

    def _enemies(self) -> list[dict[str, Any]]:
        return [one for one in self.seen("[data-unit]") if not one["unit"].startswith(self.side)]

    def _move(self) -> bool:
        """Move the next unit towards the nearest enemy; return False if all have been looked at."""
        page = self.page
        enemies = self._enemies()
        for unit in self.seen(".counter.lit"):
            if unit["unit"] in self._done or not enemies:
                continue
            self._done.add(unit["unit"])
            goal = min(enemies, key=lambda one: _apart(one, unit))
            page.mouse.click(unit["x"], unit["y"])
            page.wait_for_selector(".unit-card")
            with suppress(Exception):  # A unit that can't go anywhere has no lit hexes.
                page.wait_for_selector(".cost", timeout=1500)
            self._show("a-unit-and-where-it-may-go")
            hexes = self.seen(".cost:not(.beside)")
            best = min(hexes, key=lambda one: _apart(one, goal), default=None)
            rev = state(page)["rev"]
            if best is None or _apart(best, goal) > _apart(unit, goal) - 5:
                page.keyboard.press("Escape")
                continue
            page.mouse.move(best["x"], best["y"], steps=3)
            page.wait_for_timeout(100)
            page.mouse.click(best["x"], best["y"])
            wait_for_change(page, rev)
            self._show("a-unit-has-moved")
            return True
        return False

    def _attack(self) -> bool:
        """Look at the next enemy, and attack it if that costs it more; return False if all were looked at."""
        page = self.page
        for enemy in self._enemies():
            if enemy["unit"] in self._done:
                continue
            self._done.add(enemy["unit"])
            page.mouse.click(enemy["x"], enemy["y"])
            page.wait_for_timeout(250)
            if not page.locator(".forecast").count():
                page.keyboard.press("Escape")
                continue
            self._show("a-forecast")
            costs = {who: float(steps) for who, steps in _MEAN.findall(page.inner_text(".forecast"))}
            mine = costs.pop(self.people, 0.0)
            button = page.locator(".forecast .btn.block")
            if button.count() and sum(costs.values()) > mine:
                rev = state(page)["rev"]
                button.click()
                wait_for_change(page, rev)
                page.wait_for_timeout(150)
                self._show("an-attack-is-declared")
            page.keyboard.press("Escape")
            return True
        return False

    def _choose(self, now: dict[str, Any]) -> None:
        """Choose what is owed: a line of the panel, or a lit hex or unit of the map."""
        page = self.page
        self._show("a-choice")
        if page.locator(".choices .choice, .battles .battle, .unit-card .btn").count():
            page.locator(".choices .choice, .battles .battle, .unit-card .btn").first.click()
        else:
            spots = self.seen(".mark.place, .mark.target, .counter.lit")
            page.mouse.click(spots[0]["x"], spots[0]["y"])
        page.wait_for_timeout(250)
        if state(page)["rev"] == now["rev"] and page.locator(".btn.block").count():
            page.locator(".btn.block").first.click()
            page.wait_for_timeout(250)


def _apart(one: dict[str, Any], other: dict[str, Any]) -> float:
    return math.hypot(one["x"] - other["x"], one["y"] - other["y"])
