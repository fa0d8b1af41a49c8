"""Text, tables and figures in columns."""
