"""Undecided phases: phases that players carry out by themselves; they leave the state unchanged."""

from __future__ import annotations

from hexwright.rules.engine.phase_module import PhaseModule, nothing_decided

PHASE_MODULE = PhaseModule(phase_openers={"other": nothing_decided})
