"""What the log of a Cantor fight says, event by event."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from affray.kernel.events import Record
from affray.kernel.presentation import Entry, Sentence
from affray.kernel.reasons import Reason
from affray.kernel.system import GM_VIEWER
from affray.systems.cantor import events as e
from affray.systems.cantor import text
from affray.systems.cantor.state import Fight
from tests.systems.cantor.fights import fight, person

BOARD = """
.......
.A.B.C.
.......
"""
A2, B2, C2, D2, E2, F2 = range(7, 13)


def a_fight(**rulings: Any) -> Fight:
    """Ann and Amy, Cantors, against Bob and Cid."""
    return fight(
        BOARD,
        person("ann"),
        person("amy", stone="Quartz", at="A1", name="Amy Orr"),
        person("bob", "B", name="Bob Tanner"),
        person("cid", "B"),
        **rulings,
    )


def roll(roller: str, *faces: int, net: int = 0, grit: int = 2, impaired: int = 0) -> e.Roll20:
    """A d20 roll: the d20 first, then the d6s."""
    best = max(faces[1:], default=0)
    return e.Roll20(
        roller, grit, impaired, net, faces, faces[0] + grit + impaired + (best if net > 0 else -best)
    )


def rolled(total: e.Roll20 | None, hit: bool, target: str = "bob", **more: Any) -> e.AttackRolled:
    """An attack of Ann with a gun against Evasion 10."""
    given: dict[str, Any] = {
        "accuracy": (),
        "difficulty": (),
        "ignored": (),
        "defence": "Evasion",
        "value": 10,
        "capped": False,
        **more,
    }
    return e.AttackRolled("ann", target, "gun", total, hit=hit, **given)


def damage(target: str, by: str | None, dealt: int, before: int, **more: Any) -> e.DamageTaken:
    """Damage that no step changes, unless they are given."""
    given: dict[str, Any] = {
        "source": "attack",
        "roll": e.DamageRoll(by or target, 1, 6, 0, (dealt,), dealt) if by is not None else None,
        "type": "kinetic",
        "raw": dealt,
        "exposed": dealt,
        "armor": 0,
        "after_armor": dealt,
        "resisted": dealt,
        "braced": dealt,
        "amount": dealt,
        "overshield_before": 0,
        "overshield_after": 0,
        "hp_before": before,
        "hp_after": max(0, before - dealt),
        **more,
    }
    return e.DamageTaken(target, by, **given)


SPENT = e.Spent("ann", "quick", "Skirmish", "C3.11")
DECLARED = e.AttackDeclared("ann", "gun", ("bob",))
ROLLED = rolled(roll("ann", 12), True)
MISSED = rolled(roll("ann", 3), False)
ENDED = e.AttackEnded("ann")
BOLSTERED = e.ConditionGained("amy", "Bolster", "own rule", 0, "ann", "C3.4")
BRACED = e.ConditionGained("ann", "Braced", "own rule", 0, "ann", "C3.6")
HIDES = (e.Spent("ann", "quick", "Hide", "C3.5"), e.Hid("ann"), e.MarkerSet("ann", 9))
STOOD = e.ConditionEnded("ann", "Prone", "stood up", "C2.10")


def records_of(*events: Any) -> list[Record]:
    """Public records of these events, each after an input of its own."""
    return [Record(number, number, event, None, None) for number, event in enumerate(events)]


def plain(sentence: Sentence) -> str:
    """A sentence as text alone."""
    return "".join(part if isinstance(part, str) else part["name"] for part in sentence)


def entries(*events: Any, encounter: Fight | None = None) -> list[Entry]:
    """The GM's log of these events."""
    return text.entries(encounter or a_fight(), records_of(*events), GM_VIEWER)


def said(*events: Any, encounter: Fight | None = None) -> list[str]:
    """The sentences of the GM's log."""
    return [plain(entry["say"]) for entry in entries(*events, encounter=encounter)]


def one(*events: Any) -> Entry:
    """The one entry that these events make."""
    found = entries(*events)
    assert len(found) == 1, [plain(entry["say"]) for entry in found]
    return found[0]


def lines(entry: Entry) -> list[tuple[str, str | None]]:
    """What follows in an entry, with the clauses."""
    return [(line["text"], line["clause"]) for line in entry["follows"]]


def ignored(entry: Entry) -> list[tuple[str, str | None]]:
    """What did not count in an entry."""
    return [(line["text"], line["clause"]) for line in entry["not_counted"]]


