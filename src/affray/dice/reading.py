"""Reading a roll that somebody writes down: "d20+4+d6 vs d20+d8 # at the gate".

One small tokenizer for every system's expressions. A mistake is pointed at with its column and a caret; sizes
are looked at before anything is worked out. What follows a "#" is a label and never read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from affray.kernel.errors import Unreadable

LENGTH_MAX = 200
DIGITS_MAX = 9
"""Reading thousands of digits as a number takes long, so their count is looked at first."""

_TOKEN = re.compile(r"(?P<letters>[A-Za-z]+)|(?P<digits>[0-9]+)|(?P<sign>[+\-\u2212])|(?P<other>\S)")


class Token(NamedTuple):
    """A piece of an expression: what kind it is, and the place of its first character, from 0."""

    kind: str
    text: str
    place: int


class Reader:
    """Takes an expression apart from left to right. Every fault is `Unreadable` and nothing else."""

    def __init__(self, expression: str) -> None:
        self._written = expression.partition("#")[0].rstrip()
        if len(self._written) > LENGTH_MAX:
            raise Unreadable(f"This is {len(self._written)} characters long; {LENGTH_MAX} are the most.")
        self._tokens = list(_tokens(self._written))
        self._next = 0

    @property
    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self._next == len(self._tokens)

    def word(self, *known: str) -> str | None:
        """Take one of these words, in capitals or not; None where something else comes."""
        token = self._token
        if token is None or token.kind != "letters":
            return None
        found = next((word for word in known if word.casefold() == token.text.casefold()), None)
        if found is not None:
            self._next += 1
        return found

    def sign(self) -> Literal[1, -1] | None:
        """Take a plus or minus; None where something else comes."""
        token = self._token
        if token is None or token.kind != "sign":
            return None
        self._next += 1
        return 1 if token.text == "+" else -1

    def number(self, what: str, least: int, most: int) -> int:
        """Take a whole number without a sign."""
        token = self._token
        if token is None or token.kind != "digits":
            raise self.fault(f"{what}, from {least} to {most},")
        if len(token.text) > DIGITS_MAX or not least <= int(token.text) <= most:
            shown = token.text if len(token.text) <= DIGITS_MAX else f"{token.text[:DIGITS_MAX]}..."
            raise self._at(
                token.place, f"{what[0].upper()}{what[1:]} is from {least} to {most}, not {shown}."
            )
        self._next += 1
        return int(token.text)

    def signed(self, what: str, most: int) -> int:
        """Take a number with its sign."""
        sign = self.sign()
        if sign is None:
            raise self.fault(f'{what} with its sign, as "+2" or "-1",')
        return sign * self.number(what, 0, most)

    def is_next_a_number(self) -> bool:
        """Whether digits come that are no count of dice."""
        token = self._token
        return token is not None and token.kind == "digits" and not self.is_next_a_die()

    def is_next_a_die(self) -> bool:
        """Whether dice come: "d8", "2d6"."""
        tokens = self._tokens[self._next : self._next + 2]
        if tokens and tokens[0].kind == "digits":
            tokens = tokens[1:]
        return bool(tokens) and tokens[0].text in ("d", "D")

    def dice(self, sizes: Sequence[int], most: int) -> tuple[int, int]:
        """Take dice of one of these sizes: their count, up to `most`, and size."""
        if not self.is_next_a_die():
            raise self.fault(f"a die ({', '.join(f'd{size}' for size in sizes)})")
        token = self._token
        count = 1
        if token is not None and token.kind == "digits":
            if most == 1:
                raise self.fault("one die alone")
            count = self.number("the number of dice", 1, most)
        self._next += 1
        token = self._token
        if token is None or token.kind != "digits" or token.text not in [str(size) for size in sizes]:
            raise self.fault(f"a die of {', '.join(map(str, sizes))} sides")
        self._next += 1
        return count, int(token.text)

    def end(self, wanted: str = "the end") -> None:
        """Nothing may be left."""
        if not self.at_end:
            raise self.fault(wanted)

    def fault(self, wanted: str) -> Unreadable:
        """What to raise where something else is wanted than what comes."""
        token = self._token
        if token is None:
            return self._at(len(self._written), f"Something is missing at the end: {wanted} is wanted.")
        shown = token.text if len(token.text) <= DIGITS_MAX else f"{token.text[:DIGITS_MAX]}..."
        shown = shown if shown.isprintable() else "?"
        return self._at(token.place, f'At character {token.place + 1}, "{shown}": {wanted} is wanted here.')

    def refuse(self, why: str) -> Unreadable:
        """What to raise where the last token cannot be, though it was read."""
        token = self._tokens[self._next - 1]
        return self._at(token.place, why)

    def _at(self, place: int, message: str) -> Unreadable:
        """A fault with the expression below it, and a caret under the place."""
        shown = "".join(one if one.isprintable() else "?" for one in self._written)
        return Unreadable(message, (shown, f"{' ' * place}^"))

    @property
    def _token(self) -> Token | None:
        return None if self.at_end else self._tokens[self._next]


def _tokens(written: str) -> Iterator[Token]:
    for found in _TOKEN.finditer(written):
        assert found.lastgroup is not None
        yield Token(found.lastgroup, found.group(), found.start())
