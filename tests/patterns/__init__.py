"""Every pattern that meets a stranger's text, and how much work it makes.

Patterns are found in the source and tried on texts made to be hard for them, by a matcher that goes about it
as Python's does and counts its steps. Counting takes the place of a clock: the same pattern, the same count.
"""
