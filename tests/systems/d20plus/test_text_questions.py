"""Questions of a d20+ fight in words, and what is waited for."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from affray.content import load_scenario
from affray.dice.counter import CounterDice
from affray.kernel.pending import Pending
from affray.kernel.presentation import OptionView, QuestionView
from affray.kernel.requests import Choose, Option, Pool, Question, Ruling, pool_of, question_of
from affray.kernel.session import Session
from affray.kernel.system import GM_VIEWER
from affray.systems.d20plus import legal, text
from affray.systems.d20plus.reactions import NO, YES
from affray.systems.d20plus.state import Fight, Tad, Turn
from affray.systems.d20plus.text.panel import SECTIONS
from tests.systems.d20plus import fights
from tests.systems.d20plus.fights import die, person
from tests.systems.d20plus.text_stage import a_fight


def asked(fight: Fight, question: Question) -> QuestionView:
    """The question as the GM reads it."""
    return text.question(fight, question, GM_VIEWER)


def labels(view: QuestionView) -> list[str]:
    """What the answers say."""
    return [option["label"] for option in view["options"]]


def turn_of(fight: Fight, persona: str) -> Choose:
    """Somebody's turn with one Action, one Move and two Beats left."""
    turn = Turn(persona, split="2-moves", actions=1, moves=1)
    fight.state.turns.append(turn)
    options = legal.offered(fight, fight.state.personas[persona], turn)
    return Choose(persona, "turn", tuple(options), "D7.7")


def of_group(view: QuestionView, group: str) -> list[OptionView]:
    """The options of one row of the panel."""
    return [option for option in view["options"] if option["group"] == group]


@pytest.mark.clause("D8.5", "D3.3")
def test_a_strike_tells_what_it_would_roll_before_it_is_chosen() -> None:
    """Skill, dice within the cap, what cover takes off; not the cover of one who is concealed."""
    scene = fights.fight(
        person(
            "ann", body=2, weapons=("bow",), dice=(die("Gear", 8), die("Magic", 6), die("Training", 4)), tad=6
        ),
        person("bob", "B", cover="Crate"),
        person("cid", "B", zone="gate", cover="Wall", concealment=30),
    )
    rows = of_group(asked(scene, turn_of(scene, "ann")), "Bow")
    assert [(row["label"], row["detail"]) for row in rows] == [
        ("Bob", "Grace 2 + d6 + d8 − 5 for cover, cap 2, Mid, Close to Far"),
        ("Cid", "Grace 2 + d6 + d8, cap 2, Mid, Close to Far"),
    ]
    assert all(len(row["detail"]) < 60 for row in rows)


def test_a_turn_lists_everything_in_sections_with_its_cost() -> None:
    """Weapons by target, Setups by who gets the die, moves by zone."""
    fight = a_fight()
    fight.state.personas["grusk"].lane = "Mid"
    view = asked(fight, turn_of(fight, "grusk"))
    places = [SECTIONS.index(option["section"]) for option in view["options"]]
    assert places == sorted(places)
    club = of_group(view, "Trench club")
    assert [option["label"] for option in club] == ["Okello", "Maren"]
    assert club[0]["detail"] == "Might 9 + d6 + d8, cap 6, Mid, Close"
    assert club[0]["cost"] == [{"pip": "action", "count": 1}]
    assert (club[0]["target_kind"], club[0]["target"]) == ("actor", "okello")
    cover = of_group(view, "Take cover")[0]
    assert (cover["target_kind"], cover["target"]) == ("place", "hall/counter")
    assert view["facts"] == [
        "1 Action, 1 Move and 2 Beats left",
        "Lane Mid: no slower Action this round",
    ]


def test_what_is_refused_stays_in_its_place_with_reason_and_clause() -> None:
    """A zone too far away and a lane too slow."""
    fight = a_fight()
    fight.state.personas["okello"].lane = "Mid"
    view = asked(fight, turn_of(fight, "okello"))
    far = next(option for option in of_group(view, "Move") if option["target"] == "gantry")
    assert far["refusal"] is not None
    assert far["refusal"]["clause"] == "D8.3"
    assert all(
        option["refusal"] and option["refusal"]["clause"] == "D9.4" for option in of_group(view, "Rifle")
    )


def test_every_option_of_a_turn_is_shown_once() -> None:
    """Offered and refused together are all there is."""
    fight = a_fight()
    question = turn_of(fight, "okello")
    view = asked(fight, question)
    shown = [option["id"] for option in view["options"]]
    persona = fight.state.personas["okello"]
    turn = fight.state.turn
    assert turn is not None
    assert sorted(shown) == sorted(option.id for option, _ in legal.judged(fight, persona, turn))
    assert {option["id"] for option in view["options"] if not option["refusal"]} == {
        option.id for option in question.options
    }