def rows(entry: Entry, at: int) -> list[tuple[str, str, int, str | None]]:
    """The rows of a ledger, which add up to its total."""
    ledger = entry["ledgers"][at]
    assert sum(row["value"] for row in ledger["rows"]) == ledger["total"]
    return [(row["label"], row["detail"], row["value"], row["clause"]) for row in ledger["rows"]]


# The seven steps of an attack


def test_a_whole_attack_is_one_entry_step_by_step() -> None:
    """Net dice with their sources, the roll, Brace, every step of the damage, and what follows."""
    entry = one(
        SPENT,
        DECLARED,
        e.ConditionEnded("ann", "Bolster", "used", "C2.13"),
        e.ConditionEnded("bob", "Lock On", "used", "C2.7"),
        rolled(
            roll("ann", 9, 2, 5, net=2, impaired=-2),
            True,
            accuracy=(("Lock On", 1, "C2.7"), ("Prone", 1, "C2.10"), ("Bolster", 1, "C2.13")),
            difficulty=(("Soft Cover", 1, "C2.12"),),
            ignored=(Reason("Disengaged", "C2.15"),),
        ),
        e.Spent("bob", "reaction", "Brace", "C3.6"),
        e.ConditionGained("bob", "Braced", "own rule", 0, "bob", "C3.6"),
        damage(
            "bob",
            "ann",
            2,
            3,
            roll=e.DamageRoll("ann", 1, 6, 1, (1,), 2),
            raw=3,
            exposed=6,
            armor=1,
            after_armor=5,
            resisted=3,
            braced=2,
            overshield_before=1,
            overshield_after=0,
            hp_after=2,
            ignored=(Reason("no hit for Braced", "C2.14"),),
        ),
        e.ConditionEnded("bob", "Braced", "used", "C2.14"),
        e.BurnAdded("bob", 0, 2),
        e.ConditionGained("bob", "Slowed", "timed", 3, "ann", "C1.7"),
        e.Shoved("bob", "ann", D2, (E2,), 1, ""),
        e.Shoved("bob", "ann", E2, (), 1, "unit"),
        ENDED,
        e.BandChanged("ann", 1, 2, "acted"),
    )
    assert plain(entry["say"]) == (
        "Ann attacks Bob Tanner with the gun (Skirmish, Quick). It hits, 14 against Evasion 10. "
        "Bob Tanner Braces, with its Reaction. Bob Tanner takes 2, 3 to 2 HP. Bob Tanner is Slowed. "
        "Bob Tanner is shoved 1 hex, D2 to E2."
    )
    assert rows(entry, 0) == [
        ("d20", "", 9, "C1.4"),
        ("accuracy d6", "not kept", 0, "C1.3"),
        ("accuracy d6", "highest, Lock On, Prone, Bolster", 5, "C1.3"),
        ("Grit", "", 2, "C1.4"),
        ("Impaired", "", -2, "C2.5"),
    ]
    assert rows(entry, 1) == [
        ("d6", "", 1, "C1.6"),
        ("fixed", "", 1, "C1.6"),
        ("Reliable floor", "", 1, "C1.6"),
        ("Exposed", "doubled", 3, "C2.6"),
        ("Armor", "", -1, "C1.6"),
        ("resistance", "kinetic, halved, rounded up", -2, "C1.9"),
        ("Braced", "halved, rounded up", -1, "C2.14"),
    ]
    assert lines(entry) == [
        ("Bob Tanner defends with Evasion 10", "C1.1"),
        ("+1 accuracy: Lock On", "C2.7"),
        ("+1 accuracy: Prone", "C2.10"),
        ("+1 accuracy: Bolster", "C2.13"),
        ("+1 difficulty: Soft Cover", "C2.12"),
        ("Net +2: of 2d6 the highest is added", "C1.3"),
        ("The Bolster of Ann is used up", "C2.13"),
        ("The Lock On on Bob Tanner is used up", "C2.7"),
        ("Bob Tanner: Overshield 1 to 0", "C1.7"),
        ("Bob Tanner: HP 3 to 2", "C1.7"),
        ("Bob Tanner is Braced no more: the hit used it up", "C2.14"),
        ("Bob Tanner: Burn 0 to 2; adding it deals nothing", "C1.10"),
        ("Bob Tanner: Slowed to the end of its next turn", "C2.17"),
        ("A unit stands in the way; no damage", "C3.16"),
        ("Ann: Resonance 1 to 2 (acted)", "C4.2"),
    ]
    assert ignored(entry) == [
        ("Engagement: Disengaged ignores it", "C2.15"),
        ("Braced: it halves hits, and this is none", "C2.14"),
    ]
    result = entry["result"]
    assert result is not None
    assert (result["label"], result["value"], result["headline"], result["clause"]) == (
        "Total 14 − Evasion 10",
        4,
        "2 damage",
        "C1.5",
    )


