"""Name the properties of a compiled module: the contract of docs/module-contract.md."""

from __future__ import annotations

from typing import Final

# Every unit.
UNIT_ID: Final = "UnitId"
SIDE: Final = "Side"
SIDE_NAME: Final = "SideName"
SIDE_PLURAL: Final = "SidePlural"
"""On a control marker: whom the place belongs to, as in 'the Soviets'."""
UNIT_CLASS: Final = "UnitClass"
CLASS_NAME: Final = "ClassName"
FULL_NAME: Final = "FullName"
STRENGTH: Final = "Strength"
MA: Final = "MA"
STEP: Final = "Step"
STEPS: Final = "Steps"
STEP_TEXT: Final = "StepText"
KIND: Final = "Kind"
"""unit, marker, control or turn."""
MARKER_ID: Final = "MarkerId"
POOL: Final = "Pool"
POOL_X: Final = "PoolX"
POOL_Y: Final = "PoolY"
OUT: Final = "OutOfGame"
OUT_X: Final = "OutX"
OUT_Y: Final = "OutY"
MAP_LAYER: Final = "MapLayer"

# The whole game.
TURN: Final = "Turn"
PHASE: Final = "Phase"
PHASE_NAME: Final = "PhaseName"
ACTIVE_SIDE: Final = "ActiveSide"
WEATHER: Final = "Weather"
WEATHER_NAME: Final = "WeatherName"
TURN_DATE: Final = "TurnDate"
ENFORCEMENT: Final = "Enforcement"
LAST_VIOLATION: Final = "LastViolation"
SCENARIO: Final = "Scenario"
TIMETABLE: Final = "Timetable"
LAST_TURN: Final = "LastTurn"
GAME_OVER: Final = "GameOver"
GROUND: Final = "Ground"
REPLACEMENTS_LEFT: Final = "ReplacementsLeft"

# Names of the engine's own.
MAIN_MAP: Final = "Map"
BOARD: Final = "Map"
STEP_LAYER: Final = "Step"
"""The layer with a unit's faces; the engine calls its level Step_Level."""

BOTH_SIDES: Final = "Both sides"
"""The seat of somebody who plays alone, or of two who share a screen."""