def test_lanes_say_which_actions_they_hold_and_a_closed_one_why() -> None:
    """Okello has nothing Fast."""
    options = tuple(Option(lane, "lane", (lane,)) for lane in ("Mid", "Slow"))
    view = asked(a_fight(), Choose("okello", "lane", options, "D9.4"))
    details = {option["id"]: option["detail"] for option in view["options"]}
    assert details == {
        "Fast": "no Action of your own",
        "Mid": "Iron bar, Setups and checks",
        "Slow": "also Rifle",
    }
    assert view["options"][0]["refusal"] == {"text": "No Action is open in the Fast lane", "clause": "D9.5"}


def test_an_interception_shows_the_attack_and_both_defences() -> None:
    """What is struck with, and what either of the two would roll."""
    fight = a_fight()
    fight.state.personas["maren"].wounds["Body"] = 3
    args = ("step", "grusk", "maren", "trench-club")
    question = Choose("okello", "reaction interception", (NO, YES), "D11.3", args, "no")
    view = asked(fight, question)
    assert view["title"] == "Grusk strikes Maren. Step in?"
    assert view["facts"][0] == "Trench club: Might 9 + d6 + d8, 2 dice within a cap of 6"
    assert [(option["id"], option["label"], option["detail"]) for option in view["options"]] == [
        ("no", "Let it fall", "Maren defends: Body 2 + d10"),
        ("yes", "Step in", "Okello defends: Body 5 + d10"),
    ]
    assert view["default"] == "no"


@pytest.mark.parametrize(
    ("kind", "args", "title", "yes"),
    [
        (
            "nullification",
            ("calm", "grusk", "needle"),
            "Grusk uses A needling remark on Okello. Answer it?",
            "Stop it",
        ),
        (
            "contested nullification",
            ("calm", "grusk", "needle"),
            "Grusk uses A needling remark on Okello. Answer it?",
            "Roll against it",
        ),
        ("defence enhancement", ("calm", "grusk", "needle"), None, "Use Calm"),
        ("bonus turn", ("calm", "foe out"), "Okello: take a bonus turn?", "Take the turn"),
    ],
)
def test_reactions_are_worded_for_people(
    kind: str, args: tuple[str, ...], title: str | None, yes: str
) -> None:
    """Declining and answering both have words of their own."""
    view = asked(a_fight(), Choose("okello", f"reaction {kind}", (NO, YES), "D11.1", args, "no"))
    assert title in (None, view["title"])
    assert labels(view)[1] == yes
    assert labels(view)[0].startswith("Let it")


def test_a_counter_attack_offers_its_weapons() -> None:
    """Each weapon with its line."""
    options = (NO, Option("strike iron-bar", "strike", ("iron-bar",)))
    question = Choose("okello", "reaction counter-attack", options, "D11.2", ("step", "grusk", "miss"), "no")
    view = asked(a_fight(), question)
    assert view["title"] == "Grusk missed. Strike back?"
    assert labels(view) == ["Let it be", "Iron bar"]
    assert view["options"][1]["detail"] == "Might 5, cap 5, Mid, Close"


def test_a_banked_die_is_kept_or_brought() -> None:
    """A holder is asked, with the attack that comes."""
    fight = a_fight()
    fight.state.personas["okello"].tad = Tad(6, "maren", 0)
    options = (Option("keep", "tad", (False,)), Option("bring", "tad", (True,)))
    args = ("defence", "grusk", "trench-club", "okello")
    view = asked(fight, Choose("okello", "dice", options, "D10.5", args, "keep"))
    assert labels(view) == ["Keep the Tactic d6", "Bring the Tactic d6"]
    assert view["facts"][0].startswith("Trench club: Might 9")


def test_dice_over_the_cap_are_chosen_by_size_and_source() -> None:
    """The types of an option become dice with names."""
    fight = a_fight()
    fight.state.personas["grusk"].wounds["Body"] = 5
    options = (Option("dice Gear", "dice", ("Gear",)), Option("dice Training", "dice", ("Training",)))
    args = ("attack", "grusk", "trench-club", "okello")
    view = asked(fight, Choose("grusk", "dice", options, "D3.4", args, "dice Training"))
    assert [(option["label"], option["detail"]) for option in view["options"]] == [
        ("Gear d6", "Trench club"),
        ("Training d8", "Brawler"),
    ]


def test_a_banked_die_within_a_full_hand_is_brought_in_place_of_another() -> None:
    """Bringing it costs it; keeping it is another answer, though the dice may look alike."""
    fight = a_fight()
    okello = fight.state.personas["okello"]
    okello.wounds["Body"], okello.tad = 4, Tad(6, "maren", 0)
    options = (Option("dice Gear", "dice", ("Gear",)), Option("bring dice Tactic", "dice", ("Tactic",)))
    args = ("defence", "grusk", "trench-club", "okello")
    view = asked(fight, Choose("okello", "dice", options, "D10.5", args, "dice Gear"))
    assert [(option["label"], option["detail"]) for option in view["options"]] == [
        ("Gear d10", "Plate coat"),
        ("Tactic d6", "Setup, the banked die is used up, whatever falls"),
    ]


