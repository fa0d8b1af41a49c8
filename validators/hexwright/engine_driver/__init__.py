"""Open modules in the real VASSAL, to report its errors and to record its behaviour."""

from __future__ import annotations

from hexwright.engine_driver.engine_client import OBSERVER, Engine
from hexwright.engine_driver.engine_errors import (
    EngineEndedError,
    EngineError,
    EngineUnavailableError,
    ModuleNotOpenedError,
)
from hexwright.engine_driver.engine_findings import engine_findings

__all__ = [
    "OBSERVER",
    "Engine",
    "EngineEndedError",
    "EngineError",
    "EngineUnavailableError",
    "ModuleNotOpenedError",
    "engine_findings",
]
