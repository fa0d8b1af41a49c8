"""Look at a module without changing it: components, pieces, pictures, keys, properties, expressions.

`module_view.open_module` is the way in. Everything found wrong while reading is kept as
a `Trouble` in the module, never raised, so that a broken module can still be looked at.
"""
