"""The rules engine: play games by their declarative rules. The package does no input or output."""
