"""Paper, margins, marks and pages: what all printed parts share."""
