"""Where a module defines, changes and reads each name, and the names that nothing uses.

`trait_uses.py` and `component_uses.py` find the names in one trait or component, `use_search.py` searches a
whole module, `unused_names.py` lists what nothing uses, and `use_report.py` writes the results.
"""
