"""The list of checks: permanent codes, a text for each, a test for each, a page that is up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.diagnostics.codes import CATALOGUE
from hexwright.module_checks.check_catalogue import all_checks, explain, select_checks
from hexwright.module_checks.checks_document import checks_page
from tests.module_checks.damages import DAMAGES

#: Damaged in tests of their own, since it takes more than one change of the sound module.
_ELSEWHERE = {"V001", "V007", "V008", "V009", "V010", "V011", "V012", "V803"}


def test_every_check_has_a_code_of_its_own() -> None:
    codes = [check.code for check in all_checks()]
    assert len(codes) == len(set(codes)) >= 50
    assert not set(codes) & set(CATALOGUE)


def test_every_check_stands_in_the_file_of_its_name() -> None:
    folder = Path(__file__).parents[2] / "validators" / "hexwright" / "module_checks" / "checks"
    names = {path.stem.replace("_", "-") for path in folder.glob("*.py")} - {"--init--"}
    assert {check.name for check in all_checks()} == names


def test_every_check_explains_itself() -> None:
    for check in all_checks():
        assert explain(check.code.lower()) is check
        assert explain(check.name) is check
        assert len(check.why) > 40
        assert check.remedy.endswith(".")
        assert check.code in str(check)


def test_every_check_is_proved_by_a_damaged_module() -> None:
    assert {check.code for check in all_checks()} - _ELSEWHERE == {damage.code for damage in DAMAGES}


def test_the_page_of_checks_is_up_to_date() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "checks.md"
    assert page.read_text(encoding="utf-8") == checks_page(), "run: python -m hexwright.module_checks"


def test_checks_are_chosen_by_code_beginning_and_name() -> None:
    assert [check.code for check in select_checks(("V201",))] == ["V201"]
    assert {check.code[:2] for check in select_checks(("V5",))} == {"V5"}
    assert [check.code for check in select_checks(("gpid-missing",))] == ["V204"]
    assert "V204" not in {check.code for check in select_checks((), ("V204",))}
    assert select_checks(("V204",), ("V2",)) == ()


def test_a_word_that_means_no_check_is_refused() -> None:
    with pytest.raises(ValueError, match="Z1"):
        select_checks(("Z1",))
