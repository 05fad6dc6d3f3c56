"""What is found wrong between the parts of packs and scenarios."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

import pytest

from affray.content.shape import shape_of
from affray.systems.sunder.book import Pack, book_of
from affray.systems.sunder.check_pack import faults
from affray.systems.sunder.check_parts import Fault, Place
from affray.systems.sunder.scenario import Scenario

PACK = """\
id = "fen"
title = "The fen"
system = "sunder"

[[weapon]]
id = "spade"
name = "Spade"
die = 6
to = "Might"
half_hand = true
special = [{ kind = "push", amount = 1 }]

[[weapon]]
id = "gun"
name = "Gun"
die = 8
to = "Seep"
kind = "ranged"
range = "Far"
loading = 1
two_handed = true

[[armor]]
id = "coat"
name = "Coat"
slots = 1
light = true
discreet = true

[[armor]]
id = "lid"
name = "Lid"
slots = 2
shield = "Might"

[[ability]]
id = "dig"
name = "Dig"
activation = "action"
replaces = "strike"
bottom = { name = "Over", text = "", effects = [{ kind = "move", on = "self", band = "Near" }] }

[ability.top]
name = "In"
text = ""
target = "foe"
attack = "melee"
resist = ["Brace"]
effects = [{ kind = "push" }]

[[ability]]
id = "names"
name = "Names"
activation = "action"
top = { name = "Call", text = "", reset = "Short Rest", options = true }
bottom = { name = "Ask", text = "", skills = ["Sense"], effects = [{ kind = "beat", on = "self" }] }

[[ability]]
id = "wait"
name = "Wait"
activation = "surge"
surge = { name = "Wait", text = "", effects = [{ kind = "clear stress", dice = "1d6" }] }

[[ability]]
id = "spite"
name = "Spite"
activation = "trait"
proof = ["fire"]

[ability.reaction]
triggers = ["incoming stress"]
effects = [{ kind = "move stress", on = "self", other = "Nerve" }]

[[ability]]
id = "still"
name = "Still"
activation = "action"

[ability.top]
name = "Stand"
text = ""
sequence = "D4"
span = "sequence"
reaction = { triggers = ["foe closes"], effects = [{ kind = "stress", on = "other", potential = "Heart" }] }

[ability.bottom]
name = "Flood"
text = ""
skills = ["Weave"]
potential = "Wit"
target = "zone"
range = "There"
area = "Near"
effects = [{ kind = "damage", on = "area", potential = "Nerve", dice = "2d6" }]
consequence = [{ kind = "condition", on = "self", condition = "Bleeding", potential = "Seep" }]
span = "scene"
concentration = "Tether"

[[option]]
id = "peat"
name = "Peat"
parent = "names"
half = { name = "Peat", text = "", effects = [{ kind = "guard", on = "self", potential = "Might" }] }

[[sheet]]
id = "ada"
name = "Ada"
line = "Digger"
kind = "player"
archetype = "Tank"
scores = { Might = 9, Finesse = 8, Nerve = 7, Seep = 2, Instinct = 8, Wit = 7, Heart = 6, Tether = 5 }
dice = { Might = 6 }
perks = [
  { potential = "Might", face = 2, name = "Refresh" },
  { potential = "Might", face = 5, name = "Drive" },
  { potential = "Nerve", face = 2, name = "Refresh" },
  { potential = "Nerve", face = 3, name = "Cleave" },
]
charged = ["Nerve"]
skills = ["Force", "Brace"]
domains = ["Root"]
knacks = [{ name = "Peat", to = ["Spade", "strike", "Brace", "peat"] }]
weapons = ["spade", "gun"]
armor = ["coat", "lid"]
abilities = ["dig", "names", "wait", "spite", "still"]

[[sheet]]
id = "wisp"
name = "Wisp"
line = "A light"
kind = "adversary"
contour = "Hexer"
scores = { Might = 5, Finesse = 8, Nerve = 7, Seep = 6, Instinct = 8, Wit = 7, Heart = 6, Tether = 9 }
abilities = ["wait"]
interventions = ["Mechanical"]
escalations = ["Mechanical"]
"""

SCENARIO = """\
title = "The cut"
system = "sunder"
packs = ["fen.toml"]
sides = { A = "The digging", B = "The light" }
first = "ada"
party_level = 2
passages = [["dyke", "cut"], ["cut", "pool"]]
unseen = [["dyke", "pool"]]

