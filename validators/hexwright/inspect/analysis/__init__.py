"""Read-only analysis of a module: components, pieces, pictures, keys, properties, expressions.

`module_view.open_module` is the entry point. Faults found while reading are recorded in the module as
`ReadFault`, never raised, so a broken module can still be inspected.
"""
