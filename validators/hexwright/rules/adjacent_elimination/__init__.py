"""Adjacent elimination: at the end of a phase, units are eliminated if an enemy is adjacent to them.

The criteria of an entry say which units, in which hexes, and from which side. Battle of Moscow uses it.
"""
