"""Every reason in words: why something is refused, stops or does not count."""

from __future__ import annotations

from affray.kernel.presentation import Remark
from affray.kernel.reasons import Reason
from affray.telling.words import count, first_up, listed, remark

WORDS = {
    # AP
    "no AP": "It takes {} AP, and {} {} there",
    "AP spent": "A Wait is open only while no AP were spent this turn",
    "too little AP for Bulk": "Its Bulk takes {} AP, and {} {} there",
    # Attack and defence
    "not facing": "{} does not face {}",
    "no AP to defend": "{} has no AP left",
    "out of range": "It is {} away; the range is {}",
    "no sight": "{} is in the way: no line of sight",
    "defeated": "{} is at 0 HP",
    "must face": "An attacker must face its target, here {}",
    "no target in sight": "Nobody is in range and in sight",
    "against oneself": "A Contest needs two characters",
    "indestructible": "{} cannot be destroyed",
    # Maneuvers
    "maneuver needs Ability": "{} with a weapon such as the {} needs an Ability",
    "no unarmed weapon": "A Maneuver needs an Unarmed weapon in hand, or a free hand",
    "too far to hold": "{} is more than 1 Pace away, too far to hold",
    "nothing to drop": "nothing is held that could drop",
    # Movement
    "Move under way": "A Move is under way; it ends first",
    "no walk": "No movement is under way",
    "no free movement: threatened": "No free movement: {} the square",
    "free movement gone": "The free movement is gone; it comes before everything else in a turn",
    "too far to walk": "{} is further than {} lead",
    "held back": "{} holds it to within {}",
    "taken": "{} stands there",
    "blocked": "{} is blocking terrain",
    # Interactions
    "not in reach": "{} is more than 1 Pace away",
    "no key": "There is no key to {} among what is carried",
    "not locked": "{} is not locked",
    "locked": "{} is locked",
    "open already": "{} is open already",
    "closed already": "{} is closed already",
    "somebody in the door": "Somebody stands in {}",
    "no free hand": "No hand is free for {}",
    "done already": "{} is done already",
    "clock full": "{} is full",
    # Speaking
    "no words left": "{} would be spoken, and {} {} left",
    "nothing said": "Nothing was said",
    # The table
    "not your turn": "It is not {}'s turn",
    "not in the order": "{} is not in this round's order",
    "acted already": "{} has acted already this round",
    "occupied": "{} stands there",
    "fight over": "The scene is over; only what ended it can be taken back",
    "attack open": "An attack is being resolved; its questions come first",
    "not offered": '"{}" is not on offer here',
    # Why an attack stops
    "attacker defeated": "the attacker is at 0 HP",
    "attacker gone": "the attacker has left the fight",
    "target gone": "the target has left the fight",
    "target defeated": "the target is at 0 HP",
}
"""A sentence for each key; its gaps are filled with what the reason is about, in order."""


def in_words(reason: Reason) -> str:
    """A reason as people read it. A key without words is a mistake, and a `KeyError`."""
    return WORDS[reason.key].format(*_ABOUT.get(reason.key, _as_it_is)(reason.about))


def remark_of(reason: Reason) -> Remark:
    """A reason with its clause."""
    return remark(in_words(reason), reason.clause)


def _as_it_is(about: tuple[str | int, ...]) -> tuple[str | int, ...]:
    return about


def _needed(about: tuple[str | int, ...]) -> tuple[str | int, ...]:
    need, have = about
    return need, have, "is" if have == 1 else "are"


def _spoken(about: tuple[str | int, ...]) -> tuple[str | int, ...]:
    need, left = about
    return count(int(need), "word"), left, "is" if left == 1 else "are"


def _apart(about: tuple[str | int, ...]) -> tuple[str | int, ...]:
    return count(int(about[0]), "Pace"), about[1]


def _last_paces(about: tuple[str | int, ...]) -> tuple[str | int, ...]:
    return about[0], count(int(about[1]), "Pace")


def _threatening(about: tuple[str | int, ...]) -> tuple[str | int, ...]:
    verb = "threatens" if len(about) == 1 else "threaten"
    return (f"{listed(map(str, about)) or 'somebody'} {verb if about else 'threatens'}",)


def _maneuver(about: tuple[str | int, ...]) -> tuple[str | int, ...]:
    name = str(about[1])
    return first_up(str(about[0])), name if name[1:] != name[1:].lower() else name[:1].lower() + name[1:]


_ABOUT = {
    "no AP": _needed,
    "too little AP for Bulk": _needed,
    "no words left": _spoken,
    "out of range": _apart,
    "too far to walk": _last_paces,
    "held back": _last_paces,
    "no free movement: threatened": _threatening,
    "maneuver needs Ability": _maneuver,
}
"""How what a reason is about comes to stand in its words."""
