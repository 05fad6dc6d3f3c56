"""Questions of a Pace fight in words, and what is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from affray.kernel.presentation import OptionView, QuestionView
from affray.kernel.requests import Choose, Option, Pool, Question, Ruling, question_of
from affray.kernel.system import GM_VIEWER, Viewer
from affray.systems.pace import text
from affray.systems.pace.scenario import Clock, SceneObject, Task, TaskSave
from affray.systems.pace.state import Fight
from affray.systems.pace.text.panel import SECTIONS
from tests.systems.pace.fights import Table, fight, person

SEARCH = Task("search", "Search it", 1, TaskSave("Will", 12), once=True)
HEAVE = Task("heave", "Heave", 2, clock="flood")
KICK = Task("kick", "Kick it", 0)


def asked(table: Table, seat: str, viewer: Viewer = GM_VIEWER) -> QuestionView:
    """The open question of a seat as somebody reads it."""
    pending = table.session.pending
    assert pending is not None
    questions = (question_of(pending.request, part) for part in pending.open_parts())
    question = next(one for one in questions if one is not None and one.seat == seat)
    return text.question(table.fight, question, viewer)


def put(encounter: Fight, question: Question) -> QuestionView:
    """A question put by hand, as the GM reads it."""
    return text.question(encounter, question, GM_VIEWER)


def of_group(view: QuestionView, group: str) -> list[OptionView]:
    """The options of one row of the panel."""
    return [option for option in view["options"] if option["group"] == group]


def rows(options: Sequence[OptionView]) -> list[tuple[str, str]]:
    """Label and detail of each."""
    return [(option["label"], option["detail"]) for option in options]


def ap(option: OptionView) -> int:
    """What it costs."""
    return sum(pip["count"] for pip in option["cost"] if pip["pip"] == "ap")


def the_scene(**more: Any) -> Table:
    """Ann with much to do: foes, a friend, things, a door and tasks."""
    encounter = fight(
        "...E...\n.ABC...\n.......",
        person(
            "ann",
            items=("sword", "maul", "key"),
            wielded=("sword",),
            strength=3,
            scores={"Will": 2},
            spells=("doom", "wall", "spark"),
            facing="E",
            ap=1,
            **more,
        ),
        person("bob", "B", strength=1, facing="W", scores={"Will": 4}, dr={"slashing": 2}),
        person("cid"),
        person("eve", "B"),
        objects=(
            SceneObject("gate", "Gate", "A1", hp=9, door="locked"),
            SceneObject("chest", "Chest", "B3", hp=5, task=(SEARCH, HEAVE, KICK)),
        ),
        ground={"lamp": "A2", "crate": "A3"},
        clocks=(Clock("flood", "The flood", 4, full="The cellar is under water."),),
    )
    return Table(encounter).settle()


# The turn


def test_a_turn_lists_everything_in_sections_and_its_end_last() -> None:
    """In the order of the panel; the end costs nothing and is aimed at nothing."""
    view = asked(the_scene(), "ann")
    places = [SECTIONS.index(option["section"]) for option in view["options"]]
    assert places == sorted(places)
    assert set(places) == set(range(len(SECTIONS)))
    last = view["options"][-1]
    assert (last["id"], last["cost"], last["target"], last["refusal"]) == ("end", [], None, None)
    assert view["options"][-2]["id"] == "wait"
    assert view["title"] == "Ann: what now?"
    assert view["facts"] == ["4 AP of 5 at most"]
    assert view["follows"] == "AP that are left are kept, to 5 at most."


def test_an_attack_tells_both_scores_and_its_damage() -> None:
    """Foes first; an ally says so; what is refused says why."""
    view = asked(the_scene(), "ann")
    sword = of_group(view, "Sword")
    assert rows(sword)[:3] == [
        ("Bob", "Strength 3 against Strength 1; 1d8 + 3 slashing"),
        ("Eve", "Strength 3 against Strength 0; 1d8 + 3 slashing"),
        ("Cid", "Strength 3 against Strength 0; 1d8 + 3 slashing; your own side"),
    ]
    bob, eve, cid = sword[:3]
    assert (bob["target_kind"], bob["target"], ap(bob), bob["refusal"]) == ("actor", "bob", 1, None)
    assert cid["refusal"] == {"text": "It is 2 Paces away; the range is 1", "clause": "P4.10"}
    assert eve["refusal"] is not None
    grapple = of_group(view, "Grapple with bare hands")
    assert next((row["id"], row["label"], row["clause"]) for row in grapple) == (
        "attack bare-hands bob grapple",
        "Bob",
        "P5.1",
    )
    assert of_group(view, "Trip with sword") == []


def test_advantage_stands_in_the_line_of_an_attack() -> None:
    """The net of both sides."""
    table = Table(fight("AB", person("ann", abilities=("keen",)), person("bob", "B", abilities=("steady",))))
    line = of_group(asked(table.settle(), "ann"), "Sword")[0]["detail"]
    assert line == "Strength 0 with Advantage (1) against Strength 0 with Advantage (2); 1d8 slashing"


def test_ranged_weapons_have_no_rows_for_maneuvers() -> None:
    """They would all be refused; whoever asks is told why."""
    table = Table(fight("A..B", person("ann", items=("bow",)), person("bob", "B")))
    view = asked(table.settle(), "ann")
    assert [option["group"] for option in view["options"] if option["section"] == "Attack"] == ["Bow"]


def test_objects_tell_the_dc() -> None:
    """By distance; what is out of range says so."""
    view = asked(the_scene(), "ann")
    objects = [option for option in view["options"] if option["section"] == "Objects"]
    sword = [option for option in objects if option["group"] == "Sword"]
    assert rows(sword) == [
        ("Gate", "Strength 3 against DC 6; 1d8 + 3 slashing"),
        ("Chest", "Strength 3 against DC 6; 1d8 + 3 slashing"),
    ]
    assert [(option["target_kind"], option["target"]) for option in sword] == [
        ("place", "gate"),
        ("place", "chest"),
    ]


def test_squares_tell_their_paces() -> None:
    """A Move costs 1 AP, also on the spot; the free movement costs none."""
    table = Table(fight("A..\n...\n..B", person("ann", facing="N"), person("bob", "B")))
    view = asked(table.settle(), "ann")
    move = {option["label"]: option for option in of_group(view, "Move")}
    assert move["A1"]["detail"] == "0 Paces, to turn about"
    assert (move["B2"]["detail"], ap(move["B2"]), move["B2"]["target"]) == ("1 Pace", 1, "B2")
    free = {option["label"]: option for option in of_group(view, "Free movement")}
    assert (free["C1"]["detail"], ap(free["C1"])) == ("2 Paces", 0)
    assert view["facts"][1] == "Free movement open: 5 Paces, before anything else"
    view = asked(table.do("ann move B2"), "ann")
    assert of_group(view, "Go on")[0]["cost"] == []
    assert view["facts"] == [
        "2 AP of 5 at most",
        "Move under way: 4 Paces left",
        "The next diagonal costs two",
    ]
    facing = of_group(view, "End the Move facing")
    assert ("South-east", "faces Bob") in rows(facing)
    assert ("North", "faces no foe") in rows(facing)
    table = Table(fight("A..\n...\n..B", person("ann"), person("bob", "B"))).do("ann free B1")
    assert asked(table, "ann")["facts"][1] == "Free movement under way: 4 Paces left"
    pivots = of_group(asked(table, "ann"), "Pivot")
    assert [ap(option) for option in pivots] == [1] * 7


def test_spells_tell_save_and_effect() -> None:
    """With the DC of the afflicted, and what it comes from."""
    view = asked(the_scene(), "ann")
    assert rows(of_group(view, "Doom"))[0] == ("Bob", "Will 2 against DC 14 (10 + Will 4); 2d6 cold")
    assert rows(of_group(view, "Wall")) == [("Wall", "blocking terrain")]
    assert rows(of_group(view, "Spark"))[0] == ("Bob", "1d6 + Will fire")
    assert ap(of_group(view, "Doom")[0]) == 2


def test_interactions_tell_what_they_are_about() -> None:
    """Items, doors, tasks and words, each with its AP; refused ones stay in their place."""
    view = asked(the_scene(), "ann")
    found = {option["id"]: option for option in view["options"] if option["section"] == "Interactions"}
    shown = {
        id_: (option["group"], option["label"], option["detail"], ap(option)) for id_, option in found.items()
    }
    assert shown["pick-up lamp"] == ("Pick up", "Lamp", "Bulk 1, on A2", 1)
    assert shown["draw maul"] == ("Draw", "Maul", "", 1)
    assert shown["swap sword maul"] == ("Swap", "Sword for Maul", "", 1)
    assert shown["stow sword"] == ("Put away", "Sword", "", 1)
    assert shown["drop sword"] == ("Let fall", "Sword", "free", 0)
    assert shown["unlock gate"] == ("Unlock", "Gate", "with the key", 1)
    assert shown["open gate"] == ("Open", "Gate", "free", 0)
    assert shown["do chest search"] == ("Chest", "Search it", "Will 2 against DC 12", 1)
    assert shown["do chest heave"] == ("Chest", "Heave", "advances The flood", 2)
    assert shown["do chest kick"] == ("Chest", "Kick it", "free", 0)
    assert shown["words"] == ("25 more words", "25 more words", "25 words left", 1)
    assert found["open gate"]["refusal"] == {"text": "Gate is locked", "clause": "P8.1"}
    assert (found["unlock gate"]["target_kind"], found["unlock gate"]["target"]) == ("place", "gate")


def test_holds_can_be_escaped_and_let_go() -> None:
    """Both by the name of the other."""
    table = Table(fight("AB", person("ann", strength=2), person("bob", "B", strength=4, held_by=("ann",))))
    let_go = of_group(asked(table.settle(), "ann"), "Let go of")
    assert [(option["label"], option["detail"], option["target"]) for option in let_go] == [
        ("Bob", "free", "bob")
    ]
    escape = of_group(asked(table.do("ann end").settle(), "bob"), "Get free of")
    assert rows(escape) == [("Ann", "Strength 4 against Strength 2; a tie holds")]


def test_a_wait_says_what_it_gives() -> None:
    """No AP above the most there can be; after AP were spent it says why not."""
    table = Table(fight("A.B", person("ann"), person("bob", "B", ap=4)))
    wait = of_group(asked(table.settle(), "ann"), "Wait")[0]
    assert wait["detail"] == "ends the turn; 1 AP and Advantage (1) in the next initiative"
    wait = of_group(asked(table.do("ann pivot S"), "ann"), "Wait")[0]
    assert wait["refusal"] == {
        "text": "A Wait is open only while no AP were spent this turn",
        "clause": "P8.4",
    }
    wait = of_group(asked(table.do("ann end").settle(), "bob"), "Wait")[0]
    assert wait["detail"] == "ends the turn; Advantage (1) in the next initiative"


def test_things_of_one_name_are_told_apart() -> None:
    """The second by its holder, or by a number."""
    knives = person("ann", items=("knife", "knife", "knife"), wielded=("knife", "knife"))
    view = asked(Table(fight("A.B", knives, person("bob", "B"))).settle(), "ann")
    assert [option["label"] for option in of_group(view, "Let fall")] == ["Knife", "Knife of Ann, 2"]
    assert [option["label"] for option in of_group(view, "Draw")] == ["Knife of Ann"]


# Answers


def test_the_defender_knows_the_roll_and_what_it_would_take() -> None:
    """To the one who is asked it says "you", to others the name."""
    table = the_scene().do("ann attack sword bob", "ann 13")
    own = asked(table, "bob", Viewer(("bob",), ("B",)))
    assert own["title"] == "Ann attacks you: 16. Your answer?"
    assert own["facts"] == [
        "Ann, Sword: 13 + 3 Strength = 16",
        "You roll d20 + Strength 1: 15 or more holds, a tie is yours",
        "If it lands: 1d8 + 3 slashing, less DR 2",
        "3 AP",
    ]
    assert rows(own["options"]) == [
        ("Take it", "all AP are kept"),
        ("Block, Blade", "a hit is lessened by 1d8"),
        ("Block, Bare hands", "a hit is lessened by 1d4"),
        ("Evade", "then up to 2 Paces, hit or miss"),
        ("Counter, Blade", "hold, then hold again: 1d8 slashing to Ann"),
        ("Counter, Bare hands", "hold, then hold again: 1d4 bludgeoning to Ann"),
    ]
    assert [ap(option) for option in own["options"]] == [0, 1, 1, 1, 1, 1]
    theirs = asked(table, "bob")
    assert theirs["title"] == "Ann attacks Bob: 16. Bob's answer?"
    assert theirs["facts"][1] == "Bob rolls d20 + Strength 1: 15 or more holds, a tie holds"


@pytest.mark.parametrize(
    ("face", "strength", "fact"),
    [
        (2, 1, "You roll d20 + Strength 1: every roll holds"),
        (1, 4, "You roll d20 + Strength 4: every roll holds"),
        (18, 1, "You roll d20 + Strength 1: only a 20 holds, a tie is yours"),
        (20, 1, "You roll d20 + Strength 1: no roll holds, and a natural 20 gives 1 AP"),
    ],
)
def test_from_which_face_a_defence_holds(face: int, strength: int, fact: str) -> None:
    """Ann has Strength 3 here, or less."""
    ann = 3 if face in (18, 20) else 0
    table = Table(
        fight(
            "AB", person("ann", strength=ann, facing="E"), person("bob", "B", strength=strength, facing="W")
        )
    )
    table.do("ann attack sword bob", f"ann {face}")
    assert asked(table, "bob", Viewer(("bob",), ("B",)))["facts"][1] == fact


def test_a_critical_and_a_maneuver_are_among_the_facts() -> None:
    """Doubled dice, several types with the DR of each, and what a hit does besides."""
    people = (
        person("ann", items=("knife",), dexterity=1, facing="E"),
        person("bob", "B", facing="W", dr={"piercing": 1}),
    )
    table = Table(fight("AB", *people)).do("ann attack knife bob", "ann 20")
    assert asked(table, "bob")["facts"][2] == (
        "If it lands: 2d4 + 1 piercing or slashing, the dice doubled by the natural 20, "
        "less DR 1 against piercing, none against slashing"
    )
    for maneuver, fact in (
        ("grapple", "Grapple: a hit also holds Bob"),
        ("trip", "Trip: a hit also halves the Speed of Bob"),
        ("disarm", "Disarm: a hit also disarms Bob"),
        ("push", "Push: a hit also moves Bob by 2 Paces"),
    ):
        table = Table(fight("AB", *people)).do(f"ann attack bare-hands bob {maneuver}", "ann 9")
        assert fact in asked(table, "bob")["facts"]


def test_a_counter_out_of_range_says_why() -> None:
    """It stays among the answers."""
    table = Table(fight("A.B", person("ann", items=("spear",), facing="E"), person("bob", "B", facing="W")))
    view = asked(table.do("ann attack spear bob", "ann 9"), "bob")
    refused = [option for option in view["options"] if option["refusal"] is not None]
    assert {option["id"] for option in refused} == {"counter blade", "counter bare-hands"}
    assert refused[0]["refusal"] == {"text": "It is 2 Paces away; the range is 1", "clause": "P4.14"}


def test_an_evade_offers_squares() -> None:
    """Half the Speed, and staying."""
    table = Table(fight("AB..", person("ann", facing="E"), person("bob", "B", facing="W")))
    view = asked(table.do("ann attack sword bob", "ann 1", "bob evade", "bob 9"), "bob")
    assert view["title"] == "Bob evades. Where to?"
    assert rows(view["options"]) == [("Stay here", ""), ("C1", "1 Pace"), ("D1", "2 Paces")]
    assert view["options"][1]["target"] == "C1"


def test_a_push_foretells_its_collision() -> None:
    """Free, a wall, the edge, a corner, or somebody, with the dice."""
    board = "A.#\n.B.\n#.C"
    people = (person("ann", items=("cestus",)), person("bob", "B", facing="S"), person("cid", "B"))
    table = Table(fight(board, *people))
    table.do("ann attack cestus bob push", "ann 20", "bob 1", "ann 1 1")
    view = asked(table, "ann")
    assert view["title"] == "Bob is moved 2 Paces. Which way?"
    assert dict(rows(view["options"])) == {
        "North": "edge of the board after 1: 1d6 to Bob",
        "North-east": "wall: 2d6 to Bob",
        "East": "edge of the board after 1: 1d6 to Bob",
        "South-east": "into Cid: 2d6, each takes half",
        "South": "edge of the board after 1: 1d6 to Bob",
        "South-west": "wall: 2d6 to Bob",
        "West": "edge of the board after 1: 1d6 to Bob",
        "North-west": "into Ann: 2d6, each takes half",
    }
    table = Table(fight("AB...", person("ann", items=("cestus",)), person("bob", "B")))
    table.do("ann attack cestus bob push", "ann 20", "bob 1", "ann 1 1")
    assert ("East", "free, to D1") in rows(asked(table, "ann")["options"])


def test_a_disarm_offers_items_by_square() -> None:
    """One row for each item, one place for each space."""
    people = (person("ann"), person("bob", "B", items=("sword", "knife")))
    table = Table(fight("AB.", *people)).do("ann attack bare-hands bob disarm", "ann 20", "bob 1", "ann 1 1")
    view = asked(table, "ann")
    assert view["title"] == "Bob is disarmed. What drops, and where?"
    assert [(option["group"], option["label"], option["target"]) for option in view["options"]] == [
        (name, square, square) for name in ("Sword", "Knife") for square in ("A1", "B1", "C1")
    ]


def test_the_type_of_damage_is_named_with_its_dr() -> None:
    """Of a character, and of an object."""
    gate = SceneObject("gate", "Gate", "A2", hp=9, dr={"slashing": 2})
    people = (person("ann", items=("knife",)), person("bob", "B", dr={"piercing": 1}))
    board = "AB\n.."
    table = Table(fight(board, *people, objects=(gate,))).do(
        "ann attack knife bob", "ann 20", "bob 1", "ann 1 1"
    )
    view = asked(table, "ann")
    assert view["title"] == "Knife against Bob: which type of damage?"
    assert rows(view["options"]) == [("Piercing", "DR 1"), ("Slashing", "no DR")]
    table = Table(fight(board, *people, objects=(gate,))).do("ann batter knife gate", "ann 19", "ann 1")
    view = asked(table, "ann")
    assert view["title"] == "Knife against Gate: which type of damage?"
    assert rows(view["options"]) == [("Piercing", "no DR"), ("Slashing", "DR 2")]


def test_further_targets_are_named_before_the_roll() -> None:
    """Of a weapon and of a spell; so far, and no further."""
    people = (person("ann", items=("chain",), spells=("spark",)), person("bob", "B"), person("cid"))
    table = Table(fight("AB.\n.C.", *people)).do("ann attack chain bob")
    view = asked(table, "ann")
    assert view["title"] == "Chain: another target?"
    assert view["facts"][0] == "So far: Bob"
    assert rows(view["options"])[0] == ("No further target", "")
    table = Table(fight("AB..D", people[0], people[1], person("dan", "B"))).do("ann cast spark bob")
    view = asked(table, "ann")
    assert view["title"] == "Spark: another target?"
    assert rows(view["options"])[1] == ("Dan", "1d6 + Will fire")


def test_a_spell_on_a_square_asks_where() -> None:
    """Who stands there is told."""
    table = Table(fight("A.B", person("ann", spells=("wall",)), person("bob", "B"))).do("ann cast wall")
    view = asked(table, "ann")
    assert view["title"] == "Wall: on which square?"
    assert rows(view["options"]) == [("A1", "Ann"), ("B1", ""), ("C1", "Bob")]
    assert view["facts"] == ["Blocking terrain"]


def test_the_way_out_of_terrain() -> None:
    """By squares, with the dice of the way."""
    table = Table(fight("A.B\n...", person("ann", spells=("wall",), speed=3), person("bob", "B")))
    table.do("ann cast wall", "ann place C1", "ann end")
    view = asked(table, "bob")
    assert view["title"] == "Bob stands in terrain. Which way out?"
    assert ("B1", "1 space, 1d6") in rows(view["options"])


def test_a_pivot_out_of_turn() -> None:
    """At the turn of a foe and after its attack, with what each facing would see."""
    table = Table(fight("A.B", person("ann", facing="E"), person("bob", "B", facing="N")))
    view = asked(table, "bob")
    assert view["title"] == "Ann is up. Bob: Pivot?"
    assert view["facts"] == ["Bob faces north", "Ann stands outside the wedge", "3 AP"]
    assert rows(view["options"])[:3] == [
        ("Stay as you are", "no AP"),
        ("Not this round", "no AP, and not asked again this round"),
        ("North-east", "faces no foe"),
    ]
    assert ("West", "faces Ann") in rows(view["options"])
    table = Table(fight("AB", person("ann", facing="E"), person("bob", "B", facing="W")))
    view = asked(table.do("ann attack sword bob", "ann 1", "bob take", "bob 9"), "bob")
    assert view["title"] == "The attack of Ann is over. Bob: Pivot?"
    assert view["facts"][1] == "Ann stands in front"


def test_a_move_that_ends_asks_for_a_facing() -> None:
    """Where AP are spent in the middle of it."""
    table = Table(fight("A..B", person("ann", facing="N"), person("bob", "B"))).do("ann move B1", "ann words")
    view = asked(table, "ann")
    assert view["title"] == "Ann: the Move ends. Facing which way?"
    assert view["facts"][0] == "Ann faces north"
    assert ("East", "faces Bob") in rows(view["options"])


# Rulings, and what is left


@pytest.mark.parametrize(
    ("question", "title", "labels"),
    [
        (
            Ruling(
                "defeat", (Option("dead", "meaning"), Option("dying", "meaning")), "P4.8", "dead", ("bob",)
            ),
            "Bob is at 0 HP. What does that mean?",
            ["Dead", "Dying"],
        ),
        (
            Ruling("stalemate", (Option("go-on", "go-on"), Option("end", "end")), "P2.5", "end", (20,)),
            "Does the scene end here?",
            ["It goes on", "It ends undecided"],
        ),
        (
            Ruling("clock full", (Option("go-on", "go-on"), Option("end", "end")), "P9.1", "end", ("flood",)),
            "The flood is full. Is the scene over?",
            ["The scene goes on", "The scene is over"],
        ),
        (
            Ruling("no way out", (Option("stay", "stay"), Option("defeated", "x")), "P7.6", "stay", ("bob",)),
            "Bob stands in terrain without a way out. What now?",
            ["It stays", "It is defeated"],
        ),
        (Choose("ann", "riddle", (Option("a-b", "a"),), "P1.1"), "Riddle?", ["A-b"]),
    ],
)
def test_rulings_and_questions_without_words_of_their_own(
    question: Question, title: str, labels: list[str]
) -> None:
    """Each has a title and an answer in words."""
    view = put(the_scene().fight, question)
    assert view["title"] == title
    assert [option["label"] for option in view["options"]] == labels


def test_a_question_about_somebody_who_left_can_still_be_answered() -> None:
    """Any answer lets the fight go on."""
    question = Choose("ann", "way", (Option("way N", "way", (0,)),), "P5.5", ("ann", "gone", 2))
    view = put(the_scene().fight, question)
    assert view["facts"] == ["Somebody it is about has left the fight; any answer lets the fight go on"]


@pytest.mark.parametrize(
    ("kind", "args", "words"),
    [
        ("turn", (), "chooses what to do"),
        ("facing", ("ann",), "chooses a facing"),
        ("pivot", ("ann", "turn", "bob"), "may Pivot"),
        ("defence", ("ann", "sword", "bob", 16, 13), "may answer the attack of Ann"),
        ("evade", ("ann",), "may move in an Evade"),
        ("way", ("ann", "bob", 2), "chooses which way Bob is moved"),
        ("disarm", ("ann", "bob"), "chooses what drops, and where"),
        ("damage type", ("ann", "sword", "bob"), "names the type of the damage"),
        ("more targets", ("chain", "bob"), "may name further targets"),
        ("place", ("wall",), "chooses a square"),
        ("way out", ("ann",), "chooses the way out of the terrain"),
        ("defeat", ("bob",), "rules what 0 HP mean for Bob"),
        ("no way out", ("bob",), "rules on Bob, who has no way out"),
        ("stalemate", (20,), "rules whether the scene ends"),
        ("clock full", ("flood",), "rules what the full clock brings"),
        ("riddle", (), "answers a question"),
    ],
)
def test_what_is_waited_for(kind: str, args: tuple[Any, ...], words: str) -> None:
    """In words that anybody may read."""
    assert text.waiting(the_scene().fight, Choose("ann", kind, (Option("x", "x"),), "P1.1", args)) == words


def test_dice_are_waited_for_too() -> None:
    """Whatever they are for."""
    assert text.waiting(the_scene().fight, Pool("ann", ())) == "rolls the dice"


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("check", {"character": "ann"}, "called for a Save of Ann"),
        ("contest", {"character": "ann", "opponent": "bob"}, "called for a Contest of Ann and Bob"),
        ("set", {"character": "nobody"}, "corrected somebody"),
        ("add", {"sheet": "bob"}, "brought in Bob"),
        ("add", {"sheet": "bob", "name": "Bert"}, "brought in Bert"),
        ("add", {"sheet": 3}, "brought in somebody"),
        ("remove", {"character": "ann"}, "removed Ann"),
        ("end", {}, "ended the scene"),
        ("override", {"seat": "ann"}, "allowed Ann something"),
        ("terrain", {}, "changed the ground"),
        ("advance", {"character": "ann", "clock": "flood"}, "called for a roll of Ann on The flood"),
        ("clock", {"clock": "x"}, "set a clock"),
        ("charge", {"character": "ann"}, "priced something for Ann"),
        ("edge", {"character": "ann"}, "gave Ann Advantage or Disadvantage"),
        ("force", {"character": "ann"}, "moved Ann by force"),
        ("order", {"character": "ann", "other": "bob"}, "swapped Ann and Bob in the order"),
        ("item", {"gear": "lamp"}, "brought an item into play"),
        ("say", {"character": "ann", "text": "x"}, "spoke for Ann"),
        ("pivots", {"character": "ann"}, "said when Ann is asked for a Pivot"),
        ("dance", {}, None),
    ],
)
def test_acts_in_words(name: str, data: dict[str, Any], words: str | None) -> None:
    """To stand behind a name; no value is told, and no data is trusted."""
    assert text.act_words(the_scene().fight, name, data) == words
