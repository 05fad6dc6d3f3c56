"""Damage as it is about to be rolled (S3.1)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Blow:
    """Damage to be rolled: `count` dice with `sides` (1: a fixed amount) to a Potential of the target.

    `parts` are added: (name, amount, clause). `crit`: base dice explode (S3.8). `attack`: an attack of the
    source's, which others may react to and Retaliate answers. `natures` are what it is made of.
    """

    source: str
    target: str
    about: str
    potential: str
    count: int
    sides: int
    parts: tuple[tuple[str, int, str], ...] = ()
    crit: bool = False
    attack: bool = True
    natures: tuple[str, ...] = ()
