"""Load the Jinja templates of charts and help pages: everything is escaped, nothing may be undefined."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined


@cache
def environment() -> Environment:
    """Return the one environment; templates lie in `builder/templates`."""
    return Environment(
        loader=PackageLoader("builder", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(name: str, **values: object) -> str:
    """Return a template filled in; raise jinja2.UndefinedError for a value it wants and lacks."""
    return environment().get_template(name).render(**values)
