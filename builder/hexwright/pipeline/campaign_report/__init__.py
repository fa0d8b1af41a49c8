"""The report of a campaign as one HTML page with diagrams and the game's own map and counters."""
