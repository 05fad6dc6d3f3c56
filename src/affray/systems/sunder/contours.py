"""What adversaries do beside their turns: the Interventions and Escalations of the eight Contours (S12.10).

An Intervention stands for a player's Fallout: its effects fall on that player's creature ("target"), but for
those on the adversary ("self"). An Escalation is a Surge of the adversary. "Until the start of the
adversary's next turn" is the span "round" here, since the adversary is the user of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from affray.kernel.clauses import clause
from affray.systems.sunder.book import Effect, Half, Reaction, Recipient, Trigger
from affray.systems.sunder.names import (
    INTERVENTIONS as RANKS,
)
from affray.systems.sunder.names import (
    Band,
    ConditionName,
    Contour,
    InterventionRank,
    Potential,
    Span,
)

ENT: Span = "end of next turn"

Table = dict[tuple[Contour, InterventionRank], Half]


# Parts


def _laid_on(
    condition: ConditionName,
    span: Span,
    on: Recipient = "target",
    potential: Potential | None = None,
    other: Potential | None = None,
    amount: int = 1,
) -> Effect:
    return Effect(
        "condition", on=on, condition=condition, span=span, potential=potential, other=other, amount=amount
    )


def _hindered(test: str) -> Effect:
    """Disadvantage on the target's next Test, whenever in the scene that comes."""
    return Effect("advantage", test=test, amount=-1, span="scene")


def _favoured(test: str, on: Recipient = "self") -> Effect:
    return Effect("advantage", on=on, test=test, amount=1, span="scene")


_EXPOSED = Effect("advantage against", test="attack", amount=1, span="scene")


def _befalls(name: str, text: str, *effects: Effect) -> Half:
    return Half(name, text, target="foe", range="Yonder", effects=effects, harmful=True)


def _stirs(name: str, text: str, *effects: Effect) -> Half:
    return Half(name, text, effects=effects)


def _answers(
    name: str,
    text: str,
    triggers: tuple[Trigger, ...],
    effect: Effect,
    span: Span,
    band: Band = "Yonder",
    uses: int = 0,
) -> Half:
    """A Trait that its owner gains for a time: once a round it may react (S12.11)."""
    reaction = Reaction(triggers=triggers, effects=(effect,), band=band, uses=uses)
    return Half(name, text, reaction=reaction, span=span)


def _in_sequence(
    name: str, text: str, triggers: tuple[Trigger, ...], effect: Effect, band: Band = "Yonder"
) -> Half:
    """Something that it may do once in every turn, four times in all (S9.7)."""
    reaction = Reaction(triggers=triggers, effects=(effect,), band=band, per="turn")
    return Half(name, text, reaction=reaction, span="sequence", sequence="D4")


_STEP_ASIDE = Effect("move", on="self", band="Close")


# Interventions: on the player's creature

