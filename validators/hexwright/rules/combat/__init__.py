"""Battles by odds: declaration, strengths, the combat results table, retreats, advances and overruns."""
