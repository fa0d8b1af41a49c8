"""Rule validation: report the rules of a game that the rules engine can't play, with one module for each
subject.

`scenario_checks.py` runs all checks in order.
"""
