"""Packs of Sunder made to break a fight: what a card cannot do is a fault with a line, before any fight."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.content.faults import Fault, FaultyContent
from affray.content.loader import load_pack
from affray.content.source import Source

HEAD = 'id = "p"\nsystem = "sunder"\ntitle = "Pack"\n'
CARD = '[[ability]]\nid = "odd"\nname = "Odd"\nactivation = "action"\n'
BOTTOM = '[ability.bottom]\nname = "Breathe"\ntext = ""\neffects = [{ kind = "beat", on = "self" }]\n'


def faults_of(text: str) -> list[Fault]:
    """The faults of a pack with this text."""
    with pytest.raises(FaultyContent) as caught:
        load_pack(Source("p.toml", text, Path()))
    return list(caught.value.found)


def top(*lines: str) -> str:
    """A pack with one card, whose top says this from line 11 on."""
    half = "\n".join(("[ability.top]", 'name = "Odd"', 'text = ""', *lines))
    return f"{HEAD}{CARD}{half}\n{BOTTOM}"


def test_a_rule_that_there_is_not() -> None:
    """It would be played without a word, as if nothing were written."""
    (fault,) = faults_of(top('special = "gaurd"'))
    assert (fault.line, fault.place) == (11, "ability[odd].top.special")
    assert fault.message.startswith('there is no rule called "gaurd"; known: attack, guard,')
    assert fault.message.endswith('Did you mean "guard"?')


@pytest.mark.parametrize(
    ("special", "target"), [("charm", "zone"), ("charm", "self"), ("guard", "foe"), ("search", "foe")]
)
def test_a_rule_aimed_at_what_it_is_not_for(special: str, target: str) -> None:
    """Nobody can charm a place, and a bot that thinks about it must not fail."""
    (fault,) = faults_of(top(f'special = "{special}"', f'target = "{target}"'))
    assert (fault.line, fault.place) == (12, "ability[odd].top.target")
    assert fault.message.startswith(f'"{special}" is not for "{target}"; known: ')


def test_the_rule_of_attacks_without_an_attack() -> None:
    """It would hit nobody."""
    (fault,) = faults_of(top('special = "attack"', 'target = "foe"'))
    assert fault.message == '"attack" is missing; this rule is that of attacks'


@pytest.mark.parametrize("dice", ["9d99", "0d6", "d20", "2d6+1"])
def test_dice_are_shown_how_they_are_written(dice: str) -> None:
    """And not only that they are text."""
    effect = f'effects = [{{ kind = "damage", on = "self", potential = "Might", dice = "{dice}" }}]'
    (fault,) = faults_of(top(effect))
    assert (fault.line, fault.place) == (11, "ability[odd].top.effects[1].dice")
    assert 'allowed is dice such as "2d6", "DV" or "3", in quotes' in fault.message


def test_a_trait_is_never_used_up() -> None:
    """Its uses would be told and not be counted: what is used up runs from a card."""
    reaction = 'triggers = ["harmed"]\nuses = 1\neffects = [{ kind = "beat", on = "self" }]\n'
    trait = '[[ability]]\nid = "odd"\nname = "Odd"\nactivation = "trait"\n[ability.reaction]\n'
    (fault,) = faults_of(f"{HEAD}{trait}{reaction}")
    assert (fault.line, fault.place) == (10, "ability[odd].reaction.uses")
