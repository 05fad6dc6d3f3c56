"""Questions of a Sunder scene in words, what is waited for, and what acts are called."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.presentation import OptionView, QuestionView
from affray.kernel.requests import Choose, Dice, Option, Pool, Question, Ruling
from affray.kernel.system import GM_VIEWER
from affray.systems.sunder import events as e
from affray.systems.sunder import legal, text
from affray.systems.sunder.acts import _ACTS
from affray.systems.sunder.general import GENERAL
from affray.systems.sunder.state import SCENE, Action, Condition, Play, Running, Scene, Turn
from affray.systems.sunder.text.panel import SECTIONS
from affray.systems.sunder.text.questions import _ASKED
from tests.systems.sunder.told import a_scene


def put(scene: Scene, question: Question) -> QuestionView:
    """A question put by hand, as the GM reads it."""
    return text.question(scene, question, GM_VIEWER)


def chosen(
    seat: str, kind: str, *options: Option, args: tuple[Any, ...] = (), default: str | None = None
) -> Choose:
    """A question to a creature."""
    return Choose(seat, kind, options, "S1.1", args, default)


def ruled(kind: str, *options: Option, args: tuple[Any, ...] = ()) -> Ruling:
    """A question to the GM."""
    return Ruling(kind, options, "S1.1", options[0].id, args)


def option(view: QuestionView, id_: str) -> OptionView:
    """One option of a question."""
    return next(one for one in view["options"] if one["id"] == id_)


def pips(row: OptionView) -> dict[str, int]:
    """What it costs."""
    return {one["pip"]: one["count"] for one in row["cost"]}


def the_turn(id_: str = "ines", **turn: Any) -> tuple[Scene, QuestionView]:
    """The question of somebody's turn."""
    scene = a_scene()
    scene.state.turn = Turn(id_, opened=True, **turn)
    creature = scene.state.creatures[id_]
    offered = legal.offered(scene, creature, scene.state.turn)
    return scene, put(scene, Choose(id_, "turn", tuple(offered), "S5.1"))


NO, YES = Option("no", "no"), Option("yes", "yes")


# The turn


def test_the_panel_has_its_sections_in_order_and_ends_with_the_end() -> None:
    """Tops, bottoms, Surges, the end; what is refused stands in its place, with a reason and its clause."""
    scene, view = the_turn()
    sections = [one["section"] for one in view["options"]]
    assert sections == sorted(sections, key=SECTIONS.index)
    assert list(dict.fromkeys(sections)) == ["Top", "Bottom", "Surge", "End"]
    refused = {one["id"]: one["refusal"] for one in view["options"] if one["refusal"] is not None}
    turn = scene.state.turn
    assert turn is not None
    judged = legal.judged(scene, scene.state.creatures["ines"], turn)
    assert set(refused) == {option.id for option, why in judged if why is not None}
    assert refused["narrate top"] == {
        "text": "Only within a group action, for those who act along",
        "clause": "S5.13",
    }
    groups = list(dict.fromkeys(one["group"].partition(":")[0] for one in view["options"]))
    assert groups[: len(GENERAL)] == [card.name for card in GENERAL.values()]
    assert view["facts"][0] == "One top and one bottom, of two cards"


