"""Every check: the sound module is clean, and each damage is reported by its own check alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.buildfile.buildfile_parser import parse, serialise
from hexwright.vassal.codec.buildfile.moduledata import Metadata
from hexwright.vassal.codec.module_archive import write
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.trait_fields import UnknownTrait
from tests.module_checks.damages import DAMAGES, Damage, scout_with
from tests.module_checks.sound import NAME, files, png


def _verified(path: Path, entries: dict[str, bytes]) -> set[str]:
    write(path / NAME, entries)
    return {diagnostic.code for diagnostic in verify_paths([path / NAME]).diagnostics}


def test_the_sound_module_is_clean(tmp_path: Path) -> None:
    assert _verified(tmp_path, files().entries) == set()


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name.replace(" ", "_"))
def test_a_damage_is_told_by_its_own_check_alone(damage: Damage, tmp_path: Path) -> None:
    made = files()
    damage.do(made)
    assert _verified(tmp_path, made.entries) == {damage.code}


def test_a_module_that_begins_with_empty_maps_is_told(tmp_path: Path) -> None:
    slot = c.PieceSlot.new(entry_name="Lone", gpid="1")
    slot.text = AddPiece(GamePiece.of(t.BasicPiece(name="Lone", gpid="1"))).encode()
    window = c.PieceWindow.new(c.ListWidget.new(slot))
    root = c.GameModule.new(
        window,
        c.Map.new(map_name="Main"),
        name="Bare",
        version="1",
        vassal_version="3.7.26",
        next_piece_slot_id=2,
    )
    data = Metadata("1", "3.7.26", "", "Bare").encode()
    assert _verified(tmp_path, {"buildFile.xml": serialise(root), "moduledata": data}) == {"V803"}


def test_paths_lead_into_the_module(tmp_path: Path) -> None:
    made = files()
    made.replace("$location$: wreck marked", "$location$: $wreck$ marked")
    write(tmp_path / NAME, made.entries)
    found = verify_paths([tmp_path / NAME]).diagnostics
    assert [str(d.span) for d in found] == [
        f"{NAME}!Main / At-Start Stack 'Corner' / trait 2 (Report Action)"
    ]


def _codes_with(tmp_path: Path, *damages: tuple[str, str]) -> set[str]:
    made = files()
    for old, new in damages:
        made.replace(old, new)
    return _verified(tmp_path, made.entries)


def test_a_report_may_name_what_a_property_was_before(tmp_path: Path) -> None:
    assert _codes_with(tmp_path, ("$newPieceName$ acts", "$newPieceName$ spent $oldSpent$")) == set()
    assert _codes_with(tmp_path, ("$newPieceName$ acts", "$newPieceName$ spent $oldspent$")) == {"V503"}


def test_a_report_in_braces_may_use_the_words_of_its_format(tmp_path: Path) -> None:
    assert _codes_with(tmp_path, ("$location$: $newPieceName$ acts", "{location + newPieceName}")) == set()


def test_triggers_parted_by_conditions_may_share_a_key(tmp_path: Path) -> None:
    old = "macro;March;March;57348,0,march;"
    assert _codes_with(tmp_path, (old, "macro;March;March;57348,0,drill;")) == set()


def test_a_condition_ends_a_ring_of_triggers(tmp_path: Path) -> None:
    ring = "57348\\,0\\,spend,57348\\,0\\,march;false;;;counted;;;;false;;1;1"
    old = "57348\\,0\\,spend,57348\\,0\\,flip;false;;;counted;;;;false;;1;1"
    assert _codes_with(tmp_path, (old, ring)) == set()


def test_a_value_that_is_made_at_run_time_is_not_judged(tmp_path: Path) -> None:
    assert _codes_with(tmp_path, (";Z;Depot;", ";Z;{CurrentZone};")) == set()
    assert _codes_with(tmp_path, (";Z;Depot;", ";Z;$CurrentZone$;")) == set()
    assert _codes_with(tmp_path, (";Z;Depot;", ';Z;{"Depot"};')) == set()
    assert _codes_with(tmp_path, (";Z;Depot;", ';Z;{"Store"};')) == {"V404"}


def test_more_expressions_than_any_module_has_are_not_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexwright.module_checks.check_framework.MAX_EXPRESSIONS", 200)
    long = "{TurnNumber == 3" + " + 0" * 60 + "}"
    assert _codes_with(tmp_path, ("{TurnNumber == 3}", long)) == {"V506"}


def test_images_of_layers_in_the_oldest_layout_count_as_used(tmp_path: Path) -> None:
    made = files()
    made.entries["images/old.png"] = png(10, 10)
    flag = t.LayerBefore3(levels=("old.png,worn",))
    root = parse(made.entries["buildFile.xml"])
    slot = next(slot for slot in root.all(c.PieceSlot) if slot.entry_name == "Scout")
    piece = AddPiece.decode(slot.body).piece
    slot.text = AddPiece(GamePiece((*piece.traits, flag))).encode()
    made.entries["buildFile.xml"] = serialise(root)
    assert _verified(tmp_path, made.entries) == set()


@pytest.mark.parametrize(("count", "name"), [(2, "TraitEncoder"), (40, "CounterFactory"), (9, "Dial")])
def test_traits_of_a_class_that_is_not_compiled_are_told_once(count: int, name: str, tmp_path: Path) -> None:
    made = files()
    scout_with(*(UnknownTrait(f"{('fire', 'smoke')[n % 2]};{n}", "") for n in range(count)))(made)
    made.replace(
        "<VASSAL.build.module.BasicCommandEncoder/>",
        f"<VASSAL.build.module.BasicCommandEncoder/>{'<own.Alarm/>' if count > 9 else ''}<own.{name}/>",
    )
    write(tmp_path / NAME, made.entries)
    (found,) = (d for d in verify_paths([tmp_path / NAME]).diagnostics if d.code == "V208")
    assert str(found.span) == f"{NAME}!{name}"
    assert f"'own.{name}'" in found.message
    assert f"2 traits ('fire', 'smoke'; {count} uses)" in found.message