INTERVENTIONS: Table = {
    ("Breaker", "Mechanical"): _befalls(
        "Rattled stance",
        "The blow goes through the boots into the floor. The next Brace Test has Disadvantage.",
        _hindered("Brace"),
    ),
    ("Breaker", "Minor"): _befalls(
        "Opened guard",
        "An arm hangs where it should not. Vulnerable (Might) until its next turn starts.",
        _laid_on("Vulnerable", "round", potential="Might"),
    ),
    ("Breaker", "Major"): _befalls(
        "Caught in the fist",
        "It has hold of you and squeezes. Held until its next turn starts, and 1 Mark.",
        _laid_on("Held", "round"),
        Effect("marks", amount=1),
    ),
    ("Breaker", "Severe"): _befalls(
        "Driven into the ground",
        "It puts its whole weight on you. Pinned until its next turn starts, and 3 Marks.",
        _laid_on("Pinned", "round"),
        Effect("marks", amount=3),
    ),
    ("Prowler", "Mechanical"): _befalls(
        "Marked throat",
        "It has seen how you turn. The next attack against you has Advantage.",
        _EXPOSED,
    ),
    ("Prowler", "Minor"): _befalls(
        "Wrong foot",
        "You stand as it wanted you to stand. Vulnerable (Finesse) until its next turn starts.",
        _laid_on("Vulnerable", "round", potential="Finesse"),
    ),
    ("Prowler", "Major"): _befalls(
        "Snare",
        "A loop was lying there, and now it is round your wrists. Bound for the scene.",
        _laid_on("Bound", "scene"),
    ),
    ("Prowler", "Severe"): _befalls(
        "Gone from sight",
        "You blink, and where it was there is nothing. It is Unseen until somebody else dispels that.",
        _laid_on("Unseen", "dispelled", on="self"),
    ),
    ("Survivor", "Mechanical"): _befalls(
        "Weary of it",
        "It is still on its feet. The next Grit Test has Disadvantage.",
        _hindered("Grit"),
    ),
    ("Survivor", "Minor"): _befalls(
        "It wears you down",
        "Nothing gives, and what is too much sinks deeper: the excess goes to Nerve instead.",
        Effect("move stress", other="Nerve"),
    ),
    ("Survivor", "Major"): _befalls(
        "Blow for blow",
        "It took yours and gave you this one. Dazed until its next turn starts.",
        _laid_on("Dazed", "round"),
    ),
    ("Survivor", "Severe"): _befalls(
        "A wound that stays open",
        "No bandage holds on it. Bleeding (Nerve) for the scene.",
        _laid_on("Bleeding", "scene", potential="Nerve"),
    ),
    ("Shifter", "Mechanical"): _befalls(
        "Strange fingers",
        "For a moment your hands have too many joints. The next Sleight Test has Disadvantage.",
        _hindered("Sleight"),
    ),
    ("Shifter", "Minor"): _befalls(
        "Blurred outline",
        "You are not sure where you end. Muddled (Seep) until its next turn starts.",
        _laid_on("Muddled", "round", potential="Seep"),
    ),
    ("Shifter", "Major"): _befalls(
        "Soft bones",
        "All of you gives a little. Physically Vulnerable until its next turn starts.",
        _laid_on("Physically Vulnerable", "round"),
    ),
    ("Shifter", "Severe"): _befalls(
        "Set like plaster",
        "It looks at you and you keep that shape. Petrified until its next turn starts, and 3 Marks.",
        _laid_on("Petrified", "round"),
        Effect("marks", amount=3),
    ),
    ("Hunter", "Mechanical"): _befalls(
        "On the scent",
        "It has you, and so have the others. The next attack against you has Advantage.",
        _EXPOSED,
    ),
    ("Hunter", "Minor"): _befalls(
        "Prey's heart",
        "You know now what it is here for. Afraid of it until its next turn starts.",
        _laid_on("Afraid", "round"),
    ),
    ("Hunter", "Major"): _befalls(
        "Run to a standstill",
        "There is nowhere to go. Rooted (Here) for the scene.",
        _laid_on("Rooted", "scene", amount=1),
    ),
    ("Hunter", "Severe"): _befalls(
        "Hamstrung",
        "You will not outrun it again. Slowed for the scene.",
        _laid_on("Slowed", "scene"),
    ),
    ("Schemer", "Mechanical"): _befalls(
        "False trail",
        "It let you see something, and you looked. The next Sense Test has Disadvantage.",
        _hindered("Sense"),
    ),
    ("Schemer", "Minor"): _befalls(
        "Two stories",
        "Both cannot be true. Muddled (Wit) until its next turn starts.",
        _laid_on("Muddled", "round", potential="Wit"),
    ),
    ("Schemer", "Major"): _befalls(
        "Filed through",
        "It was tampered with days ago. One item suffers Equipment Fallout.",
        Effect("equipment"),
    ),
    ("Schemer", "Severe"): _befalls(
        "The other shoe",
        "You cannot stop waiting for what comes next. Distracted for the scene.",
        _laid_on("Distracted", "scene"),
    ),
    ("Zealot", "Mechanical"): _befalls(
        "What if it is right",
        "It said one thing too many that was so. The next Hope Test has Disadvantage.",
        _hindered("Hope"),
    ),
    ("Zealot", "Minor"): _befalls(
        "Wrath",
        "Its certainty is dreadful. Afraid of it until its next turn starts.",
        _laid_on("Afraid", "round"),
    ),
    ("Zealot", "Major"): _befalls(
        "Eyes on the light",
        "There is nobody else in the room. Enraptured for the scene.",
        _laid_on("Enraptured", "scene"),
    ),
    ("Zealot", "Severe"): _befalls(
        "Broken faith",
        "Whatever you leaned on is gone. Mentally Vulnerable for the scene.",
        _laid_on("Mentally Vulnerable", "scene"),
    ),
    ("Hexer", "Mechanical"): _befalls(
        "Numbers crawl",
        "Two and two will not hold still. The next Reason Test has Disadvantage.",
        _hindered("Reason"),
    ),
    ("Hexer", "Minor"): _befalls(
        "Stopped mouth",
        "It puts a finger to its lips. Silenced until its next turn starts.",
        _laid_on("Silenced", "round"),
    ),
    ("Hexer", "Major"): _befalls(
        "Behind the eyes",
        "Something walks through your head and leaves the doors open. Dazed until its next turn starts.",
        _laid_on("Dazed", "round"),
    ),
    ("Hexer", "Severe"): _befalls(
        "Named in the ledger",
        "Nothing that is lost comes back. Cursed for the scene.",
        _laid_on("Cursed", "scene"),
    ),
}


