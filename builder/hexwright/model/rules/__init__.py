"""Define the records of rules.yaml, one rule per file. Each field is a YAML key; its annotation documents
it.
"""
