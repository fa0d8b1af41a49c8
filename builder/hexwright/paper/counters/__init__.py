"""Counter sheets with matching backs, and their index."""