# Escalations: Surges of the adversary

ESCALATIONS: Table = {
    ("Breaker", "Mechanical"): _stirs(
        "Wind up", "It takes a longer swing. Its next attack has Advantage.", _favoured("attack")
    ),
    ("Breaker", "Minor"): _in_sequence(
        "Stand clear of it",
        "Once a turn, whoever closes with it or harms it from Here takes one of its Might dice to Nerve.",
        ("foe closes", "touched"),
        Effect("damage", on="other", potential="Nerve", other="Might", dice="DV"),
        "Near",
    ),
    ("Breaker", "Major"): _stirs(
        "Every blow returned",
        "Retaliate (Might/Nerve) until the end of its next turn.",
        _laid_on("Retaliate", ENT, "self", "Might", "Nerve"),
    ),
    ("Breaker", "Severe"): _stirs(
        "Off the chain", "Frenzied for the scene.", _laid_on("Frenzied", "scene", "self")
    ),
    ("Prowler", "Mechanical"): _answers(
        "Not where you aim",
        "One Reaction in this scene: when it is targeted, it moves up to Close.",
        ("targeted",),
        _STEP_ASIDE,
        "scene",
        uses=1,
    ),
    ("Prowler", "Minor"): _stirs(
        "Between two lamps",
        "Unseen until the end of its next turn.",
        _laid_on("Unseen", ENT, "self"),
    ),
    ("Prowler", "Major"): _answers(
        "Overreach",
        "Until the end of its next turn, who misses it is Vulnerable (Finesse) for as long as that again.",
        ("missed",),
        _laid_on("Vulnerable", ENT, "other", "Finesse"),
        ENT,
    ),
    ("Prowler", "Severe"): Half(
        "From above, from behind",
        "For the scene its attacks from hiding add its Finesse dice to Might, one for each average Tier.",
        span="scene",
        special="ambush",
    ),
    ("Survivor", "Mechanical"): _stirs(
        "Spit and grin",
        "It clears 1 Nerve Stress.",
        Effect("clear stress", on="self", potential="Nerve", amount=1),
    ),
    ("Survivor", "Minor"): _stirs(
        "Second breath",
        "It regains 1 Nerve Resistance.",
        Effect("regain resistance", on="self", potential="Nerve", amount=1),
    ),
    ("Survivor", "Major"): _stirs(
        "Thorns",
        "Retaliate (Nerve/Finesse) until the end of its next turn.",
        _laid_on("Retaliate", ENT, "self", "Nerve", "Finesse"),
    ),
    ("Survivor", "Severe"): _stirs(
        "Scar over scar", "Warded (1) for the scene.", _laid_on("Warded", "scene", "self", amount=1)
    ),
    ("Shifter", "Mechanical"): _stirs(
        "Another set of limbs",
        "Its next Grace or Feat Test has Advantage.",
        _favoured("Grace/Feat"),
    ),
    ("Shifter", "Minor"): Half(
        "Grown shield",
        "A plate of itself hardens: Armored, with a Seep Shield, until the end of its next turn.",
        effects=(_laid_on("Armored", ENT, "self"),),
        span=ENT,
        special="seep shield",
    ),
    ("Shifter", "Major"): _answers(
        "Poured aside",
        "Until the end of its next turn, when it is targeted it moves up to Close out of the way.",
        ("targeted",),
        _STEP_ASIDE,
        ENT,
    ),
    ("Shifter", "Severe"): _answers(
        "It comes off on you",
        "For the scene, who touches it is Physically Vulnerable until the end of its next turn.",
        ("touched",),
        _laid_on("Physically Vulnerable", ENT, "other"),
        "scene",
    ),
    ("Hunter", "Mechanical"): _stirs(
        "Ears up", "Its next Read or Sense Test has Advantage.", _favoured("Read/Sense")
    ),
    ("Hunter", "Minor"): _in_sequence(
        "It comes after",
        "Once a turn, when somebody flees, hides or opens the gap, it moves up to Close.",
        ("foe leaves",),
        _STEP_ASIDE,
        "Close",
    ),
    ("Hunter", "Major"): _stirs(
        "Blood on the wind",
        "Empowered (Instinct) for the scene.",
        _laid_on("Empowered", "scene", "self", "Instinct"),
    ),
    ("Hunter", "Severe"): _answers(
        "Bite at the heel",
        "For the scene, who tries to get away from it is Slowed until the end of its next turn.",
        ("foe leaves",),
        _laid_on("Slowed", ENT, "other"),
        "scene",
        "Close",
    ),
    ("Schemer", "Mechanical"): _stirs(
        "Already thought of", "Its next Reason or Reflex Test has Advantage.", _favoured("Reason/Reflex")
    ),
    ("Schemer", "Minor"): _in_sequence(
        "So that is your plan",
        "Once a turn, when it sees through what a foe does: Empowered (Wit) until the end of its next turn.",
        ("foe acts",),
        _laid_on("Empowered", ENT, "self", "Wit"),
    ),
    ("Schemer", "Major"): _stirs(
        "Nothing surprises it",
        "Fortified (1) until the end of its next turn.",
        _laid_on("Fortified", ENT, "self", amount=1),
    ),
    ("Schemer", "Severe"): _answers(
        "A step ahead",
        "For the scene, when an ability, a device or a plan is one it expected, it moves up to Close.",
        ("foe acts",),
        _STEP_ASIDE,
        "scene",
    ),
    ("Zealot", "Mechanical"): Half(
        "The responses",
        "Its own or an ally's next Hope or Sway Test has Advantage.",
        target="ally",
        range="Yonder",
        effects=(_favoured("Hope/Sway", "target"),),
    ),
    ("Zealot", "Minor"): _stirs(
        "Lifted voice",
        "Empowered (Heart) until the end of its next turn.",
        _laid_on("Empowered", ENT, "self", "Heart"),
    ),
    ("Zealot", "Major"): _stirs(
        "One body",
        "Spirited until the end of its next turn: its own take heart when they succeed.",
        _laid_on("Spirited", ENT, "self"),
    ),
    ("Zealot", "Severe"): _answers(
        "Struck by doubt",
        "For the scene, who fails a Test against it is Distracted until the end of its next turn.",
        ("missed",),
        _laid_on("Distracted", ENT, "other"),
        "scene",
    ),
    ("Hexer", "Mechanical"): _stirs(
        "A knot drawn tight", "Its next Weave or Grasp Test has Advantage.", _favoured("Weave/Grasp")
    ),
    ("Hexer", "Minor"): _stirs(
        "Thread taken up again",
        "It regains 1 Tether Resistance.",
        Effect("regain resistance", on="self", potential="Tether", amount=1),
    ),
    ("Hexer", "Major"): _stirs(
        "Elsewhere",
        "Fortified (1) until the end of its next turn.",
        _laid_on("Fortified", ENT, "self", amount=1),
    ),
    ("Hexer", "Severe"): _answers(
        "Ill wishes come home",
        "For the scene, who means it harm or resists its effect is Cursed until the end of its next turn.",
        ("targeted", "resisted"),
        _laid_on("Cursed", ENT, "other"),
        "scene",
    ),
}


@clause("S12.10")
def intervention(contour: Contour, rank: InterventionRank) -> Half:
    """The Intervention of a Contour, on the creature whose Fallout it is."""
    return INTERVENTIONS[contour, rank]


@clause("S12.10", "S12.11")
def escalation(contour: Contour, rank: InterventionRank) -> Half:
    """The Escalation of a Contour, a Surge of the adversary. All of the Hexer's are its own (S12.11)."""
    return ESCALATIONS[contour, rank]


@clause("S12.6")
def cost(kind: Literal["intervention", "escalation"], rank: InterventionRank) -> int:
    """What one takes out of an adversary's budget: an Intervention 1 to 4, an Escalation 2 to 5."""
    place = RANKS.index(rank)
    return place + (1 if kind == "intervention" else 2)


@clause("S12.5")
def difficulty(tiers: Sequence[int], party_level: int) -> int:
    """The budget of each adversary: the mean Tier of the players' characters, rounded up, plus Party Level.

    `tiers` is not empty.
    """
    return -(-sum(tiers) // len(tiers)) + party_level
