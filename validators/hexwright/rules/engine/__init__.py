"""The core of the rules engine: state, actions, stages, dice, legality and narration. It knows no game's
rules.
"""
