"""Questions of a Cantor fight in words, and what is waited for."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.presentation import OptionView, QuestionView
from affray.kernel.requests import Choose, Option, Pool, Question, Ruling, question_of
from affray.kernel.system import GM_VIEWER
from affray.systems.cantor import text
from affray.systems.cantor.state import Fight
from affray.systems.cantor.text.panel import SECTIONS
from tests.systems.cantor.fights import Table, fight, give, person


def asked(table: Table, seat: str) -> QuestionView:
    """The open question of a seat as the GM reads it."""
    pending = table.session.pending
    assert pending is not None
    questions = (question_of(pending.request, part) for part in pending.open_parts())
    question = next(one for one in questions if one is not None and one.seat == seat)
    return text.question(table.fight, question, GM_VIEWER)


def put(encounter: Fight, question: Question) -> QuestionView:
    """A question put by hand, as the GM reads it."""
    return text.question(encounter, question, GM_VIEWER)


def option(view: QuestionView, id_: str) -> OptionView:
    """One option of a question."""
    return next(one for one in view["options"] if one["id"] == id_)


def pips(row: OptionView) -> list[str]:
    """What it costs."""
    return [pip["pip"] for pip in row["cost"] for _ in range(pip["count"])]


def the_turn(*ann: str, **start: Any) -> Table:
    """Ann with much to do: a foe beside her, one behind cover, an ally."""
    table = Table(
        fight(
            "CA.....\nB..s..D",
            person(
                "ann", weapons=("gun", "rod", "mortar", "flail"), arts=("hack", "roar"), tokens=1, **start
            ),
            person("cid"),
            person("bob", "B"),
            person("dot", "B", evasion=8, conditions=("Lock On",)),
        )
    )
    table.do("ann go")
    give(table["ann"], *ann)
    return table


# The turn


def test_the_panel_has_its_sections_in_order_and_ends_with_the_end() -> None:
    """Every row has a section; kinds stand in the order of the rules; the end costs nothing."""
    view = asked(the_turn(), "ann")
    sections = [one["section"] for one in view["options"]]
    assert sections == sorted(sections, key=SECTIONS.index)
    assert list(dict.fromkeys(sections)) == list(SECTIONS)
    groups = list(dict.fromkeys(one["group"] for one in view["options"]))
    assert groups == [
        "Skirmish: Gun",
        "Skirmish: Rod",
        "Skirmish: Mortar",
        "Skirmish: Flail",
        "Barrage: Gun first",
        "Barrage: Rod first",
        "Barrage: Mortar first",
        "Barrage: Flail first",
        "Hack",
        "Roar",
        "Improvised attack",
        "Ram",
        "Grapple",
        "Move",
        "Boost",
        "Bolster",
        "Hide",
        "Brace",
        "Stabilize",
        "Disengage",
        "Lock On",
        "Cooldown",
        "Bond Move",
        "Bond Token",
        "End the turn",
    ]
    assert (view["options"][-1]["id"], view["options"][-1]["cost"]) == ("end", [])


@pytest.mark.parametrize(
    ("id_", "label", "detail", "target", "cost"),
    [
        (
            "skirmish gun dot",
            "Dot",
            "Evasion 8, +1 accuracy net (Lock On, Bolster; Soft Cover); 1d6 kinetic",
            ("actor", "dot"),
            ["quick"],
        ),
        (
            "skirmish flail",
            "Everybody within 1 hex",
            "holds Cid (own side) and Bob; 1d6 kinetic",
            ("none", None),
            ["quick"],
        ),
        (
            "barrage gun dot",
            "Dot",
            "Evasion 8, +1 accuracy net (Lock On, Bolster; Soft Cover); 1d6 kinetic",
            ("actor", "dot"),
            ["full"],
        ),
        (
            "art hack dot",
            "Dot",
            "E-Defense 8, +2 accuracy net (Lock On, Bolster); 1d6 energy",
            ("actor", "dot"),
            ["quick"],
        ),
        (
            "art roar dot",
            "Dot",
            "E-Defense 8, +2 accuracy net (Lock On, Bolster); 1d6 sonic",
            ("actor", "dot"),
            ["full"],
        ),
        ("skirmish mortar at G2", "G2", "holds Dot; 1d6 explosive", ("place", "G2"), ["quick"]),
        (
            "ram bob",
            "Bob",
            "Evasion 10, +1 accuracy net (Bolster); Knockback 1 and Prone",
            ("actor", "bob"),
            ["quick"],
        ),
        (
            "grapple bob",
            "Bob",
            "Evasion 10, +1 accuracy net (Bolster); both are Immobilized",
            ("actor", "bob"),
            ["quick"],
        ),
        (
            "improvised bob",
            "Bob",
            "Evasion 10, +1 accuracy net (Bolster); 1d6 kinetic",
            ("actor", "bob"),
            ["full"],
        ),
        ("move D1", "D1", "cost 2", ("place", "D1"), ["move"]),
        ("boost D1", "D1", "cost 2", ("place", "D1"), ["quick"]),
        ("bolster cid", "Cid", "+1 accuracy on the next own attack", ("actor", "cid"), ["quick"]),
        ("lock-on bob", "Bob", "+1 accuracy for the next attack on it", ("actor", "bob"), ["quick"]),
        ("brace", "Brace", "the next hit's damage is halved after Armor", ("none", None), ["reaction"]),
        ("cooldown", "Cooldown", "band 3 to 1, no Oath; free", ("none", None), ["quick"]),
        ("token cid", "Cid", "Bolster, anywhere on the board", ("actor", "cid"), []),
    ],
)
def test_rows_of_the_panel(
    id_: str, label: str, detail: str, target: tuple[str, str | None], cost: list[str]
) -> None:
    """Label, detail with the net dice, target and pips."""
    row = option(asked(the_turn("Bolster", "Disengaged", band=3), "ann"), id_)
    assert (row["label"], row["detail"], pips(row)) == (label, detail, cost)
    assert (row["target_kind"], row["target"]) == target


@pytest.mark.parametrize(
    ("id_", "words", "clause"),
    [
        ("skirmish rod dot", "It is 6 hexes away; the range is 1", "C1.2"),
        ("lock-on dot", "Dot has Lock On already", "C2.17"),
        ("hide", "A hostile is adjacent", "C3.5"),
        ("cooldown", "Its band is at 0", "C3.10"),
        ("bond-move", "Its Fracture is not manifest", "C4.8"),
        ("stabilize", "There is neither Burn nor a condition to clear", "C3.7"),
    ],
)
def test_refusals_have_words_and_clauses(id_: str, words: str, clause: str) -> None:
    """What is not to be had says why."""
    assert option(asked(the_turn(), "ann"), id_)["refusal"] == {"text": words, "clause": clause}


def test_what_is_left_and_what_threatens() -> None:
    """Facts of the turn: pips, the Fracture to come, the last Stress, Burn."""
    assert asked(the_turn(), "ann")["facts"] == ["1 Move, 2 Quick, Reaction"]
    table = the_turn(band=3, burn=2, cooldowns=1, stress=1).do(
        "ann lock-on bob", "ann brace", "ann move D1", "bob no"
    )
    assert asked(table, "ann")["facts"] == [
        "1 Quick",
        "Band at 4: the Fracture manifests at your next turn, unless a Cooldown dodges it",
        "A Cooldown takes the last Stress: Ann is then Stressed Out, out of the fight",
        "Burn 2: a save at the end of the turn clears it, or it deals 2",
    ]
    row = option(asked(table, "ann"), "cooldown")
    assert row["detail"] == "band 4 to 2, no Oath; 1 of 1 Stress, the last: it is then Stressed Out"
    assert row["clause"] == "C5.1"
    fractured = the_turn(band=4, fractured=True)
    assert (
        "Granite Lock is manifest: Immobilized. Bond Move or Cooldown end it."
        in asked(fractured, "ann")["facts"]
    )
    row = option(asked(fractured, "ann"), "bond-move")
    assert (row["detail"], pips(row)) == ("band 4 to 2, the Fracture ends, the Oath, a Bond Token", ["full"])


def test_lying_down_held_and_holding() -> None:
    """Standing takes the Move; one that is held may try to escape; the holder may let go."""
    table = Table(fight("AB..", person("ann", conditions=("Prone",)), person("bob", "B")))
    row = option(asked(table, "ann"), "stand")
    assert (row["group"], row["section"], pips(row)) == ("Stand up", "Movement", ["move"])
    table = Table(fight("AB..", person("ann", grapples="bob"), person("bob", "B")))
    assert option(asked(table, "ann"), "release")["detail"] == "of Bob"
    table.do("ann end")
    assert pips(option(asked(table, "bob"), "escape")) == ["quick"]


def test_an_invisible_target_is_marked() -> None:
    """Half of all attacks on it miss first."""
    table = Table(fight("A..B", person("ann"), person("bob", "B", conditions=("Invisible",))))
    assert (
        option(asked(table, "ann"), "skirmish gun bob")["detail"] == "Evasion 10; 50% miss first; 1d6 kinetic"
    )


# Other questions


def test_who_is_next() -> None:
    """Each is asked, and may let another go first."""
    table = Table(fight("A.C..B", person("ann", band=4), person("cid"), person("bob", "B")))
    view = asked(table, "ann")
    assert view["title"] == "Does Ann act next?"
    assert [(one["id"], one["label"]) for one in view["options"]] == [
        ("pass", "Let another go first"),
        ("go", "Ann acts now"),
    ]
    assert view["default"] == "pass"
    assert view["facts"] == [
        "The first of the one side to go acts",
        "Also still to act: Cid",
        "Band at 4: the Fracture manifests at the start of this turn",
    ]


def test_brace_overwatch_and_going_on() -> None:
    """What hits, who moves and what is left are told."""
    table = Table(
        fight("A.B.", person("ann", weapons=("hook",)), person("bob", "B", hp=9, sheet={"armor": 2}))
    )
    table.do("ann skirmish hook bob", "ann 15")
    view = asked(table, "bob")
    assert view["title"] == "Ann hits Bob with Hook. Brace?"
    assert view["facts"][0] == "HP 9 of 9, Armor 2"
    assert [(one["label"], pips(one)) for one in view["options"]] == [
        ("Take it", []),
        ("Brace", ["reaction"]),
    ]
    table.do("bob no", "ann 3", "ann end", "bob move D1")
    view = asked(table, "ann")
    assert view["title"] == "Bob begins to move. Ann's Overwatch?"
    row = option(view, "overwatch hook")
    assert (row["label"], row["detail"], pips(row)) == ("Fire: Hook", "Evasion 10; 1d6 kinetic", ["reaction"])
    encounter = fight("A..B", person("ann"), person("bob", "B"))
    choices = (Option("stop", "stop"), Option("on B1", "on", (1,)))
    view = put(encounter, Choose("ann", "go on", choices, "C3.5", ("move", 2), "stop"))
    assert [(one["label"], one["detail"]) for one in view["options"]] == [
        ("Stay here", "the rest of the Move is lost"),
        ("B1", "cost 1"),
    ]
    assert view["facts"] == ["The Move was interrupted; 2 of it are left"]


def test_the_second_weapon_of_a_barrage() -> None:
    """Any target in range, or none."""
    table = Table(
        fight("A..B", person("ann", weapons=("gun", "five", "flail", "mortar")), person("bob", "B"))
    )
    table.do("ann barrage gun bob", "ann 2")
    view = asked(table, "ann")
    rows = {one["id"]: (one["group"], one["label"]) for one in view["options"]}
    assert rows["fire five bob"] == ("Five", "Bob")
    assert rows["fire mortar at D1"] == ("Mortar", "D1")
    assert rows["stop"] == ("Stop here", "Stop here")


def test_shoving_and_clearing() -> None:
    """Hexes by name, the lethal edge by its warning; conditions by name."""
    encounter = fight("A.B~", person("ann"), person("bob", "B", conditions=("Jammed", "Prone")))
    ways = (Option("to D1", "to", (3,)), Option("to B1", "to", (1,)))
    for question in (
        Choose("ann", "shove", ways, "C3.16", ("bob",)),
        Ruling("shove", ways, "C3.16", "to B1", ("bob",)),
    ):
        view = put(encounter, question)
        assert view["title"] == "Which way is Bob shoved?"
        assert [(one["label"], one["detail"], one["clause"]) for one in view["options"]] == [
            ("D1", "over the lethal edge: a save, or it is lost", "C3.13"),
            ("B1", "", "C3.16"),
        ]
    clear = tuple(Option(f"clear {name}", "clear", (name,)) for name in ("Jammed", "Prone"))
    view = put(encounter, Choose("bob", "clear", clear, "C3.7", ("bob",)))
    assert [one["label"] for one in view["options"]] == ["Jammed", "Prone"]


def test_who_shoves_a_hidden_unit_is_not_told_its_name() -> None:
    """Nor is anybody else, by what is waited for."""
    encounter = fight("A.B.", person("ann"), person("bob", "B", conditions=("Hidden",)))
    ways = (Option("to D1", "to", (3,)), Option("to B1", "to", (1,)))
    question = Choose("ann", "shove", ways, "C3.16", ("bob",))
    assert put(encounter, question)["title"] == "Which way is a Hidden unit shoved?"
    assert text.waiting(encounter, question) == "chooses which way somebody is shoved"


def test_rulings_of_the_gm() -> None:
    """The Choir Moment goes on; a quiet scene may end."""
    encounter = fight("A..B", person("ann"), person("bob", "B"))
    encounter.state.round = encounter.state.units["ann"].choir_in = 2
    go_on, end = Option("go-on", "go-on"), Option("end", "end")
    view = put(encounter, Ruling("choir", (go_on,), "C4.4", "go-on", ("ann",)))
    assert view["facts"] == ["Oaths of this round: Ann", "Each of them has Bolster"]
    view = put(encounter, Ruling("stalemate", (go_on, end), "C6.5", "go-on", (20,)))
    assert view["facts"] == ["20 rounds without lost HP, Structure or Stress"]
    assert [one["label"] for one in view["options"]] == ["It goes on", "It ends undecided"]


def test_a_question_about_somebody_who_left_and_one_without_words() -> None:
    """Both can be answered."""
    encounter = fight("A..B", person("ann"), person("bob", "B"))
    gone = put(encounter, Choose("ann", "brace", (Option("no", "no"),), "C3.6", ("zed", "ann", "Gun"), "no"))
    assert "left the fight" in gone["facts"][0]
    plain = put(encounter, Choose("ann", "what else", (Option("no", "no"),), "C3.6"))
    assert (plain["title"], plain["options"][0]["label"]) == ("What else?", "No")


# What is waited for, what acts are called


@pytest.mark.parametrize(
    ("kind", "args", "words"),
    [
        ("turn", (), "chooses what to do"),
        ("activate", ("A",), "may act next"),
        ("brace", ("bob", "ann", "Gun"), "may Brace against Bob"),
        ("overwatch", ("bob",), "may fire at Bob in Overwatch"),
        ("shove", ("bob",), "chooses which way Bob is shoved"),
        ("brace", ("eve", "ann", "Gun"), "may Brace against somebody"),
        ("overwatch", ("eve",), "may fire at somebody in Overwatch"),
        ("barrage second", ("gun",), "may fire a second weapon"),
        ("go on", ("move", 2), "may move on"),
        ("clear", ("ann",), "chooses a condition to clear"),
        ("choir", ("eve",), "rules what the Choir Moment brings"),
        ("stalemate", (20,), "rules whether the scene ends"),
        ("what else", (), "answers a question"),
    ],
)
def test_what_is_waited_for(kind: str, args: tuple[Any, ...], words: str) -> None:
    """In words for everybody; who is Hidden is nobody's name."""
    encounter = fight("A.B.E", person("ann"), person("bob", "B"), person("eve", "B", conditions=("Hidden",)))
    question = Choose("ann", kind, (Option("no", "no"),), "C3.1", args)
    assert text.waiting(encounter, question) == words
    assert text.waiting(encounter, Pool("ann", ())) == "rolls the dice"


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("check", {"unit": "ann"}, "called for a save of Ann"),
        ("set", {"unit": "ann", "field": "hp", "value": 3}, "corrected Ann"),
        ("set", {"unit": "eve", "field": "hp", "value": 3}, "corrected somebody"),
        ("condition", {"unit": "ann", "on": True}, "gave Ann a condition"),
        ("condition", {"unit": "ann", "on": False}, "took a condition from Ann"),
        ("damage", {"unit": "ann"}, "dealt damage to Ann"),
        ("add", {"sheet": "bob"}, "brought in Bob"),
        ("add", {"sheet": "bob", "name": "Zed"}, "brought in Zed"),
        ("add", {"sheet": 4}, "brought in somebody"),
        ("remove", {"unit": "eve"}, "removed somebody"),
        ("end", {}, "ended the scene"),
        ("override", {"seat": "ann"}, "allowed Ann something"),
        ("force", {"unit": "ann"}, "moved Ann by force"),
        ("overshield", {"unit": "ann", "amount": 3}, "gave Ann Overshield"),
        ("dance", {}, None),
    ],
)
def test_what_acts_are_called(name: str, data: dict[str, Any], words: str | None) -> None:
    """No values, and no name of a Hidden unit."""
    encounter = fight("A.B.E", person("ann"), person("bob", "B"), person("eve", "B", conditions=("Hidden",)))
    assert text.act_words(encounter, name, data) == words