[[zone]]
id = "dyke"
name = "Dyke"
x = 0
y = 0

[[zone]]
id = "cut"
name = "Cut"
x = 4
y = 0

[[zone]]
id = "pool"
name = "Pool"
x = 8
y = 2

[[combatant]]
sheet = "ada"
side = "A"
zone = "dyke"

[combatant.start]
stress = { Might = 5 }
resistance = { Might = 4 }
marks = 5
conditions = [{ name = "Rooted", amount = 2, by = "wisp" }, { name = "Muddled", potential = "Wit" }]
ready = ["spade"]
used = ["names"]
beats = 3

[[combatant]]
sheet = "wisp"
side = "B"
zone = "pool"
start = { exhaustion = 1 }

[[countdown]]
id = "rain"
name = "Rain"
size = 6
hope = 5
dread = 6
skills = ["Sense", "Force"]

[[countdown]]
id = "ditch"
name = "Ditch"
size = 4
dice = "goal"

[[thing]]
id = "sluice"
name = "Sluice"
zone = "cut"
countdown = "rain"
closes = ["pool", "cut"]
closed = true
effects = [{ kind = "stress", on = "area", potential = "Seep" }]
"""


def found_in(pack: str = PACK, scenario: str | None = SCENARIO) -> list[Fault]:
    """The faults of a pack and a scenario, each of which is well formed by itself."""
    book = book_of((read(Pack, pack),))
    return faults(book, None if scenario is None else read(Scenario, scenario))


def read(type_: Any, text: str) -> Any:
    """The content that a TOML text describes, read as it is when a file is loaded."""
    data = tomllib.loads(text)
    assert not shape_of(type_).misfits(data)
    return shape_of(type_).read(data)


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A text with some parts replaced, each of which must stand in it."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def without_known(found: Sequence[Fault]) -> list[tuple[Place, str]]:
    """Places and messages alone."""
    return [(place, message) for place, message, _ in found]


def test_good_content_has_no_fault() -> None:
    """The texts that the other tests change are right as they stand."""
    assert found_in() == []
    assert found_in(scenario=None) == []


# Packs

SPADE: Place = ("pack", "weapon", "spade")
GUN: Place = ("pack", "weapon", "gun")
DIG: Place = ("pack", "ability", "dig")
WAIT: Place = ("pack", "ability", "wait")
SPITE: Place = ("pack", "ability", "spite")
STILL: Place = ("pack", "ability", "still")
NAMES: Place = ("pack", "ability", "names")
PEAT: Place = ("pack", "option", "peat")
ADA: Place = ("pack", "sheet", "ada")
WISP: Place = ("pack", "sheet", "wisp")

ITEM_FAULTS: list[tuple[str, str, Place, str]] = [
    ("amount = 1 }", "amount = 0 }", (*SPADE, "special", 0, "amount"), '"push" needs an amount of 1 or more'),
    (
        'special = [{ kind = "push"',
        'special = [{ on = "other", kind = "push"',
        (*SPADE, "special", 0, "on"),
        'there is no "other" here',
    ),
    ("half_hand = true", 'range = "Near"', (*SPADE, "range"), "a melee weapon is used at Here"),
    ("half_hand = true", "loading = 1", (*SPADE, "loading"), '"loading" is for ranged weapons'),
    (
        'range = "Far"\n',
        "",
        GUN,
        '"range" is missing; a ranged weapon reaches further than Here',
    ),
    ('range = "Far"', 'range = "Far"\nreach = true', (*GUN, "reach"), '"reach" is for melee weapons'),
    ('range = "Far"', 'range = "Far"\nthrown = "Near"', (*GUN, "thrown"), '"thrown" is for melee weapons'),
    (
        "two_handed = true",
        "two_handed = true\nhalf_hand = true",
        (*GUN, "half_hand"),
        "a Two-Handed weapon is never used one-handed",
    ),
    (
        "two_handed = true",
        "two_handed = true\nunwieldy = true",
        (*GUN, "unwieldy"),
        "a Two-Handed weapon is never used one-handed",
    ),
    (
        "light = true",
        "light = true\nheavy = true",
        ("pack", "armor", "coat", "light"),
        "armor is Light or Heavy, and not both",
    ),
    (
        "discreet = true",
        "discreet = true\nindiscreet = true",
        ("pack", "armor", "coat", "discreet"),
        "armor is Discreet or Indiscreet, and not both",
    ),
    ("slots = 2", "slots = 3", ("pack", "armor", "lid", "slots"), "3 slots; a Shield has 2 at most"),
]

MOVE = 'effects = [{ kind = "move", on = "self", band = "Near" }]'


def other_effect(effect: str) -> tuple[str, str]:
    """The change that puts another effect into the bottom half of a card."""
    return MOVE, f'effects = [{{ on = "self", {effect} }}]'


OVER: Place = (*DIG, "bottom", "effects", 0)

EFFECT_FAULTS: list[tuple[str, Place, str]] = [
    ('kind = "move"', OVER, '"band" is missing; "move" needs it'),
    ('kind = "damage", dice = "1d6"', OVER, '"potential" is missing; "damage" needs it'),
    ('kind = "stress"', OVER, '"potential" is missing; "stress" needs it'),
    ('kind = "condition"', OVER, '"condition" is missing; "condition" needs it'),
    ('kind = "advantage"', OVER, '"test" is missing; "advantage" needs it'),
    ('kind = "advantage against"', OVER, '"test" is missing; "advantage against" needs it'),
    ('kind = "guard"', OVER, '"potential" is missing; "guard" needs it'),
    ('kind = "escape"', OVER, '"test" is missing; "escape" needs it'),
    ('kind = "escape", test = "Might"', (*OVER, "test"), '"Might" is no Skill'),
    ('kind = "marks", amount = 0', (*OVER, "amount"), '"marks" needs an amount of 1 or more'),
    ('kind = "advantage", test = "Bravado"', (*OVER, "test"), 'no Test is on "Bravado"'),
    ('kind = "advantage", test = "Hope/Bravado"', (*OVER, "test"), 'no Test is on "Bravado"'),
    (
        'kind = "advantage", test = "Hope/Heart", amount = 2',
        (*OVER, "amount"),
        "1 is Advantage and -1 Disadvantage",
    ),
    ('kind = "beat", dice = "1d6"', (*OVER, "dice"), '"beat" is by amount, and has no dice'),
    (
        'kind = "clear stress", dice = "DV"',
        (*OVER, "dice"),
        '"DV" is the die of a Potential, and none is named',
    ),
    ('kind = "condition", condition = "Muddled"', OVER, '"potential" is missing; Muddled is about one'),
    (
        'kind = "condition", condition = "Dazed", potential = "Wit"',
        (*OVER, "potential"),
        "Dazed is about no Potential",
    ),
    (
        'kind = "condition", condition = "Retaliate", potential = "Wit"',
        OVER,
        '"other" is missing; Retaliate does damage to a Potential',
    ),
    (
        'kind = "condition", condition = "Muddled", potential = "Wit", other = "Seep"',
        (*OVER, "other"),
        "Muddled has no second Potential",
    ),
    (
        'kind = "condition", condition = "Warded", amount = 0',
        OVER,
        "Warded needs an amount of 1 or more",
    ),
    (
        'kind = "condition", condition = "Dazed", span = "sequence"',
        (*DIG, "bottom"),
        'without a "sequence" nothing lasts as long as its die',
    ),
]

HALF_FAULTS: list[tuple[str, str, Place, str]] = [
    (
        'resist = ["Brace"]',
        'resist = ["Brace", "Brace"]',
        (*DIG, "top", "resist", 1),
        'the Skill "Brace" is named twice',
    ),
    (
        'skills = ["Sense"]',
        'skills = ["Sense", "Sense"]',
        (*NAMES, "bottom", "skills", 1),
        'the Skill "Sense" is named twice',
    ),
    (
        MOVE,
        f'{MOVE}, resist = ["Brace"]',
        (*DIG, "bottom", "resist"),
        "there is nobody who could resist",
    ),
    (
        'attack = "melee"',
        'attack = "melee"\nskills = ["Force"]',
        (*DIG, "top", "skills"),
        "an attack has the Skill of its weapon (S5.15)",
    ),
    (MOVE, f'{MOVE}, attack = "weapon"', (*DIG, "bottom", "target"), "an attack is made on somebody"),
    (
        MOVE,
        f'{MOVE}, potential = "Wit"',
        (*DIG, "bottom", "potential"),
        "a Hybrid Test has Skills as well (S1.18)",
    ),
    (
        MOVE,
        f'{MOVE}, consequence = [{{ kind = "beat", on = "self" }}]',
        (*DIG, "bottom", "consequence"),
        "without a Test of its own nothing can fail (S14.4)",
    ),
    (MOVE, f'{MOVE}, area = "Near"', (*DIG, "bottom", "area"), "nothing happens to those in this area"),
    (
        MOVE,
        f'{MOVE}, sequence = "D4"',
        (*DIG, "bottom", "sequence"),
        "a Sequence has a reaction that uses its die (S9.7)",
    ),
    (
        MOVE,
        f'{MOVE}, concentration = "Wit"',
        (*DIG, "bottom", "concentration"),
        "there is nothing to keep up: it has no span (S9.9)",
    ),
    (f", {MOVE}", "", (*DIG, "bottom"), "this does nothing"),
    (
        "options = true }",
        f"options = true, {MOVE} }}",
        (*NAMES, "top", "options"),
        "what it does is said by its Option Cards",
    ),
    ('sequence = "D4"', 'sequence = "DV"', (*STILL, "top"), '"potential" is missing; "DV" is the die of one'),
    (
        'sequence = "D4"\nspan = "sequence"\n',
        "",
        (*STILL, "top"),
        '"span" is missing; a reaction runs for some time',
    ),
    (
        'on = "area", potential = "Nerve"',
        'on = "target", potential = "Nerve"',
        (*STILL, "bottom", "effects", 0, "on"),
        'there is no "target" here',
    ),
    (
        '[{ kind = "push" }]',
        '[{ kind = "push", on = "area" }]',
        (*DIG, "top", "effects", 0, "on"),
        'there is no "area" here',
    ),
    (
        'triggers = ["incoming stress"]',
        'triggers = ["incoming stress", "incoming stress"]',
        (*SPITE, "reaction", "triggers", 1),
        'the trigger "incoming stress" is named twice',
    ),
    (
        'triggers = ["incoming stress"]',
        'triggers = ["harmed"]',
        (*SPITE, "reaction", "effects", 0),
        "only Stress that is about to come can be moved",
    ),
    (
        'effects = [{ kind = "move stress", on = "self", other = "Nerve" }]',
        "effects = []",
        (*SPITE, "reaction"),
        "this reaction does nothing",
    ),
    (
        'kind = "move stress", on = "self"',
        'kind = "move stress", on = "area"',
        (*SPITE, "reaction", "effects", 0, "on"),
        'there is no "area" here',
    ),
]

ABILITY_FAULTS: list[tuple[str, str, Place, str]] = [
    ('replaces = "strike"', 'replaces = "parry"', (*DIG, "replaces"), 'there is no General card "parry"'),
    ('replaces = "strike"', "marks = 1", (*DIG, "marks"), '"marks" is for Traits'),
    (
        'replaces = "strike"',
        f'replaces = "strike"\nsurge = {{ name = "Dig", text = "", {MOVE} }}',
        (*DIG, "surge"),
        '"surge" is no part of what is an action',
    ),
    (
        'surge = { name = "Wait", text = "", effects = [{ kind = "clear stress", dice = "1d6" }] }',
        "",
        WAIT,
        '"surge" is missing; a Surge has one',
    ),
    (
        'surge = { name = "Wait", text = ""',
        'surge = { name = "Wait", text = "", skills = ["Grit"]',
        (*WAIT, "surge", "skills"),
        "a Surge needs no Test (S6.5)",
    ),
    (
        'surge = { name = "Wait", text = ""',
        'surge = { name = "Wait", text = "", target = "foe", attack = "melee"',
        (*WAIT, "surge", "attack"),
        "a Surge is no attack (S6.5)",
    ),
    (
        'activation = "surge"',
        'activation = "surge"\nreplaces = "strike"',
        (*WAIT, "replaces"),
        "only an action stands for a General card",
    ),
    (
        'proof = ["fire"]',
        f'proof = ["fire"]\nsurge = {{ name = "Dig", text = "", {MOVE} }}',
        (*SPITE, "surge"),
        '"surge" is no part of what is a Trait',
    ),
    (
        'proof = ["fire"]',
        'proof = ["fire", "fire"]',
        (*SPITE, "proof", 1),
        'the source "fire" is named twice',
    ),
    (
        'parent = "names"',
        'parent = "name"',
        (*NAMES, "top", "options"),
        'no Option Card has the parent "names" (S8.2)',
    ),
    (
        'half = { name = "Peat", text = ""',
        'half = { name = "Peat", text = "", sequence = "D4"',
        (*PEAT, "half", "sequence"),
        "a Sequence has a reaction that uses its die (S9.7)",
    ),
]

SHEET_FAULTS: list[tuple[str, str, Place, str]] = [
    (
        'weapons = ["spade", "gun"]',
        'weapons = ["spade", "bow"]',
        (*ADA, "weapons", 1),
        'there is no weapon with the id "bow"',
    ),
    (
        'weapons = ["spade", "gun"]',
        'weapons = ["spade", "spade"]',
        (*ADA, "weapons", 1),
        'the weapon "spade" is named twice',
    ),
    (
        'armor = ["coat", "lid"]',
        'armor = ["coat", "lib"]',
        (*ADA, "armor", 1),
        'there is no armor with the id "lib"',
    ),
    (
        'abilities = ["wait"]',
        'abilities = ["want"]',
        (*WISP, "abilities", 0),
        'there is no ability with the id "want"',
    ),
    (
        'skills = ["Force", "Brace"]',
        'skills = ["Force", "Force"]',
        (*ADA, "skills", 1),
        'the Skill "Force" is named twice',
    ),
    (
        'domains = ["Root"]',
        'domains = ["Root", "Root"]',
        (*ADA, "domains", 1),
        'the Domain "Root" is named twice',
    ),
    (
        'domains = ["Root"]',
        'bane = ["iron", "iron"]',
        (*ADA, "bane", 1),
        'the source "iron" is named twice',
    ),
    (
        ", Heart = 6, Tether = 9",
        ", Heart = 6",
        (*WISP, "scores"),
        '"Tether" is missing; a creature has eight Potentials',
    ),
    (
        'proof = ["fire"]',
        'proof = ["fire"]\nscores = { Seep = -2 }',
        (*ADA, "scores", "Seep"),
        "0 with its Traits; a score is 1 to 20",
    ),
    (
        'proof = ["fire"]',
        'proof = ["fire"]\nscores = { Might = -5 }',
        (*ADA, "perks", 1, "face"),
        "the score of Might is 4, and a face lies within it",
    ),
    (
        "face = 5",
        "face = 6",
        (*ADA, "perks", 1, "face"),
        "a D6 has slots 2 to 5",
    ),
    ("face = 5", "face = 2", (*ADA, "perks", 1, "face"), "another Perk has face 2 of Might"),
    ('"Drive"', '"Refresh"', (*ADA, "perks", 1, "name"), "Might has Refresh already"),
    ('charged = ["Nerve"]', 'charged = ["Might"]', (*ADA, "charged", 0), "no Perk of Might sits on 3, 4"),
    (
        'charged = ["Nerve"]',
        'charged = ["Nerve", "Nerve"]',
        (*ADA, "charged", 1),
        'the Potential "Nerve" is named twice',
    ),
    ('shield = "Might"', "durability = 1", (*ADA, "armor", 1), "it wears other armor: Coat"),
    ("light = true", 'shield = "Finesse"', (*ADA, "armor", 1), "it carries another Shield: Coat"),
    (
        'id = "names"\nname = "Names"\nactivation = "action"',
        'id = "names"\nname = "Names"\nactivation = "action"\nreplaces = "strike"',
        (*ADA, "abilities", 1),
        '"dig" stands for "strike" already',
    ),
    (
        '"Spade", "strike"',
        '"Rake", "strike"',
        (*ADA, "knacks", 0, "to", 0),
        'there is no Skill, weapon or card "Rake"',
    ),
    (
        '"Spade", "strike"',
        '"strike", "strike"',
        (*ADA, "knacks", 0, "to", 1),
        'the use "strike" is named twice',
    ),
    (
        'to = ["Spade", "strike", "Brace", "peat"]',
        "to = []",
        (*ADA, "knacks", 0, "to"),
        "a Knack is for something",
    ),
    ('domains = ["Root"]', 'contour = "Hexer"', (*ADA, "contour"), "a Contour is for adversaries"),
    (
        'domains = ["Root"]',
        'interventions = ["Minor"]',
        (*ADA, "interventions"),
        '"interventions" are for adversaries',
    ),
    (
        'interventions = ["Mechanical"]',
        'interventions = ["Mechanical", "Mechanical"]',
        (*WISP, "interventions", 1),
        'the rank "Mechanical" is named twice',
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "place", "message"), [*ITEM_FAULTS, *HALF_FAULTS, *ABILITY_FAULTS, *SHEET_FAULTS]
)
def test_a_fault_of_a_pack_is_found(old: str, new: str, place: Place, message: str) -> None:
    """It has its place."""
    assert (place, message) in without_known(found_in(changed(PACK, (old, new)), None))


@pytest.mark.parametrize(("effect", "place", "message"), EFFECT_FAULTS)
def test_a_fault_of_an_effect_is_found(effect: str, place: Place, message: str) -> None:
    """It is the one fault there is, and it has its place."""
    pack = changed(PACK, other_effect(effect))
    assert without_known(found_in(pack, None)) == [(place, message)]


def test_moved_stress_has_somewhere_to_go() -> None:
    """It is named where, and only a reaction moves it."""
    reaction = changed(PACK, (', other = "Nerve" }]', " }]"))
    message = '"other" is missing; "move stress" needs it'
    assert without_known(found_in(reaction)) == [((*SPITE, "reaction", "effects", 0), message)]
    half = changed(PACK, other_effect('kind = "move stress", other = "Might"'))
    assert without_known(found_in(half)) == [(OVER, "only a reaction moves Stress")]


def test_no_part_of_an_action_is_missing() -> None:
    """It has a top and a bottom."""
    pack = changed(PACK, (f'bottom = {{ name = "Over", text = "", {MOVE} }}', ""))
    assert without_known(found_in(pack)) == [(DIG, '"bottom" is missing; an action has one')]


def test_a_trait_does_something() -> None:
    """It changes its owner or answers."""
    head, rest = PACK.split('proof = ["fire"]')
    pack = head + rest[rest.index("[[ability]]") :]
    message = "this Trait changes nothing and answers nothing"
    assert without_known(found_in(pack)) == [(SPITE, message)]


@pytest.mark.parametrize(
    ("id_", "message"),
    [
        ("strike", '"strike" is a General card, which every creature has'),
        ("reload", '"reload" is a Surge, which every creature has'),
        ("gun", 'there is a weapon with the id "gun" too'),
        ("coat", 'there is armor with the id "coat" too'),
    ],
)
def test_a_card_has_an_id_of_its_own(id_: str, message: str) -> None:
    """Neither that of a card of everybody's nor that of an item."""
    pack = changed(
        PACK, ('id = "spite"', f'id = "{id_}"'), ('"wait", "spite", "still"]', f'"wait", "{id_}", "still"]')
    )
    assert without_known(found_in(pack)) == [(("pack", "ability", id_, "id"), message)]


