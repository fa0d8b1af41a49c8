"""Rule validation: report which rules of a game the rules engine can't play, by subject.

`scenario_checks.py` runs all checks in order.
"""
