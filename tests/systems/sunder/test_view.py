"""A Sunder scene as different readers see it."""

from __future__ import annotations

import json
from typing import Any

from affray.kernel.requests import GM, Choose, Dice, Option, Pool, Roll, Ruling, Window
from affray.kernel.requests import Cuts as RollCuts
from affray.kernel.system import GM_VIEWER, SPECTATOR, Viewer
from affray.systems.sunder import events as e
from affray.systems.sunder.general import GENERAL
from affray.systems.sunder.state import SCENE, Action, Condition, Favour, Play, Running, Scene, Turn, Until
from affray.systems.sunder.state import WaitingSurge as Waiting
from affray.systems.sunder.view import view
from affray.systems.sunder.view_types import CardView, CreatureView, FightView, GauntletView
from tests.systems.sunder.told import a_scene

INES = Viewer(("ines",), ("A",))
ROOK = Viewer(("rook",), ("B",))


def seen(scene: Scene, viewer: Viewer = GM_VIEWER, request: Any = None, answered: Any = None) -> FightView:
    """What a reader sees; it is plain JSON."""
    shown = view(scene, viewer, request, answered or {})
    json.dumps(shown)
    return shown


def creature(shown: FightView, id_: str) -> CreatureView:
    """One creature."""
    return next(one for one in shown["creatures"] if one["id"] == id_)


def card(shown: FightView, owner: str, id_: str) -> CardView:
    """One card of a hand."""
    hand = next(one for one in shown["hands"] if one["creature"] == owner)
    return next(one for one in hand["cards"] if one["id"] == id_)


def gauntlet(shown: FightView, id_: str) -> GauntletView:
    """The gauntlet of one creature."""
    return next(one for one in shown["gauntlets"] if one["creature"] == id_)


def test_everybody_reads_all_numbers() -> None:
    """Tracks, Marks and items are public; kits, hands and gauntlets are not."""
    scene = a_scene(stress={"Might": 7}, resistance={"Might": 2}, marks=1)
    shown = seen(scene, SPECTATOR)
    assert shown["creatures"] == seen(scene)["creatures"]
    assert (shown["hands"], shown["gauntlets"], shown["kits"]) == ([], [], [])
    ines = creature(shown, "ines")
    assert ines["tracks"][0] == {
        "potential": "Might",
        "score": 12,
        "stress": 7,
        "spent": 2,
        "die": 6,
        "jinx": 5,
        "charged": False,
        "perks": [
            {"face": 3, "name": "Drive", "text": "The kept die is rolled again, and the new face counts."}
        ],
        "skills": ["Force"],
    }
    assert (ines["marks"], ines["pool"], ines["kind"], ines["archetype"]) == (1, 5, "player", "Frontliner")
    assert (ines["domains"], ines["knacks"], ines["place"], ines["surge"]) == (
        ["Still"],
        ["old tricks"],
        None,
        None,
    )
    assert creature(shown, "rook")["contour"] == "Breaker"
    assert (shown["title"], shown["intro"], shown["sides"]["B"]) == ("A test", "Water.", "The flood")


def test_what_is_on_a_creature_says_what_it_does_and_when_it_ends() -> None:
    """Conditions, Advantages to come and running cards, with their clauses."""
    scene = a_scene()
    ines = scene.state.creatures["ines"]
    ines.conditions += [
        Condition("Held", Until("rook", "start", 1), by="rook", amount=1),
        Condition("Rooted", SCENE, amount=2, zone="ford"),
        Condition("Unseen", Until(dispelled=True)),
    ]
    ines.favours.append(Favour("Brace/Feat", -1, "Rattled stance", Until("ines", "end", 1), clause="S12.10"))
    scene.state.running += [
        Running(1, "ines", "ines", "strike", "bottom", "Guard", Until("ines", "start", 1), guard="Might"),
        Running(2, "rook", "ines", "howl", "top", "Howl", SCENE, die=4, value=2),
    ]
    shown = creature(seen(scene), "ines")
    assert [(one["name"], one["text"], one["ends"]) for one in shown["conditions"]] == [
        (
            "Held",
            "Rooted (1) around Rook; Disadvantage on its weapon and unarmed attacks.",
            "at the start of Rook's next turn",
        ),
        ("Rooted (2)", "No Movement takes it further than 10 feet from Ford.", "when the scene ends"),
        (
            "Unseen",
            "Advantage on attacks against those who cannot see it, Disadvantage on finding it; "
            "its own weapon or unarmed attack ends it.",
            "when another creature dispels it",
        ),
    ]
    assert shown["favours"] == [
        {
            "name": "Disadvantage on the next Brace or Feat Test",
            "text": "From Rattled stance.",
            "ends": "at the end of Ines's next turn",
            "clause": "S12.10",
            "die": 0,
            "value": 0,
        }
    ]
    guard, howl = shown["running"]
    assert guard["text"] == "Stress in Might is cut by a roll of its Might die."
    assert (howl["name"], howl["ends"], howl["die"], howl["value"]) == (
        "Howl (Rook)",
        "when its die runs out",
        4,
        2,
    )