def test_a_miss_and_what_is_capped() -> None:
    """Difficulty is subtracted, by the highest d6; Stunned caps Evasion, and the clause is cited."""
    entry = one(
        SPENT,
        DECLARED,
        rolled(
            roll("ann", 1, 6, 2, net=-2),
            False,
            value=5,
            capped=True,
            difficulty=(("Hard Cover", 2, "C2.12"),),
        ),
        ENDED,
    )
    assert (
        plain(entry["say"])
        == "Ann attacks Bob Tanner with the gun (Skirmish, Quick). It misses, −3 against Evasion 5."
    )
    assert rows(entry, 0)[1:3] == [
        ("difficulty d6", "highest, Hard Cover (2)", -6, "C1.3"),
        ("difficulty d6", "not kept", 0, "C1.3"),
    ]
    assert lines(entry)[0] == ("Bob Tanner defends with Evasion 5 (Stunned caps it)", "C1.1")
    assert "C2.3" in entry["clauses"]
    assert entry["result"] is not None
    assert entry["result"]["headline"] == "Miss"


def test_net_zero_rolls_no_d6() -> None:
    """Both sources are told all the same."""
    entry = one(
        DECLARED,
        rolled(
            roll("ann", 12),
            True,
            accuracy=(("Bolster", 1, "C2.13"),),
            difficulty=(("Engagement", 1, "C1.2"),),
        ),
    )
    assert lines(entry)[1:] == [
        ("+1 accuracy: Bolster", "C2.13"),
        ("+1 difficulty: Engagement", "C1.2"),
        ("Net 0: no d6", "C1.3"),
    ]


@pytest.mark.parametrize(
    ("glamour", "cause", "clause"),
    [
        (False, "Bob Tanner is Invisible", "C2.9"),
        (True, "Ann's Fracture makes every target Invisible", "C4.5"),
    ],
)
def test_a_flip_that_misses_still_lets_reliable_land(glamour: bool, cause: str, clause: str) -> None:
    """There is no roll then; Reliable goes through the steps, and is no hit."""
    entry = one(
        DECLARED,
        e.FlipRolled("ann", "bob", 2, True, glamour),
        rolled(None, False),
        damage("bob", "ann", 1, 9, source="Reliable", roll=None, raw=2, exposed=2, armor=1, after_armor=1),
        ENDED,
    )
    assert plain(entry["say"]) == (
        "Ann attacks Bob Tanner with the gun. The flip misses. "
        "It misses, and Reliable lands: Bob Tanner takes 1, 9 to 8 HP."
    )
    assert lines(entry)[0] == (f"{cause}: 1d6 first, 1 to 3 misses. It is 2, a miss", "C1.5")
    assert rows(entry, 0) == [("Reliable", "", 2, "C1.6"), ("Armor", "", -1, "C1.6")]
    assert clause in entry["clauses"]
    assert entry["result"] is None


def test_damage_that_comes_to_nothing_or_to_overshield_alone() -> None:
    """Armor of which less is needed, and HP that stay."""
    entry = one(
        DECLARED,
        ROLLED,
        damage("bob", "ann", 1, 9, armor=3, after_armor=0, resisted=0, braced=0, amount=0, hp_after=9),
    )
    assert plain(entry["say"]).endswith("It hits, but Bob Tanner takes nothing.")
    assert rows(entry, 1)[-1] == ("Armor", "1 of 3 needed", -1, "C1.6")
    shielded = damage("bob", "ann", 2, 9, overshield_before=3, overshield_after=1, hp_after=9)
    assert said(DECLARED, ROLLED, shielded)[0].endswith("Bob Tanner takes 2, all by its Overshield.")


