"""Check a complete game: references and consistency between its files."""

from __future__ import annotations

from hexwright.load.check_charts import check_charts
from hexwright.load.check_colour_contrast import check_colour_contrast
from hexwright.load.check_context import CheckContext
from hexwright.load.check_counter_mix import check_counter_mix
from hexwright.load.check_glyphs import check_glyphs
from hexwright.load.check_map import check_map
from hexwright.load.check_movement_costs import check_movement_costs
from hexwright.load.check_references import check_references
from hexwright.load.check_rulings import check_rulings
from hexwright.load.check_scan import check_scan
from hexwright.load.check_scenarios import check_scenarios
from hexwright.load.reader_context import TooManyErrors, report_too_many_errors


def check_game(check: CheckContext) -> None:
    """Run all checks. They add errors to the report, and read no files except pictures."""
    try:
        check_references(check)
        check_map(check)
        check_colour_contrast(check)
        check_counter_mix(check)
        check_scan(check)
        check_charts(check)
        check_movement_costs(check)
        check_scenarios(check)
        check_rulings(check)
        check_glyphs(check)
    except TooManyErrors:
        report_too_many_errors(check.report, check.spans.value())
