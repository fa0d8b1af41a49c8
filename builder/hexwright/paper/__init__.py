"""Print and play: what a person prints, glues, cuts and plays, and what a print shop accepts."""
