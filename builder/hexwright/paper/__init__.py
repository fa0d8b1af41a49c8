"""Print and play: PDFs to print, glue and cut at home, and files that a print shop accepts."""