def test_an_end_of_this_very_turn_is_told_so() -> None:
    """What ends with the turn under way does not wait for the next."""
    scene = a_scene()
    scene.emit(e.TurnBegan("ines"))
    scene.state.creatures["rook"].conditions.append(Condition("Dazed", Until("ines", "end", 1)))
    assert creature(seen(scene), "rook")["conditions"][0]["ends"] == "at the end of Ines's turn"


def test_items_in_words() -> None:
    """What is in hand, what lies where, shots and Protection Slots."""
    scene = a_scene()
    fen, ines = scene.state.creatures["fen"], scene.state.creatures["ines"]
    scene.emit(e.Thrown("fen", "knife", "mill"))
    ines.shots["pistol"] = 1
    ines.slots["leather"] = 1
    scene.state.creatures["rook"].worn["oak-shield"] = 1
    shown = seen(scene)
    assert fen.hands == []
    knife = creature(shown, "fen")["items"][0]
    assert (knife["text"], knife["lies"], knife["in_hand"]) == (
        "D4 to Finesse, melee, Thrown (Close)",
        "Mill",
        False,
    )
    sword, pistol, leather = creature(shown, "ines")["items"]
    assert (sword["in_hand"], sword["shots"], pistol["shots"]) == (True, None, 1)
    assert (leather["slots"], leather["slots_max"], leather["text"]) == (0, 1, "1 Protection Slot, Light")
    fist, shield = creature(shown, "rook")["items"]
    assert (fist["in_hand"], fist["text"]) == (True, "2 x D6 to Might, melee, Brutal")
    assert (shield["slots"], shield["slots_max"], shield["worn"]) == (1, 1, 1)


def test_the_place() -> None:
    """Zones with the ways that are open, distances as bands, things with what those who know may read."""
    scene = a_scene()
    scene.state.closed.append(("bank", "mill"))
    shown = seen(scene, SPECTATOR)
    assert [zone["ways"] for zone in shown["zones"]] == [["bank"], ["ford"], []]
    assert shown["distances"]["ford"] == [
        {"zone": "ford", "band": "Here", "feet": 5, "sight": True},
        {"zone": "bank", "band": "Close", "feet": 25, "sight": True},
        {"zone": "mill", "band": "There", "feet": 55, "sight": False},
    ]
    chest, gate = shown["things"]
    assert (chest["closed"], chest["holds"], gate["closed"], gate["holds"]) == (None, None, True, None)


def test_what_a_search_finds_is_for_its_side() -> None:
    """Nobody but the GM knows it before, and nobody of another side after."""
    scene = a_scene()
    holds = [seen(scene, viewer)["things"][0]["holds"] for viewer in (GM_VIEWER, INES, ROOK)]
    assert holds == ["a wet letter", None, None]
    scene.emit(e.Searched("ines", "chest", "Chest", "a wet letter"), to=("A",))
    holds = [
        seen(scene, viewer)["things"][0]["holds"]
        for viewer in (INES, Viewer(("fen",), ("A",)), ROOK, SPECTATOR)
    ]
    assert holds == ["a wet letter", "a wet letter", None, None]


def test_the_course_of_play() -> None:
    """The queue, the turn, the action, Surges that wait, Countdowns, and the GM's slots."""
    scene = a_scene()
    scene.emit(e.ThrewIn("ines", 1))
    scene.emit(e.ThrewIn("fen", 2))
    scene.emit(e.GaveWay("ines", "fen"))
    scene.state.turn = Turn("rook", slot=True, plays=[Play("strike", "top")], steps_left=3)
    scene.state.action = Action(4, "rook", "strike", "Attack", "top", ["ines"])
    scene.state.announced = 4
    scene.state.surges.append(Waiting("ines", "set-feet", 4))
    scene.state.forfeits = 1
    shown = seen(scene, SPECTATOR)
    assert shown["queue"] == [
        {"creatures": ["fen"], "gave_way_to": []},
        {"creatures": ["ines"], "gave_way_to": ["fen"]},
    ]
    assert [creature(shown, id_)["place"] for id_ in ("fen", "ines", "rook")] == [2, 3, None]
    assert shown["turn"] == {
        "creature": "rook",
        "group": [],
        "slot": True,
        "plays": ["Strike, top"],
        "feet_left": 15,
    }
    assert shown["action"] == {"number": 4, "creature": "rook", "name": "Attack", "targets": ["ines"]}
    assert shown["surges"] == ["Ines's Surge Set your feet takes effect after action 4"]
    assert (shown["announced"], shown["forfeits"], shown["slot"], shown["risk"]) == (4, 1, False, "Uncertain")
    assert shown["countdowns"] == [
        {
            "id": "ford",
            "name": "The ford rises",
            "size": 6,
            "side": "A",
            "hope": 6,
            "dread": 6,
            "decides": True,
            "decided": "",
            "creature": None,
            "skills": ["Brace", "Reason"],
        }
    ]


