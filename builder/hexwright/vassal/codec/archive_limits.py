"""The limits at which untrusted archives and module folders are rejected; sizes are in bytes."""

from __future__ import annotations

from typing import Final

MAX_ENTRIES: Final = 50_000
"""The maximum number of entries of an archive, or of files in a folder."""
MAX_DIRECTORY: Final = 16 << 20
"""The maximum size of an archive's directory, which is read into memory as a whole."""
MAX_ENTRY: Final = 256 << 20
"""The maximum unpacked size of one entry."""
MAX_TOTAL: Final = 4 << 30
"""The maximum unpacked size of all entries together."""
MAX_NAME: Final = 512
"""The maximum length of an entry's name, in characters."""
RATIO_FROM: Final = 8 << 20
"""The unpacked size above which an entry's compression ratio is checked."""
MAX_RATIO: Final = 200
"""The maximum compression ratio of such an entry: unpacked size to packed size."""
