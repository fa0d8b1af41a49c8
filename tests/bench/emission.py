"""Emit a build file with a thousand counters, by hexwright or by pywargame: `emission.py ours|theirs`.

Both make the same thing: piece slots with a name, two pictures to flip, three properties and a
prototype. Pictures themselves are left aside.
"""

from __future__ import annotations

import sys
import time

COUNT = 1000


def ours() -> bytes:
    """Emit by hexwright."""
    from hexwright.vassal.codec.buildfile.buildfile_parser import serialise
    from hexwright.vassal.codec.buildfile.components import GameModule, ListWidget, PieceSlot, PieceWindow
    from hexwright.vassal.codec.piece_text import GamePiece
    from hexwright.vassal.codec.traits import BasicPiece, Marker, Prototype
    from hexwright.vassal.module.piece_builder import face_layer

    slots = []
    for number in range(COUNT):
        name = f"unit {number}"
        piece = GamePiece.of(
            BasicPiece(name=name, gpid=str(number)),
            face_layer((f"u{number}-1.png", f"u{number}-2.png")),
            Marker.of({"Strength": "4", "MA": "6", "UnitId": f"u-{number}"}),
            Prototype("Unit"),
        )
        slot = PieceSlot.new(entry_name=name, gpid=str(number))
        slot.piece = piece
        slots.append(slot)
    window = PieceWindow.new(ListWidget.new(*slots, entry_name="Units"), name="Pieces")
    return serialise(GameModule.new(window, name="Bench", version="1"))


def theirs() -> bytes:
    """Emit by pywargame."""
    from pywargame.vassal import (  # type: ignore[import-not-found]
        BasicTrait,
        BuildFile,
        LayerTrait,
        MarkTrait,
        PrototypeTrait,
    )

    build = BuildFile()
    game = build.addGame(name="Bench", version="1")
    units = game.addPieceWindow(name="Pieces").addList(entryName="Units")
    for number in range(COUNT):
        name = f"unit {number}"
        slot = units.addPieceSlot(entryName=name, gpid=number)
        slot.setTraits(
            PrototypeTrait(name="Unit"),
            MarkTrait(name="Strength", value="4"),
            MarkTrait(name="MA", value="6"),
            MarkTrait(name="UnitId", value=f"u-{number}"),
            LayerTrait(images=[f"u{number}-1.png", f"u{number}-2.png"], newNames=["", "reduced"]),
            BasicTrait(name=name, gpid=number),
        )
    encoded = build.encode()
    return encoded if isinstance(encoded, bytes) else str(encoded).encode()


def main(which: str) -> None:
    """Print the least of three times, in seconds; imports are not counted."""
    emit = {"ours": ours, "theirs": theirs}[which]
    times = []
    for _ in range(4):
        started = time.process_time()
        emit()
        times.append(time.process_time() - started)
    print(min(times[1:]))


if __name__ == "__main__":
    main(sys.argv[1])
