"""The rules engine: play games by their declarative rules. Pure code, without input or output."""
