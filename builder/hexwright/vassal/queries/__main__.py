"""Print a translated part of the script: `python -m hexwright.vassal.queries movement_flood`.

Every output line begins with the line number of its Python source.
"""

from __future__ import annotations

import sys

from hexwright.vassal.queries.parts import PARTS, part

for name in sys.argv[1:] or PARTS:
    sys.stdout.writelines(f"{line.source:4} {line.text}".rstrip() + "\n" for line in part(name))