@pytest.mark.parametrize(
    ("id_", "group", "label", "detail", "target", "cost"),
    [
        (
            "strike top sword rook",
            "Strike: Attack, Sword",
            "Rook",
            "Test Might (Force), score 12, 2 dice; D8 damage to Might, target Here; risks 1 Might Stress",
            ("actor", "rook"),
            {},
        ),
        (
            "strike top rook",
            "Strike: Attack, unarmed",
            "Rook",
            "Test Might (Force), score 12, 1 die; 1 damage to Might, target Here; risks 1 Might Stress",
            ("actor", "rook"),
            {},
        ),
        (
            "strike top pistol rook",
            "Strike: Attack, Pistol",
            "Rook",
            "Test Finesse (Sleight), score 12, 2 dice, the lowest, Risky; D6 damage to Seep, target Here; "
            "risks 1 Finesse Stress",
            ("actor", "rook"),
            {},
        ),
        (
            "hymn top first-verse Sway rook",
            "Hymn: First verse, Sway",
            "Rook",
            "Test Heart (Sway), score 12, 1 die; Close, resisted by Hope; costs 1 Tether Resistance; "
            "risks 1 Heart Stress",
            ("actor", "rook"),
            {"resistance": 1},
        ),
        ("shift top bank", "Shift: Move through", "Bank", "Close", ("place", "bank"), {}),
        (
            "influence top Sway rook",
            "Influence: Win over, Sway",
            "Rook",
            "Test Heart (Sway), score 12, no dice; Near; costs 1 Heart Resistance; risks 1 Heart Stress",
            ("actor", "rook"),
            {"resistance": 1},
        ),
        (
            "endure bottom Grit",
            "Endure: Recover, Grit",
            "Recover",
            "Test Nerve (Grit), score 12, 1 die; risks 1 Nerve Stress",
            ("none", None),
            {},
        ),
        (
            "default top sword rook",
            "Plain attack: Sword",
            "Rook",
            "Test Might (Force), score 12, 2 dice; D8 damage to Might, target Here; risks 1 Might Stress",
            ("actor", "rook"),
            {},
        ),
        (
            "default bottom bank",
            "Plain move",
            "Bank",
            "25 feet away; move up to Close",
            ("place", "bank"),
            {},
        ),
        (
            "surge set-feet",
            "Surge: Set your feet",
            "Set your feet",
            "Warded (1) until your next turn starts.",
            ("none", None),
            {"stress": 1},
        ),
        ("end", "End the turn", "End the turn", "", ("none", None), {}),
    ],
)
def test_options_of_a_turn(
    id_: str, group: str, label: str, detail: str, target: Any, cost: dict[str, int]
) -> None:
    """Test, dice, what it does, its cost, and the Stress it risks."""
    row = option(the_turn()[1], id_)
    assert (row["group"], row["label"], row["detail"]) == (group, label, detail)
    assert (row["target_kind"], row["target"]) == target
    assert pips(row) == cost


def test_a_refused_option_keeps_its_words() -> None:
    """Out of reach is said with the distance; a half that cannot be played at all stands once."""
    _, view = the_turn(plays=[Play("strike", "top")])
    refused = option(view, "strike bottom")
    assert refused["refusal"] == {
        "text": "The other half of this card is played in this turn already",
        "clause": "S5.4",
    }
    assert (option(view, "default top")["label"], option(view, "default top")["target"]) == (
        "Plain attack",
        None,
    )
    assert view["facts"][0] == "Played: Strike, top"
    far = option(the_turn("fen")[1], "strike top rook")
    assert far["refusal"] == {
        "text": "Rook is 25 feet away, and the weapon does not reach so far",
        "clause": "S14.6",
    }


def test_what_goes_on_and_what_runs() -> None:
    """The rest of a Movement, a card to drop, a Condition to resist again, and a shared goal."""
    scene = a_scene()
    ines = scene.state.creatures["ines"]
    ines.conditions.append(Condition("Dazed", SCENE))
    scene.state.running.append(Running(7, "ines", "ines", "hymn", "bottom", "Hum", SCENE, die=4, value=2))
    scene.state.turn = Turn("ines", opened=True, steps_left=5)
    offered = legal.offered(scene, ines, scene.state.turn)
    view = put(
        scene,
        Choose("ines", "turn", (*offered, Option("goal ford Brace", "goal", ("ford", "Brace"))), "S5.1"),
    )
    assert option(view, "go on bank")["section"] == "Go on"
    assert option(view, "drop 7")["detail"] == "A low note. 3 uses left."
    assert option(view, "adapt top 0")["label"] == "Dazed"
    assert pips(option(view, "adapt top 0")) == {"stress": 1}
    goal = option(view, "goal ford Brace")
    assert (goal["group"], goal["detail"]) == (
        "Goal: The ford rises",
        "Group Test Might (Brace), score 12; risks 1 Might Stress",
    )
    assert "25 feet of the Movement are left until another half begins" in view["facts"]


# Everything else that is asked


