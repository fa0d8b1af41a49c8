"""Read-only analysis of a module: components, pieces, pictures, keys, properties, expressions.

`module_view.open_module` is the entry point. Errors in the module are recorded as `ReadFault` and never
raised, so that a broken module can still be inspected.
"""
