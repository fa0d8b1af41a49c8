"""The rulebook: its chapters, index and pages."""
