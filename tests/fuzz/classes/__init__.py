"""Classes of input that strangers write, one a file."""
