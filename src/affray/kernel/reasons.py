"""Reasons: why something is refused, stops or does not count. Their words stand with each system's texts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """A short key, the clause behind it, and what it is about: names and numbers that its words need."""

    key: str
    clause: str
    about: tuple[str | int, ...] = ()


class Denied(Exception):
    """Something that was asked for and that a clause refuses. The system puts the reason into words."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason.key)
