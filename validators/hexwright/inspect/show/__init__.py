"""Put modules and saved games into words: the tree, components, pieces with their traits, set-ups.

`open_as_items.open_file` is the way in; what is shown is a tree of `Item`s, and `items_as_text` and
`items_as_json` write it. Items keep strangers' texts as they are; writing makes them harmless.
"""
