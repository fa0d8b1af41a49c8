"""Refresh a game's counters in the real VASSAL, to compare the result with hexwright's."""

from __future__ import annotations

import re

_NAMED = re.compile(r"\b57\d{3}(\\*,0\\*,)(?=\w)")


def refresh_script(*options: str) -> str:
    """Return an expression that runs VASSAL's Refresh by options of its dialog, and counts its warnings."""
    added = "".join(f' o.add(\\"{name}\\");' for name in options)
    made = "r = new VASSAL.build.module.GameRefresher(VASSAL.build.GameModule.getGameModule());"
    return (
        f'{{new bsh.Interpreter().eval("{made} o = new java.util.HashSet();{added}'
        ' r.execute(o, null); r.warnings();").toString()}'
    )


def with_plain_keys(text: str) -> str:
    """Return an encoded trait with one number for all named keys: the engine numbers them in each session."""
    return _NAMED.sub(r"57000\1", text)
