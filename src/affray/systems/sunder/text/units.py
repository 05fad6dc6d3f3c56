"""What stands beside a creature, in words: Conditions, Exhaustion, Perks, Advantages, when something ends."""

from __future__ import annotations

from affray.systems.sunder.state import Condition, Creature, Favour, Scene, Until
from affray.systems.sunder.text.waiting import name_of
from affray.telling.words import own

CONDITIONS: dict[str, tuple[str, str]] = {
    "Bleeding": ("1 Stress in {potential} at the start of each own turn.", "S10.8"),
    "Blinded": ("It cannot see; attacks against it have Advantage while it is not Unseen.", "S10.8"),
    "Cursed": ("It cannot clear Stress or regain Resistance or Marks.", "S10.8"),
    "Dazed": ("No Reactions; it counts as Mentally Vulnerable.", "S10.8"),
    "Distracted": ("It cannot Concentrate; Disadvantage on Mental Tests.", "S10.8"),
    "Fortified": ("Mental Stress that comes in is {amount} less.", "S10.8"),
    "Frenzied": ("It may play two tops or two bottoms, or a third card's bottom.", "S10.4"),
    "Invisible": ("Attacks cannot choose it as a target; areas reach it all the same.", "S10.6"),
    "Mentally Vulnerable": ("Vulnerable in Instinct, Wit, Heart and Tether.", "S10.8"),
    "Physically Vulnerable": ("Vulnerable in Might, Finesse, Nerve and Seep.", "S10.8"),
    "Petrified": (
        "Vulnerable in Finesse and Might; it cannot move, and acts upon itself alone.",
        "S10.6",
    ),
    "Pinned": ("Bound, Held and Rooted (1) at once.", "S10.6"),
    "Retaliate": (
        "Whoever damages it from Here takes one of its {potential} dice as damage to {other}.",
        "S10.8",
    ),
    "Slowed": ("No Movement but the plain move, and that takes a Grace Test.", "S10.5"),
    "Spirited": ("Its allies within Near clear 1 Stress when they succeed on a Test.", "S10.6"),
    "Warded": ("Physical Stress that comes in is {amount} less.", "S10.8"),
    "Afraid": ("It cannot move closer to {by}.", "S10.8"),
    "Armed": ("It counts as having a weapon ready.", "S10.8"),
    "Armored": ("It counts as wearing protection.", "S10.8"),
    "Bound": (
        "Disadvantage on the Tests of its Attack Actions; Physical attacks against it have Advantage.",
        "S10.8",
    ),
    "Charmed": ("It sees a friend in {by} and may use nothing harmful on them.", "S10.8"),
    "Deafened": ("It cannot hear; what works by sound does not touch it.", "S10.8"),
    "Empowered": ("Advantage on its Tests under {potential}.", "S10.8"),
    "Enraptured": ("Everybody but {by} is Unseen to it.", "S10.7"),
    "Held": (
        "Rooted (1) around {by}; Disadvantage on its weapon and unarmed attacks.",
        "S10.7",
    ),
    "Muddled": ("Disadvantage on its Tests in {potential}.", "S10.8"),
    "Rooted": ("No Movement takes it further than {tiles} from {zone}.", "S10.6"),
    "Silenced": ("It makes no sound, and uses nothing that works by sound.", "S10.8"),
    "Unseen": (
        "Advantage on attacks against those who cannot see it, Disadvantage on finding it; "
        "its own weapon or unarmed attack ends it.",
        "S10.8",
    ),
    "Vulnerable": (
        "Attacks aimed at its {potential} have Advantage; "
        "its Tests in {potential} against damage have Disadvantage.",
        "S10.8",
    ),
}
"""What each Condition does, and its clause. Gaps are filled with what this one is about."""

EXHAUSTION: tuple[str, ...] = (
    "",
    "all actions need a Test",
    "Movement counts one range lower",
    "Mentally and Physically Vulnerable",
    "at most Near of movement in a turn",
    "half as many Marks",
    "death",
)
"""What each level of Exhaustion adds (S10.3)."""