def test_who_is_asked_is_told_to_all() -> None:
    """A question, dice, a window that somebody has answered, and nothing."""
    scene = a_scene()
    yes = (Option("no", "no"), Option("yes", "yes"))
    ask = [Choose(id_, "throw in", yes, "S4.9", (), "no") for id_ in ("ines", "fen")]
    window = Window((ask[0], ask[1]), "first", "S4.9")
    assert seen(scene, SPECTATOR, ask[0])["weighed"] == "Ines may throw in the gauntlet"
    assert seen(scene, SPECTATOR, window, {"ines": None})["weighed"] == "Fen may throw in the gauntlet"
    assert seen(scene, SPECTATOR, window, {"ines": None, "fen": None})["weighed"] is None
    roll = Roll(Pool("fen", (Dice(20),)), RollCuts(), "Test", "S1.14")
    assert seen(scene, SPECTATOR, roll)["weighed"] == "Fen rolls the dice"
    ruling = Ruling("slot", yes, "S4.5", "no")
    assert ruling.seat == GM
    assert seen(scene, SPECTATOR, ruling)["weighed"] == "GM has a GM slot"
    assert seen(scene)["weighed"] is None


# Hands


def test_a_hand_has_the_general_cards_first() -> None:
    """Then own cards with their Options, Surges, Traits; the GM sees the hands of all."""
    scene = a_scene()
    shown = seen(scene, INES)
    (hand,) = shown["hands"]
    ids = [one["id"] for one in hand["cards"]]
    assert ids == [*GENERAL, "hymn", "first-verse", "set-feet", "redirect"]
    assert [one["kind"] for one in hand["cards"]][-4:] == ["action", "option", "surge", "trait"]
    assert [one["creature"] for one in seen(scene)["hands"]] == ["ines", "fen", "rook"]
    strike = card(shown, "ines", "strike")
    assert strike["general"]
    assert strike["top"] is not None
    assert strike["top"]["test"] == "Might (Force), or Finesse (Sleight) at a distance"
    assert strike["top"]["default"].startswith("One weapon or unarmed attack")
    verse = card(shown, "ines", "first-verse")
    assert (verse["parent"], verse["bottom"]) == ("hymn", None)
    assert verse["top"] is not None
    assert (verse["top"]["cost"], verse["top"]["test"]) == (
        "1 Tether Resistance",
        "Tether (Weave) or Heart (Sway)",
    )
    redirect = card(shown, "ines", "redirect")
    assert redirect["text"] == (
        "It gives way. What would fall on Might falls on Nerve. "
        "Reaction when Stress comes in (Might), once a round."
    )


def test_how_cards_lie() -> None:
    """Used till the next turn, out till a rest, Active, face down; a Trait that has reacted; refusals."""
    scene = a_scene()
    scene.emit(e.TurnBegan("ines"))
    scene.emit(e.TurnOpened("ines"))
    scene.emit(e.HalfPlayed("ines", "strike", "top"))
    scene.emit(e.HalfPlayed("ines", "hymn", "bottom", out="Short Rest"))
    scene.emit(e.SurgeAnnounced("ines", "set-feet", "Set your feet", 0, False))
    scene.emit(e.ReactionTaken("ines", "redirect", "Redirect", "incoming stress"))
    scene.state.running.append(
        Running(1, "ines", "ines", "evade", "top", "Keep moving", Until("ines", "start", 2))
    )
    shown = seen(scene, INES)
    states = {
        id_: card(shown, "ines", id_)["state"]
        for id_ in ("strike", "hymn", "first-verse", "evade", "set-feet")
    }
    assert states == {
        "strike": "used",
        "hymn": "out",
        "first-verse": "out",
        "evade": "active",
        "set-feet": "face down",
    }
    backs = [card(shown, "ines", id_)["back"] for id_ in ("strike", "hymn", "evade", "set-feet", "endure")]
    assert backs == [
        "at the start of its next turn",
        "after a Short Rest",
        "at the start of Ines's next turn",
        "at the end of its next turn",
        "",
    ]
    assert card(shown, "ines", "redirect")["reacted"]
    bottom = card(shown, "ines", "strike")["bottom"]
    assert bottom is not None
    assert bottom["refusal"] is not None
    assert bottom["refusal"]["clause"] == "S5.4"
    refusal = card(shown, "ines", "set-feet")["refusal"]
    assert refusal is not None
    assert refusal["clause"] == "S6.2"
    assert creature(shown, "ines")["surge"] == "Set your feet"


