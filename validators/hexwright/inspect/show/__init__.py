"""Modules and saved games as text: the tree, components, pieces with their traits, set-ups.

`open_as_items.open_file` is the entry point. It returns a tree of `Item`s, which `items_as_text` and
`items_as_json` write. Items contain the module's text unchanged. Control characters are removed or escaped
when the items are written.
"""