def test_a_lost_structure_and_its_d6() -> None:
    """Damage past 0 is lost; HP are whole again; the d6 says what comes."""
    entry = one(
        replace(DECLARED, targets=("amy",)),
        rolled(roll("ann", 15), True, "amy"),
        damage("amy", "ann", 9, 4),
        e.StructureLost("amy", 2, 20, 3, "Impaired"),
        e.ConditionGained("amy", "Impaired", "timed", 1, "", "C1.8"),
        ENDED,
    )
    assert "STRUCTURE: Amy Orr loses one, 2 left; HP whole, 20. Amy Orr is Impaired." in plain(entry["say"])
    assert ("9 past 0 HP is lost", "C1.8") not in ignored(entry)
    assert ("5 past 0 HP is lost", "C1.8") in ignored(entry)
    assert ("Its d6 is 3: Impaired (1 Stunned, 2 to 4 Impaired, 5 or 6 nothing)", "C1.8") in lines(entry)
    assert ("Amy Orr: Structure 3 to 2", "C1.8") in lines(entry)


def test_going_over_an_edge() -> None:
    """The save stands in the entry of the shove, with what it comes to."""
    shoved = (DECLARED, ROLLED, e.Shoved("bob", "ann", D2, (E2,), 1, ""))
    saved = e.Saved(roll("bob", 3), 10, False, "edge", "C3.13")
    fell = e.Shoved("bob", "ann", E2, (F2,), 1, "", "C3.13")
    entry = one(*shoved, saved, fell, e.WentOut("bob", "defeated", "C3.13"))
    assert plain(entry["say"]).endswith(
        "Bob Tanner is shoved 2 hexes, D2 to E2, F2. The save at the edge of Bob Tanner fails, 5 against 10. "
        "Bob Tanner is defeated and leaves the board."
    )
    stays = e.Shoved("bob", "ann", D2, (), 1, "lethal edge", "C3.13")
    kept = e.Saved(roll("bob", 9), 10, True, "edge", "C3.13")
    prone = e.ConditionGained("bob", "Prone", "own rule", 0, "ann", "C3.13")
    entry = one(DECLARED, ROLLED, kept, stays, prone)
    assert ("It stops on the last safe hex, at the edge; no damage", "C3.13") in lines(entry)
    assert plain(entry["say"]).endswith("Bob Tanner is not moved from D2. Bob Tanner is Prone.")


def test_a_grapple_and_its_end() -> None:
    """Both are Immobilized; who lets go does it as a Free action; who escapes needs a better save."""
    grapple = (e.Spent("ann", "quick", "Grapple", "C3.11"), e.AttackDeclared("ann", "grapple", ("bob",)))
    assert said(*grapple, ROLLED, e.GrappleBegan("ann", "bob"), ENDED) == [
        "Ann grapples Bob Tanner (Quick). It hits, 14 against Evasion 10. "
        "Ann has hold of Bob Tanner: both are Immobilized."
    ]
    assert said(e.GrappleEnded("ann", "bob", "released")) == ["Ann lets go of Bob Tanner (Free)."]
    spent = e.Spent("bob", "quick", "Escape", "C3.11")
    tie = e.EscapeRolled(roll("bob", 8), roll("ann", 8), False)
    assert said(spent, tie) == ["Bob Tanner tries to escape (Quick). It is held, 10 against 10: a tie holds."]
    free = e.EscapeRolled(roll("bob", 9), roll("ann", 8), True)
    assert said(spent, free, e.GrappleEnded("bob", "ann", "escaped")) == [
        "Bob Tanner tries to escape (Quick). It escapes, 11 against 10. "
        "The grapple of Bob Tanner and Ann ends: it has escaped."
    ]


def test_several_targets_have_an_entry_each() -> None:
    """The attack is told with the first; each has its own dice."""
    declared = e.AttackDeclared("ann", "mortar", ("bob", "cid"))
    locked = e.ConditionEnded("cid", "Lock On", "used", "C2.7")
    second = rolled(roll("ann", 2), False, "cid")
    stopped = e.AttackStopped("ann", "cid", Reason("target out", "C1.11"))
    assert said(SPENT, declared, ROLLED, locked, second, ENDED) == [
        "Ann attacks Bob Tanner and Cid with the mortar (Skirmish, Quick). It hits, 14 against Evasion 10.",
        "The attack with the mortar on Cid. It misses, 4 against Evasion 10.",
    ]
    assert said(declared, MISSED, stopped, ENDED)[0].endswith(
        "The attack on Cid stops: the target is out of the fight."
    )