def test_a_surge_used_between_turns_comes_back_with_the_next() -> None:
    """Used before the turn under way began, it is back when that ends (S6.4)."""
    scene = a_scene()
    scene.emit(e.SurgeAnnounced("ines", "set-feet", "Set your feet", 0, False))
    assert card(seen(scene), "ines", "set-feet")["back"] == "at the end of its next turn"
    scene.emit(e.TurnBegan("ines"))
    assert card(seen(scene), "ines", "set-feet")["back"] == "at the end of this turn"


# The gauntlet


def test_the_gauntlet_counts_the_turn_under_way() -> None:
    """The place one would get, the place one has, to whom one may give way, whom one may join."""
    scene = a_scene()
    would_be = gauntlet(seen(scene, INES), "ines")
    assert (would_be["queued"], would_be["would_be"], would_be["refusal"]) == (False, 1, None)
    scene.emit(e.TurnBegan("rook", slot=True))
    scene.emit(e.ThrewIn("ines", 1))
    assert gauntlet(seen(scene), "fen")["would_be"] == 3
    scene.emit(e.ThrewIn("fen", 2))
    mine = gauntlet(seen(scene, INES), "ines")
    assert (mine["queued"], mine["place"], mine["would_be"]) == (True, 2, None)
    assert (mine["give_way_to"], mine["join"], mine["group"]) == (["fen"], ["fen"], [])
    assert mine["refusal"] == {"text": "Ines is in the queue already", "clause": "S4.4"}
    scene.emit(e.JoinedGroup("fen", "ines"))
    assert gauntlet(seen(scene), "fen")["group"] == ["ines", "fen"]
    assert [one["creature"] for one in seen(scene)["gauntlets"]] == ["ines", "fen"]
    assert [one["creature"] for one in seen(scene, ROOK)["gauntlets"]] == []


def test_whoever_has_the_turn_is_first() -> None:
    """Its place is 1, and it cannot throw in before the turn has ended."""
    scene = a_scene()
    scene.emit(e.TurnBegan("ines", ("fen",)))
    for id_ in ("ines", "fen"):
        shown = gauntlet(seen(scene), id_)
        assert (shown["acting"], shown["place"], shown["would_be"]) == (True, 1, None)


# Kits


def test_kits_are_for_the_gm_alone() -> None:
    """Unused Interventions and Escalations, with costs and budget."""
    scene = a_scene()
    assert seen(scene, ROOK)["kits"] == []
    (kit,) = seen(scene)["kits"]
    assert (kit["creature"], kit["budget"], kit["spent"]) == ("rook", 2, 6)
    assert [(one["kind"], one["rank"], one["cost"]) for one in kit["kit"]] == [
        ("Intervention", "Mechanical", 1),
        ("Intervention", "Major", 3),
        ("Escalation", "Mechanical", 2),
    ]
    assert kit["kit"][0]["text"].startswith("Rattled stance: ")
    assert kit["kit"][2]["refusal"] is None
    scene.emit(e.SurgeAnnounced("rook", "escalation Mechanical", "Wind up", 0, False))
    used = seen(scene)["kits"][0]["kit"][2]["refusal"]
    assert used is not None
    assert used["clause"] == "S6.2"
    assert creature(seen(scene, SPECTATOR), "rook")["surge"] == "Mechanical Escalation"
    scene.emit(e.Fell("rook"))
    assert [one["refusal"] is None for one in seen(scene)["kits"][0]["kit"]] == [False, False, False]


def test_how_somebody_is_out() -> None:
    """Dying, stabilized, or simply down."""
    scene = a_scene()
    scene.emit(e.Fell("fen"))
    assert creature(seen(scene), "fen")["out"] == "incapacitated"
    scene.emit(e.CountdownBegan("dying-fen", "Fen is dying", 4, "A", 4, creature="fen"))
    dying = creature(seen(scene), "fen")
    assert (dying["out"], dying["dying"]) == ("dying", "dying-fen")
    scene.emit(e.Stabilized("fen"))
    assert creature(seen(scene), "fen")["out"] == "stabilized"
