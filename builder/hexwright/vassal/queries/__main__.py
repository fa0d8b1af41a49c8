"""Show a part of the script that is carried over: `python -m hexwright.vassal.queries movement_flood`.

Each line stands behind the number of the line that it comes from.
"""

from __future__ import annotations

import sys

from hexwright.vassal.queries.parts import PARTS, part

for name in sys.argv[1:] or PARTS:
    sys.stdout.writelines(f"{line.source:4} {line.text}".rstrip() + "\n" for line in part(name))