def test_armor_and_options_have_ids_of_their_own() -> None:
    """Armor is not called like a weapon, an Option not like an ability."""
    armor = changed(PACK, ('id = "lid"', 'id = "gun"'), ('["coat", "lid"]', '["coat", "gun"]'))
    message = 'there is a weapon with the id "gun" too'
    assert without_known(found_in(armor)) == [(("pack", "armor", "gun", "id"), message)]
    option = changed(PACK, ('id = "peat"', 'id = "still"'))
    message = 'there is an ability with the id "still" too'
    assert (("pack", "option", "still", "id"), message) in without_known(found_in(option))


@pytest.mark.parametrize(
    ("parent", "message"),
    [("dog", 'there is no ability with the id "dog"'), ("dig", 'no half of "dig" has options (S8.2)')],
)
def test_an_option_card_has_a_parent(parent: str, message: str) -> None:
    """An ability that is played by Options; those there are would be known."""
    found = found_in(changed(PACK, ('parent = "names"', f'parent = "{parent}"')), None)
    assert ((*PEAT, "parent"), message, ("names",)) in found


def test_an_option_has_no_options() -> None:
    """What it does stands on its card."""
    old = 'effects = [{ kind = "guard", on = "self", potential = "Might" }]'
    found = without_known(found_in(changed(PACK, (old, "options = true"))))
    assert found == [((*PEAT, "half", "options"), "an Option has no options of its own")]


