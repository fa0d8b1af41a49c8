"""Fire combat: attacks are allocated by hex, both sides roll dice for hits, and the units' owners allot the
hits.
"""
