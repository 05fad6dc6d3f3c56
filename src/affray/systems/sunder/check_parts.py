"""What cannot be in the parts of a card, a weapon or a thing: effects, reactions and halves.

A fault has a place, a message, and what would be known there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from affray.systems.sunder.book import Ability, Book, Effect, Half, Reaction, Sheet
from affray.systems.sunder.general import GENERAL
from affray.systems.sunder.names import POTENTIALS, SKILLS, Potential

Place = tuple[str | int, ...]
Fault = tuple[Place, str, Sequence[str]]
"""Where, what, and what would be known there."""

ONE_POTENTIAL = ("Bleeding", "Empowered", "Muddled", "Vulnerable", "Retaliate")
"""Conditions that are about a Potential (S10)."""
WITH_AMOUNT = ("Fortified", "Warded", "Rooted")
"""Conditions that have an X (S10)."""
TESTS = (*SKILLS, *POTENTIALS, "attack", "any")
"""What an Advantage can be on."""
SPECIAL: Mapping[str, str] = {
    **{
        half.special: half.target
        for card in GENERAL.values()
        for half in (card.top, card.bottom)
        if half is not None and half.special is not None
    },
    "ambush": "self",
    "seep shield": "self",
}
"""The rules of the system's own that a half may name, with what such a half is aimed at."""

_NEEDS = {
    "damage": ("potential",),
    "stress": ("potential",),
    "condition": ("condition",),
    "move": ("band",),
    "advantage": ("test",),
    "advantage against": ("test",),
    "move stress": ("other",),
    "guard": ("potential",),
    "escape": ("test",),
}
_COUNTS = (
    "damage", "stress", "marks", "push", "clear stress", "regain resistance", "restore marks", "beat",
)  # fmt: skip
"""Effects whose amount is a number of something."""


def references(ids: Sequence[str], known: Iterable[str], place: Place, what: str) -> Iterator[Fault]:
    """Ids that lead nowhere, and ids named twice."""
    known = tuple(known)
    for number, id_ in enumerate(ids):
        if id_ not in known:
            yield (*place, number), f'there is no {what} with the id "{id_}"', known
    yield from repeated(ids, place, what)


def repeated(values: Sequence[str], place: Place, what: str) -> Iterator[Fault]:
    """Values that stand in a list more than once."""
    for number, value in enumerate(values):
        if value in values[:number]:
            yield (*place, number), f'the {what} "{value}" is named twice', ()


def abilities_of(book: Book, sheet: Sheet) -> list[Ability]:
    """The abilities of a sheet that there are."""
    return [book.abilities[id_] for id_ in sheet.abilities if id_ in book.abilities]


def score_of(book: Book, sheet: Sheet, potential: Potential) -> int | None:
    """A score with what Traits add to it, or None where the sheet has none."""
    score = sheet.scores.get(potential)
    if score is None:
        return None
    return score + sum(ability.scores.get(potential, 0) for ability in abilities_of(book, sheet))


# Effects


def of_effects(effects: Sequence[Effect], place: Place, recipients: Sequence[str]) -> Iterator[Fault]:
    """The faults of a row of effects that can be for these recipients."""
    for number, effect in enumerate(effects):
        here = (*place, number)
        if effect.on not in recipients:
            yield (*here, "on"), f'there is no "{effect.on}" here', recipients
        yield from _of_effect(effect, here)


def _of_effect(effect: Effect, place: Place) -> Iterator[Fault]:
    for key in _NEEDS.get(effect.kind, ()):
        if getattr(effect, key) is None:
            yield place, f'"{key}" is missing; "{effect.kind}" needs it', ()
    if effect.kind in _COUNTS and effect.amount < 1:
        yield (*place, "amount"), f'"{effect.kind}" needs an amount of 1 or more', ()
    if effect.kind.startswith("advantage"):
        yield from _of_advantage(effect, place)
    if effect.kind == "escape" and effect.test is not None and effect.test not in SKILLS:
        yield (*place, "test"), f'"{effect.test}" is no Skill', SKILLS
    if effect.kind == "condition" and effect.condition is not None:
        yield from of_condition(effect.condition, effect.potential, effect.other, effect.amount, place)
    yield from _of_dice(effect, place)


def _of_advantage(effect: Effect, place: Place) -> Iterator[Fault]:
    if effect.amount not in (1, -1):
        yield (*place, "amount"), "1 is Advantage and -1 Disadvantage", ("1", "-1")
    for test in (effect.test or "any").split("/"):
        if test not in TESTS:
            yield (*place, "test"), f'no Test is on "{test}"', TESTS


def _of_dice(effect: Effect, place: Place) -> Iterator[Fault]:
    """Dice are for damage and for healing; the user's own die is that of some Potential (S3.3)."""
    if effect.dice is None:
        return
    if effect.kind not in ("damage", "clear stress"):
        yield (*place, "dice"), f'"{effect.kind}" is by amount, and has no dice', ()
    elif effect.dice.endswith("DV") and effect.kind != "damage" and effect.potential is None:
        yield (*place, "dice"), '"DV" is the die of a Potential, and none is named', POTENTIALS


