"""Modules and saved games as text: the tree, components, pieces with their traits, set-ups.

`open_as_items.open_file` is the entry point. It returns a tree of `Item`s, which `items_as_text` and
`items_as_json` write. Items keep the module's texts unchanged; control characters are removed or escaped when
they are written.
"""
