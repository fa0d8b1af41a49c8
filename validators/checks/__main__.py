"""`python -m validators.checks`: write docs/reference/checks.md anew."""

from __future__ import annotations

from pathlib import Path

from builder.output import write_atomically
from validators.checks.document import document

write_atomically(Path("docs") / "reference" / "checks.md", document().encode())
