"""BeanShell as VASSAL's own bsh runs it: values, operators, statements, and the supported Java classes."""
