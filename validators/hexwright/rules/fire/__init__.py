"""Fire combat: attacks are allocated by hex, both sides roll dice for hits, owners allot them."""