def test_dice_that_the_question_leaves_open_are_named_by_type_alone() -> None:
    """No size is told that might not be the one rolled."""
    options = (Option("dice Gear", "dice", ("Gear",)), Option("dice Magic", "dice", ("Magic",)))
    args = ("attack", "grusk", "trench-club", "okello")
    view = asked(a_fight(), Choose("grusk", "dice", options, "D3.4", args, "dice Gear"))
    assert labels(view) == ["Gear", "Magic"]


RULINGS: list[tuple[str, tuple[Any, ...], tuple[str, ...], str, str]] = [
    ("defending trait", ("grusk", "silence", "maren"), ("Body", "Mind"), "Which Trait defends?", "Body"),
    ("out meaning", ("maren",), ("capture", "death"), "Maren is Out.", "Capture"),
    ("stalemate", (20,), ("go-on", "end"), "Does the scene end here?", "It goes on"),
    ("setup skill", ("maren", "Will"), ("allow", "refuse"), "Maren wants to set up with Will.", "Allow it"),
    (
        "opposing skill",
        ("maren", "Will", "grusk"),
        ("Will", "Logic"),
        "Maren pits Will against Grusk.",
        "Will",
    ),
]


@pytest.mark.parametrize(("kind", "args", "ids", "title", "first"), RULINGS)
def test_rulings_are_put_to_the_gm_in_words(
    kind: str, args: tuple[Any, ...], ids: tuple[str, ...], title: str, first: str
) -> None:
    """Title, answers and default of each kind of ruling."""
    options = tuple(Option(id_, kind, (id_,)) for id_ in ids)
    question = Ruling(kind, options, "D4.3", ids[0], args)
    view = asked(a_fight(), question)
    assert title in view["title"]
    assert labels(view)[0] == first
    assert (view["kind"], view["default"]) == (kind, ids[0])
    assert text.waiting(a_fight(), question).startswith(("rules", "names"))


def test_waiting_tells_what_for_and_nothing_else() -> None:
    """Public words: neither options nor what was answered."""
    fight = a_fight()
    step = Choose(
        "okello", "reaction interception", (NO, YES), "D11.3", ("step", "grusk", "maren", "trench-club")
    )
    lane = Choose("okello", "lane", (Option("Fast", "lane", ("Fast",)),), "D9.4")
    assert text.waiting(fight, step) == "may step in with Step Across"
    assert text.waiting(fight, lane) == "chooses a lane"
    assert text.waiting(fight, Pool("okello", ())) == "rolls the dice"


@pytest.mark.parametrize("scenario", ["saltgate", "ropewalk-duel", "bench-seven"])
def test_every_question_of_whole_fights_has_words(scenario: str) -> None:
    """Random play to the end: ids as offered, no empty label, plain JSON."""
    loaded = load_scenario(scenario)
    encounter = loaded.system.start(loaded.book, loaded.scenario, loaded.rulings)
    session = Session(loaded.system, encounter, CounterDice("words"))
    drawn = CounterDice("choices")
    count = 0

    def answer(session: Session, pending: Pending, part: int) -> Any:
        nonlocal count
        count += 1
        if count > 1500:
            return None
        pool = pool_of(pending.request, part)
        if pool is not None:
            return session.tray.deal(pool), "dice", False
        question = question_of(pending.request, part)
        assert question is not None
        view = asked(session.encounter, question)
        open_ids = [option["id"] for option in view["options"] if option["refusal"] is None]
        assert sorted(open_ids) == sorted(option.id for option in question.options)
        assert all(labels(view))
        assert text.waiting(session.encounter, question)
        orjson.dumps(view)
        return question.options[drawn("all", count, 0, len(question.options)) - 1].id, "bot", False

    session.advance(answer)
    assert count > 50


def test_a_turn_still_lists_a_strike_at_somebody_who_left() -> None:
    """The question is the one that was asked; what it rolls depends on nobody else."""
    fight = a_fight()
    question = turn_of(fight, "grusk")
    del fight.state.personas["okello"]
    club = of_group(asked(fight, question), "Trench club")
    assert [option["label"] for option in club] == ["okello", "Maren"]
    assert club[0]["detail"] == club[1]["detail"]


@pytest.mark.parametrize("gone", ["grusk", "maren", "okello"])
def test_a_question_about_somebody_who_left_can_still_be_answered(gone: str) -> None:
    """The GM may remove anybody in the middle of an attack: the question stays readable."""
    fight = a_fight()
    args = ("step-across", "grusk", "maren", "trench-club")
    options = (Option("no", "no"), Option("yes", "yes"))
    question = Choose("okello", "reaction interception", options, "D11.3", args, "no")
    del fight.state.personas[gone]
    view = asked(fight, question)
    assert [option["id"] for option in view["options"]] == ["no", "yes"]
    assert view["default"] == "no"
    assert "left the fight" in view["facts"][0]
