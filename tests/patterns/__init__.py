"""Every pattern that meets a stranger's text, and whether `re` reads texts by it in a linear time.

Patterns are found in the source and judged by their form (`plainness.py`); what isn't plain is a
`hexwright.support.linear_regex.LinearRegex`, matched by RE2.
"""