def test_the_queue_and_its_slots() -> None:
    """Who acts first, throwing in, nobody, a GM slot, a group."""
    scene = a_scene()
    scene.emit(e.ThrewIn("ines", 1))
    first = put(scene, ruled("first", Option("first ines", "first", ("ines",))))
    assert (first["title"], first["options"][0]["label"]) == ("Who acts first?", "Ines")
    asked = put(scene, chosen("fen", "throw in", NO, YES, default="no"))
    assert asked["facts"][0] == "In the queue: Ines"
    assert [one["label"] for one in asked["options"]] == ["Wait", "Throw in the gauntlet"]
    scene.state.declined = 2
    nobody = put(scene, ruled("nobody", Option("slot", "slot"), Option("wait", "wait")))
    assert nobody["facts"] == ["Nobody threw in, 2 times in a row"]
    slot = put(
        scene,
        ruled(
            "slot",
            Option("adversary rook", "adversary", ("rook",)),
            Option("dying fen", "dying", ("fen",)),
            Option("pass", "pass"),
        ),
    )
    assert [(one["label"], one["group"]) for one in slot["options"]] == [
        ("Rook", "Adversary"),
        ("Fen", "Dying"),
        ("Pass", "Pass"),
    ]
    assert option(slot, "adversary rook")["detail"] == "Marks 0 of 3"
    scene.state.turn = Turn("ines", ["fen"])
    group = put(scene, chosen("ines", "group", Option("together", "together"), Option("alone", "alone")))
    assert group["facts"] == ["Acting along: Fen"]
    assert option(group, "alone")["detail"] == "the others stand behind everybody"
    contribute = put(
        scene,
        chosen("fen", "contribute", Option("skill Brace", "skill", ("Brace",)), args=("ines", "the gate")),
    )
    assert contribute["title"] == "How does Fen contribute to the gate?"
    assert option(contribute, "skill Brace")["label"] == "Might (Brace)"
    assert "standing firm" in option(contribute, "skill Brace")["detail"]


def test_a_reaction_says_what_set_it_off_and_its_price() -> None:
    """Trait, armor and dodge are told with what they do and cost."""
    scene = a_scene()
    view = put(
        scene,
        chosen(
            "ines",
            "react",
            NO,
            Option("react redirect", "react", ("redirect",)),
            Option("armor leather 1", "armor", ("leather", 1)),
            Option("dodge leather", "dodge", ("leather",)),
            args=("incoming stress", "rook", "fen", "Attack", "Might", 2),
            default="no",
        ),
    )
    assert view["title"] == "Does Ines react?"
    assert view["facts"] == [
        "Stress comes in: Attack",
        "Set off by Rook",
        "It is about Fen",
        "2 Stress would come in, in Might",
        "Might: 0 Stress, 0 spent, of 12; D6 not jinxed",
        "One event sets off one Reaction at most",
    ]
    assert option(view, "react redirect")["detail"] == (
        "what comes in goes to Nerve; Reaction when Stress comes in (Might), once a round"
    )
    assert option(view, "armor leather 1")["label"] == "Leather: 1 Protection Slot"
    assert option(view, "dodge leather")["detail"] == "1 Protection Slot: the attack has Disadvantage"


def test_the_menu_of_fallout() -> None:
    """Marks, Conditions in words, items, and an adversary's Intervention by its name."""
    scene = a_scene(stress={"Might": 3})
    view = put(
        scene,
        ruled(
            "fallout",
            Option("marks 3", "marks", (3,)),
            Option("condition Muddled", "condition", ("Muddled", "Might", 1)),
            Option("equipment sword", "equipment", ("sword",)),
            Option("intervention rook", "intervention", ("rook", "Major")),
            args=("ines", "Might", 3, "overflow"),
        ),
    )
    assert view["title"] == "Major Fallout for Ines in Might: what is it?"
    assert view["facts"] == ["Marks 0 of 5", "Might: 3 Stress, 0 spent, of 12; D6 jinxed up to 3"]
    assert [one["label"] for one in view["options"]] == [
        "3 Marks",
        "Muddled (Might) and 1 Mark",
        "Sword",
        "Rook: Caught in the fist",
    ]
    assert option(view, "condition Muddled")["detail"] == "Disadvantage on its Tests in Might."
    about = ("ines", "Might", 1, "Test")
    raised = put(scene, ruled("raise", NO, Option("raise rook", "raise", ("rook",)), args=about))
    assert raised["title"].endswith("does an adversary raise it?")
    assert raised["facts"][-1] == "It must succeed on a Test; if it does, the next GM slot is forfeited"
    meddling = put(scene, ruled("intervene", NO, args=about))
    assert meddling["title"].startswith("The Test of Ines allows an Intervention")


