"""Network mark comparison: compare the module's marks on changeable network hexes with the rules engine's."""

from __future__ import annotations

from hexwright.conformance.module_player import ModulePlayer
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.transport.network_hex_states import marks_of_network
from hexwright.vassal.enforcement.script import told
from hexwright.vassal.enforcement.tables.cells import text


def compare_network_marks(hands: ModulePlayer) -> bool:
    """Compare the marks on the map; return whether they are the same."""
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    if not setting.changeable_networks:
        return True
    expected = expected_marks(mirror.kernel, state)
    got = mirror.table.evaluate(f"{{{told('networkMarks')}}}")
    mirror.count_attempt("network markers")
    if got != expected:
        mirror.report_difference("network markers", expected, got)
    return got == expected


def expected_marks(kernel: RulesEngine, state: State) -> str:
    """Return the marks that the rules engine requires, in the words of the module."""
    lines = []
    for one in kernel.setting.changeable_networks:
        found = marks_of_network(kernel.setting, state, one)
        heads = dict(found.railheads)
        parts = [one.network.id, f"cut={text(found.cut_hexes)}"]
        for side, hexes in found.hexes_of_one_side:
            parts += [f"{side}={text(hexes)}", f"{side}!={text(heads.get(side, 0))}"]
        lines.append(f"{' '.join(parts)}/")
    return "".join(lines)
