"""Load the Jinja templates of charts and help pages. Text is escaped, and undefined values are errors."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined


@cache
def environment(package: str) -> Environment:
    """Return the Jinja environment for the templates in a package's folder `templates`."""
    return Environment(
        loader=PackageLoader(package, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(package: str, name: str, **values: object) -> str:
    """Fill in a template of a package; raise jinja2.UndefinedError if a value is undefined."""
    return environment(package).get_template(name).render(**values)
