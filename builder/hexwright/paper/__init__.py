"""Print and play: PDFs to print, glue and cut at home, and files for a print shop."""
