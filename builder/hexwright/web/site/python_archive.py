"""Python for the browser in one archive: the rules engine and what it needs of the library, compiled.

A browser compiles sources slowly: with compiled ones, the first visit begins in half the time. Compiled code
belongs to one version of Python, so `make web` runs this module in the Python that browsers will run.
"""

from __future__ import annotations

import gzip
import importlib.util
import marshal
import zipfile
from io import BytesIO
from typing import Final

from hexwright.support.result_cache import digest_of
from hexwright.web.play.dataclass_code import FILE, dataclass_code
from hexwright.web.site.bare_sources import bare_source
from hexwright.web.site.engine_modules import ENTRY, engine_modules, library_modules
from hexwright.web.site.standard_library import used_part

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_NEVER_COMPARED: Final = (1).to_bytes(4, "little")
"""The flags of compiled code that holds the hash of its source, and isn't compared with it (PEP 552)."""


def sources_digest() -> str:
    """Return the digest of the rules engine's sources."""
    return digest_of(part for name, path in engine_modules().items() for part in (name, path.read_bytes()))


def python_archive(library: bytes) -> bytes:
    """Return a compressed archive (ZIP within gzip) of compiled modules, for the Python that runs this.

    `library` is the archive of the standard library's sources. Raise zipfile.BadZipFile if it is none.
    """
    sources = used_part(library, library_modules())
    compiled = {f"{name}c": _compiled(name, data, 2) for name, data in sources.items()}
    compiled["hexwright/__init__.pyc"] = _compiled("hexwright/__init__.py", b"", 0)
    for name, path in engine_modules().items():
        stem = name.replace(".", "/")
        entry = f"{stem}/__init__.py" if path.name == "__init__.py" else f"{stem}.py"
        data = bare_source(path.read_text(encoding="utf-8"))
        compiled[f"{entry}c"] = _compiled(entry, data, 0)
    compiled[f"hexwright/web/play/{FILE}"] = dataclass_code(ENTRY)
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(compiled.items()):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data)
    return gzip.compress(out.getvalue(), compresslevel=9, mtime=0)


def _compiled(name: str, source: bytes, optimize: int) -> bytes:
    """Return the content of a `.pyc` file; `optimize` 2 leaves out docstrings and assertions."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    head = importlib.util.MAGIC_NUMBER + _NEVER_COMPARED + importlib.util.source_hash(source)
    return head + marshal.dumps(code)
