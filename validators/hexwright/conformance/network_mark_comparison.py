"""Compare the module's marks on network hexes that change with the rules engine."""

from __future__ import annotations

from hexwright.conformance.module_player import ModulePlayer
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.transport.network_hex_states import marks_of_network
from hexwright.vassal.enforcement.cells import text
from hexwright.vassal.enforcement.script import told


def compare_network_marks(hands: ModulePlayer) -> bool:
    """Compare the marks; return whether they are the same."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    if not setting.changing:
        return True
    expected = expected_marks(mirror.kernel, state)
    got = mirror.table.evaluate(f"{{{told('networkMarks')}}}")
    mirror.tried("marks of networks")
    if got != expected:
        mirror.differs("what is marked of networks", expected, got)
    return got == expected


def expected_marks(kernel: RulesEngine, state: State) -> str:
    """Return the marks in the module's words."""
    lines = []
    for one in kernel.setting.changing:
        found = marks_of_network(kernel.setting, state, one)
        heads = dict(found.heads)
        parts = [one.network.id, f"cut={text(found.cut)}"]
        for side, hexes in found.alone:
            parts += [f"{side}={text(hexes)}", f"{side}!={text(heads.get(side, 0))}"]
        lines.append(f"{' '.join(parts)}/")
    return "".join(lines)
