"""Find all checks in their folder, list them, and explain single checks."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache, lru_cache

from hexwright.module_checks import checks as module_checks
from hexwright.module_checks.check_framework import Check


@cache
def all_checks() -> tuple[Check, ...]:
    """Return all module checks, sorted by code; each file in the folder defines one."""
    names = sorted(info.name for info in pkgutil.iter_modules(module_checks.__path__))
    found: list[Check] = []
    for name in names:
        check = importlib.import_module(f"{module_checks.__name__}.{name}").CHECK
        assert isinstance(check, Check)
        found.append(check)
    return tuple(sorted(found, key=lambda check: check.code))


def explain(code: str) -> Check | None:
    """Return the check with this code or name, ignoring case; None if there is no such check."""
    return _by_word().get(code.strip().strip("[]").lower())


@cache
def _by_word() -> dict[str, Check]:
    return {word: check for check in all_checks() for word in (check.code.lower(), check.name)}


@lru_cache(maxsize=64)
def select_checks(select: tuple[str, ...] = (), ignore: tuple[str, ...] = ()) -> tuple[Check, ...]:
    """Return the checks that are selected (all if `select` is empty) and not ignored.

    Each word is a code, the prefix of a code, or a name. Raises ValueError for a word that matches no check.
    """
    for word in (*select, *ignore):
        if not any(_means(word, check) for check in all_checks()):
            raise ValueError(f"no check matches {word!r}")
    return tuple(
        check
        for check in all_checks()
        if (not select or any(_means(word, check) for word in select))
        and not any(_means(word, check) for word in ignore)
    )


def _means(word: str, check: Check) -> bool:
    bare = word.strip()
    return check.name == bare.lower() or (len(bare) > 0 and check.code.startswith(bare.upper()))