def test_tracks_are_picked_with_what_is_on_them() -> None:
    """To clear, to regain, for a Scar; of an ally where the action is aimed at one."""
    scene = a_scene(stress={"Heart": 2})
    heart = Option("Heart", "potential", ("Heart",))
    own = put(scene, chosen("ines", "regain", heart, args=("natural Crit",)))
    assert own["title"] == "Where does Ines regain Resistance?"
    assert own["options"][0]["detail"] == "2 Stress, 0 spent, of 12; D4 jinxed up to 2"
    scar = put(scene, chosen("ines", "scar", heart, args=("lowered",)))
    assert scar["title"] == "A Scar: which Potential of Ines becomes 1 lower?"
    scene.state.action = Action(1, "fen", "influence", "Comfort", "bottom", ["ines"])
    other = put(scene, chosen("fen", "clear", heart, args=("Comfort",)))
    assert other["title"] == "Which track of Ines is cleared?"
    assert other["options"][0]["detail"].startswith("2 Stress")


def test_small_questions() -> None:
    """Perks, resisting, Countdowns, Concentration, holds, cards to spend, moves, attacks, items."""
    scene = a_scene()
    perk = put(scene, chosen("ines", "perk", NO, YES, args=("Tempt", "Might", 4, 3, 1)))
    assert perk["facts"][1] == "4 is kept, jinxed up to 3; the modifier is +1 without it"
    skill = Option("skill Hope", "skill", ("Hope",))
    resist = put(scene, chosen("rook", "resist", skill, NO, args=("ines", "Hum")))
    assert resist["title"] == "Does Rook resist Hum?"
    assert resist["facts"][0] == "Hum, from Ines"
    shifts = (Option("shift -1 +1", "shift", (-1, 1)), Option("shift +0 +0", "shift", (0, 0)))
    moved = put(scene, chosen("ines", "countdown", *shifts, args=("ford", 5)))
    assert [one["label"] for one in moved["options"]] == ["Hope advances, Dread is set back", "Nothing moves"]
    assert moved["facts"] == ["The level is Crit", "Now, on D6: Hope 6, Dread 6; 1 decides"]
    kept = put(scene, chosen("ines", "concentrate", NO, YES, args=("Hum", "Heart")))
    assert (kept["title"], pips(option(kept, "yes"))) == ("Does Ines keep up Hum?", {"resistance": 1})
    held = put(
        scene, chosen("ines", "entangle", Option("damage", "damage"), Option("hold", "hold"), args=("rook",))
    )
    assert "Rook is Held" in option(held, "hold")["detail"]
    spend = put(
        scene, chosen("ines", "spend card", Option("card strike", "card", ("strike",)), args=("top",))
    )
    assert spend["options"][0]["detail"] == "in place of Attack"
    walk = put(
        scene,
        chosen(
            "ines", "free move", Option("stay", "stay"), Option("to bank", "to", ("bank",)), args=("Step",)
        ),
    )
    assert option(walk, "to bank")["detail"] == "25 feet away"
    more = put(
        scene,
        chosen("ines", "extra attack", Option("stop", "stop"), Option("a", "attack", ("sword", "rook"))),
    )
    assert (option(more, "a")["group"], option(more, "a")["target"]) == ("Sword", "rook")
    whom = put(
        scene,
        chosen("ines", "whom", Option("w", "whom", ("ines",)), Option("x", "whom", ("fen",)), args=("Step",)),
    )
    assert [one["label"] for one in whom["options"]] == ["Itself", "Fen"]
    load = put(scene, chosen("ines", "reload", Option("weapon pistol", "weapon", ("pistol",))))
    assert load["options"][0]["label"] == "Pistol"
    item = put(scene, ruled("item", Option("item sword", "item", ("sword",)), args=("ines",)))
    assert item["title"] == "Equipment Fallout: which of Ines's items suffers?"


