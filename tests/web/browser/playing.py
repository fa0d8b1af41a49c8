"""A player at the page: clicks what is lit, or presses keys."""

from __future__ import annotations

import random
from typing import Any


def begin(page: Any, computers: dict[str, str] | None = None) -> None:
    """Begin a game of the first scenario."""
    page.wait_for_selector(".start")
    for side, policy in (computers or {}).items():
        page.locator(".start label.row", has_text=side).locator("select").select_option(policy)
    page.click(".start .primary")
    page.wait_for_selector("[data-rev]")
    page.wait_for_selector(".decision")


def state(page: Any) -> dict[str, Any]:
    """Return the revision, stage and turn that the page shows."""
    told: dict[str, Any] = page.evaluate(
        """() => ({...document.documentElement.dataset,
        turn: document.querySelector('.turns .now b')?.textContent ?? '',
        phase: document.querySelector('.phases .now span')?.textContent ?? '',
        over: !!document.querySelector('.decision')?.textContent.includes('The game is over'),
        primary: document.querySelector('.acts .primary')?.textContent ?? '',
        blocked: document.querySelector('.acts .primary')?.getAttribute('aria-disabled') === 'true'})"""
    )
    return told


def wait_for_change(page: Any, rev: str) -> None:
    """Wait until the page shows another revision than `rev`."""
    page.wait_for_function("rev => document.documentElement.dataset.rev !== rev", arg=rev)


def middle(page: Any, selector: str, nth: int) -> tuple[float, float] | None:
    """Return the middle of an element, if that point of the map can be clicked."""
    found: list[float] | None = page.evaluate(
        """([selector, nth]) => {
        const all = [...document.querySelectorAll(selector)];
        const one = all[nth % Math.max(1, all.length)];
        if (!one) return null;
        const box = one.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const there = document.elementFromPoint(x, y);
        return there?.closest('.board') && !there.closest('[data-ui]') ? [x, y] : null;
        }""",
        [selector, nth],
    )
    return (found[0], found[1]) if found else None


def press(page: Any, selector: str, nth: int) -> None:
    """Click one of the elements outside the map, by the mouse; nothing happens if there is none any more."""
    spot: list[float] | None = page.evaluate(
        """([selector, nth]) => {
        const all = [...document.querySelectorAll(selector)];
        const one = all[nth % Math.max(1, all.length)];
        if (!one) return null;
        one.scrollIntoView({block: 'nearest'});
        const box = one.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
        }""",
        [selector, nth],
    )
    if spot:
        page.mouse.click(*spot)


def click_lit(page: Any, chance: random.Random) -> bool:
    """Make one decision by mouse on what is lit; return whether the page shows another position after it."""
    rev = state(page)["rev"]
    if not page.locator(".counter.lit").count():
        for selector in (".choice", ".mark.target", ".mark.place"):
            if page.locator(selector).count():
                spot = middle(page, selector, chance.randrange(50)) if selector != ".choice" else None
                if selector == ".choice":
                    press(page, selector, chance.randrange(200))
                elif spot:
                    page.mouse.click(*spot)
                else:
                    continue
                break
    else:
        spot = middle(page, ".counter.lit", chance.randrange(200))
        if spot is None:
            return False
        page.mouse.click(*spot)
        page.wait_for_timeout(120)
        if state(page)["rev"] == rev:
            act_on_selected(page, chance)
    page.wait_for_timeout(120)
    if page.locator(".choices .choice").count() and state(page)["rev"] == rev:
        press(page, ".choices .choice", 0)
        page.wait_for_timeout(100)
    return bool(state(page)["rev"] != rev)


def act_on_selected(page: Any, chance: random.Random) -> None:
    """Click a hex, an enemy or a button that the selected unit may choose."""
    for selector in (".cost:not(.beside)", ".counter.target", ".mark.place", ".mark.target"):
        for _ in range(3):
            spot = middle(page, selector, chance.randrange(400))
            if spot:
                page.mouse.move(*spot)
                page.mouse.click(*spot)
                return
    buttons = page.locator(".unit-card .btn")
    if buttons.count():
        press(page, ".unit-card .btn", 0)


def play_phase_by_mouse(page: Any, chance: random.Random, most: int) -> None:
    """Make up to `most` decisions by mouse, then press the main button as long as it leads on."""
    for _ in range(most):
        now = state(page)
        if now["over"] or now["primary"].startswith("Roll"):
            break
        if not click_lit(page, chance):
            page.keyboard.press("Escape")
            break
    press_main_button(page, chance)


def press_main_button(page: Any, chance: random.Random) -> None:
    """Press the main button; where there is none, or it is blocked, decide what is owed."""
    now = state(page)
    if now["over"]:
        return
    page.keyboard.press("Escape")
    if now["blocked"]:
        if not click_lit(page, chance):
            page.locator(".acts .undo").click()
            page.wait_for_timeout(150)
    elif now["primary"]:
        page.locator(".acts .primary").click()
        page.wait_for_timeout(60)
        wait_for_change(page, now["rev"])
    else:
        click_lit(page, chance)
