"""The structure of an entry in the catalogue of codes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CodeEntry:
    """One code of the catalogue."""

    code: str
    title: str
    why: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.code}: {self.title}\n\nWhy: {self.why}\nWhat to do: {self.remedy}"