def test_what_the_gm_rules_at_the_end() -> None:
    """The dying, a stalemate, and the end of a scene."""
    scene = a_scene()
    scene.emit(e.CountdownBegan("dying-fen", "Fen is dying", 6, "A", 6, creature="fen"))
    dying = put(scene, ruled("dying test", Option("skill Bear", "skill", ("Bear",)), args=("fen",)))
    assert dying["facts"] == ["On D6: Hope 6, Dread 6; 1 decides"]
    assert "risks" not in dying["options"][0]["detail"]
    waive = Option("waive", "waive")
    tired = put(
        scene, ruled("exhausted", Option("skill Bear", "skill", ("Bear",)), waive, args=("ines", "Hum"))
    )
    assert tired["title"] == "Ines: which Test for Hum?"
    assert option(tired, "waive")["label"] == "Waive it"
    ends = (Option("go-on", "go-on"), Option("close", "close"))
    assert put(scene, ruled("stalemate", *ends, args=(60,)))["facts"] == [
        "60 turns without a Mark or anybody falling"
    ]
    close = put(scene, ruled("close", *ends, args=("The ferry win",)))
    assert close["facts"] == ["It looks like this: The ferry win"]
    assert [one["label"] for one in close["options"]] == ["It goes on", "It ends"]


def test_a_question_outlives_who_is_asked() -> None:
    """Somebody was removed: any answer lets the scene go on."""
    scene = a_scene()
    del scene.state.creatures["fen"]
    view = put(scene, chosen("fen", "throw in", NO, YES))
    assert view["facts"] == ["Whoever is asked has left the scene; any answer lets it go on"]


def test_every_kind_of_question_is_waited_for_in_words() -> None:
    """Nobody reads "answers a question" for a kind that is known."""
    scene = a_scene()
    for kind in _ASKED:
        words = text.waiting(scene, ruled(kind, NO, args=("ines", "rook", "fen", "Attack")))
        assert words != "answers a question", kind
    assert text.waiting(scene, Pool("ines", (Dice(20),))) == "rolls the dice"
    react = chosen("ines", "react", NO, args=("targeted", "rook", "ines", "Attack", "Might", 0))
    assert text.waiting(scene, react) == "may react to Rook"
    assert text.waiting(scene, chosen("rook", "resist", NO, args=("ines", "Hum"))) == "may resist Hum"
    assert text.waiting(scene, ruled("countdown", NO, args=("ford", 3))) == "moves The ford rises"


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("throw_in", {"creature": "fen"}, "threw in the gauntlet for Fen"),
        ("give_way", {"creature": "ines", "to": "fen"}, "let Fen go before Ines"),
        ("surge", {"creature": "rook", "card": "escalation Mechanical"}, "used Mechanical Escalation"),
        ("surge", {"creature": "ines", "card": "reload"}, "used Reload"),
        ("difficulty", {"risk": "Dire"}, "set how risky Tests are"),
        ("difficulty", {"risk": "Dire", "creature": "ines"}, "set how risky the next Test of Ines is"),
        ("marks", {"creature": "ines", "amount": -1}, "restored Marks of Ines"),
        ("marks", {"creature": "ines", "amount": 1}, "gave Ines Marks"),
        ("condition", {"creature": "ines", "on": False}, "took a Condition from Ines"),
        ("countdown", {"name": "The bell"}, "began a Countdown, The bell"),
        ("move_countdown", {"countdown": "ford"}, "moved The ford rises"),
        ("add", {"sheet": "fen"}, "brought in Fen"),
        ("add", {"sheet": "fen", "name": "Maud"}, "brought in Maud"),
        ("override", {"seat": "ines"}, "allowed Ines something"),
        ("damage", {"creature": "otter"}, "dealt damage to somebody"),
        ("close", {}, "closed the scene"),
        ("fly", {}, None),
    ],
)
def test_acts_in_words(name: str, data: dict[str, Any], words: str | None) -> None:
    """Each act stands behind a name, without any value."""
    assert text.act_words(a_scene(), name, data) == words


def test_every_act_has_words() -> None:
    """No act of the system goes without a name for its undo point."""
    nameless = [name for name in _ACTS if text.act_words(a_scene(), name, {}) is None]
    assert nameless == []
