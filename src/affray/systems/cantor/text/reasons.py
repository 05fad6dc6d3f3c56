"""Every reason in words: why something is refused, stops or does not count."""

from __future__ import annotations

from affray.kernel.presentation import Remark
from affray.kernel.reasons import Reason
from affray.telling.words import remark

WORDS = {
    # What a turn has
    "Move spent": "The Move is spent",
    "Full spent": "The Full action is spent",
    "Quick spent": "A Quick action is spent, so that no Full is left",
    "Quicks spent": "Both Quick actions are spent",
    "same Quick": "{} was taken this turn already",
    "Reaction spent": "The Reaction of this round is spent",
    # Conditions
    "Stunned": "It is Stunned",
    "Immobilized": "It is Immobilized",
    "Jammed": "It is Jammed",
    "Slowed": "It is Slowed",
    "Prone": "It is Prone; standing up comes first",
    "Hidden": "It is Hidden and cannot be targeted",
    "Fracture bars": "{} allows no {}",
    "imposed": "A Fracture or a grapple imposes it; it lasts as long as its cause",
    "Braced already": "It is Braced already",
    "Disengaged already": "It is Disengaged already",
    "Hidden already": "It is Hidden already",
    "has Bolster": "{} has Bolster already",
    "locked on already": "{} has Lock On already",
    "nothing to clear": "There is neither Burn nor a condition to clear",
    # Targets
    "out": "{} is out of the fight",
    "out of range": "It is {} away; the range is {}",
    "line barred": "{} is blocking terrain on the line",
    "nobody in the area": "Nobody in sight is in reach of it",
    "grappled already": "{} is in a grapple already",
    "not grappled": "It is in no grapple that another began",
    # Movement and hiding
    "too far to walk": "{} is further than {} lead",
    "occupied": "{} stands there",
    "hostile adjacent": "A hostile is adjacent",
    "in sight": "A hostile has it in sight without hard cover",
    # Resonance
    "no Cantor": "Only Cantors have Resonance, Structure and Stress",
    "no Fracture": "Its Fracture is not manifest",
    "band at 0": "Its band is at 0",
    "too little Stress": "A Cooldown costs {} Stress, and {} is left",
    "no Bond Token": "It has no Bond Token",
    "not oneself": "A Bond Token is for an ally",
    # The table
    "not its turn": "It is not the turn of {}",
    "attack open": "An attack is being resolved; its questions come first",
    "fight over": "The scene is over; only what ended it can be taken back",
    "not offered": '"{}" is not on offer here',
    # What was there and did not count
    "cover ignored": "{} cover: {} attacks ignore it",
    "cover adjacent": "{} cover: an adjacent attacker ignores it",
    "engagement ignored": "Engagement: it counts for ranged attacks, and this is {}",
    "Disengaged": "Engagement: Disengaged ignores it",
    "armor piercing": "Armor {}: armor piercing skips it",
    "Shredded armor": "Armor {}: Shredded",
    "Shredded resistance": "Resistance to {}: Shredded",
    "no hit for Braced": "Braced: it halves hits, and this is none",
    "Burn ignores Armor": "Burn ignores Armor and all else but Overshield",
    # Why an attack stops
    "attacker out": "the attacker is out of the fight",
    "attacker Stunned": "the attacker is Stunned",
    "target out": "the target is out of the fight",
}
"""A sentence for each key; its gaps are filled with what the reason is about, in order.

Who is adjacent or sees one that would hide is not named: it may be Hidden itself.
"""


def in_words(reason: Reason) -> str:
    """A reason as people read it. A key without words is a mistake, and a `KeyError`."""
    return WORDS[reason.key].format(*_about(reason))


def remark_of(reason: Reason) -> Remark:
    """A reason with its clause."""
    return remark(in_words(reason), reason.clause)


def hexes(number: int) -> str:
    """ "1 hex", "4 hexes"."""
    return f"{number} hex" if number == 1 else f"{number} hexes"


def _about(reason: Reason) -> tuple[str | int, ...]:
    about = reason.about
    match reason.key:
        case "out of range":
            return hexes(int(about[0])), about[1]
        case "too far to walk":
            return about[0], hexes(int(about[1]))
        case "cover ignored" | "cover adjacent":
            return str(about[0]).capitalize(), *about[1:]
    return about
