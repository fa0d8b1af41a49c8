"""A user's printer, measured and corrected, and a print shop's press."""
