"""BeanShell as VASSAL's version of bsh runs it: values, operators, statements, and the supported Java
classes.
"""
