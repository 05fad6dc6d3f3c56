"""Every reason in words: why something is refused, stops or does not count."""

from __future__ import annotations

from affray.kernel.presentation import Remark
from affray.kernel.reasons import Reason
from affray.telling.words import listed, remark, span

_NEEDED = "{} is at 0, and {} needs it"

WORDS = {
    # What a turn does not offer
    "Actions spent": "No Action is left this turn",
    "Moves spent": "No Move is left this turn",
    "Beats spent": "No Beat is left this turn",
    "Trait broken": _NEEDED,
    "too slow": "{}, and the lane this round is {}",
    "Skill repeated": "{} was an earlier Action's Skill",
    "Out": "{} is Out",
    "concealed": "{} is concealed and must be located first",
    "weapon exhausted": "{} is exhausted; a Beat readies it",
    "weapon's reach": "{} is {}; it reaches {}",
    "ability's reach": "{} is {}, out of its reach",
    "Setup refused": "The GM refused this Skill for a Setup this turn",
    "not ready": "{} is not ready again yet",
    "no wound": "{} has no {} wound",
    "marked already": "{} bears it already",
    "only Stand": "While Prone the only Move is Stand",
    "one step": "A Move is one step, to a neighbouring zone",
    "behind it": "Already behind it",
    "cover taken": "It hides somebody already",
    "Grace broken": "Body is at 0, and vanishing is a Grace check",
    "attacked before": "No vanishing in a turn after the own attack",
    "lane closed": "No Action is open in the {} lane",
    "not offered": '"{}" is not on offer here',
    # What the GM may not do just so
    "fight over": "The encounter is over; only what ended it can be taken back",
    "check broken": "{}: " + _NEEDED,
    "against oneself": "A contested check needs two Personas",
    "Grace needed": "Concealment needs a Grace check",
    "all broken": "All Traits of {} are at 0; set one of them first",
    "Prone": "{} is Prone",
    "no TAD": "{} is Out and takes no TAD",
    "another's turn": "It is not {}'s turn",
    "no split": "The turn's split is not chosen yet",
    "attack open": "An attack is being resolved; its questions come first",
    # Why an attack stops
    "attacker gone": "the attacker is out of the fight",
    "target gone": "the target is out of the fight",
    "target concealed": "the target is concealed",
    "ally gone": "the ally is out of the fight",
    "nullified": "nullified by {}",
    "cancelled": "cancelled by {}",
    # What does not count in a roll
    "other rolls": "names {}, not this roll",
    "over cap": "over the cap of {}",
    "larger counts": "a larger {} die counts",
    "type taken": "one {} die a roll, and a d{} counts",
    "TAD kept": "kept for the next Action",
    "another's mark": "{}, increment {}: it is not {}'s",
    "lowest counts": "{}, increment {}: the lowest counts",
}
"""A sentence for each key; its gaps are filled with what the reason is about, in order."""


def in_words(reason: Reason) -> str:
    """A reason as people read it."""
    about = reason.about
    if reason.key == "weapon's reach":
        about = (*about[:2], span(tuple(map(str, about[2:]))))
    elif reason.key == "other rolls":
        about = (listed(map(str, about)),)
    return WORDS[reason.key].format(*about)


def remark_of(reason: Reason) -> Remark:
    """A reason with its clause."""
    return remark(in_words(reason), reason.clause)
