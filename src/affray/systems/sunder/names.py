"""The terms of Sunder: Potentials and Skills, levels, ranges, Conditions, and what else has a fixed list."""

from __future__ import annotations

from typing import Literal, get_args

from affray.kernel.clauses import clause

Potential = Literal["Might", "Finesse", "Nerve", "Seep", "Instinct", "Wit", "Heart", "Tether"]
POTENTIALS: tuple[Potential, ...] = get_args(Potential)
PHYSICAL: tuple[Potential, ...] = ("Might", "Finesse", "Nerve", "Seep")
MENTAL: tuple[Potential, ...] = ("Instinct", "Wit", "Heart", "Tether")

Skill = Literal[
    "Force", "Brace", "Feat", "Sleight", "Grace", "Squirm", "Bear", "Steel", "Grit", "Frame", "Draw", "Form",
    "Reflex", "Read", "Sense", "Reason", "Recall", "Esoterica", "Aura", "Sway", "Hope", "Anchor", "Grasp",
    "Weave",
]  # fmt: skip
SKILLS: tuple[Skill, ...] = get_args(Skill)

MIFF, FAILURE, MIXED, SUCCESS, CRIT = 1, 2, 3, 4, 5
"""The levels of a Test by rank (S1.5)."""
LEVELS: tuple[str, ...] = ("", "Miff", "Failure", "Mixed", "Success", "Crit")

Riskiness = Literal["Uncertain", "Risky", "Dire", "Desperate"]
RISKS: tuple[Riskiness, ...] = get_args(Riskiness)

NARRATIVE, MINOR, MAJOR, SEVERE = 1, 2, 3, 4
"""Fallout by rank (S3.10)."""
FALLOUTS: tuple[str, ...] = ("", "Narrative", "Minor", "Major", "Severe")
InterventionRank = Literal["Mechanical", "Minor", "Major", "Severe"]
INTERVENTIONS: tuple[InterventionRank, ...] = get_args(InterventionRank)

Band = Literal["Here", "Near", "Close", "There", "Far", "Yonder"]
BANDS: tuple[Band, ...] = get_args(Band)

DieSize = Literal[4, 6, 8, 10, 12]
DICE: tuple[DieSize, ...] = get_args(DieSize)

PerkName = Literal[
    "Anchor Point", "Implode", "Refresh", "Spark", "Cleave", "Drive", "Momentum", "Stabilize", "Reversal",
    "Spite", "Burn", "Fracture", "Tempt",
]  # fmt: skip

Archetype = Literal[
    "Spellslinger", "Summoner", "Control", "Face", "Saboteur", "Support", "Frontliner", "Halfcaster",
    "Healer", "Tank",
]  # fmt: skip
Contour = Literal["Breaker", "Prowler", "Survivor", "Shifter", "Hunter", "Schemer", "Zealot", "Hexer"]

MajorCondition = Literal[
    "Bleeding", "Blinded", "Cursed", "Dazed", "Distracted", "Fortified", "Frenzied", "Invisible",
    "Mentally Vulnerable", "Physically Vulnerable", "Petrified", "Pinned", "Retaliate", "Slowed", "Spirited",
    "Warded",
]  # fmt: skip
MinorCondition = Literal[
    "Afraid", "Armed", "Armored", "Bound", "Charmed", "Deafened", "Empowered", "Enraptured", "Held",
    "Muddled", "Rooted", "Silenced", "Unseen", "Vulnerable",
]  # fmt: skip
"""Pushed is no state that lasts: it is an effect of its own."""
ConditionName = MajorCondition | MinorCondition
MAJOR_CONDITIONS: tuple[MajorCondition, ...] = get_args(MajorCondition)
MINOR_CONDITIONS: tuple[MinorCondition, ...] = get_args(MinorCondition)

Span = Literal["round", "end of next turn", "scene", "dispelled", "sequence"]
"""How long something runs: "round" to the start of its user's next turn (S9.2), "end of next turn" likewise
of its user, "scene" (S9.5), until another creature dispels it (S9.5), or as long as its die runs (S9.7)."""

Side = Literal["top", "bottom"]

_SKILLS_OF: dict[Potential, tuple[Skill, ...]] = {
    potential: SKILLS[3 * place : 3 * place + 3] for place, potential in enumerate(POTENTIALS)
}

_POTENTIAL_OF: dict[Skill, Potential] = {
    skill: potential for potential, skills in _SKILLS_OF.items() for skill in skills
}


@clause("S1.1")
def skills_of(potential: Potential) -> tuple[Skill, ...]:
    """The three Skills of a Potential."""
    return _SKILLS_OF[potential]


@clause("S1.1")
def potential_of(skill: Skill) -> Potential:
    """The Potential that a Skill belongs to."""
    return _POTENTIAL_OF[skill]


def is_physical(potential: Potential) -> bool:
    """Whether a Potential is Physical; the others are Mental (S1.1)."""
    return potential in PHYSICAL


_HINTS: dict[Skill, str] = {
    "Force": "hitting, athletics, a contest of strength",
    "Brace": "standing firm",
    "Feat": "heroic strength",
    "Sleight": "stealth, aim at a distance, deft hands",
    "Grace": "balance, quick movement",
    "Squirm": "escaping, avoiding what is foreseen",
    "Bear": "endurance",
    "Steel": "pushing through pain that is expected",
    "Grit": "a clear head under stress",
    "Frame": "resisting alteration or sickness",
    "Draw": "adapting",
    "Form": "changing shape",
    "Reflex": "hazards that nobody foresaw",
    "Read": "what somebody intends",
    "Sense": "the senses",
    "Reason": "logic",
    "Recall": "facts",
    "Esoterica": "the abstract",
    "Aura": "body language",
    "Sway": "persuading or deceiving",
    "Hope": "inspiring, resisting fear",
    "Anchor": "sanity",
    "Grasp": "what cannot be deciphered",
    "Weave": "rituals, raw warp",
}


@clause("S1.2")
def hint_of(skill: Skill) -> str:
    """What a Skill is for, in a few words."""
    return _HINTS[skill]


_CONTOURS: tuple[Contour, ...] = get_args(Contour)


@clause("S12.10")
def potential_of_contour(contour: Contour) -> Potential:
    """The Potential that a contour stands for."""
    return POTENTIALS[_CONTOURS.index(contour)]
