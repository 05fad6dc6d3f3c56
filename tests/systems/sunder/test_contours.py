"""The Interventions and Escalations of the Contours, what they cost, and the budget for them."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from affray.systems.sunder.book import Effect, Half
from affray.systems.sunder.contours import (
    ESCALATIONS,
    INTERVENTIONS,
    cost,
    difficulty,
    escalation,
    intervention,
)
from affray.systems.sunder.names import INTERVENTIONS as RANKS
from affray.systems.sunder.names import ConditionName, Contour, InterventionRank

CONTOURS: tuple[Contour, ...] = get_args(Contour)
EVERY = set(product(CONTOURS, RANKS))


def conditions(half: Half) -> list[tuple[ConditionName | None, str]]:
    """Conditions of a half with their spans."""
    return [(effect.condition, effect.span) for effect in half.effects if effect.kind == "condition"]


def test_every_contour_has_every_rank() -> None:
    """Eight times four, twice."""
    assert set(INTERVENTIONS) == set(ESCALATIONS) == EVERY


def test_every_one_has_a_name_of_its_own() -> None:
    """So that a log tells which it was."""
    names = [half.name for half in (*INTERVENTIONS.values(), *ESCALATIONS.values())]
    assert len(set(names)) == 2 * len(EVERY)


@pytest.mark.parametrize(("contour", "rank"), sorted(EVERY))
def test_every_one_does_something(contour: Contour, rank: InterventionRank) -> None:
    """An effect, a reaction or a rule of its own; those that last say how long."""
    assert intervention(contour, rank).effects
    half = escalation(contour, rank)
    assert half.effects or half.reaction or half.special
    assert (half.reaction is None) or half.span is not None


@pytest.mark.parametrize(
    ("contour", "rank", "laid_on", "marks"),
    [
        ("Breaker", "Minor", [("Vulnerable", "round")], 0),
        ("Breaker", "Major", [("Held", "round")], 1),
        ("Breaker", "Severe", [("Pinned", "round")], 3),
        ("Prowler", "Minor", [("Vulnerable", "round")], 0),
        ("Prowler", "Major", [("Bound", "scene")], 0),
        ("Prowler", "Severe", [("Unseen", "dispelled")], 0),
        ("Survivor", "Minor", [], 0),
        ("Survivor", "Major", [("Dazed", "round")], 0),
        ("Survivor", "Severe", [("Bleeding", "scene")], 0),
        ("Shifter", "Minor", [("Muddled", "round")], 0),
        ("Shifter", "Major", [("Physically Vulnerable", "round")], 0),
        ("Shifter", "Severe", [("Petrified", "round")], 3),
        ("Hunter", "Minor", [("Afraid", "round")], 0),
        ("Hunter", "Major", [("Rooted", "scene")], 0),
        ("Hunter", "Severe", [("Slowed", "scene")], 0),
        ("Schemer", "Minor", [("Muddled", "round")], 0),
        ("Schemer", "Major", [], 0),
        ("Schemer", "Severe", [("Distracted", "scene")], 0),
        ("Zealot", "Minor", [("Afraid", "round")], 0),
        ("Zealot", "Major", [("Enraptured", "scene")], 0),
        ("Zealot", "Severe", [("Mentally Vulnerable", "scene")], 0),
        ("Hexer", "Minor", [("Silenced", "round")], 0),
        ("Hexer", "Major", [("Dazed", "round")], 0),
        ("Hexer", "Severe", [("Cursed", "scene")], 0),
    ],
)
def test_interventions_bring_conditions_and_marks(
    contour: Contour, rank: InterventionRank, laid_on: list[tuple[ConditionName, str]], marks: int
) -> None:
    """As S12.10 has them."""
    half = intervention(contour, rank)
    assert conditions(half) == laid_on
    assert sum(effect.amount for effect in half.effects if effect.kind == "marks") == marks
    assert all(effect.on == ("self" if rank == "Severe" and contour == "Prowler" else "target")
               for effect in half.effects)  # fmt: skip


@pytest.mark.parametrize(
    ("contour", "test"),
    [
        ("Breaker", "Brace"),
        ("Survivor", "Grit"),
        ("Shifter", "Sleight"),
        ("Schemer", "Sense"),
        ("Zealot", "Hope"),
        ("Hexer", "Reason"),
    ],
)
def test_mechanical_interventions_hinder_one_test(contour: Contour, test: str) -> None:
    """Disadvantage, whenever that Test comes."""
    hindered = Effect("advantage", test=test, amount=-1, span="scene")
    assert intervention(contour, "Mechanical").effects == (hindered,)


@pytest.mark.parametrize("contour", ["Prowler", "Hunter"])
def test_mechanical_interventions_expose_to_one_attack(contour: Contour) -> None:
    """Advantage for whoever attacks next."""
    exposed = Effect("advantage against", test="attack", amount=1, span="scene")
    assert intervention(contour, "Mechanical").effects == (exposed,)


def test_interventions_of_their_own_kind() -> None:
    """The Survivor's moves what overflows, the Schemer's harms an item, and Rooted is Rooted (Here)."""
    assert intervention("Survivor", "Minor").effects == (Effect("move stress", other="Nerve"),)
    assert intervention("Schemer", "Major").effects == (Effect("equipment"),)
    assert intervention("Hunter", "Major").effects[0].amount == 1


@pytest.mark.parametrize(
    ("contour", "rank", "laid_on"),
    [
        ("Breaker", "Major", [("Retaliate", "end of next turn")]),
        ("Breaker", "Severe", [("Frenzied", "scene")]),
        ("Prowler", "Minor", [("Unseen", "end of next turn")]),
        ("Survivor", "Major", [("Retaliate", "end of next turn")]),
        ("Survivor", "Severe", [("Warded", "scene")]),
        ("Shifter", "Minor", [("Armored", "end of next turn")]),
        ("Hunter", "Major", [("Empowered", "scene")]),
        ("Schemer", "Major", [("Fortified", "end of next turn")]),
        ("Zealot", "Minor", [("Empowered", "end of next turn")]),
        ("Zealot", "Major", [("Spirited", "end of next turn")]),
        ("Hexer", "Major", [("Fortified", "end of next turn")]),
    ],
)
def test_escalations_bring_conditions(
    contour: Contour, rank: InterventionRank, laid_on: list[tuple[ConditionName, str]]
) -> None:
    """On the adversary itself."""
    half = escalation(contour, rank)
    assert conditions(half) == laid_on
    assert {effect.on for effect in half.effects} == {"self"}


@pytest.mark.parametrize(
    ("contour", "rank", "triggers", "span"),
    [
        ("Breaker", "Minor", ("foe closes", "touched"), "sequence"),
        ("Prowler", "Mechanical", ("targeted",), "scene"),
        ("Prowler", "Major", ("missed",), "end of next turn"),
        ("Shifter", "Major", ("targeted",), "end of next turn"),
        ("Shifter", "Severe", ("touched",), "scene"),
        ("Hunter", "Minor", ("foe leaves",), "sequence"),
        ("Hunter", "Severe", ("foe leaves",), "scene"),
        ("Schemer", "Minor", ("foe acts",), "sequence"),
        ("Schemer", "Severe", ("foe acts",), "scene"),
        ("Zealot", "Severe", ("missed",), "scene"),
        ("Hexer", "Severe", ("targeted", "resisted"), "scene"),
    ],
)
def test_escalations_that_answer(
    contour: Contour, rank: InterventionRank, triggers: tuple[str, ...], span: str
) -> None:
    """Traits for a time react once a round, and Sequences once a turn on a D4 (S12.11, S9.7)."""
    half = escalation(contour, rank)
    assert half.reaction is not None
    assert (half.reaction.triggers, half.span) == (triggers, span)
    assert (half.sequence, half.reaction.per) == (("D4", "turn") if span == "sequence" else (None, "round"))
    assert half.reaction.uses == (1 if (contour, rank) == ("Prowler", "Mechanical") else 0)


@pytest.mark.parametrize(
    ("contour", "test"),
    [
        ("Breaker", "attack"),
        ("Shifter", "Grace/Feat"),
        ("Hunter", "Read/Sense"),
        ("Schemer", "Reason/Reflex"),
        ("Zealot", "Hope/Sway"),
        ("Hexer", "Weave/Grasp"),
    ],
)
def test_mechanical_escalations_favour_one_test(contour: Contour, test: str) -> None:
    """Its own, and with the Zealot that of an ally as well."""
    on, target = ("target", "ally") if contour == "Zealot" else ("self", "self")
    half = escalation(contour, "Mechanical")
    assert half.effects == (Effect("advantage", on=on, test=test, amount=1, span="scene"),)  # type: ignore[arg-type]
    assert half.target == target


@pytest.mark.parametrize(
    ("contour", "rank", "kind", "potential"),
    [
        ("Survivor", "Mechanical", "clear stress", "Nerve"),
        ("Survivor", "Minor", "regain resistance", "Nerve"),
        ("Hexer", "Minor", "regain resistance", "Tether"),
    ],
)
def test_escalations_that_restore(
    contour: Contour, rank: InterventionRank, kind: str, potential: str
) -> None:
    """One point. That the Hexer's is of Tether is S12.11."""
    (effect,) = escalation(contour, rank).effects
    assert (effect.kind, effect.potential, effect.amount, effect.on) == (kind, potential, 1, "self")


def test_what_they_cost() -> None:
    """Escalations are dearer by one (S12.6)."""
    assert [cost("intervention", rank) for rank in RANKS] == [1, 2, 3, 4]
    assert [cost("escalation", rank) for rank in RANKS] == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("tiers", "party_level", "budget"),
    [((1, 1, 2, 1), 1, 3), ((1, 1, 1), 0, 1), ((2, 2), 3, 5), ((0,), 0, 0)],
)
def test_the_budget(tiers: tuple[int, ...], party_level: int, budget: int) -> None:
    """The first is worked case 41: it buys Major, or Minor and Mechanical, and no Severe."""
    assert difficulty(tiers, party_level) == budget


def test_what_the_budget_of_case_41_buys() -> None:
    """3 points."""
    budget = difficulty((1, 1, 2, 1), 1)
    assert cost("intervention", "Severe") > budget >= cost("intervention", "Major")
    assert cost("intervention", "Minor") + cost("intervention", "Mechanical") <= budget
