"""Services that any room may use: whole-file writes, caches, progress, wording of messages."""
