"""The recipes of docs/how-to/cookbook.md, each spliced into the small game and tried in the rules engine."""
