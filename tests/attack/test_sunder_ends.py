"""Scenes with nobody in them, and reactions that go on as long as they can."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.requests import question_of
from affray.systems.sunder.book import Ability, Effect, Half, Reaction
from affray.systems.sunder.events import HalfPlayed
from affray.systems.sunder.names import POTENTIALS
from tests.systems.sunder.table import RULES, Table, person, scene

MOST = 40
"""So many abilities a sheet can have."""


@pytest.mark.parametrize("act", ["marks", "remove"])
@pytest.mark.clause("S4.2", "S4.16")
def test_everybody_is_out_before_the_scene_opens(act: str) -> None:
    """The GM is asked whether it is over; with somebody else in it, it opens after all.

    In the slot that the GM may open one who is dying could Test.
    """
    table = Table(scene(person("ann"), person("bob", "B")))
    more: dict[str, Any] = {"amount": 12} if act == "marks" else {}
    for id_ in ("ann", "bob"):
        table.act(act, "an avalanche", creature=id_, **more)
    assert table.asked == [("gm", "close")]
    table.do("gm go-on")
    assert table.asked == [("gm", "nobody")]
    table.do("gm slot", *(["gm pass"] if act == "marks" else []))
    assert table.asked == [("gm", "nobody")]
    table.act("add", "somebody digs", sheet="ann", side="A", zone="z0")
    (opened,) = table.options("gm")
    assert table.asked == [("gm", "first")]
    assert table.do(f"gm {opened}").asked == [(opened.removeprefix("first "), "turn")]


def stings() -> list[Ability]:
    """Traits that answer harm with harm, as many as a sheet can have."""
    return [
        Ability(
            f"sting-{number}",
            f"Sting {number}",
            "trait",
            reaction=Reaction(
                ("harmed",), (Effect("damage", on="other", potential=POTENTIALS[number % 8], amount=1),)
            ),
        )
        for number in range(MOST)
    ]


@pytest.mark.clause("S7.3", "S7.4")
def test_stings_that_answer_stings_come_to_an_end() -> None:
    """Each is used once, however deep they lie in one another."""
    sheet = {"abilities": [one.id for one in stings()], "scores": dict.fromkeys(POTENTIALS, 20), "marks": 12}
    people = person("ann", sheet={**sheet, "weapons": ("sword",)}), person("bob", "B", sheet=sheet)
    table = Table(scene(*people, more=stings())).begin()
    table.do("ann strike top sword bob", "ann 3", "ann 3")
    answers = 0
    while table.asked != [("ann", "turn")]:
        seat, kind = table.asked[0]
        assert kind == "react"
        table.do(f"{seat} {table.options(seat)[-1]}")
        answers += 1
    assert answers == 2 * MOST
    assert len(set(table["ann"].reacted)) == len(set(table["bob"].reacted)) == MOST


@pytest.mark.clause("S3.24")
def test_who_falls_while_asked_for_a_card_does_not_move() -> None:
    """The default that was chosen is not carried out, and its turn ends there."""
    table = Table(scene(person("ann"), person("bea"), person("bob", "B"))).begin()
    table.do("ann default bottom z1")
    assert table.asked == [("ann", "spend card")]
    table.act("marks", "a stray bolt", creature="ann", amount=12)
    table.do(f"ann {table.options('ann')[0]}")
    assert (table["ann"].zone, table["ann"].out) == ("z0", "incapacitated")
    assert table.events(HalfPlayed) == []
    assert table.state.turn is None


@pytest.mark.clause("S3.24")
def test_who_falls_while_an_override_asks_does_not_act() -> None:
    """What the GM allowed is not carried out by somebody who is down."""
    table = Table(scene(person("ann", sheet={"weapons": ("sword",)}), person("bob", "B"))).begin()
    table.do("ann strike top sword bob", "ann 12")
    table.act("override", "once more", seat="ann", option="strike top")
    table.act("marks", "a stray bolt", creature="ann", amount=12)
    table.do(f"ann {table.options('ann')[0]}")
    assert len(table.events(HalfPlayed)) == 1


@pytest.mark.clause("S14.7", "S12.13")
def test_armor_that_is_gone_while_its_reaction_is_asked() -> None:
    """A bot can still think about it, and whoever takes it has nothing of it."""
    shell = Ability("shell", "Shell", "surge", surge=Half("Shell", "", span="scene", special="seep shield"))
    people = (
        person("ann", sheet={"weapons": ("sword",)}),
        person("bob", "B", sheet={"abilities": ("shell",)}),
    )
    table = Table(scene(*people, more=[shell])).begin().act("surge", creature="bob", card="shell")
    table.do("ann strike top sword bob", "ann 5", "ann 5")
    armor = table.options("bob", "armor")[0]
    table.act("drop", creature="bob", number=1)
    assert table.asked == [("bob", "react")]
    question = question_of(table.request, 0)
    assert question is not None
    assert set(RULES.appraise(table.scene, question)) == {0.0}
    table.do(f"bob {armor}")
    assert table.stress("bob") == 1
