"""What a VASSAL module asks the rules engine: positions as text, answers as text.

The module's script knows pieces, keys and properties, and no rule; this package knows how the state of the
rules engine is kept on pieces.
"""