def test_a_barrage_is_two_attacks_with_one_resonance() -> None:
    """Each weapon has its entry; the band changes with the second."""
    barrage = e.Spent("ann", "full", "Barrage", "C3.11")
    other = e.AttackDeclared("ann", "rod", ("bob",))
    found = entries(
        barrage, DECLARED, MISSED, ENDED, other, MISSED, ENDED, e.BandChanged("ann", 3, 4, "acted")
    )
    assert [plain(entry["say"]) for entry in found] == [
        "Ann attacks Bob Tanner with the gun (Barrage, Full). It misses, 5 against Evasion 10.",
        "Ann attacks Bob Tanner with the rod (Barrage, second weapon). It misses, 5 against Evasion 10. "
        "OVERCHARGE: the band of Ann is at 4.",
    ]
    assert ("Granite Lock manifests at its next turn, unless a Cooldown dodges it", "C4.7") in lines(found[1])


def test_what_is_no_weapon_has_its_own_verb() -> None:
    """Ram, Improvised and arts say what they are and what they cost."""
    ram = (e.Spent("ann", "quick", "Ram", "C3.8"), e.AttackDeclared("ann", "ram", ("bob",)))
    bare = e.AttackDeclared("ann", "improvised", ("bob",))
    art = (e.Spent("ann", "quick", "Hack", "C3.11"), e.AttackDeclared("ann", "hack", ("bob",)))
    improvised = (e.Spent("ann", "full", "Improvised attack", "C3.11"), bare)
    area = e.AttackDeclared("ann", "mortar", ())
    assert [said(*events, ENDED)[0] for events in (ram, improvised, art, (area,))] == [
        "Ann rams Bob Tanner (Quick).",
        "Ann attacks Bob Tanner with what is at hand (Improvised attack, Full).",
        "Ann uses Hack on Bob Tanner (Quick).",
        "Ann attacks nobody in sight with the mortar.",
    ]


# Rounds, turns, walks, one click


def test_rounds_turns_and_ends() -> None:
    """What a New Round restores, what ends with a turn, and who is out in its own turn."""
    assert said(
        e.RoundBegan(2, "A"),
        e.TurnBegan("ann"),
        e.TurnOpened("ann"),
        e.TurnEnding("ann"),
        e.TurnEnded("ann", ("Impaired", "Slowed"), "B"),
        e.TurnBegan("bob"),
        e.TurnEnded("bob", (), "A"),
        e.TurnDropped("bob", "A"),
        e.QuietWasNoted(),
        e.SceneEnded("The one side win", "A"),
    ) == [
        "Round 2. The one side choose first.",
        "Ann acts.",
        "With the turn of Ann, Impaired and Slowed end.",
        "Bob Tanner acts.",
        "The turn of Bob Tanner ends at once.",
        "GM lets the scene go on.",
        "The scene is over: The one side win.",
    ]


def test_a_fracture_is_said_with_the_turn_it_opens() -> None:
    """Its name and its effect, and what ends it."""
    entry = one(e.TurnBegan("amy"), e.FractureManifested("amy", "Quartz", "Jammed"), e.TurnOpened("amy"))
    assert plain(entry["say"]) == "Amy Orr acts. FRACTURE: Amy Orr is under Quartz Silence. Jammed."
    assert entry["clauses"] == ["C3.1", "C4.7", "C4.5"]


def test_a_walk_is_one_sentence_with_its_way_and_cost() -> None:
    """Hex by hex it comes, and is told as one; an Overwatch inside it is an entry of its own."""
    steps = (e.Moved("ann", "move", A2, (B2,), 1), e.Moved("ann", "move", B2, (C2,), 2))
    move = e.Spent("ann", "move", "Move", "C3.1")
    entry = one(move, *steps)
    assert plain(entry["say"]) == "Ann moves from A2 to B2, C2 (its Move)."
    assert lines(entry) == [("2 hexes, cost 3, 1 more for difficult terrain", "C3.14")]
    watch = (
        e.Spent("bob", "reaction", "Overwatch", "C3.12"),
        e.AttackDeclared("bob", "rod", ("ann",)),
        e.AttackEnded("bob"),
    )
    uncovered = e.ConditionEnded("cid", "Hidden", "uncovered", "C3.5")
    assert said(move, *watch, *steps, uncovered, e.StepsLeft("ann", 1)) == [
        "Ann begins a Move (its Move).",
        "Overwatch: Bob Tanner attacks Ann with the rod, with its Reaction.",
        "Ann goes on from A2 to B2, C2. Cid is uncovered, and Hidden no more.",
    ]
    boost = e.Spent("ann", "quick", "Boost", "C3.3")
    assert said(boost, e.Moved("ann", "boost", A2, (B2,), 1)) == ["Ann boosts from A2 to B2 (Quick)."]


