"""A river whose layer tests change."""

from __future__ import annotations

RIVERS = "rivers:\n  river: {name: River, sources: [{file: rivers.geojson}]}\n"
