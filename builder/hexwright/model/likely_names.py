"""Find the unit that a misspelt id means, for messages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hexwright.model.counter_mix import Unit
from hexwright.support.message_wording import did_you_mean, quote

_PREFIX = re.compile(r"[^-_. ]+(?=[-_. ])")


def unit_hint(units: Sequence[Unit], text: str, side: str | None = None) -> str:
    """Return a hint for an unknown unit: write the id instead of the name, or the nearest id.

    Units of another side than `side` are never meant. If `side` is None, ids that begin like those of one
    side, such as "red-…", mean that side.
    """
    begun = _PREFIX.match(text.casefold())
    prefixes = {unit.id: _PREFIX.match(unit.id.casefold()) for unit in units}
    likely = {u.side for u in units if begun and (found := prefixes[u.id]) and found[0] == begun[0]}
    wanted = side or (next(iter(likely)) if len(likely) == 1 else None)
    own = [unit for unit in units if wanted in (None, unit.side)]
    for key, words in (("name", "name"), ("designation", "short name")):
        named = [unit.id for unit in own if getattr(unit, key).casefold() == text.casefold()]
        if len(named) == 1:
            return f"write the id, {quote(named[0])}, instead of the {words}"
    return did_you_mean(text, [unit.id for unit in own], f"units of {wanted}" if wanted else "known")
