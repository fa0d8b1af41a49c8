"""Services for all packages: atomic writes, caches, progress, wording of messages."""
