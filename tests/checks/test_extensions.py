"""Extensions are judged together with their module."""

from __future__ import annotations

from pathlib import Path

from builder.vassal.archive import write
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.buildfile.parsing import serialise
from builder.vassal.codec import traits as t
from builder.vassal.codec.piece import AddPiece, Piece
from tests.checks.sound import NAME, files
from validators.checks.verify import verify


def _codes(tmp_path: Path, gpid: str = "ab:1", module: str = "Sound", image: str = "full.png") -> set[str]:
    slot = c.PieceSlot.new(entry_name="Extra", gpid=gpid)
    piece = Piece.of(t.BasicPiece(image=image, name="Extra", gpid=gpid), t.Prototype("Common"))
    slot.text = AddPiece(piece).encode()
    target = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.ListWidget"
    root = c.ModuleExtension.new(
        c.ExtensionElement.new(slot, target=target),
        version="1.0",
        module=module,
        module_version="1.0",
        vassal_version="3.7.26",
        next_piece_slot_id=9,
        extension_id="ab",
    )
    entries = {
        "buildFile.xml": serialise(root),
        "extensiondata": Metadata("1.0", "3.7.26", universal=False).encode(),
    }
    write(tmp_path / "extra.vmdx", entries)
    write(tmp_path / NAME, files().entries)
    return {d.code for d in verify([tmp_path / "extra.vmdx", tmp_path / NAME]).diagnostics}


def test_an_extension_may_use_the_prototypes_and_images_of_its_module(tmp_path: Path) -> None:
    assert _codes(tmp_path) == set()


def test_an_extension_for_another_module_is_told(tmp_path: Path) -> None:
    assert _codes(tmp_path, module="Other") == {"V007"}


def test_a_gpid_of_the_module_in_an_extension_is_told(tmp_path: Path) -> None:
    assert _codes(tmp_path, gpid="3") == {"V205"}


def test_an_image_in_neither_is_told(tmp_path: Path) -> None:
    assert _codes(tmp_path, image="nowhere.png") == {"V301"}