def test_steps_that_do_not_join_are_two_walks() -> None:
    """After an undo another way begins where the first began."""
    moved = (e.Moved("ann", "move", A2, (B2,), 1), e.Moved("ann", "move", A2, (A2 + 7,), 1))
    assert said(*moved) == ["Ann goes on from A2 to B2.", "Ann goes on from A2 to A3."]


@pytest.mark.parametrize(
    ("events", "words"),
    [
        (
            (
                e.Spent("ann", "quick", "Bolster", "C3.4"),
                BOLSTERED,
            ),
            "Ann bolsters Amy Orr (Quick).",
        ),
        (
            (
                e.Spent("ann", "quick", "Bolster", "C3.4"),
                replace(BOLSTERED, unit="ann"),
            ),
            "Ann bolsters itself (Quick).",
        ),
        (
            (
                e.Spent("ann", "quick", "Lock On", "C3.15"),
                e.ConditionGained("bob", "Lock On", "own rule", 0, "ann", "C3.15"),
                e.BandChanged("ann", 0, 1, "acted"),
            ),
            "Ann locks on to Bob Tanner (Quick).",
        ),
        (
            HIDES,
            "Ann hides (Quick).",
        ),
        (
            (
                e.Spent("ann", "reaction", "Brace", "C3.6"),
                BRACED,
            ),
            "Ann Braces (its Reaction).",
        ),
        (
            (
                e.Spent("ann", "full", "Stabilize", "C3.7"),
                e.BurnAdded("ann", 3, 0, "C3.7"),
                e.ConditionEnded("ann", "Jammed", "cleared", "C3.7"),
            ),
            "Ann stabilizes (Full). The Burn of Ann goes from 3 to 0. Ann is rid of Jammed.",
        ),
        (
            (
                e.Spent("ann", "full", "Disengage", "C3.8"),
                e.ConditionGained("ann", "Disengaged", "own rule", 0, "ann", "C3.8"),
            ),
            "Ann disengages (Full).",
        ),
        (
            (e.Spent("ann", "move", "Stand", "C2.10"), STOOD),
            "Ann stands up (its Move).",
        ),
        (
            (
                e.Spent("ann", "quick", "Cooldown", "C3.10"),
                e.CooledDown("ann", 2, 2, 0),
                e.BandChanged("ann", 4, 2, "Cooldown", "C3.10"),
                e.FractureEnded("ann", "Cooldown", "C3.10"),
                e.WentOut("ann", "Stressed Out", "C2.16"),
            ),
            "Ann cools down (Quick). Granite Lock of Ann is gone, and all that it imposed. "
            "Ann is Stressed Out and leaves the board.",
        ),
        (
            (
                e.Spent("ann", "full", "Bond Move", "C4.1"),
                e.BandChanged("ann", 4, 2, "Bond Move", "C4.1"),
                e.FractureEnded("ann", "Bond Move"),
                e.OathSworn("ann", 1),
            ),
            "Ann makes a Bond Move (Full). Granite Lock of Ann is gone, and all that it imposed. "
            "Ann swears: “I stay.”",
        ),
        (
            (
                e.Spent("ann", "free", "Bond Token", "C4.6"),
                e.TokenSpent("ann", "amy", 0),
                e.ConditionGained("amy", "Bolster", "own rule", 0, "ann", "C4.6"),
            ),
            "Ann spends a Bond Token on Amy Orr (Free).",
        ),
    ],
)
def test_one_click_actions(events: Any, words: str) -> None:
    """Each is one entry, with what it cost and what it did."""
    assert plain(one(*events)["say"]) == words


