"""Undecided phases: phases that players carry out by themselves; they are shown, and the state doesn't
change.
"""

from __future__ import annotations

from hexwright.rules.engine.phase_module import PhaseModule, nothing_decided

PHASE_MODULE = PhaseModule(phase_openers={"other": nothing_decided})
