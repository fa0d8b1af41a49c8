"""Battles by odds: declaration, strengths, the combat results table, retreat, advance, overrun."""
