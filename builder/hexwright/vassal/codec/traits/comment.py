"""The Comment trait."""

from __future__ import annotations

from hexwright.vassal.codec import trait_fields
from hexwright.vassal.codec.trait_fields import Trait, trait


@trait("cmt;", "Comment", "VASSAL.counters.Comment", since="3.7")
class Comment(Trait):
    text: str = trait_fields.text("Comment")
