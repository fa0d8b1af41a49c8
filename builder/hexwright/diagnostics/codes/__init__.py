"""The permanent catalogue of diagnostic codes: the meaning, the reason and the remedy of each.

A code is never renamed or given to another check; an unused code stays reserved. First letter: Y files and
YAML, K keys and values, R references, M map, C counters, D drafting from geography, S scenarios, T charts and
tables, O order of battle, G games, options and project, B building a module, P printing (from P101), W
writing outputs, H serving the page. The checks of built modules (V), engine messages (E), and saved games and
logs (N) are listed in `validators`, the tools for makers of modules (J) in `hexwright.makers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hexwright.diagnostics.codes import (
    game_data_codes,
    geomap_codes,
    module_build_codes,
    output_codes,
    print_codes,
    serving_codes,
    yaml_codes,
)
from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES: Final = (
    *yaml_codes.ENTRIES,
    *game_data_codes.ENTRIES,
    *geomap_codes.ENTRIES,
    *module_build_codes.ENTRIES,
    *print_codes.ENTRIES,
    *output_codes.ENTRIES,
    *serving_codes.ENTRIES,
)
CATALOGUE: Final[Mapping[str, CodeEntry]] = MappingProxyType({entry.code: entry for entry in ENTRIES})
"""The entries of the catalogue by code."""


def explain(code: str) -> CodeEntry | None:
    """Return the entry of a code, ignoring case; None if there is no such code."""
    return CATALOGUE.get(code.strip().upper())
