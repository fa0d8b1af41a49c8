"""Replacements and reinforcements: accounts, arrivals and airdrops."""
