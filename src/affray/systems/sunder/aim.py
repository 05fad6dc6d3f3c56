"""What effects are aimed at."""

from __future__ import annotations

from dataclasses import dataclass, field

from affray.systems.sunder.happening import Happening


@dataclass(slots=True)
class Aim:
    """What effects are aimed at: their user and its card, the targets, those in the area, who set it off.

    `crit`: the Test was a Crit, so base dice explode; `exposed` are those whose own Test against it was a
    Miff (S3.8). `hurt` collects who took damage. `spite` is added to the damage. `resist` is the Skill that a
    Condition may be resisted with. `value` is that of a Sequence die (S9.8).
    """

    user: str
    name: str
    card: str
    targets: list[str] = field(default_factory=list)
    area: list[str] = field(default_factory=list)
    other: str = ""
    magick: bool = False
    natures: tuple[str, ...] = ()
    crit: bool = False
    spite: int = 0
    resist: str = ""
    happening: Happening | None = None
    value: int = 0
    exposed: list[str] = field(default_factory=list)
    hurt: list[str] = field(default_factory=list)
