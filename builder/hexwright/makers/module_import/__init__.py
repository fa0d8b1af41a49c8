"""Turn a module of others into a hexwright project: what each component becomes, and what is left out.

`importing.import_module` reads the module, and writes the project's files; the other files are the parts, a
subject each. Whatever isn't carried over is told in `import_notes`.
"""
