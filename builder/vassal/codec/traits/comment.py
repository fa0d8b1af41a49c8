"""The trait Comment."""

from __future__ import annotations

from typing import ClassVar

from builder.vassal.codec import fields
from builder.vassal.codec.fields import Trait, record


@record
class Comment(Trait):
    """Comment (VASSAL.counters.Comment)."""

    ID: ClassVar[str] = "cmt;"
    TITLE: ClassVar[str] = "Comment"
    JAVA: ClassVar[str] = "VASSAL.counters.Comment"
    SINCE: ClassVar[str] = "3.7"

    text: str = fields.text("Comment")
