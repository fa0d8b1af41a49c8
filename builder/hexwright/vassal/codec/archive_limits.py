"""The limits beyond which untrusted archives and module folders are rejected. Sizes are in bytes."""

from __future__ import annotations

from typing import Final

MAX_ENTRIES: Final = 50_000
"""The maximum number of entries in an archive, or of files in a folder."""
MAX_DIRECTORY: Final = 16 << 20
"""The maximum size of an archive's directory, because all of it is read into memory."""
MAX_ENTRY: Final = 256 << 20
"""The maximum unpacked size of one entry."""
MAX_TOTAL: Final = 4 << 30
"""The maximum total size of all unpacked entries."""
MAX_NAME: Final = 512
"""The maximum length of an entry's name, in characters."""
RATIO_FROM: Final = 8 << 20
"""The unpacked size, in bytes, above which the compression ratio of an entry is checked."""
MAX_RATIO: Final = 200
"""The maximum compression ratio of a large entry: unpacked size divided by packed size."""
