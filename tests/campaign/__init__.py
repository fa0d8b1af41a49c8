"""The Moscow Campaign as data: where things are, who stands where."""
