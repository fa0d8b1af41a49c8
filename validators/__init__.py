"""Check and play games by their rules."""
