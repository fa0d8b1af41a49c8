"""The core of the rules engine: state, actions, stages, dice, legality and narration.

It contains no rules of any particular game.
"""
