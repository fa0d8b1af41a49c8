"""Find the checks by their folder, list them, and explain one."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache, lru_cache

from hexwright.module_checks import checks as module_checks
from hexwright.module_checks.check_framework import Check


@cache
def checks() -> tuple[Check, ...]:
    """Return all checks of modules, by code; each file in the folder holds one."""
    names = sorted(info.name for info in pkgutil.iter_modules(module_checks.__path__))
    found: list[Check] = []
    for name in names:
        check = importlib.import_module(f"{module_checks.__name__}.{name}").CHECK
        assert isinstance(check, Check)
        found.append(check)
    return tuple(sorted(found, key=lambda check: check.code))


def explain(code: str) -> Check | None:
    """Return the check of a code or name, whatever its capitals; None when there is no such check."""
    return _by_word().get(code.strip().strip("[]").lower())


@cache
def _by_word() -> dict[str, Check]:
    return {word: check for check in checks() for word in (check.code.lower(), check.name)}


@lru_cache(maxsize=64)
def chosen(select: tuple[str, ...] = (), ignore: tuple[str, ...] = ()) -> tuple[Check, ...]:
    """Return the checks that are selected (all, when nothing is) and not ignored.

    Each word is a code, the beginning of one, or a name. Raises ValueError for a word that means none.
    """
    for word in (*select, *ignore):
        if not any(_means(word, check) for check in checks()):
            raise ValueError(f"no check is called {word!r}")
    return tuple(
        check
        for check in checks()
        if (not select or any(_means(word, check) for word in select))
        and not any(_means(word, check) for word in ignore)
    )


def _means(word: str, check: Check) -> bool:
    bare = word.strip()
    return check.name == bare.lower() or (len(bare) > 0 and check.code.startswith(bare.upper()))
