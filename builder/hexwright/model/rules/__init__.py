"""The records of rules.yaml, a rule a file: a field is a YAML key, its annotation documents it."""
