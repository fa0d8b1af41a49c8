"""The module checks, one per file; each file defines `CHECK`."""
