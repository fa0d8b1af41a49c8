"""The sentences that tell players a rule, a rule a file, made from its record."""
