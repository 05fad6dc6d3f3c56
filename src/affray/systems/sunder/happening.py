"""An event that may be reacted to, and what reactions make of it (S7.2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from affray.systems.sunder.book import Trigger


@dataclass(slots=True)
class Happening:
    """An event that may be reacted to: `trigger`, who did it, to whom, and what it is about.

    `potential` and `amount` are those of incoming Stress or of an attack's aim. What reactions make of it
    stands in the last fields: another Potential for the Stress, slots spent, damage cut by a Heavy armor's
    die, Disadvantage, another target, a level raised to Success.
    """

    trigger: Trigger
    by: str
    subject: str
    about: str
    potential: str = ""
    amount: int = 0
    level: int = 0
    natural: bool = False
    redirected: str = ""
    slots: int = 0
    heavy: str = ""
    dodged: list[str] = field(default_factory=list)
    target: str = ""
    raised: str = ""
