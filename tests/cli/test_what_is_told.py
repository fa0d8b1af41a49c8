"""No output controls the terminal, whatever the data contain."""

from __future__ import annotations

import io
import subprocess
import sys

from hexwright.cli.console import print_diagnostics
from hexwright.diagnostics.diagnostic import Span, error


def test_signs_that_steer_a_terminal_are_escaped_in_findings() -> None:
    stream = io.StringIO()
    print_diagnostics(
        [error("M001", "hex '\u202e0101\x1b[2J' is not on the map", Span("a\u2066.yaml", 1, 2))],
        stream=stream,
    )
    assert (
        stream.getvalue() == "a\\u2066.yaml:1:2: error[M001]: hex '\\u202e0101\\x1b[2J' is not on the map\n"
    )


def test_ctrl_c_while_the_command_is_being_read_ends_in_one_line() -> None:
    stopped = (
        "import builtins, hexwright.cli\n"
        "real = builtins.__import__\n"
        "def stop(name, *rest):\n"
        "    if name == 'hexwright.cli.app':\n"
        "        raise KeyboardInterrupt\n"
        "    return real(name, *rest)\n"
        "builtins.__import__ = stop\n"
        "hexwright.cli.main()\n"
    )
    ran = subprocess.run([sys.executable, "-c", stopped], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (130, "stopped before anything was done\n")
