"""Open modules in the real VASSAL engine: a second opinion, and the recorder of what it does."""

from __future__ import annotations

from validators.engine_bridge.client import OBSERVER, Engine
from validators.engine_bridge.errors import EngineFault, EngineGone, EngineUnavailable, ModuleRefused
from validators.engine_bridge.findings import engine_findings

__all__ = [
    "OBSERVER",
    "Engine",
    "EngineFault",
    "EngineGone",
    "EngineUnavailable",
    "ModuleRefused",
    "engine_findings",
]
