"""Number the hexsides that can be destroyed. The rules engine and the module use the same numbers."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.geometry.hex_board import Board, Hex
from hexwright.model.ids import Hexside
from hexwright.model.rules.rules_record import Rules


@dataclass(frozen=True, slots=True)
class FortifiedHexside:
    """A hexside with a front that can be destroyed."""

    entry: int
    """The index of the entry in `fortified_hexsides`."""
    line: str
    """The id of its line within the feature."""
    behind: Hex
    front: Hex


def fortified_hexsides(board: Board, rules: Rules) -> tuple[FortifiedHexside, ...]:
    """Return all hexsides that can be destroyed, in the order in which the data list them."""
    features = {feature.id: feature for feature in board.hexmap.hexsides}
    found: list[FortifiedHexside] = []
    for number, entry in enumerate(rules.fortified_hexsides):
        for line in features[entry.hexsides].lines:
            for text in line.hexsides:
                behind, front = (board.index[hex_id] for hex_id in Hexside.facing(text))
                found.append(FortifiedHexside(number, line.id, behind, front))
    return tuple(found)
