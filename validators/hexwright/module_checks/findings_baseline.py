"""Record the findings in an existing module in a file, so that only new findings are reported."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.diagnostics.finding_groups import finding_cause, group_by_cause
from hexwright.support.named_files import read_regular

#: The version of the file's layout, which the file contains.
VERSION = 1
#: Larger files are not read, in bytes.
MAX_BYTES = 256 << 20

#: The key of a finding: its code, its cause, and its place without the parts that often change.
FindingKey: TypeAlias = tuple[str, str, str]

_TRAIT = re.compile(r"^trait \d+ \(")
_TWIN = re.compile(r" \(\d+\)$")


class BaselineError(ValueError):
    """Raised for an error in a baseline file; the message describes the error and the remedy."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The number of recorded findings for each key."""

    counts: Counter[FindingKey]

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """Return the baseline in a file. Raises BaselineError if the file isn't a baseline."""
        try:
            return cls.of(json.loads(read_regular(path, MAX_BYTES)))
        except FileNotFoundError:
            raise BaselineError("there is no such file; create it with --write-baseline") from None
        except OSError as error:
            reason = (
                f"can't be read: {error.strerror}; name another file, or create one with --write-baseline"
            )
            raise BaselineError(reason) from None
        except (ValueError, RecursionError) as error:
            if isinstance(error, BaselineError):
                raise
            raise BaselineError("this is not a baseline; write a new one with --write-baseline") from None

    @classmethod
    def of(cls, data: Any) -> Baseline:
        """Return the baseline in parsed JSON data. Raises BaselineError if the data isn't a baseline."""
        match data:
            case {"version": version, "findings": list(rows)} if version == VERSION:
                counts: Counter[FindingKey] = Counter()
                for row in rows:
                    match row:
                        case {"code": str(code), "cause": str(cause), "places": list(places)}:
                            counts.update(_key(code, cause, str(place)) for place in places)
                        case _:
                            raise ValueError(row)
                return cls(counts)
            case {"version": int(version)} if version != VERSION:
                reason = f"a baseline of another version: {version}, expected {VERSION}"
                raise BaselineError(f"{reason}; write a new one with --write-baseline")
            case _:
                raise ValueError(data)

    def known_findings(self, diagnostics: Sequence[Diagnostic]) -> frozenset[Diagnostic]:
        """Return the findings that are in the baseline; for each key, at most as many as the baseline
        records.
        """
        left = Counter(self.counts)
        found: list[Diagnostic] = []
        for diagnostic in diagnostics:
            key = finding_key(diagnostic)
            if left[key] > 0:
                left[key] -= 1
                found.append(diagnostic)
        return frozenset(found)

    def fixed_count(self, diagnostics: Sequence[Diagnostic], codes: Collection[str]) -> int:
        """Return the number of recorded findings of these checks that no longer occur."""
        left = self.counts - Counter(map(finding_key, diagnostics))
        return sum(count for key, count in left.items() if key[0] in codes)


def as_baseline(diagnostics: Sequence[Diagnostic]) -> str:
    """Return the contents of a baseline file, with one location per line so that a diff shows which findings
    changed.
    """
    groups = sorted(group_by_cause(diagnostics), key=lambda group: (group.code, group.cause))
    rows = [
        {"code": group.code, "cause": group.cause, "places": [_path(finding) for finding in group.findings]}
        for group in groups
    ]
    return json.dumps({"version": VERSION, "findings": rows}, ensure_ascii=False, indent=1)


def finding_key(diagnostic: Diagnostic) -> FindingKey:
    """Return the key that identifies a finding across all versions of a module."""
    return _key(diagnostic.code, finding_cause(diagnostic), _path(diagnostic))


def _key(code: str, cause: str, place: str) -> FindingKey:
    # The numbers of traits and namesakes change when others are inserted before them.
    steps = [_TWIN.sub("", _TRAIT.sub("trait (", step)) for step in place.split(" / ")]
    return code, cause, " / ".join(steps)


def _path(diagnostic: Diagnostic) -> str:
    """Return the path of a finding inside the file; the file's own name is left out, because it often
    contains the module's version.
    """
    return (diagnostic.span.file if diagnostic.span else "").partition("!")[2]
