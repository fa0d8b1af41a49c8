"""Fire combat: attacks are allocated by hex, both sides roll dice for hits, and owners allot the hits."""
