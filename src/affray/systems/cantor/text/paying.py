"""What something cost, inside a sentence."""

from __future__ import annotations

from affray.systems.cantor.events import Spent

COSTS = {
    "move": "its Move",
    "quick": "Quick",
    "full": "Full",
    "reaction": "its Reaction",
    "free": "Free",
}
"""What is spent, in words."""

_PLAIN = ("Skirmish", "Barrage", "Overwatch", "Improvised attack")


def paid_words(spent: Spent) -> str:
    """ " (Skirmish, Quick)": what was spent, and for what where the sentence does not say."""
    what = f"{spent.name}, " if spent.name in _PLAIN else ""
    return f" ({what}{COSTS[spent.cost]})"