def test_what_a_cooldown_costs_and_a_bond_move_gives() -> None:
    """The first is free; Stress, band and tokens stand below the sentence."""
    entry = one(e.Spent("ann", "quick", "Cooldown", "C3.10"), e.CooledDown("ann", 0, 4, 4))
    assert lines(entry) == [("Ann: a free Cooldown, the first of the scene", "C3.10")]
    entry = one(e.Spent("ann", "quick", "Cooldown", "C3.10"), e.CooledDown("ann", 1, 4, 3))
    assert lines(entry) == [("Ann: Stress 4 to 3", "C3.10")]
    entry = one(e.Spent("ann", "full", "Bond Move", "C4.1"), e.OathSworn("ann", 2))
    assert lines(entry) == [("Ann gains a Bond Token and has 2 Bond Tokens", "C4.1")]


def test_a_choir_moment_is_loud_and_its_own() -> None:
    """With the Bolster of all that join it."""
    bolster = [e.ConditionGained(id_, "Bolster", "own rule", 0, "amy", "C4.4") for id_ in ("ann", "amy")]
    assert said(e.OathSworn("amy", 1), e.ChoirMoment(("ann", "amy")), *bolster) == [
        "Amy Orr swears: “I stay.”",
        "CHOIR MOMENT: Ann and Amy Orr sing together, each with Bolster.",
    ]


@pytest.mark.parametrize(
    ("success", "words"),
    [
        (True, "The Burn of Ann goes out, 14 against 10."),
        (False, "Ann burns on, 14 against 10: Burn 3 stays. Ann takes 3, 9 to 6 HP."),
    ],
)
def test_burn_at_the_end_of_a_turn(success: bool, words: str) -> None:
    """The save and what a failure deals are one entry."""
    burnt = damage(
        "ann", None, 3, 9, source="Burn", ignored=(Reason("Burn ignores Armor", "C1.10"),), clause="C1.10"
    )
    entry = one(e.BurnSaved(roll("ann", 12), 10, success, 3), *(() if success else (burnt,)))
    assert plain(entry["say"]) == words
    assert len(entry["ledgers"]) == (1 if success else 2)


# The GM's hand


def test_the_gms_hand() -> None:
    """Corrections with author and reason, who comes and goes, damage and conditions by word."""
    assert said(
        e.Corrected("ann", "hp", 3, "20", "3", "gm", "a slip"),
        e.Corrected("ann", "reaction", 0, "True", "False", "Gemma", ""),
        e.Overridden("ann", "move F2", "C2.2", "gm", "for the story", "C2.2"),
        e.Arrived("dot", "Dot", "bob", "B", F2, 9, 0, 0, 2, "gm", "late"),
        e.Removed("cid", "Cid", "gm", "gone home"),
        damage("ann", None, 3, 20, source="GM"),
        e.ConditionGained("ann", "Stunned", "timed", 1, ""),
        e.ConditionEnded("ann", "Stunned", "the GM"),
        e.Saved(roll("ann", 9), 10, True, "check"),
        e.OvershieldGained("ann", 0, 3),
    ) == [
        "GM corrects Ann: HP 20 to 3. Reason: “a slip”.",
        "Gemma corrects Ann: Reaction there to spent.",
        "GM allows Ann what is refused: “move F2”. Reason: “for the story”.",
        "Dot joins the other side at F2. Reason: “late”.",
        "GM removes Cid from the fight. Reason: “gone home”.",
        "Ann takes 3, 20 to 17 HP.",
        "Ann is Stunned.",
        "Ann is rid of Stunned.",
        "The save of Ann succeeds, 11 against 10.",
        "Ann has Overshield 3; it was 0. The higher stays.",
    ]


def test_forced_movement_by_nobody_is_an_entry() -> None:
    """A shove by something that is no unit."""
    steps = (e.Shoved("bob", None, D2, (E2,), 1, ""), e.Shoved("bob", None, E2, (F2,), 1, ""))
    entry = one(*steps)
    assert (entry["kind"], plain(entry["say"])) == ("move", "Bob Tanner is shoved 2 hexes, D2 to E2, F2.")


def test_names_are_data_and_never_part_of_a_pattern() -> None:
    """Braces and tags stand as they are."""
    encounter = fight("A.B", person("ann", name="{0} <b>"), person("bob", "B", name="%s & {x}"))
    used = e.ConditionEnded("bob", "Lock On", "used", "C2.7")
    (entry,) = entries(DECLARED, used, ROLLED, encounter=encounter)
    assert plain(entry["say"]) == "{0} <b> attacks %s & {x} with the gun. It hits, 14 against Evasion 10."
    assert ("The Lock On on %s & {x} is used up", "C2.7") in lines(entry)
