"""Open modules in the real VASSAL, to report its errors and to record its behaviour."""

from __future__ import annotations

from hexwright.engine_driver.engine_client import OBSERVER, Engine
from hexwright.engine_driver.engine_errors import EngineFault, EngineGone, EngineUnavailable, ModuleRefused
from hexwright.engine_driver.engine_findings import engine_findings

__all__ = [
    "OBSERVER",
    "Engine",
    "EngineFault",
    "EngineGone",
    "EngineUnavailable",
    "ModuleRefused",
    "engine_findings",
]
