"""The trait Comment."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, record


@record
class Comment(Trait):
    """Comment (VASSAL.counters.Comment)."""

    ID: ClassVar[str] = "cmt;"
    TITLE: ClassVar[str] = "Comment"
    JAVA: ClassVar[str] = "VASSAL.counters.Comment"
    SINCE: ClassVar[str] = "3.7"

    text: str = trait_fields.text("Comment")
