"""Compile a game's rules for its module: tables, scripts and traits."""
