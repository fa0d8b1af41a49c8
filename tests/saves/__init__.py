"""Saved games and logs: read, written, shown, compared and judged, on files that the real engine wrote."""
