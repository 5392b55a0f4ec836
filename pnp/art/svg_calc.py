"""Lengths that drawings have calculated: `calc(100% - 2px)`, `min(…)`, `max(…)`, `clamp(…)` (CSS Values 4, 10)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

MOST_SIGNS = 200
"""Characters of one calculation."""
_FUNCTIONS = ("calc", "min", "max", "clamp")
_CALLED = re.compile(rf"(?:{'|'.join(_FUNCTIONS)})\(", re.IGNORECASE)
_TOKEN = r"""(?ix)(?P<blank>\s+) | (?P<number>(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?P<unit>%|[a-z]*) |
(?P<name>[a-z]+(?=\()) | (?P<sign>[-+*/(),])"""
"""It takes long to make ready, and few drawings calculate."""


class CalculationError(ValueError):
    """A calculation that cannot be read, or comes to nothing."""


def is_calculated(value: str) -> bool:
    """Whether a value is a calculation."""
    return _CALLED.match(value) is not None


def calculated(value: str, units: Mapping[str, float]) -> float:
    """What a calculation comes to, by what each unit is worth (`%` among them, where there is something to take it
    of). Raises CalculationError."""
    if len(value) > MOST_SIGNS:
        raise CalculationError(f"is longer than {MOST_SIGNS} characters")
    reader = _Reader(list(_tokens(value)), units)
    found = reader.value()
    if reader.left:
        raise CalculationError(f"cannot be read from `{reader.left[0]}` on")
    return found


def separated(text: str, by: str = ", \t\r\n") -> list[str]:
    """Values between blanks or commas, or what else they are separated by; a calculation is one of them."""
    parts, depth = [""], 0
    for sign in text.strip():
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0 and sign in by:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if part]


def _tokens(value: str) -> Iterator[str]:
    place, token = 0, re.compile(_TOKEN)
    while place < len(value):
        found = token.match(value, place)
        if found is None:
            raise CalculationError(f"cannot be read from `{value[place : place + 20]}` on")
        if found["blank"] is None:
            yield found[0]
        place = found.end()


class _Reader:
    """Reads sums of products; `left` are the tokens that were not read yet."""

    def __init__(self, tokens: list[str], units: Mapping[str, float]) -> None:
        self.left = tokens
        self._units = units

    def value(self) -> float:
        token = self._next()
        if token in ("-", "+"):
            return -self.value() if token == "-" else self.value()
        if token == "(":
            return self._within()[0]
        if token.lower() in _FUNCTIONS:
            self._expect("(")
            return self._called(token.lower(), self._within())
        found = re.fullmatch(_TOKEN, token)
        if found is None or found["number"] is None:
            raise CalculationError(f"cannot be read from `{token}` on")
        unit = found["unit"].lower()
        if unit not in self._units:
            raise CalculationError(f"has {token}, which is not followed here")
        return float(found["number"]) * self._units[unit]

    def _called(self, name: str, parts: list[float]) -> float:
        if len(parts) != {"calc": 1, "clamp": 3}.get(name, len(parts)):
            raise CalculationError(f"has {name}() of {len(parts)} values")
        if name == "clamp":
            least, wanted, most = parts
            return max(least, min(wanted, most))
        return max(parts) if name == "max" else min(parts)

    def _within(self) -> list[float]:
        """Sums between commas, up to the bracket that ends them."""
        parts = [self._sum()]
        while (token := self._next()) == ",":
            parts.append(self._sum())
        if token != ")":
            raise CalculationError(f"cannot be read from `{token}` on")
        return parts

    def _sum(self) -> float:
        found = self._product()
        while self.left and self.left[0] in ("+", "-"):
            found += self._product() if self.left.pop(0) == "+" else -self._product()
        return found

    def _product(self) -> float:
        found = self.value()
        while self.left and self.left[0] in ("*", "/"):
            sign, other = self.left.pop(0), self.value()
            if sign == "/" and not other:
                raise CalculationError("is divided by 0")
            found = found * other if sign == "*" else found / other
        return found

    def _next(self) -> str:
        if not self.left:
            raise CalculationError("ends too early")
        return self.left.pop(0)

    def _expect(self, sign: str) -> None:
        if self._next() != sign:
            raise CalculationError(f"needs a `{sign}`")
