"""Compile the declarative rules for the module: tables, scripts and traits."""
