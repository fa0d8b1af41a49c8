"""Settings of the whole test run: no chance, no clock, the tier of tests, no engine where there is none."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.tiers import ALL

# The same examples on every machine and no time limit: a green run here is green elsewhere.
# HYPOTHESIS_PROFILE=search looks for new examples instead.
settings.register_profile("same", deadline=None, derandomize=True, max_examples=100 if ALL else 15)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Make Python's collector of cycles look only at new objects, and seldom.

    Imported modules and collected tests are large and last as long as the run.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(3_000_000, 20, 20)
        gc.enable()


def _is_slow(item: pytest.Item) -> bool:
    """Whether a test waits for the second tier; those with the real engine have a command of their own."""
    return item.get_closest_marker("slow") is not None and item.get_closest_marker("engine") is None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests to the second tier, and skip the tests that drive the real engine where there is none.

    A slow test that the command line names by its function runs in any case.
    """
    if not ALL and not any("::" in argument for argument in config.args):
        config.hook.pytest_deselected(items=[item for item in items if _is_slow(item)])
        items[:] = [item for item in items if not _is_slow(item)]
    if os.environ.get("VASSAL_CLASSPATH"):
        return
    skip = pytest.mark.skip(reason="VASSAL_CLASSPATH is unset (docs/how-to/real-engine.md)")
    for item in items:
        if item.get_closest_marker("engine") is not None:
            item.add_marker(skip)
