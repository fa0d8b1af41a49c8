"""Skip the tests that drive the real engine where there is none."""

from __future__ import annotations

import os

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("VASSAL_CLASSPATH"):
        return
    skip = pytest.mark.skip(reason="VASSAL_CLASSPATH is unset: no engine to drive (docs/engine.md)")
    for item in items:
        if item.get_closest_marker("engine") is not None:
            item.add_marker(skip)
