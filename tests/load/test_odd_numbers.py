"""Whatever stands where the data format has a number ends in a diagnostic at its place, or is a number."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.diagnostics.diagnostic import DiagnosticReport, InputError
from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from hexwright.load.reader_context import ReaderContext
from hexwright.load.record_readers import build_record
from hexwright.load.value_spans import ValueSpans
from hexwright.load.yaml_tree import SourceFile, parse
from hexwright.render.check_drawings import check_drawings
from hexwright.render.fonts import missing_glyphs
from tests.load.damage import TOY, copy_toy
from tests.load.numeric import NumericField, leaves, numeric_fields, read_texts, with_number
from tests.tiers import sampled

NO_NUMBERS = (
    ".inf", "-.inf", "inf", "Infinity", ".nan", "nan", "1e400", "1e-400", "1e5", "-1E5", "9" * 400,
    "0." + "1" * 400, "٣", "３", "²", "Ⅷ", "१२", "1_000", "1 000", "1.", ".5", "0x10", "0o7", "0b1", "007",
    "007.5", "1:2", "1:30:00", "2026-11-22", "2026-11-22T10:00:00Z", "--1", "+", "-", "1-", "½", "1%", "true",
    "no", "[1]", "{b: 1}", "'1 '", "'\\u0661'", '"\\u0663"', '"1\\n"', '""',
)  # fmt: skip
"""What is no number to us, though it is one to YAML, to Python or to a reader."""
NUMBERS = (
    "0",
    "-0",
    "+0",
    "1",
    "+1",
    "-1",
    "7",
    "1.5",
    "-0.0",
    "0.000001",
    "1000000",
    "-1000000",
    "9" * 18,
    "-1000001",
)
FIELDS = numeric_fields()


def _codes_at_the_number(field: NumericField, written: str) -> list[str]:
    """Return the codes of what is said at the place of a number; that other keys are missing is no matter."""
    text = f"{field.key}: {field.form}"
    column = text.index("{}" if "{}" in text else "{") + 1
    source = SourceFile("odd.yaml", text.replace("{}", written).encode())
    report = DiagnosticReport()
    tree = parse(source, report)
    if tree is not None:
        build_record(field.record, tree, ("odd",), ReaderContext(source, report, ValueSpans()))
    for diagnostic in report:
        assert diagnostic.span is not None
        assert diagnostic.span.file == "odd.yaml"
    return [d.code for d in report if d.span is not None and (d.span.line, d.span.column) == (1, column)]


def test_the_model_has_numbers_in_every_file() -> None:
    assert len(FIELDS) > 70
    assert {"Grid.rows", "Sheet.counter_mm", "Event.ends_game_on", "HitTable.rows", "Turn.turn"} <= set(
        map(str, FIELDS)
    )


@pytest.mark.parametrize("field", FIELDS, ids=str)
def test_values_that_are_no_number_are_reported_at_their_place(field: NumericField) -> None:
    for written in NO_NUMBERS:
        assert _codes_at_the_number(field, written), written


@pytest.mark.parametrize("field", FIELDS, ids=str)
def test_a_number_is_taken_if_it_is_whole_where_it_must_be_and_within_its_bounds(field: NumericField) -> None:
    for written in NUMBERS:
        whole = "." not in written or field.kind is float
        fits = whole and field.bounds.low <= float(written) <= field.bounds.high
        assert _codes_at_the_number(field, written) == ([] if fits else ["K009" if whole else "K004"]), (
            written
        )


@pytest.mark.parametrize("slug", sampled(["toy-bridge", "toy-volley"]))
def test_a_game_with_one_number_at_its_bounds_passes_or_is_refused_with_a_place(
    slug: str, tmp_path: Path
) -> None:
    project = Project(copy_toy(tmp_path))
    texts = read_texts(project.folder(slug))
    # What the first toy writes, the second needn't try again.
    before = {leaf.field for leaf in leaves(Project(TOY), "toy-bridge")} if slug == "toy-volley" else set()
    found = [leaf for leaf in leaves(Project(TOY), slug) if leaf.field not in before]
    assert len(found) > 10
    passed = 0
    for leaf in found:
        path = project.folder(slug) / leaf.file
        for bound in {leaf.bounds.low, leaf.bounds.high} - {leaf.value}:
            path.write_text(with_number(texts, leaf, f"{bound:.15g}")[leaf.file], encoding="utf-8")
            try:
                load_game(project, slug, glyph_faults=missing_glyphs, sheet_faults=check_drawings)
                passed += 1
            except InputError as faults:
                for diagnostic in faults.diagnostics:
                    assert diagnostic.span is not None, str(diagnostic)
                    assert diagnostic.span.file.startswith((f"data/{slug}", f"art/{slug}")), str(diagnostic)
        path.write_text(texts[leaf.file], encoding="utf-8")
    assert passed > 10
