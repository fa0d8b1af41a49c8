"""Play games by their declarative rules: the kernel, pure and without input or output."""