def test_interventions_and_escalations_are_those_of_a_contour() -> None:
    """Without one there are none."""
    assert without_known(found_in(changed(PACK, ('contour = "Hexer"\n', "")))) == [
        ((*WISP, key), f'"contour" is missing; "{key}" are those of one')
        for key in ("interventions", "escalations")
    ]


# Scenarios

ADA_IN: Place = ("scenario", "combatant", 0)
WISP_IN: Place = ("scenario", "combatant", 1)
SLUICE: Place = ("scenario", "thing", 0)

SCENARIO_FAULTS: list[tuple[str, str, Place, str]] = [
    ('first = "ada"', 'first = "eve"', ("scenario", "first"), 'there is no combatant "eve"'),
    ('id = "pool"', 'id = "cut"', ("scenario", "zone", 2, "id"), 'there is another zone "cut"'),
    (
        '["cut", "pool"]]',
        '["cut", "pond"]]',
        ("scenario", "passages", 1, 1),
        'there is no zone with the id "pond"',
    ),
    (
        '["cut", "pool"]]',
        '["cut", "pool"], ["pool", "cut"]]',
        ("scenario", "passages", 2),
        "this passage is named twice",
    ),
    (
        'unseen = [["dyke", "pool"]]',
        'unseen = [["dyke", "dyke"]]',
        ("scenario", "unseen", 0),
        'this pair joins "dyke" with itself',
    ),
    (
        'unseen = [["dyke", "pool"]]',
        'unseen = [["dike", "pool"]]',
        ("scenario", "unseen", 0, 0),
        'there is no zone with the id "dike"',
    ),
    (
        'passages = [["dyke", "cut"], ',
        "passages = [",
        ("scenario", "zone", 1, "id"),
        'no passage leads to "cut" from "dyke"',
    ),
    (
        'id = "ditch"',
        'id = "rain"',
        ("scenario", "countdown", 1, "id"),
        'there is another Countdown "rain"',
    ),
    (
        'name = "Rain"',
        'name = "Rain"\nside = "C"',
        ("scenario", "countdown", 0, "side"),
        'the scenario has no side "C"',
    ),
    (
        '["Sense", "Force"]',
        '["Sense", "Sense"]',
        ("scenario", "countdown", 0, "skills", 1),
        'the Skill "Sense" is named twice',
    ),
    ("hope = 5", "hope = 7", ("scenario", "countdown", 0, "hope"), "7 on a D6"),
    ("dread = 6", "dread = 8", ("scenario", "countdown", 0, "dread"), "8 on a D6"),
    (
        'dice = "goal"',
        'dice = "goal"\ndread = 3',
        ("scenario", "countdown", 1, "dread"),
        "a goal has one die, and that is Hope",
    ),
    (
        'id = "sluice"',
        'id = "wisp"',
        (*SLUICE, "id"),
        'there is another creature, zone or thing "wisp"',
    ),
    ('zone = "cut"', 'zone = "cot"', (*SLUICE, "zone"), 'there is no zone with the id "cot"'),
    (
        'countdown = "rain"',
        'countdown = "ruin"',
        (*SLUICE, "countdown"),
        'there is no Countdown with the id "ruin"',
    ),
    (
        'closes = ["pool", "cut"]',
        'closes = ["pool", "dyke"]',
        (*SLUICE, "closes"),
        'no passage joins "pool" and "dyke"',
    ),
    ('closes = ["pool", "cut"]\n', "", (*SLUICE, "closed"), "this closes no passage"),
    (
        'on = "area", potential = "Seep"',
        'on = "self", potential = "Seep"',
        (*SLUICE, "effects", 0, "on"),
        'there is no "self" here',
    ),
    ('side = "B"', 'side = "C"', (*WISP_IN, "side"), 'the scenario has no side "C"'),
    ('side = "B"', 'side = "A"', ("scenario", "combatant"), "a scene needs creatures of at least two sides"),
    ('zone = "pool"', 'zone = "pole"', (*WISP_IN, "zone"), 'there is no zone with the id "pole"'),
    (
        'sheet = "wisp"',
        'sheet = "wasp"\nid = "wisp"',
        (*WISP_IN, "sheet"),
        'there is no sheet with the id "wasp"',
    ),
    (
        'sheet = "wisp"',
        'sheet = "wisp"\nid = "ada"',
        (*WISP_IN, "id"),
        'there is another combatant "ada"; give this one an "id" of its own',
    ),
    ('sheet = "wisp"', 'sheet = "wisp"\nid = "gm"', (*WISP_IN, "id"), '"gm" is the game master\'s own name'),
    ('sheet = "wisp"', 'sheet = "wisp"\nid = "cut"', (*WISP_IN, "id"), 'there is a zone "cut" too'),
    (
        "resistance = { Might = 4 }",
        "resistance = { Might = 5 }",
        (*ADA_IN, "start", "stress", "Might"),
        "10 slots of Might are taken, and it has 9",
    ),
    (
        "resistance = { Might = 4 }",
        "resistance = { Seep = 3 }",
        (*ADA_IN, "start", "resistance", "Seep"),
        "3 slots of Seep are taken, and it has 2",
    ),
    ("marks = 5", "marks = 6", (*ADA_IN, "start", "marks"), "so many put it out: it can take 6"),
    (
        "exhaustion = 1",
        "exhaustion = 5, marks = 1",
        (*WISP_IN, "start", "marks"),
        "so many put it out: it can take 1",
    ),
    (
        'amount = 2, by = "wisp"',
        'by = "wisp"',
        (*ADA_IN, "start", "conditions", 0),
        "Rooted needs an amount of 1 or more",
    ),
    (
        'amount = 2, by = "wisp"',
        'amount = 2, by = "ada"',
        (*ADA_IN, "start", "conditions", 0, "by"),
        'there is no other combatant "ada"',
    ),
    (
        '{ name = "Rooted", amount = 2, by = "wisp" }',
        '{ name = "Muddled", potential = "Wit" }',
        (*ADA_IN, "start", "conditions", 1),
        "Muddled is named twice",
    ),
    ('ready = ["spade"]', 'ready = ["rake"]', (*ADA_IN, "start", "ready", 0), 'it carries no weapon "rake"'),
    (
        'ready = ["spade"]',
        'ready = ["spade", "spade"]',
        (*ADA_IN, "start", "ready", 1),
        'the weapon "spade" is named twice',
    ),
    (
        'used = ["names"]',
        'used = ["dig"]',
        (*ADA_IN, "start", "used", 0),
        'there is no card that comes back after a rest with the id "dig"',
    ),
    ("exhaustion = 1", "beats = 1", (*WISP_IN, "start", "beats"), "an adversary earns no Beats (S12.1)"),
    (
        "party_level = 2",
        "party_level = 1",
        (*WISP_IN, "sheet"),
        "its Interventions and Escalations cost 3; the budget is 2",
    ),
]


