"""Settings of the whole test run: no chance, no clock, and no engine where there is none."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# The same examples on every machine and no time limit: a green run here is green elsewhere.
# HYPOTHESIS_PROFILE=search looks for new examples instead.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests that drive the real engine where there is none."""
    if os.environ.get("VASSAL_CLASSPATH"):
        return
    skip = pytest.mark.skip(reason="VASSAL_CLASSPATH is unset: no engine to drive (docs/engine.md)")
    for item in items:
        if item.get_closest_marker("engine") is not None:
            item.add_marker(skip)
