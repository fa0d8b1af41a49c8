"""Undecided phases: phases that leave the state unchanged, because the players carry them out without the
rules engine.
"""

from __future__ import annotations

from hexwright.rules.engine.phase_module import PhaseModule, nothing_decided

PHASE_MODULE = PhaseModule(phase_openers={"other": nothing_decided})
