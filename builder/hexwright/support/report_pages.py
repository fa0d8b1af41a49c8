"""Fill in the templates of pages that are written for people to open."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Template


def page(package: str, template: str, **values: object) -> str:
    """Return a page that needs no other file, by a template of a package; every value is escaped."""
    return _template(package, template).render(**values)


@cache
def _template(package: str, name: str) -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=PackageLoader(package, "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)
