"""Pass over phases whose doings the players see to: they are shown and told, and change nothing here."""

from __future__ import annotations

from hexwright.rules.engine.phase_module import Procedure, nothing_decided

PROCEDURE = Procedure(opens={"other": nothing_decided})
