"""Fill in the templates of HTML pages."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Template


def render_page(package: str, template: str, **values: object) -> str:
    """Return a self-contained page from a package's template, with every value escaped."""
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