PERKS: dict[str, str] = {
    "Anchor Point": "The modifier may become 0.",
    "Implode": "A die one size smaller is rolled, and its face counts. Not on a D4.",
    "Refresh": "1 Stress less in this Potential.",
    "Spark": "Nothing when it is rolled; Charge costs 2 Beats less.",
    "Cleave": "Two dice are rolled; the face further from the middle counts, of equals the higher.",
    "Drive": "The kept die is rolled again, and the new face counts.",
    "Momentum": "Would the Stress of this Test overflow, 1 spent Resistance here may be regained for it.",
    "Stabilize": "The die is jinxed to 1 less for this Test.",
    "Reversal": "A jinxed face takes 1 Stress away; if it is over the new threshold the modifier is 0.",
    "Spite": "The modifier may become 0, with the face added to the damage of this Test.",
    "Burn": "1 Resistance may be spent: the face becomes the die's maximum.",
    "Fracture": "If its face is jinxed it counts as the maximum, else as 1.",
    "Tempt": "Just over the jinx the modifier may be +2.",
}
"""What each Perk does when the kept face is its slot (S2.10)."""


def feet(tiles: int) -> str:
    """ "30 feet": tiles of 5 feet."""
    return f"{5 * tiles} feet"


def condition_name(name: str, potential: str = "", other: str = "", amount: int = 0, zone: str = "") -> str:
    """ "Bleeding (Nerve)", "Retaliate (Might/Nerve)", "Warded (1)"."""
    if potential and other:
        return f"{name} ({potential}/{other})"
    if potential:
        return f"{name} ({potential})"
    return f"{name} ({amount})" if amount and name in ("Warded", "Fortified", "Rooted") else name


def condition_words(scene: Scene, one: Condition) -> tuple[str, str]:
    """What a Condition does to who has it, and the clause."""
    text, clause = CONDITIONS[one.name]
    place = scene.book.zones.get(one.zone)
    words = text.format(
        potential=one.potential or "that Potential",
        other=one.other or "another",
        amount=one.amount,
        by=name_of(scene, one.by) if one.by else "its source",
        tiles=feet(max(1, one.amount)),
        zone=place.name if place is not None else name_of(scene, one.by) if one.by else "where it began",
    )
    return words, clause


def ends_at(scene: Scene, until: Until) -> str:
    """When something ends: "at the start of Ada's next turn", "when the scene ends"."""
    if until.dispelled:
        return "when another creature dispels it"
    if not until.anchor:
        return "when the scene ends"
    anchor = scene.state.creatures.get(until.anchor)
    if anchor is None:
        return "at once"
    turn = scene.state.turn
    under_way = turn is not None and anchor.id in (turn.creature, *turn.group)
    if until.boundary == "end" and until.turn <= anchor.turns_begun and under_way:
        return f"at the end of {own(anchor.name)} turn"
    return f"at the {until.boundary} of {own(anchor.name)} next turn"


def favour_name(favour: Favour) -> str:
    """ "Advantage on the next Brace Test", "Disadvantage on Tests against it"."""
    return favour_words(favour.test, favour.amount, favour.against, favour.lasting, favour.only)


def favour_words(test: str, amount: int, against: bool, lasting: bool, only: str = "any") -> str:
    """Advantage or Disadvantage to come, and on what."""
    kind = "Advantage" if amount > 0 else "Disadvantage"
    if abs(amount) > 1:
        kind = f"{abs(amount)} times {kind}"
    aim = "" if only == "any" else f" aimed at a {only.capitalize()} Potential"
    what = _on(test)
    if against:
        which = f"{what[1]} against it" if lasting else f"the next {what[0]} against it"
    else:
        which = what[1] if lasting else f"the next {what[0]}"
    return f"{kind} on {which}{aim}"


def _on(test: str) -> tuple[str, str]:
    """What it is for, once and every time."""
    known = {
        "any": ("Test", "every Test"),
        "attack": ("attack", "attacks"),
        "resist magick": ("Test to resist Magick", "Tests to resist Magick"),
    }
    names = test.replace("/", " or ")
    return known.get(test, (f"{names} Test", f"{names} Tests"))


def exhaustion_words(level: int) -> str:
    """All that the levels so far bring (S10.3)."""
    return "; ".join(EXHAUSTION[1 : level + 1])


def out_words(creature: Creature) -> str:
    """How a creature is out of the scene; empty while it is not."""
    if creature.out == "incapacitated" and creature.dying:
        return "dying"
    if creature.out == "incapacitated" and creature.stable:
        return "stabilized"
    return creature.out
