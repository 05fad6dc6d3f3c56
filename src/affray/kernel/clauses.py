"""The ledger of clauses: which function carries which line of a register.

`@clause("D5.1")` marks the smallest function that *is* the clause. The mark costs nothing at run time.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_carriers: dict[str, list[Callable[..., Any]]] = {}
_by_code: dict[CodeType, str] = {}


def clause(*ids: str) -> Callable[[Function], Function]:
    """Mark a function as the carrier of the clauses with these ids ("D5.1")."""

    def mark(function: Function) -> Function:
        for id_ in ids:
            _carriers.setdefault(id_, []).append(function)
            _by_code.setdefault(function.__code__, id_)
        return function

    return mark


def carriers(id_: str) -> tuple[Callable[..., Any], ...]:
    """The functions that carry a clause; empty when none does."""
    return tuple(_carriers.get(id_, ()))


def carried() -> tuple[str, ...]:
    """Every clause id that some imported function carries, in order of first mark."""
    return tuple(_carriers)


def codes(id_: str) -> frozenset[CodeType]:
    """Code objects of a clause's carriers, for tests that watch what was really reached."""
    return frozenset(function.__code__ for function in carriers(id_))


def clause_of_code(code: CodeType) -> str:
    """The first clause that the function with this code carries, or an empty text."""
    return _by_code.get(code, "")
