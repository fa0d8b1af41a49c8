"""Bind the arguments of calls to the parameters of functions."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field


class BindingError(Exception):
    """A call whose arguments don't fit a function's parameters; the text says why."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a function, without `self` or `cls`."""

    parameters: tuple[str, ...]
    """All parameters, with those that are passed by keyword only at the end."""
    defaults: Mapping[str, ast.expr] = field(default_factory=dict)
    keyword_only: tuple[str, ...] = ()
    variable: str | None = None
    """The name of `*arguments`."""
    keywords: str | None = None
    """The name of `**keywords`, which is also the last of the parameters; {} is its default."""

    @property
    def required(self) -> int:
        """Return how many parameters come before the first one with a default."""
        return next(
            (at for at, name in enumerate(self.parameters) if name in self.defaults), len(self.parameters)
        )

    def bind(self, call: ast.Call) -> list[ast.expr | None]:
        """Return the argument of each parameter, or None where the default holds.

        With `*arguments`, the only argument is the tuple of all. Raises BindingError if the call doesn't fit.
        """
        if self.variable is not None:
            if self.parameters or call.keywords:
                raise BindingError("'*arguments' beside other parameters isn't supported")
            return [ast.Tuple(call.args, ast.Load())]
        positional = [name for name in self.parameters if name not in self.keyword_only]
        if len(call.args) > len(positional):
            raise BindingError(f"{len(call.args)} arguments for {len(positional)} parameters")
        values: dict[str, ast.expr] = dict(zip(positional, call.args, strict=False))
        further = ast.Dict([], [])
        for keyword in call.keywords:
            if keyword.arg not in self.parameters and self.keywords is not None:
                further.keys.append(None if keyword.arg is None else ast.Constant(keyword.arg))
                further.values.append(keyword.value)
                values[self.keywords] = further
                continue
            if keyword.arg not in self.parameters:
                raise BindingError(f"there is no parameter '{keyword.arg}'")
            if keyword.arg in values:
                raise BindingError(f"two values for '{keyword.arg}'")
            values[keyword.arg] = keyword.value
        if missing := [name for name in self.parameters if name not in values and name not in self.defaults]:
            raise BindingError(f"no value for '{missing[0]}'")
        return [values.get(name) for name in self.parameters]


def signature_of(arguments: ast.arguments, dropped: int = 0) -> Signature:
    """Return the signature of a function without its first `dropped` parameters."""
    positional = [*arguments.posonlyargs, *arguments.args]
    first = len(positional) - len(arguments.defaults)
    defaults = {one.arg: value for one, value in zip(positional[first:], arguments.defaults, strict=True)}
    for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if value is not None:
            defaults[one.arg] = value
    keyword_only = tuple(one.arg for one in arguments.kwonlyargs)
    keywords = None if arguments.kwarg is None else arguments.kwarg.arg
    if keywords is not None:
        defaults[keywords] = ast.Dict([], [])
        keyword_only = (*keyword_only, keywords)
    names = tuple(one.arg for one in positional[dropped:])
    variable = None if arguments.vararg is None else arguments.vararg.arg
    return Signature((*names, *keyword_only), defaults, keyword_only, variable, keywords)


def is_spread(call: ast.Call, signature: Signature | None = None) -> bool:
    """Whether a call has `*arguments`, or `**arguments` that a function's `**keywords` doesn't take."""
    if signature is not None and signature.keywords is not None:
        return any(isinstance(one, ast.Starred) for one in call.args)
    return any(isinstance(one, ast.Starred) for one in call.args) or any(k.arg is None for k in call.keywords)


def keywords_of(call: ast.Call) -> dict[str, ast.expr]:
    """Return the keyword arguments of a call by name."""
    return {one.arg: one.value for one in call.keywords if one.arg is not None}
