"""Prove a module: play it beside the rules reference, in the virtual engine and in the real one.

A walk begins in a position that the reference reached in its own play. From there the reference and the
module play on together: each action of the reference is done in the module as a player does it, by drags
and keys, and between them come attempts of all kinds, legal and illegal. After each the module must have
judged as the reference does, and stand as it stands. A replay is a whole game without attempts.
"""
