"""Random clicks, keys, drags and turns of the wheel on any page, by a seed."""

from __future__ import annotations

import random
from typing import Any, Final

KEYS: Final = (
    *("n", "p", "Enter", "Space", "u", "z", "s", "f", "+", "-", "?", "Tab"),
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape"),
)
_FIND: Final = """([share, decisive]) => {
    const css = decisive
        ? '.acts .primary, .choice, .counter.target, .counter.lit, .cost, .chip, .block, .battle, .start .btn'
        : 'button, a[href^="#"], input:not([type=file]), select, summary, [data-unit]';
    const all = [...document.querySelectorAll(css)].filter((one) => one.getClientRects().length);
    const one = all[Math.floor(share * all.length)];
    if (!one) return null;
    if (one.matches('select')) {
        one.selectedIndex = Math.floor(share * 1000) % one.length;
        one.dispatchEvent(new Event('change', {bubbles: true}));
        return null;
    }
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (one.contains(document.elementFromPoint(x, y))) return [x, y];
    one.click();
    return null;
}"""


def click_at_random(page: Any, chance: random.Random, clicks: int) -> None:
    """Do something at random `clicks` times: on what can be clicked, on what is due, or anywhere."""
    wide, high = page.viewport_size["width"], page.viewport_size["height"]
    for _ in range(clicks):
        share = chance.random()
        if share < 0.6:
            spot = page.evaluate(_FIND, [chance.random(), share < 0.3])
            if spot:
                page.mouse.click(*spot)
        elif share < 0.75:
            page.keyboard.press(chance.choice(KEYS))
        elif share < 0.8:
            page.mouse.wheel(0, chance.choice((-240, 240)))
        elif share < 0.85:
            page.mouse.move(chance.randrange(wide), chance.randrange(high))
            page.mouse.down()
            page.mouse.move(chance.randrange(wide), chance.randrange(high), steps=3)
            page.mouse.up()
        else:
            page.mouse.click(chance.randrange(wide), chance.randrange(high))
