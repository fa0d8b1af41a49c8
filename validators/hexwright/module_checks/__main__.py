"""`python -m hexwright.module_checks`: rewrite docs/reference/checks.md."""

from __future__ import annotations

from pathlib import Path

from hexwright.module_checks.checks_document import checks_page
from hexwright.support.atomic_writes import write_atomically

write_atomically(Path("docs") / "reference" / "checks.md", checks_page().encode())
