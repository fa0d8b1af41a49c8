"""Put modules and saved games into words: the tree, components, pieces with their traits, set-ups.

`validators.showing.opening.open_file` is the way in; what is shown is a tree of `Item`s, and `text` and
`data` write it. Texts of strangers are kept as they are in items and made harmless where they are written.
"""
