"""Say of each piece of data where it comes from and how far it can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from builder.model.doc import Doc

Status = Literal["transcribed", "reconstructed", "ruling"]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where an entry comes from."""

    status: Annotated[
        Status,
        Doc(
            "`transcribed` from the published game, `reconstructed` where the original is lost, "
            "or a `ruling` where the text leaves a question open.",
            "transcribed",
        ),
    ]
    source: Annotated[str, Doc("The edition, page or picture it was taken from.", "2022 edition, map")]
    note: Annotated[str, Doc("What a reader with the original should know or check.")] = ""
