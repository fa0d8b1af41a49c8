"""Translate the rules engine from Python to JVM classes, for VASSAL to run the engine itself.

In progress: `hexwright build` doesn't use this package yet.
"""
