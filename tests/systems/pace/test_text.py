"""What the log of a Pace fight says, event by event."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.events import Record
from affray.kernel.presentation import Entry, Sentence
from affray.kernel.reasons import Reason
from affray.kernel.system import GM_VIEWER
from affray.systems.pace import events as e
from affray.systems.pace import text
from affray.systems.pace.book import dice_of
from affray.systems.pace.rolls import DiceThrow, Throw
from affray.systems.pace.scenario import Clock, SceneObject, Task
from affray.systems.pace.state import Fight
from tests.systems.pace.fights import fight, person

BOARD = """
.......
.A.B.C.
.......
...#...
"""
A2, B2, C2, D2, F2 = 7, 8, 9, 10, 12


def a_fight(**rulings: Any) -> Fight:
    """Ann with sword, bow and key against Bob with a maul and Cid; a gate, a table and a clock."""
    return fight(
        BOARD,
        person("ann", items=("sword", "bow", "key", "cestus"), wielded=("sword",), strength=3, dr={"all": 1}),
        person("bob", "B", items=("maul",), strength=1, dr={"slashing": 2, "fire": 3}, name="Bob Tanner"),
        person("cid", "B", spells=("doom",)),
        objects=(
            SceneObject("gate", "Gate", "A1", hp=10, door="locked"),
            SceneObject("table", "Old table", "G1", task=(Task("search", "Search it"),)),
        ),
        clocks=(Clock("flood", "The flood", 4, full="The cellar is under water."),),
        **rulings,
    )


def throw(
    roller: str, *faces: int, score: int = 3, on: str = "attack", name: str = "Strength", **more: Any
) -> Throw:
    """A d20 roll that keeps its first face."""
    given = {"edges": (), **more}
    return Throw(roller, on, name, score, given["edges"], faces, faces[0] + score, given.get("typed", False))


def dice(roller: str, what: str, *faces: int, score: tuple[str, int] = ("", 0)) -> DiceThrow:
    """Dice with a score."""
    return DiceThrow(roller, dice_of(what), faces, *score, sum(faces) + score[1])


def damage(target: str, by: str | None, amount: int, before: int, **more: Any) -> e.DamageDealt:
    """Damage of an attack with a sword, one d8 and Strength 3."""
    given: dict[str, Any] = {
        "source": "attack",
        "throw": dice(by or target, "1d8", max(1, amount - 3), score=("Strength", 3)),
        "type": "slashing",
        "block": None,
        "dr": 0,
        "halved": False,
        **more,
    }
    return e.DamageDealt(target, by, amount=amount, before=before, after=max(0, before - amount), **given)


def records_of(*events: Any) -> list[Record]:
    """Public records of these events, each after an input of its own."""
    return [Record(number, number, event, None, None) for number, event in enumerate(events)]


def plain(sentence: Sentence) -> str:
    """A sentence as text alone."""
    return "".join(part if isinstance(part, str) else part["name"] for part in sentence)


def told(*events: Any, encounter: Fight | None = None) -> list[Entry]:
    """The log of these events as the GM reads it. Every ledger adds up to its total."""
    entries = text.entries(encounter or a_fight(), records_of(*events), GM_VIEWER)
    for entry in entries:
        for ledger in entry["ledgers"]:
            assert sum(row["value"] for row in ledger["rows"]) == ledger["total"], ledger
    return entries


def said(*events: Any, encounter: Fight | None = None) -> list[str]:
    """Its sentences."""
    return [plain(entry["say"]) for entry in told(*events, encounter=encounter)]


def follows(entry: Entry) -> list[str]:
    """What follows, in words."""
    return [line["text"] for line in entry["follows"]]


def left(entry: Entry) -> list[tuple[str, str | None]]:
    """What did not count, and by which clause."""
    return [(line["text"], line["clause"]) for line in entry["not_counted"]]


GAINED = e.ApGained((("ann", 0, 3), ("bob", 1, 4), ("cid", 4, 5)))
PAID = e.ApPaid("ann", 1, "Attack", True)
DECLARED = e.AttackDeclared("ann", "sword", None, ("bob",))
ROLLED = e.AttackRolled(throw("ann", 15))
FACED = e.TargetFaced("ann", "bob", None)
HIT = e.DefenceRolled(throw("ann", 15), throw("bob", 9, score=1, on="defence"), "sword", True)
MISS = e.DefenceRolled(throw("ann", 15), throw("bob", 18, score=1, on="defence"), "sword", False)
TIE = e.DefenceRolled(throw("ann", 15), throw("bob", 17, score=1, on="defence"), "sword", False)
ENDED = e.AttackEnded("ann")


# Attacks


def test_an_attack_that_hits_is_one_entry_with_everything_in_it() -> None:
    """What was paid, both rolls, the damage with score and DR, HP, and the DR that did not count."""
    hurt = damage("bob", "ann", 6, 20, dr=2, throw=dice("ann", "1d8", 5, score=("Strength", 3)))
    _, entry = told(GAINED, PAID, DECLARED, ROLLED, FACED, HIT, hurt, ENDED)
    assert (
        plain(entry["say"])
        == "Ann attacks Bob Tanner with a sword, 3 AP to 2. It hits: Bob Tanner takes 6, 20 to 14 HP."
    )
    assert entry["kind"] == "roll"
    assert [ledger["title"] for ledger in entry["ledgers"]] == ["Sword", "defending", "Sword, slashing"]
    assert [row["label"] for row in entry["ledgers"][2]["rows"]] == ["d8", "Strength", "DR"]
    assert entry["result"] == {
        "label": "Contest 18 − 10",
        "value": 8,
        "text": "Higher: it hits",
        "headline": "6 damage",
        "clause": "P1.3",
    }
    assert follows(entry) == ["Bob Tanner: HP 20 to 14"]
    assert left(entry) == [("Bob Tanner's DR 3 against fire: the damage is slashing", "P4.5")]
    assert entry["clauses"] == ["P4.2", "P1.3", "P4.5"]


def test_an_attack_shows_while_it_waits_for_the_answer() -> None:
    """Declared, then with the roll; a natural 20 says what it would do."""
    assert said(PAID, DECLARED) == ["Ann attacks Bob Tanner with a sword, for 1 AP."]
    (entry,) = told(PAID, DECLARED, ROLLED, FACED)
    assert [ledger["total"] for ledger in entry["ledgers"]] == [18]
    assert entry["result"] is None
    (entry,) = told(PAID, DECLARED, e.AttackRolled(throw("ann", 20)))
    assert plain(entry["say"]).endswith("A natural 20: it doubles the dice, if it hits.")
    assert entry["ledgers"][0]["rows"][0]["die"]["natural"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("resolved", "words", "headline"),
    [
        (MISS, "The defence of Bob Tanner holds, 19 against 18.", "Holds"),
        (TIE, "The defence of Bob Tanner holds, 18 against 18. A tie is the defender's.", "Holds"),
        (HIT, "It hits, 18 against 10.", "Hit"),
    ],
)
def test_a_contest_says_who_won(resolved: e.DefenceRolled, words: str, headline: str) -> None:
    """With both totals, and whose a tie is."""
    (entry,) = told(PAID, DECLARED, ROLLED, FACED, resolved)
    assert plain(entry["say"]).endswith(f"for 1 AP. {words}")
    assert entry["result"] is not None
    assert entry["result"]["headline"] == headline


@pytest.mark.parametrize(
    ("barred", "words"),
    [
        (Reason("not facing", "P4.3", ("Bob", "Ann")), "No defence could be bought: Bob does not face Ann"),
        (Reason("no AP to defend", "P4.3", ("Bob",)), "No defence could be bought: Bob has no AP left"),
    ],
)
def test_it_is_said_why_no_defence_could_be_bought(barred: Reason, words: str) -> None:
    """While the defence roll is open, and when it has fallen; once."""
    faced = e.TargetFaced("ann", "bob", barred)
    resolved = e.DefenceRolled(HIT.attack, HIT.defence, "sword", True, barred)
    for events in ((faced,), (faced, resolved)):
        (entry,) = told(DECLARED, ROLLED, *events)
        assert left(entry) == [(words, "P4.3")]


def test_a_block_is_rolled_only_if_the_attack_hits() -> None:
    """Its dice have a ledger, and what it took off is a row of the damage."""
    chosen = (e.ApPaid("bob", 1, "Block", False), e.DefenceChosen("bob", "ann", "block", "maul"))
    hurt = damage(
        "bob",
        "ann",
        0,
        20,
        block=dice("bob", "2d6", 5, 6),
        throw=dice("ann", "1d8", 4, score=("Strength", 3)),
    )
    _, entry = told(GAINED, PAID, DECLARED, ROLLED, FACED, *chosen, HIT, hurt)
    assert plain(entry["say"]) == (
        "Ann attacks Bob Tanner with a sword, 3 AP to 2. Bob Tanner pays for a Block with a maul, 4 AP to 3. "
        "It hits, but Bob Tanner takes nothing."
    )
    titles = [ledger["title"] for ledger in entry["ledgers"]]
    assert titles == ["Sword", "defending", "Block", "Sword, slashing"]
    assert entry["ledgers"][3]["rows"][-1]["detail"] == "7 of 11 needed"
    (entry,) = told(DECLARED, ROLLED, FACED, *chosen, MISS)
    assert left(entry) == [("The Block is not rolled: the attack missed", "P4.12")]


def test_damage_and_block_and_dr_never_go_below_nothing() -> None:
    """What is left of DR is not needed."""
    hurt = damage(
        "bob",
        "ann",
        0,
        20,
        block=dice("bob", "1d4", 4),
        dr=3,
        throw=dice("ann", "1d8", 2, score=("Strength", 3)),
    )
    (entry,) = told(DECLARED, ROLLED, HIT, hurt)
    assert entry["ledgers"][-1]["total"] == 0
    assert entry["ledgers"][-1]["rows"][-1]["detail"] == "slashing, 1 of 3 needed"
    weak = damage("bob", "ann", 0, 20, throw=dice("ann", "1d8", 1, score=("Strength", -3)))
    (entry,) = told(DECLARED, ROLLED, HIT, weak)
    assert entry["ledgers"][-1]["rows"][-1]["label"] == "not below 0"


def test_an_evade_moves_after_the_damage() -> None:
    """With its squares and Paces; the AP of the defender stand with the choice."""
    chosen = (e.ApPaid("bob", 1, "Evade", False), e.DefenceChosen("bob", "ann", "evade", None))
    events = (GAINED, DECLARED, ROLLED, FACED, *chosen, MISS, e.Evaded("bob", D2, (D2 + 1, D2 + 2), 2), ENDED)
    assert said(*events)[1] == (
        "Ann attacks Bob Tanner with a sword. Bob Tanner pays for an Evade, 4 AP to 3. "
        "The defence of Bob Tanner holds, 19 against 18. Bob Tanner evades D2 to F2, 2 Paces."
    )


def test_a_counter_that_lands_and_one_that_fails() -> None:
    """Both reroll, the attack still misses, and the riposte has a ledger of its own."""
    chosen = e.DefenceChosen("bob", "ann", "counter", "maul")
    lands = e.CounterRolled(throw("bob", 14, score=1, on="defence"), throw("ann", 12), "maul", True)
    hurt = damage(
        "ann", "bob", 5, 20, source="riposte", throw=dice("bob", "2d6", 2, 4), dr=1, type="bludgeoning"
    )
    (entry,) = told(DECLARED, ROLLED, FACED, chosen, MISS, lands, hurt)
    assert plain(entry["say"]).endswith(
        "Bob Tanner pays for a Counter with a maul. The defence of Bob Tanner holds, 19 against 18. "
        "The Counter lands, 15 against 15, and a tie is the defender's. Ann takes 5, 20 to 15 HP."
    )
    titles = [ledger["title"] for ledger in entry["ledgers"]]
    assert titles == ["Sword", "defending", "Counter, reroll", "against the Counter", "riposte, bludgeoning"]
    fails = e.CounterRolled(throw("bob", 2, score=1, on="defence"), throw("ann", 12), "maul", False)
    (entry,) = told(DECLARED, ROLLED, FACED, chosen, MISS, fails)
    assert plain(entry["say"]).endswith("The Counter fails, 3 against 15; the attack still misses.")
    critical = e.CounterRolled(throw("bob", 20, score=1, on="defence"), throw("ann", 12), "maul", True)
    (entry,) = told(DECLARED, ROLLED, FACED, chosen, MISS, critical)
    assert follows(entry) == ["A natural 20 in the reroll doubles the riposte's dice, and gives no AP"]
    (entry,) = told(DECLARED, ROLLED, FACED, chosen, HIT)
    assert left(entry) == [("No Counter: the defence did not hold", "P4.14")]


def test_critical_attacks_and_defences() -> None:
    """Doubled dice, 1 AP, and a natural 20 that wins no contest by itself."""
    attack = throw("ann", 20)
    hit = e.DefenceRolled(attack, throw("bob", 5, score=1, on="defence"), "sword", True)
    hurt = damage("bob", "ann", 14, 20, throw=dice("ann", "2d8", 5, 6, score=("Strength", 3)), critical=True)
    (entry,) = told(DECLARED, e.AttackRolled(attack), FACED, hit, hurt)
    assert plain(entry["say"]).endswith(
        "A natural 20 hits, with doubled dice: Bob Tanner takes 14, 20 to 6 HP."
    )
    assert "P4.6" in entry["clauses"]
    (entry,) = told(DECLARED, e.AttackRolled(attack), FACED, hit)
    assert plain(entry["say"]).endswith("It hits, 23 against 6, with doubled dice.")
    miss = e.DefenceRolled(attack, throw("bob", 20, score=9, on="defence"), "sword", False)
    (entry,) = told(DECLARED, e.AttackRolled(attack), FACED, miss, e.ApBonus("bob", "critical defence", 2, 3))
    assert plain(entry["say"]).endswith("A natural 20: Bob Tanner gains 1 AP, 2 to 3.")
    assert left(entry) == [("Ann's natural 20: it wins no contest", "P1.6")]
    (entry,) = told(DECLARED, ROLLED, FACED, TIE, e.ApBonus("bob", "critical defence", 5, 5))
    assert plain(entry["say"]).endswith("A natural 20: Bob Tanner gains no AP, 5 is the most.")


def test_advantage_shows_every_face_and_where_it_came_from() -> None:
    """The one kept, those that are not, and instances that cancel."""
    best = throw("ann", 15, 4, 9, edges=(("Keen", 1), ("granted", 1)))
    (entry,) = told(DECLARED, e.AttackRolled(best))
    rows = entry["ledgers"][0]["rows"]
    assert [(row["die"]["face"], row["die"]["kept"]) for row in rows if row["die"]] == [
        (15, True),
        (4, False),
        (9, False),
    ]
    assert rows[0]["detail"] == "best of 3 (Keen: Advantage (1) and granted: Advantage (1))"
    assert [row["value"] for row in rows] == [15, 0, 0, 3]
    worst = Throw("ann", "attack", "Strength", 3, (("Slow wits", -1),), (15, 4), 7)
    (entry,) = told(DECLARED, e.AttackRolled(worst))
    assert entry["ledgers"][0]["rows"][1]["detail"] == "lowest of 2 (Slow wits: Disadvantage (1))"
    even = throw("ann", 9, edges=(("Keen", 1), ("Slow wits", -1)))
    (entry,) = told(DECLARED, e.AttackRolled(even))
    assert entry["ledgers"][0]["rows"][0]["detail"].startswith("one d20, they cancel (")


def test_several_targets_have_an_entry_each_after_that_of_the_roll() -> None:
    """The roll is told once; each target says whose attack it faces."""
    declared = e.AttackDeclared("ann", "sword", None, ("bob", "cid"))
    cid = e.DefenceRolled(throw("ann", 15), throw("cid", 2, score=0, on="defence"), "sword", True)
    events = (
        declared,
        ROLLED,
        FACED,
        MISS,
        e.TargetFaced("ann", "cid", None),
        cid,
        damage("cid", "ann", 5, 9),
        ENDED,
    )
    entries = told(*events)
    assert [plain(entry["say"]) for entry in entries] == [
        "Ann attacks Bob Tanner and Cid with a sword.",
        "Bob Tanner faces the attack of Ann. The defence of Bob Tanner holds, 19 against 18.",
        "Cid faces the attack of Ann. It hits: Cid takes 5, 9 to 4 HP.",
    ]
    assert [len(entry["ledgers"]) for entry in entries] == [1, 1, 2]


@pytest.mark.parametrize(
    ("stopped", "words"),
    [
        (
            e.AttackStopped("ann", "bob", Reason("target gone", "P4.11")),
            "The attack on Bob Tanner comes to nothing: the target has left the fight.",
        ),
        (
            e.AttackStopped("ann", None, Reason("attacker defeated", "P4.11")),
            "The attack comes to nothing: the attacker is at 0 HP.",
        ),
    ],
)
def test_an_attack_that_is_stopped(stopped: e.AttackStopped, words: str) -> None:
    """What was paid stays paid."""
    (entry,) = told(DECLARED, ROLLED, FACED, stopped)
    assert plain(entry["say"]).endswith(words)
    assert follows(entry) == ["AP that were paid stay paid"]


SHOVED = e.Shoved("bob", "ann", 2, D2, (D2 + 1, D2 + 2), 0, None, "P5.5")


@pytest.mark.parametrize(
    ("maneuver", "effect", "words", "below"),
    [
        (
            "grapple",
            e.Held("bob", "ann", 1),
            "Bob Tanner is held by Ann.",
            ["Bob Tanner is Tethered (1): no own movement further than 1 Pace from Ann"],
        ),
        (
            "trip",
            e.Slowed("bob", 4, "ann"),
            "The Speed of Bob Tanner is halved to the end of round 4.",
            ["Bob Tanner's Speed 5 to 2, not halved twice"],
        ),
        ("disarm", e.ItemDropped("bob", "maul", F2, "ann", "P5.4"), "Bob Tanner drops a maul on F2.", []),
        (
            "disarm",
            e.ManeuverFailed("bob", "disarm", Reason("nothing to drop", "P5.6")),
            "The Disarm has no effect: nothing is held that could drop.",
            [],
        ),
        ("push", SHOVED, "Bob Tanner is moved east, D2 to F2.", []),
        (
            "push",
            e.Shoved("bob", "ann", 2, D2, (D2 + 1,), 1, "terrain", "P5.5"),
            "Bob Tanner is moved east, D2 to E2.",
            ["Terrain stops it: 1 Pace not moved, so 1d6"],
        ),
        (
            "push",
            e.Shoved("bob", "ann", 2, D2, (), 2, "cid", "P5.5"),
            "Bob Tanner is not moved east.",
            ["Cid stops it: 2 Paces not moved, so 2d6, of which each takes half"],
        ),
    ],
)
def test_what_maneuvers_do(maneuver: Any, effect: Any, words: str, below: list[str]) -> None:
    """The try is in the first sentence, the effect after the damage."""
    declared = e.AttackDeclared("ann", "bare-hands", maneuver, ("bob",))
    (entry,) = told(PAID, declared, ROLLED, FACED, HIT, damage("bob", "ann", 4, 20), effect, ENDED)
    sentence = plain(entry["say"])
    assert sentence.startswith(f"Ann tries to {maneuver} Bob Tanner with bare hands, for 1 AP. It hits: ")
    assert sentence.endswith(words)
    assert follows(entry)[1:] == below
    assert "P5.1" in entry["clauses"]


def test_a_collision_with_somebody_tells_its_dice_once() -> None:
    """Both take half of the same sum; with DR the second has a ledger that starts from the half."""
    rolled = dice("ann", "2d6", 3, 6)
    shoved = e.Shoved("bob", "ann", 2, D2, (), 2, "cid", "P5.5")
    halves = {"source": "collision", "throw": rolled, "type": "bludgeoning", "halved": True, "clause": "P7.2"}
    one, two = damage("bob", "ann", 4, 16, **halves), damage("cid", "ann", 4, 20, **halves)
    events = (DECLARED, ROLLED, FACED, HIT, damage("bob", "ann", 4, 20), shoved)
    (entry,) = told(*events, one, two)
    assert plain(entry["say"]).endswith("Bob Tanner takes 4, 16 to 12 HP. Cid takes 4, 20 to 16 HP.")
    assert len(entry["ledgers"]) == 4
    assert entry["ledgers"][3]["title"] == "collision, bludgeoning, Bob Tanner"
    hard = damage("cid", "ann", 3, 20, dr=1, **halves)
    (entry,) = told(*events, one, hard)
    assert [row["label"] for row in entry["ledgers"][4]["rows"]] == ["half", "DR"]


def test_defeat_and_what_it_means() -> None:
    """Each by name where two fall at once."""
    hurt = damage("bob", "ann", 20, 20)
    fallen = (e.Defeated("bob", "ann"), e.DefeatMeant("bob", "captured"))
    (entry,) = told(DECLARED, ROLLED, FACED, HIT, hurt, *fallen)
    assert plain(entry["say"]).endswith("20 to 0 HP. Bob Tanner is defeated. That means captured.")
    both = (
        e.Defeated("bob", "ann"),
        e.Defeated("cid", "ann"),
        e.DefeatMeant("bob", "dead"),
        e.DefeatMeant("cid", "dying"),
    )
    (entry,) = told(DECLARED, ROLLED, FACED, HIT, hurt, *both)
    assert plain(entry["say"]).endswith(
        "Bob Tanner is defeated. Cid is defeated. For Bob Tanner that means dead. For Cid that means dying."
    )


def test_an_attack_whose_declaration_is_not_known() -> None:
    """Told from what is there: the roll, the defence roll, the Counter, or why it stopped."""
    assert said(ROLLED) == ["Ann attacks."]
    assert said(HIT) == ["Ann attacks Bob Tanner. It hits, 18 against 10."]
    counter = e.CounterRolled(throw("bob", 2, score=1, on="defence"), throw("ann", 12), "maul", False)
    assert said(counter) == [
        "Ann attacks Bob Tanner. The Counter fails, 3 against 15; the attack still misses."
    ]
    assert said(e.DefenceChosen("bob", "ann", "evade", None)) == [
        "Ann attacks Bob Tanner. Bob Tanner pays for an Evade."
    ]
    stopped = e.AttackStopped("ann", "bob", Reason("attacker gone", "P4.11"))
    assert said(stopped) == [
        "Ann attacks Bob Tanner. The attack on Bob Tanner comes to nothing: the attacker has left the fight."
    ]


def test_an_attack_on_an_object() -> None:
    """A Save against its distance, the damage with DR, and its end."""
    struck: dict[str, Any] = {"throw": throw("ann", 12), "dc": 6, "type": "slashing"}
    hurt = dice("ann", "1d8", 8, score=("Strength", 3))
    hit = e.ObjectStruck(
        "ann", "sword", "gate", success=True, damage=hurt, dr=2, amount=9, before=9, after=0, **struck
    )
    _, entry = told(GAINED, PAID, hit, e.ObjectDestroyed("gate"))
    assert plain(entry["say"]) == (
        "Ann strikes at the gate with a sword, 3 AP to 2. It takes 9, 9 to 0 HP. The gate is destroyed."
    )
    assert entry["result"] is not None
    assert (entry["result"]["label"], entry["result"]["text"]) == ("Save 15 − 6", "The DC is 1 Pace + 5")
    miss = e.ObjectStruck(
        "ann", "sword", "gate", success=False, damage=None, dr=0, amount=0, before=9, after=9, **struck
    )
    assert said(miss) == ["Ann strikes at the gate with a sword. It misses."]
    nothing = e.ObjectStruck(
        "ann", "sword", "gate", success=True, damage=hurt, dr=20, amount=0, before=9, after=9, **struck
    )
    assert said(nothing) == ["Ann strikes at the gate with a sword. It takes nothing."]


# Rounds and turns


def test_a_round_is_one_entry_with_order_rolls_and_ap() -> None:
    """The AP of each, and who is at the most."""
    rolls = tuple(throw(id_, 9, score=0, on="initiative", name="Dexterity") for id_ in ("ann", "bob", "cid"))
    order = e.OrderSet(rolls, ("cid", "ann", "bob"), (("ann", 12), ("bob", 3)))
    (entry,) = told(e.RoundBegan(2), order, GAINED)
    assert plain(entry["say"]) == "Round 2. Cid, Ann and Bob Tanner."
    assert len(entry["ledgers"]) == 3
    assert follows(entry) == [
        "Equal in total and Dexterity, so a roll-off: Ann 12 and Bob Tanner 3",
        "Ann: 0 AP to 3",
        "Bob Tanner: 1 AP to 4",
        "Cid: 4 AP to 5, at most 5",
    ]
    assert said(e.RoundBegan(2)) == ["Round 2. The order is not set yet."]
    assert said(e.OrderSet((), ("ann",))) == ["The order: Ann."]
    assert said(e.RoundBegan(3), e.OrderSet((), ())) == ["Round 3. Nobody acts."]
    assert said(GAINED) == ["AP are gained."]


def test_how_a_turn_opens() -> None:
    """Pivots of others are in it, and whether there is a free movement; the silent end is in nothing."""
    pivot = (e.ApPaid("bob", 1, "Pivot", False), e.Turned("bob", 2, 5, True))
    opened = e.TurnOpened("ann", False, ("bob", "cid"))
    events = (GAINED, e.TurnBegan("ann", 25), *pivot, e.QuietAsked("cid", None, 2), opened)
    _, entry = told(*events, e.TurnEnding("ann"), e.TurnEnded("ann", 2))
    assert plain(entry["say"]) == "Ann is up. Bob Tanner pivots to the south-west, 4 AP to 3."
    assert follows(entry) == [
        "Cid is not asked for a Pivot again this round",
        "No free movement: Bob Tanner and Cid threaten the square",
    ]
    (entry,) = told(e.TurnBegan("ann", 25), e.TurnOpened("ann", False, ("bob",)))
    assert follows(entry) == ["No free movement: Bob Tanner threatens the square"]
    (entry,) = told(e.TurnBegan("ann", 25), e.TurnOpened("ann", True))
    assert follows(entry) == ["Nobody threatens the square: the free movement is open, now or never"]


@pytest.mark.parametrize(
    ("events", "words"),
    [
        (
            (e.ApBonus("ann", "Wait", 3, 4, "P8.4"), e.Waited("ann")),
            "Ann waits: 1 AP gained, 3 to 4, and one Advantage in the next initiative.",
        ),
        (
            (e.ApBonus("ann", "Wait", 5, 5, "P8.4"), e.Waited("ann")),
            "Ann waits: one Advantage in the next initiative. 5 AP are the most there can be.",
        ),
        ((e.Waited("ann"),), "Ann waits, with one Advantage in the next initiative."),
        ((e.TurnLost("bob"),), "Bob Tanner is at 0 HP and is skipped."),
        ((e.TurnDropped("bob"),), "The turn of Bob Tanner ends here."),
        ((e.SceneEnded("draw", None),), "The scene is over: draw."),
        ((e.SceneEnded("The one side win.", "A"),), "The scene is over: The one side win."),
        ((e.QuietWasNoted(),), "GM lets the scene go on."),
    ],
)
def test_ends_of_turns_and_scenes(events: tuple[Any, ...], words: str) -> None:
    """Each is one sentence."""
    assert said(*events) == [words]


# Movement


def test_a_move_is_one_entry_from_its_ap_to_its_facing() -> None:
    """Squares, Paces, what second diagonals cost, and what was lost."""
    events = (
        GAINED,
        e.TurnBegan("ann", 25),
        e.ApPaid("ann", 1, "Move", True, "P6.2"),
        e.WalkBegan("ann", "move", 5),
        e.Walked("ann", B2, (C2, C2 + 8), 2, 1, 3),
        e.Walked("ann", C2 + 8, (C2 + 16,), 2, 1, 1),
        e.WalkEnded("ann", 1, True, "P6.7"),
        e.Turned("ann", 0, 3, False, "P6.2"),
    )
    entry = told(*events)[2]
    assert plain(entry["say"]) == "Ann moves B2 to E4, 3 AP to 2, and faces south-east."
    assert follows(entry) == [
        "4 Paces of 5: 1 straight and 2 diagonal, 1 more for the second diagonal",
        "The next diagonal this turn costs one",
        "1 Pace left over is lost: AP were spent in the middle of it",
    ]
    assert entry["kind"] == "move"


def test_a_free_movement_says_why_it_is_free() -> None:
    """Difficult ground has its part; the next diagonal costs two after an odd one."""
    events = (
        e.TurnBegan("ann", 25),
        e.WalkBegan("ann", "free", 5, "P6.3"),
        e.Walked("ann", B2, (C2, C2 + 8), 4, 1, 1),
        e.WalkEnded("ann", 1, False, "P6.3"),
    )
    entry = told(*events)[1]
    assert plain(entry["say"]) == "Ann moves B2 to D3 free, from a square nobody threatens."
    assert follows(entry) == [
        "4 Paces of 5: 1 straight and 1 diagonal, 2 more for difficult ground",
        "The next diagonal this turn costs two",
        "1 Pace left over is lost",
    ]
    assert entry["clauses"] == ["P6.2", "P6.10", "P6.3"]


def test_diagonals_count_over_the_whole_turn() -> None:
    """The second walk of a turn pays two for its first diagonal; another turn starts anew."""
    walk = (e.WalkBegan("ann", "move", 5), e.Walked("ann", B2, (C2 + 7,), 1, 1, 4), e.WalkEnded("ann", 4))
    again = (e.WalkBegan("ann", "move", 5), e.Walked("ann", C2 + 7, (C2 + 15, C2 + 23, C2 + 31), 5, 3, 0))
    entry = told(e.TurnBegan("ann", 25), *walk, *again)[2]
    assert follows(entry)[:2] == [
        "5 Paces of 5: 3 diagonal, 2 more for every second diagonal",
        "The next diagonal this turn costs one",
    ]
    entry = told(e.TurnBegan("ann", 25), *walk, e.TurnBegan("bob", 25), e.TurnBegan("ann", 25), *walk)[4]
    assert "The next diagonal this turn costs two" in follows(entry)


def test_moves_on_the_spot_and_what_is_left_of_one() -> None:
    """A Move of 0 Paces turns about; after an undo a walk may go on in an entry of its own."""
    turned = e.Turned("ann", 0, 4, False, "P6.2")
    still = (e.ApPaid("ann", 1, "Move", True), e.WalkBegan("ann", "move", 5), e.WalkEnded("ann", 5), turned)
    assert said(GAINED, *still)[1] == "Ann takes a Move of 0 Paces, 3 AP to 2, and faces south."
    assert said(e.WalkBegan("ann", "free", 5, "P6.3")) == ["Ann takes the free movement."]
    assert said(e.Walked("ann", B2, (C2,), 1, 0, 2)) == ["Ann goes on, B2 to C2."]
    assert said(turned) == ["Ann faces south."]
    assert said(e.WalkEnded("ann", 0)) == []


def test_a_pivot_is_paid_for() -> None:
    """Where it stands alone it says what was before."""
    _, entry = told(GAINED, e.ApPaid("bob", 1, "Pivot", False), e.Turned("bob", 2, 5, True))
    assert plain(entry["say"]) == "Bob Tanner pivots to the south-west, 4 AP to 3."
    assert follows(entry) == ["Bob Tanner faced east before"]


def test_a_pivot_after_an_attack_is_an_entry_of_its_own() -> None:
    """As the attack is over by then."""
    pivot = (e.ApPaid("bob", 1, "Pivot", False), e.Turned("bob", 2, 5, True))
    assert len(told(DECLARED, ROLLED, FACED, MISS, ENDED, *pivot)) == 2


def test_terrain_that_appears() -> None:
    """Out by the shortest way with its dice, or no way out."""
    hurt = damage(
        "bob",
        None,
        7,
        20,
        source="terrain",
        throw=dice("bob", "2d6", 3, 4),
        type="bludgeoning",
        clause="P7.3",
    )
    (entry,) = told(e.GotOut("bob", D2, (D2 + 7, D2 + 14)), hurt)
    assert (
        plain(entry["say"])
        == "Bob Tanner moves out of the terrain, D2 to D4. Bob Tanner takes 7, 20 to 13 HP."
    )
    assert follows(entry)[0] == "The shortest way is free: 2 spaces, so 2d6"
    assert said(e.StuckInTerrain("bob")) == [
        "Bob Tanner stands in terrain and has no way out. Nothing is taken."
    ]
    assert said(e.GroundChanged(D2, "open", "blocking", "Gemma")) == [
        "D2 becomes blocking terrain; it was open ground."
    ]


def test_forced_movement_by_nobody() -> None:
    """The GM moves somebody: the dice of the collision are in the same entry."""
    shoved = e.Shoved("bob", None, 4, D2, (), 1, "terrain")
    hurt = damage(
        "bob", None, 5, 5, source="collision", throw=dice("bob", "1d6", 5), type="bludgeoning", clause="P7.1"
    )
    assert said(shoved, hurt, e.Defeated("bob", None)) == [
        "Bob Tanner is not moved south. Bob Tanner takes 5, 5 to 0 HP. Bob Tanner is defeated."
    ]


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("let go", "Ann lets go of Bob Tanner."),
        ("apart", "Ann no longer holds Bob Tanner: they are too far apart."),
        ("defeated", "Ann no longer holds Bob Tanner: one of them is at 0 HP."),
        ("escaped", "Bob Tanner is free of Ann."),
    ],
)
def test_holds_end(why: Any, words: str) -> None:
    """Each way by its own words."""
    assert said(e.HoldEnded("bob", "ann", why)) == [words]


# Interactions, words, spells, clocks


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.ItemTaken("ann", "maul", False, C2), "Ann picks up a maul from C2, into the pack, 3 AP to 2."),
        (e.ItemTaken("ann", "maul", True, C2), "Ann picks up a maul from C2, into the hand, 3 AP to 2."),
        (e.ItemsSwapped("ann", "sword", "bow"), "Ann puts away a sword and draws a bow, 3 AP to 2."),
        (e.ItemsSwapped("ann", None, "cestus"), "Ann draws a cestus, 3 AP to 2."),
        (e.ItemsSwapped("ann", "sword", None), "Ann puts away a sword, 3 AP to 2."),
        (e.DoorMoved("ann", "gate", "closed", "unlock"), "Ann unlocks the gate, 3 AP to 2."),
        (e.WordsBought("ann", 25), "Ann buys 25 more words, 3 AP to 2."),
        (
            e.TaskDone("ann", "table", "search", None, None, True),
            "Ann at the old table: Search it, 3 AP to 2.",
        ),
    ],
)
def test_interactions(event: Any, words: str) -> None:
    """One entry each, with the AP."""
    what = "Speaking" if isinstance(event, e.WordsBought) else "Interaction"
    entry = told(GAINED, e.ApPaid("ann", 1, what, True), event)[1]
    assert plain(entry["say"]) == words
    assert entry["clauses"] == ["P8.1"]


def test_free_interactions_stand_alone() -> None:
    """Opening, closing, letting fall: whatever was done just before."""
    taken = e.ItemTaken("ann", "maul", True, C2)
    dropped = e.ItemDropped("ann", "maul", C2)
    began = e.InteractionBegan("ann", "Interaction")
    events = (
        taken,
        dropped,
        began,
        e.DoorMoved("ann", "gate", "open", "open"),
        e.DoorMoved("ann", "gate", "closed", "close"),
    )
    assert said(*events) == [
        "Ann picks up a maul from C2, into the hand.",
        "Ann lets go of a maul on C2.",
        "Ann opens the gate.",
        "Ann closes the gate.",
    ]
    assert said(began) == []


def test_a_task_with_a_save_and_one_with_a_clock() -> None:
    """The Save has its result; the clock says how far it is, a Breakthrough, and what is full."""
    roll = throw("ann", 9, on="save", name="Will", score=0)
    (entry,) = told(e.TaskDone("ann", "table", "search", roll, 10, False))
    assert plain(entry["say"]) == "Ann at the old table: Search it. The Save fails, 9 against 10."
    done = e.TaskDone("ann", "table", "search", None, None, True)
    best = throw("ann", 20, on="save", name="Will", score=0)
    (entry,) = told(done, e.ClockAdvanced("flood", "ann", best, 25, 3, 4, True), e.ClockFull("flood"))
    assert plain(entry["say"]) == (
        "Ann at the old table: Search it. The Save fails, 20 against 25. A natural 20: a Breakthrough. "
        "The flood: 3 to 4 of 4. The flood is full."
    )
    assert follows(entry) == ["The cellar is under water."]
    assert said(e.ClockAdvanced("flood", "ann", roll, 12, 1, 1, False)) == [
        "Ann works on The flood. The Save fails, 9 against 12. The flood stays at 1 of 4."
    ]
    assert said(e.ClockAdvanced("flood", None, None, None, 1, 2, False)) == ["The flood: 1 to 2 of 4."]


def test_an_escape_is_a_contest() -> None:
    """The source resists; a tie leaves the hold."""
    won = e.EscapeRolled(throw("bob", 15, on="contest"), throw("ann", 9, on="contest"), True)
    assert said(e.ApPaid("bob", 1, "Interaction", True), won, e.HoldEnded("bob", "ann", "escaped")) == [
        "Bob Tanner tries to get free of Ann, for 1 AP. The hold is over."
    ]
    (entry,) = told(e.EscapeRolled(throw("bob", 9, on="contest"), throw("ann", 9, on="contest"), False))
    assert plain(entry["say"]) == "Bob Tanner tries to get free of Ann. The hold stays."
    assert entry["result"] is not None
    assert entry["result"]["text"] == "A tie leaves things as they are"
    (entry,) = told(e.EscapeRolled(throw("bob", 2, on="contest"), throw("ann", 9, on="contest"), False))
    assert entry["result"] is not None
    assert entry["result"]["text"] == "Lower: it fails"


def test_a_spell_is_one_entry_with_its_save() -> None:
    """The DC says where it comes from; a second target has an entry of its own."""
    cast = e.SpellCast("cid", "doom", ("ann", "bob"), None)
    saved = e.SpellSaved("doom", throw("cid", 15, on="save", name="Will", score=0), "ann", 12, True)
    hurt = damage(
        "ann", "cid", 6, 20, source="spell", throw=dice("cid", "2d6", 3, 4), type="cold", dr=1, clause="P8.2"
    )
    again = e.SpellSaved("doom", throw("cid", 5, on="save", name="Will", score=0), "bob", 12, False)
    first, second = told(GAINED, e.ApPaid("cid", 2, "Cast", True), cast, saved, hurt, again)[1:]
    assert plain(first["say"]) == (
        "Cid casts Doom on Ann and Bob Tanner, 5 AP to 3. The Save succeeds, 15 against 12. "
        "Ann takes 6, 20 to 14 HP."
    )
    assert follows(first)[0] == "DC 12: 10 + Will 2 of Ann"
    assert plain(second["say"]) == "Doom of Cid falls on Bob Tanner. The Save fails, 5 against 12."


@pytest.mark.parametrize(
    ("cast", "effect", "words"),
    [
        (
            e.SpellCast("ann", "balm", ("ann",), None),
            e.Mended("ann", "ann", dice("ann", "1d6", 4), 12, 16),
            "Ann casts Balm on Ann. Ann regains 4 HP, 12 to 16.",
        ),
        (
            e.SpellCast("ann", "balm", ("cid",), None),
            e.Mended("cid", "ann", dice("ann", "1d6", 4), 20, 20),
            "Ann casts Balm on Cid. Cid is unhurt already, with 20 HP.",
        ),
        (
            e.SpellCast("ann", "omen", ("cid",), None),
            e.EdgeGranted("cid", "attack", 1, "ann"),
            "Ann casts Omen on Cid. Cid has Advantage (1) on the next attack.",
        ),
        (
            e.SpellCast("cid", "curse", ("ann",), None),
            e.EdgeGranted("ann", "initiative", -2, "cid"),
            "Cid casts Curse on Ann. Ann has Disadvantage (2) on the next initiative roll.",
        ),
        (
            e.SpellCast("cid", "wall", (), C2),
            e.GroundChanged(C2, "difficult", "blocking", "cid"),
            "Cid casts Wall on C2. C2 becomes blocking terrain; it was difficult ground.",
        ),
        (
            e.SpellCast("cid", "gust", ("bob",), None),
            e.Shoved("bob", "cid", 2, D2, (D2 + 1,), 0, None, "P5.5"),
            "Cid casts Gust on Bob Tanner. Bob Tanner is moved east, D2 to E2.",
        ),
        (
            e.SpellCast("cid", "vine", ("ann",), None),
            e.Held("ann", "cid", 3),
            "Cid casts Vine on Ann. Ann is held by Cid.",
        ),
        (
            e.SpellCast("cid", "mud", ("ann",), None),
            e.Slowed("ann", 3, "cid"),
            "Cid casts Mud on Ann. The Speed of Ann is halved to the end of round 3.",
        ),
    ],
)
def test_what_spells_do(cast: e.SpellCast, effect: Any, words: str) -> None:
    """On whom or where, and the effect."""
    assert said(cast, effect) == [words]


def test_speech_stands_alone_and_inside_an_attack() -> None:
    """What is said while somebody thinks tears neither an attack nor the opening of a turn apart."""
    spoke = e.Spoke("bob", "Stand back!", 2, 23)
    (entry,) = told(spoke)
    assert plain(entry["say"]) == "Bob Tanner says: “Stand back!”"
    assert follows(entry) == ["2 words spoken, 23 left"]
    (entry,) = told(DECLARED, ROLLED, FACED, spoke, HIT)
    assert "Bob Tanner says: “Stand back!” It hits" in plain(entry["say"])
    assert said(e.TurnBegan("ann", 25), spoke, e.TurnOpened("ann", True)) == [
        "Ann is up. Bob Tanner says: “Stand back!”"
    ]


# The GM's hand


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            e.Corrected("bob", "hp", 3, "9", "3", "Gemma", "a slip"),
            "Gemma corrects Bob Tanner: HP 9 to 3. Reason: “a slip”.",
        ),
        (
            e.Corrected("bob", "slow_until", 3, "0", "3", "gm", ""),
            "GM corrects Bob Tanner: end of the halved Speed, round 0 to 3.",
        ),
        (e.Removed("bob", "Bob Tanner", "gm", ""), "GM removes Bob Tanner from the fight."),
        (e.OrderSwapped("bob", "cid", "gm", ""), "GM lets Bob Tanner and Cid change places in the order."),
        (e.ClockSet("flood", 1, 3, "gm", "rain"), "GM sets The flood 1 to 3. Reason: “rain”."),
        (
            e.Overridden("bob", "wait", "P8.4", "gm", "so be it"),
            "GM allows Bob Tanner what is refused: “wait”. Reason: “so be it”.",
        ),
        (
            e.ItemPlaced("lamp", "lamp", "bob", True, None, "gm"),
            "GM puts a lamp into the hand of Bob Tanner.",
        ),
        (
            e.ItemPlaced("lamp", "lamp", "bob", False, None, "gm"),
            "GM puts a lamp into the pack of Bob Tanner.",
        ),
        (e.ItemPlaced("lamp", "lamp", None, False, C2, "gm"), "GM lays a lamp on C2."),
        (e.ItemPlaced("lamp", "lamp", None, False, None, "gm"), "GM takes a lamp out of play."),
        (e.QuietAsked("bob", None, 2), "Bob Tanner is not asked for a Pivot again this round."),
        (e.QuietAsked("bob", None, 0), "Bob Tanner is asked for a Pivot again this round."),
        (e.QuietAsked("bob", "foes", 0), "Bob Tanner is asked for a Pivot in the turns of foes."),
        (e.QuietAsked("bob", "all", 0), "Bob Tanner is asked for a Pivot in every turn."),
        (e.QuietAsked("bob", "never", 0), "Bob Tanner is never asked for a Pivot."),
        (e.EdgeGranted("bob", "save", 1, "gm"), "Bob Tanner has Advantage (1) on the next Save."),
        (
            e.Saved(throw("bob", 12, score=1, on="save"), 10, True),
            "Bob Tanner rolls a Save with Strength. The Save succeeds, 13 against 10.",
        ),
        (
            e.Contested(throw("ann", 12, on="contest"), throw("bob", 14, score=1, on="contest"), False),
            "Ann pits Strength against the Strength of Bob Tanner. Bob Tanner wins, 15 against 15.",
        ),
        (e.ApPaid("ann", 2, "saddling the mare", True), "Ann pays 2 AP for saddling the mare."),
    ],
)
def test_the_gms_hand(event: Any, words: str) -> None:
    """By whom, what, and why."""
    assert said(event) == [words]


def test_ap_that_the_gm_priced_are_told_even_by_the_name_of_something_else() -> None:
    """What follows them is not theirs."""
    charge = e.ApPaid("ann", 1, "Interaction", True, "P8.1")
    assert said(GAINED, charge, e.TurnEnding("ann"), e.TurnEnded("ann", 2), e.TurnLost("bob"))[1:] == [
        "Ann pays 1 AP for an Interaction, 3 AP to 2.",
        "Bob Tanner is at 0 HP and is skipped.",
    ]


def test_somebody_joins_with_what_it_carries() -> None:
    """One entry for all of it."""
    joined = e.Joined("dan", "Dan", "bob", "B", C2, 2, 20, 25, "gm", "late")
    (entry,) = told(joined, e.ItemPlaced("maul-2", "maul", "dan", True, None, "gm"))
    assert plain(entry["say"]) == (
        "Dan joins The other side at C2, and acts from the next round. Reason: “late”."
    )
    assert follows(entry) == ["It brings a maul", "20 HP, facing east, 0 AP till then", "Brought in by GM"]