def of_condition(
    name: str, potential: str | None, other: str | None, amount: int, place: Place
) -> Iterator[Fault]:
    """What a Condition is about must be said, and nothing else (S10)."""
    if name in ONE_POTENTIAL and potential is None:
        yield place, f'"potential" is missing; {name} is about one', ()
    if name not in ONE_POTENTIAL and potential is not None:
        yield (*place, "potential"), f"{name} is about no Potential", ()
    if name == "Retaliate" and other is None:
        yield place, '"other" is missing; Retaliate does damage to a Potential', ()
    if name != "Retaliate" and other is not None:
        yield (*place, "other"), f"{name} has no second Potential", ()
    if name in WITH_AMOUNT and amount < 1:
        yield place, f"{name} needs an amount of 1 or more", ()


# Reactions


def of_reaction(reaction: Reaction, place: Place) -> Iterator[Fault]:
    """The faults of what a Trait or a running card lets its owner do."""
    yield from repeated(reaction.triggers, (*place, "triggers"), "trigger")
    if not reaction.effects:
        yield place, "this reaction does nothing", ("effects",)
    yield from of_effects(reaction.effects, (*place, "effects"), ("target", "self", "other"))
    for number, effect in enumerate(reaction.effects):
        if effect.kind == "move stress" and "incoming stress" not in reaction.triggers:
            yield (*place, "effects", number), "only Stress that is about to come can be moved", ()


# Halves


def of_half(half: Half, place: Place) -> Iterator[Fault]:
    """The faults of one half, Surge or Option."""
    yield from repeated(half.skills, (*place, "skills"), "Skill")
    yield from repeated(half.resist, (*place, "resist"), "Skill")
    yield from _of_recipients(half, place)
    yield from _of_test(half, place)
    yield from _of_running(half, place)
    yield from _of_special(half, place)
    if half.attack is not None and half.target not in ("foe", "creature"):
        yield (*place, "target"), "an attack is made on somebody", ("foe", "creature")
    if half.resist and half.target in ("self", "none"):
        yield (*place, "resist"), "there is nobody who could resist", ()
    if not (half.effects or half.attack or half.reaction or half.special or half.options):
        known = ("effects", "attack", "reaction", "special", "options")
        yield place, "this does nothing", known
    for number, effect in enumerate(half.effects):
        if effect.kind == "move stress":
            yield (*place, "effects", number), "only a reaction moves Stress", ()
    if half.options and (half.effects or half.attack or half.reaction):
        yield (*place, "options"), "what it does is said by its Option Cards", ()


def _of_recipients(half: Half, place: Place) -> Iterator[Fault]:
    recipients = ["self"]
    if half.target not in ("zone", "none"):
        recipients.insert(0, "target")
    if half.area is not None:
        recipients.append("area")
    yield from of_effects(half.effects, (*place, "effects"), recipients)
    yield from of_effects(half.consequence, (*place, "consequence"), recipients)
    if half.area is not None and not any(effect.on == "area" for effect in half.effects):
        yield (*place, "area"), "nothing happens to those in this area", ()


def _of_test(half: Half, place: Place) -> Iterator[Fault]:
    if half.potential is not None and not half.skills and half.sequence != "DV":
        yield (*place, "potential"), "a Hybrid Test has Skills as well (S1.18)", ()
    if half.attack is not None and half.skills:
        yield (*place, "skills"), "an attack has the Skill of its weapon (S5.15)", ()
    if half.consequence and not half.skills:
        yield (*place, "consequence"), "without a Test of its own nothing can fail (S14.4)", ()


def _of_special(half: Half, place: Place) -> Iterator[Fault]:
    """A rule of the system's own is a known one, and aimed at what it is for (S5.12, S12.10)."""
    if half.special is None:
        return
    creatures = ("ally", "foe", "creature")
    wanted = SPECIAL.get(half.special)
    allowed = creatures if wanted in creatures else (str(wanted),)
    if wanted is None:
        yield (*place, "special"), f'there is no rule called "{half.special}"', tuple(SPECIAL)
    elif half.target not in allowed:
        yield (
            (*place, "target"),
            f'"{half.special}" is not for "{half.target}"',
            [str(one) for one in allowed],
        )
    if half.special == "attack" and half.attack is None:
        yield place, '"attack" is missing; this rule is that of attacks', ()


def _of_running(half: Half, place: Place) -> Iterator[Fault]:
    """What runs on says how long, and a Sequence has something to use (S9)."""
    if half.reaction is not None:
        yield from of_reaction(half.reaction, (*place, "reaction"))
        if half.span is None and half.sequence is None:
            yield place, '"span" is missing; a reaction runs for some time', ()
    if half.sequence is not None and half.reaction is None:
        yield (*place, "sequence"), "a Sequence has a reaction that uses its die (S9.7)", ()
    if half.sequence == "DV" and half.potential is None:
        yield place, '"potential" is missing; "DV" is the die of one', ()
    spans = [half.span, *(effect.span for effect in half.effects)]
    if "sequence" in spans and half.sequence is None:
        yield place, 'without a "sequence" nothing lasts as long as its die', ()
    if half.concentration is not None and not (half.span or half.sequence):
        yield (*place, "concentration"), "there is nothing to keep up: it has no span (S9.9)", ()
