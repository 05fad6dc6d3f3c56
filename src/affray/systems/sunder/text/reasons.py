"""Every reason in words: why something is refused, stops or does not count."""

from __future__ import annotations

from affray.kernel.presentation import Remark
from affray.kernel.reasons import Reason
from affray.telling.words import remark, signed

WORDS: dict[str, str] = {
    # Cards and halves
    "same card": "The other half of this card is played in this turn already",
    "two halves": "Two halves are played in this turn already",
    "same side": "A {} is played in this turn already",
    "no such half": "This card has no such half",
    "card out": "The card comes back after a {}",
    "card active": "{} is running; the card comes back once it ends or is dropped",
    "card used": "The card is used, and comes back at the start of the next turn",
    "no Resistance": "All Resistance in {} is spent",
    "no card left": "No card is left whose {} could be swapped for the plain default",
    "only in a group": "Only within a group action, for those who act along",
    "flavor later": "Flavor Abilities are no part of a scene here",
    "group needs a Test": "A group action begins with a top that takes a Test",
    "no free hand": "{} has no free hand for Magick",
    "nothing in reach": "There is nothing that {} could be aimed at",
    # Surges
    "no such Surge": "There is no such Surge here: {}",
    "Surge used": "A Surge is used already, {}; it comes back after a turn that begins from now on",
    # The queue
    "incapacitated": "{} is incapacitated",
    "queued already": "{} is in the queue already",
    "has the turn": "{} has the turn, and may throw in again once it has ended",
    "adversaries act in GM slots": "{} acts in GM slots",
    "not queued": "{} is not in the queue",
    "not later": "{} does not come later in the queue",
    "yielded already": "{} has given way already since the last turn began",
    "cannot join": "{} cannot act along with {}",
    # Conditions
    "Dazed": "{} is Dazed: no Reactions",
    "Petrified": "{} is Petrified, and acts upon itself alone",
    "Petrified moves": "{} is Petrified, and cannot move",
    "Slowed": "{} is Slowed: no Movement but the plain move",
    "Distracted": "{} is Distracted, and cannot Concentrate",
    "Silenced": "{} is Silenced, and this works by sound",
    "Charmed": "{} is Charmed, and does {} no harm",
    "Afraid": "{} is Afraid, and does not move closer to {}",
    "Rooted": "{} is Rooted, and goes no further than {} from the centre",
    "Held": "{} is Held, and goes no further than {} from its holder",
    "Pinned": "{} is Pinned, and goes no further than {}",
    "Deafened": "{} is Deafened, and this works by sound",
    # Targets
    "out of reach": "{} is {} away, and the weapon does not reach so far",
    "out of range": "{} is not within {}",
    "no line of sight": "{} is out of the line of sight",
    "Invisible": "{} is Invisible: no attack can choose it",
    "Unseen": "{} is Unseen, and can be chosen from within Here only",
    "Blinded chooser": "{} is Blinded, and can choose {} from within Here only",
    "Enraptured chooser": "{} is Enraptured by another, and can choose {} from within Here only",
    # Weapons
    "not its weapon": "{} has no {}",
    "broken": "{} is broken",
    "lies on the ground": "{} lies at {} and must be fetched",
    "not loaded": "{} is not loaded",
    "needs both hands": "{} needs both hands",
    "no hand for it": "There is no hand for {}",
    # Movement
    "no zone": "There is no zone {}",
    "there already": "{} is at {} already",
    "too far to go": "The way to {} is {} long, the Movement {}",
    "way barred": "What {} is under bars every way to {}",
    "narrow way held": "A foe holds a narrow place on the way to {}; only Shift leads past",
    "no way": "No way leads to {}",
    # What was there and did not count
    "same source": "{}: the same source counts once",
    "no stacking": "Together they would be {}; here they make one step at most",
    # The table
    "scene over": "The scene is over; only what ended it can be taken back",
    "not its turn": "It is not the turn of {}",
    "action open": "An action is being resolved, {}; its questions come first",
    "slot open": "A GM slot is open already",
    "somebody is next": "A GM slot is opened only while nobody has the turn or is in the queue",
    "not incapacitated": "{} is not incapacitated",
    "not offered": '"{}" is not on offer here',
}
"""A sentence for each key; its gaps are filled with what the reason is about, in order."""

_FEET = {"Rooted": (1,), "Held": (1,), "Pinned": (1,), "too far to go": (1, 2), "out of reach": (1,)}
"""Which parts of a reason are distances in feet."""


def in_words(reason: Reason) -> str:
    """A reason as people read it. A key without words is a mistake, and a `KeyError`."""
    return WORDS[reason.key].format(*_about(reason))


def remark_of(reason: Reason) -> Remark:
    """A reason with its clause."""
    return remark(in_words(reason), reason.clause)


def _about(reason: Reason) -> list[str]:
    feet = _FEET.get(reason.key, ())
    return [
        f"{part} feet" if place in feet else signed(part) if isinstance(part, int) else part
        for place, part in enumerate(reason.about)
    ]