@pytest.mark.parametrize(("old", "new", "place", "message"), SCENARIO_FAULTS)
def test_a_fault_of_a_scenario_is_found(old: str, new: str, place: Place, message: str) -> None:
    """It has its place."""
    assert (place, message) in without_known(found_in(scenario=changed(SCENARIO, (old, new))))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('passages = [["dyke", "cut"], ["cut", "pool"]]', 'passages = [["pool", "cut"], ["pool", "dyke"]]'),
        ("exhaustion = 1", "exhaustion = 4, stress = { Tether = 9 }"),
        ("marks = 5", "marks = 0"),
        ('ready = ["spade"]', "ready = []"),
        ('sheet = "ada"\nside = "A"', 'sheet = "ada"\nname = "Old Ada"\nside = "A"'),
    ],
    ids=["other ways", "a full track", "no Marks", "nothing in hand", "another name"],
)
def test_what_is_allowed(old: str, new: str) -> None:
    """Right as well."""
    assert found_in(scenario=changed(SCENARIO, (old, new))) == []


def test_without_passages_every_zone_leads_to_every_other() -> None:
    """Then nothing can be closed either."""
    scenario = changed(
        SCENARIO,
        ('passages = [["dyke", "cut"], ["cut", "pool"]]\n', ""),
        ('closes = ["pool", "cut"]\nclosed = true\n', ""),
    )
    assert found_in(scenario=scenario) == []


def test_there_is_no_budget_without_players() -> None:
    """Adversaries among themselves may have anything."""
    scenario = changed(
        SCENARIO, ('sheet = "ada"', 'sheet = "wisp"\nid = "ada"'), ("party_level = 2", "party_level = 0")
    )
    found = without_known(found_in(scenario=scenario))
    assert not [message for _, message in found if "budget" in message]
