"""Recognise the judge of hexwright's own modules: the rules engine as Java classes, byte for byte.

A module's judge of this version is recognised by writing it again; one of another version by its digest.
"""

from __future__ import annotations

import hashlib
from typing import Final

from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.kernel.module_entries import CLASSES_ENTRY, LOADER_ENTRY, judge_entries
from hexwright.vassal.kernel.translated_engine import translated_classes

RELEASED_JUDGES: Final[frozenset[str]] = frozenset()
"""The digests of the judges of released versions, as `judge_digest` computes them; none is released yet."""

JUDGE_CALLS: Final = frozenset(
    (
        "archive.getInputStream",
        "engine.askForNames",
        "engine.askForText",
        "engine.read",
        "judge.Loader.engine",
        "loading.setClassLoader",
    )
)
"""The calls by which a module's script loads and asks its judge, as checks of scripts name them."""


def has_own_judge(module: ModuleView) -> bool:
    """Return whether the module contains a judge that hexwright wrote, and no other compiled code.

    All entries of the judge must be in one file. A class of an extension, or beside the judge's own, would be
    loaded by the same names.
    """
    homes = {module.entries.get(name) for name in (LOADER_ENTRY, CLASSES_ENTRY)}
    home = homes.pop()
    if homes or home is None or home.archive is None:
        return False
    compiled = [name for name in module.entries if name.lower().endswith((".class", ".jar"))]
    if compiled != [LOADER_ENTRY]:
        return False
    try:
        found = {name: home.archive.read(name) for name in (LOADER_ENTRY, CLASSES_ENTRY)}
    except CodecError:
        return False
    return judge_digest(found) in RELEASED_JUDGES or found == judge_entries(translated_classes())


def judge_digest(entries: dict[str, bytes]) -> str:
    """Return the digest of a judge's entries."""
    return hashlib.sha256(b"".join(entries[name] for name in sorted(entries))).hexdigest()
