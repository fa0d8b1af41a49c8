"""Replacements and reinforcements: accounts, arrivals, airborne drops."""
