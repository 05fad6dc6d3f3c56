"""A scene at the table, from who is first to how it ended: a GM at a desk, two players with a phone each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.pace.board import BY_HAND, answer, faces, fits, has, logged, press, show, together
from tests.browser.sunder.board import (
    TOLL,
    at_the_same_moment,
    card,
    creature,
    does,
    ends,
    opened,
    place,
    plays,
    queued,
    throws_in,
    track,
)
from tests.browser.table import PHONE, Reader, Server, no_sideways

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class People:
    """The GM plays the Warden, Ada Lotte, and Bo Odo."""

    gm: Reader
    ada: Reader
    bo: Reader

    @property
    def all(self) -> tuple[Reader, Reader, Reader]:
        """Everybody at the table."""
        return self.gm, self.ada, self.bo


def test_a_whole_scene(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """Four turns and the slots between them, told by three browsers that agree."""
    server = serve(TOLL, *BY_HAND)
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    people = People(reader(), reader(**phone), reader(**phone))
    people.gm.open(server.gm_link)
    people.ada.join(server.join_link, "Ada", "lotte")
    people.bo.join(server.join_link, "Bo", "odo")
    people.gm.take("warden")

    choose_who_is_first(people)
    throw_in_at_the_same_moment(people)
    give_way(people)
    begin_a_sequence(people)
    pay_for_a_mixed(people)
    surge_while_the_gate_strikes(people)
    overflow(people)
    order_the_queue(people)
    act_together(people)
    move_the_countdown(people)
    run_the_sequence_out(people)
    close(people)


def choose_who_is_first(people: People) -> None:
    """The GM may choose anybody; the scenario names Lotte, and the Warden it is."""
    gm, ada, bo = people.all
    gm.asked("gm", "first")
    expect(gm.get("prompt-first")).to_contain_text("S4.2")
    expect(ada.get("waiting")).to_contain_text("Waiting for GM")
    gm.shot("sunder-first-gm")
    answer(gm, "gm", "first", "first warden")
    gm.asked("warden", "turn")
    together(gm, ada, bo)
    logged(ada, "Warden")


def throw_in_at_the_same_moment(people: People) -> None:
    """Both before either has heard of the other, Ada with a double tap: one entry each, on every screen."""
    ada, bo = people.ada, people.bo
    show(ada, "act")
    show(bo, "act")
    expect(ada.get("gauntlet-lotte")).to_contain_text("You would be 2nd, after Warden")
    fits(ada, ada.get("gauntlet-lotte"))
    ada.shot("sunder-phone-gauntlet")
    at_the_same_moment((ada, "lotte", 2), (bo, "odo", 1))
    queued("lotte", "odo", on=people.all)
    place(ada, "lotte", "2nd", "You are in the queue", "After Warden, before Odo")
    place(bo, "odo", "3rd", "After Warden and Lotte")
    fits(ada, ada.get("leave-lotte"), ada.get("give-way-lotte"))
    assert sum(one["type"] == "act" for one in ada.sent) == 1
    ada.shot("sunder-phone-queued")


def give_way(people: People) -> None:
    """Lotte withholds for Odo, who is behind her: he has her place, and everybody reads why."""
    gm, ada, bo = people.all
    does(ada, ada.get("give-way-lotte"))
    queued("odo", "lotte", on=people.all)
    for one in people.all:
        expect(one.get("queue-lotte")).to_contain_text("gave way to Odo")
    place(ada, "lotte", "3rd", "Gave way to Odo")
    place(bo, "odo", "2nd")
    # Who was given way to may not give the same place back.
    expect(bo.get("give-way-odo")).to_have_attribute("aria-disabled", "true")
    with gm.drawer("gm"):
        expect(gm.get("queue-panel")).to_contain_text(has("1. Odo", "2. Lotte", "gave way to Odo"))
        gm.shot("sunder-gm-drawer")
    logged(bo, "S4.7")


def begin_a_sequence(people: People) -> None:
    """The Warden plays a card that runs on a D4; beginning it is no use of it."""
    gm, ada, _ = people.all
    gm.asked("warden", "turn")
    gm.shot("sunder-gm-turn")
    plays(gm, "warden", "keep-count", "top")
    gm.asked("warden", "turn")
    sequence_at(people, 1)
    expect(gm.get("card-keep-count")).to_contain_text("D4 at 1")
    ends(gm, "warden")
    together(gm, ada)


def sequence_at(people: People, value: int) -> None:
    """The Warden's Sequence shows this value to everybody."""
    for one in people.all:
        one.wait(
            "v.fight.creatures.find((each) => each.id === 'warden').running.some((each) => each.value === a)",
            value,
        )


def pay_for_a_mixed(people: People) -> None:
    """Odo hits with a Mixed: a Stress, a Beat, and for the Narrative Fallout the Warden intervenes."""
    gm, ada, bo = people.all
    bo.asked("odo", "turn")
    expect(ada.get("queue-odo")).to_contain_text("now")
    bo.shot("sunder-phone-turn")
    plays(bo, "odo", "strike", "top")
    faces(bo, "odo", 2)
    faces(bo, "odo", 4)
    answer(gm, "gm", "raise", "no")
    gm.asked("gm", "fallout")
    expect(gm.get("prompt-fallout")).to_contain_text("Rattled stance")
    gm.shot("sunder-intervention-gm")
    answer(gm, "gm", "fallout", "intervention warden")
    answer(gm, "warden", "react", "react running 1")
    bo.asked("odo", "turn")
    together(gm, ada, bo)
    sequence_at(people, 2)
    assert track(ada, "odo", "Might") == (1, 2)
    assert creature(ada, "odo")["beats"] == 1
    assert [one["name"] for one in creature(bo, "odo")["favours"]] != []
    opened(
        bo,
        "Odo tests Might (Force): Mixed",
        *("2", "the base level stands", "It stays Mixed", "1 Stress", "Rattled stance", "1 Beat"),
    )
    ends(bo, "odo")


def surge_while_the_gate_strikes(people: People) -> None:
    """In the GM's slot the Warden aims at Lotte; her Trait answers. Odo's Surge waits until that is over."""
    gm, ada, bo = people.all
    gm.asked("gm", "slot")
    for one in people.all:
        expect(
            one.page.get_by_role("navigation", name="Queue").get_by_label("GM slot, open now")
        ).to_be_visible()
    gm.shot("sunder-slot-gm")
    answer(gm, "gm", "slot", "adversary warden")
    plays(gm, "warden", "strike", "top", "target-lotte")
    ada.asked("lotte", "react")
    expect(ada.get("prompt-react")).to_contain_text("Seen worse")
    ada.shot("sunder-phone-react")
    answer(ada, "lotte", "react", "react seen-worse")
    gm.asked("warden", "throw")
    together(gm, ada, bo)
    assert track(bo, "lotte", "Wit") == (1, 0)
    assert track(bo, "lotte", "Nerve") == (0, 1)
    # Odo surges before the dice fall.
    show(bo, "act")
    press(bo, bo.get("half-second-wind-Surge"))
    expect(bo.page.get_by_role("region", name="Surge")).to_contain_text(
        "It takes effect after Warden’s Attack is resolved."
    )
    bo.shot("sunder-phone-surge")
    fits(bo, bo.get("use-surge"))
    press(bo, bo.get("use-surge"))
    for one in people.all:
        one.wait("v.fight.surges.length === 1")
        show(one, "board")
        expect(one.get("announced")).to_contain_text(
            has("Warden: Attack", "at Lotte", "After it:", "Second wind")
        )
    bo.shot("sunder-phone-waiting-surge")
    show(ada, "act")
    show(bo, "act")
    assert track(gm, "odo", "Nerve") == (3, 0)


def overflow(people: People) -> None:
    """Two Stress find one free slot: the GM picks from the Minor menu. Then the Surge takes effect."""
    gm, ada, bo = people.all
    faces(gm, "warden", 5)
    faces(gm, "warden", 8)
    answer(gm, "gm", "raise", "no")
    gm.asked("gm", "fallout")
    slip = gm.get("prompt-fallout")
    expect(slip.get_by_test_id("answer-marks 1")).to_be_visible()
    expect(slip.get_by_test_id("answer-intervention warden")).to_be_visible()
    gm.shot("sunder-fallout-gm")
    answer(gm, "gm", "fallout", "condition Afraid")
    gm.asked("warden", "turn")
    together(gm, ada, bo)
    assert track(ada, "lotte", "Might") == (0, 2)
    assert "Afraid" in [one["name"] for one in creature(ada, "lotte")["conditions"]]
    assert track(gm, "odo", "Nerve") == (1, 0)
    assert card(bo, "odo", "second-wind")["state"] == "face down"
    expect(bo.get("card-second-wind")).to_have_class(has("back"))
    expect(bo.get("card-second-wind")).to_contain_text(has("Second wind", "back"))
    bo.get("card-second-wind").scroll_into_view_if_needed()
    bo.shot("sunder-phone-face-down")
    logged(ada, "Minor Fallout for Lotte in Might: Afraid.", "The Surge Second wind of Odo takes effect now.")


def order_the_queue(people: People) -> None:
    """The GM takes a throw-in back, reorders the queue, and takes an entry out; Odo throws in once more."""
    gm, ada, bo = people.all
    throws_in(bo, "odo")
    queued("lotte", "odo", on=people.all)
    gm.get("undo").click()
    queued("lotte", on=people.all)
    expect(bo.get("live")).to_contain_text("GM took back 1 step.")
    expect(bo.get("gauntlet-odo")).to_contain_text("Throw in the gauntlet")
    throws_in(bo, "odo")
    queued("lotte", "odo", on=people.all)
    with gm.drawer("gm"):
        panel = gm.get("queue-panel")
        panel.get_by_role("button", name="Odo earlier").click()
        queued("odo", "lotte", on=people.all)
        place(ada, "lotte", "3rd")
        panel.get_by_role("button", name="Odo later").click()
        queued("lotte", "odo", on=people.all)
        panel.get_by_role("button", name="Take Odo out of the queue").click()
        queued("lotte", on=people.all)
    throws_in(bo, "odo")
    queued("lotte", "odo", on=people.all)


def act_together(people: People) -> None:
    """Odo joins Lotte: her half, his contribution, one Group Test, one place. His Perk fires on its face."""
    gm, ada, bo = people.all
    fits(bo, bo.get("join-group-lotte"))
    bo.shot("sunder-phone-join")
    does(bo, bo.get("join-group-lotte"))
    queued("lotte+odo", on=people.all)
    for one in (ada, bo):
        show(one, "act")
    expect(ada.get("gauntlet-lotte")).to_contain_text("Together: Lotte with Odo")
    ends(gm, "warden")
    answer(ada, "lotte", "group", "together")
    plays(ada, "lotte", "strike", "top", "weapon-peel")
    prompt = bo.asked("odo", "contribute")
    show(bo, "act")
    bo.shot("sunder-phone-contribute")
    press(bo, bo.get("option-skill Sleight"))
    # The die is there before it is thrown, with the faces that its Stress has jinxed.
    expect(
        bo.get("prompt-contribute").get_by_role("img", name=has("d6", "1 to 3 are jinxed"))
    ).to_be_visible()
    bo.shot("sunder-phone-contribute-chosen")
    press(bo, bo.get("confirm"))
    bo.answered(prompt)
    faces(ada, "lotte", 2, 4)
    faces(bo, "odo", 15, 4)
    faces(ada, "lotte", 5)
    answer(gm, "warden", "react", "react running 1")
    ada.asked("lotte", "turn")
    together(gm, ada, bo)
    sequence_at(people, 3)
    assert track(ada, "odo", "Finesse") == (3, 0)
    for one in (ada, bo):
        opened(
            one,
            "The group, Attack, led by Lotte: Success",
            *("jinx", "up to 3: 4 is over it", "Perk Refresh", "4 counts", "modifier to Failure", "Mixed"),
            *("Group Test", "Lotte", "Success", "1", "Odo", "Mixed", "0", "+1: Success"),
            *("Sum +1. The level of all together: Success", "Odo clears 1 Stress in Finesse (Refresh)"),
        )
    # Both have had their turn; one slot of the GM follows.
    ends(ada, "lotte")
    gm.asked("gm", "slot")
    queued(on=people.all)
    answer(gm, "gm", "slot", "pass")


def move_the_countdown(people: People) -> None:
    """Nobody is in the queue: both are asked, Odo is first. He works the crank, and his side moves Hope."""
    gm, ada, bo = people.all
    bo.asked("odo", "throw in")
    ada.asked("lotte", "throw in")
    fits(bo, bo.get("answer-yes"))
    bo.shot("sunder-phone-throw-in")
    does(bo, bo.get("answer-yes"))
    bo.asked("odo", "turn")
    plays(bo, "odo", "manipulate", "top", "skill-Sleight")
    faces(bo, "odo", 5)
    bo.asked("odo", "countdown")
    bo.shot("sunder-phone-countdown")
    answer(bo, "odo", "countdown", "shift -1 +0")
    answer(gm, "warden", "react", "react running 1")
    bo.asked("odo", "turn")
    together(gm, ada, bo)
    sequence_at(people, 4)
    countdown = ada.view()["fight"]["countdowns"][0]
    assert (countdown["hope"], countdown["dread"]) == (5, 4)
    show(ada, "board")
    expect(ada.get("board")).to_contain_text("The winch")
    ada.shot("sunder-phone-scene")
    throws_in(ada, "lotte")
    ends(bo, "odo")
    answer(gm, "gm", "slot", "pass")


def run_the_sequence_out(people: People) -> None:
    """The fourth use is the last of a D4: the card is free again, and the log says why."""
    gm, ada, bo = people.all
    plays(ada, "lotte", "evade", "top")
    answer(gm, "warden", "react", "react running 1")
    ada.asked("lotte", "turn")
    together(gm, ada, bo)
    assert creature(bo, "warden")["running"] == []
    logged(bo, "Keep count", "S9.8")
    gm.shot("sunder-gm-log")
    ends(ada, "lotte")
    answer(gm, "gm", "slot", "pass")


def close(people: People) -> None:
    """The GM says that it is over and how; everybody has the summary with the seed of the dice."""
    gm = people.gm
    with gm.drawer("gm") as drawer:
        drawer.get_by_text("Close the scene", exact=True).first.click()
        form = gm.get("gm-close")
        form.get_by_label("How it ended").fill("The gate lets them through for a loaf.")
        form.get_by_role("button", name="Close the scene").click()
        form.get_by_role("button", name="Yes, end it now").click()
        gm.wait("v.over")
    for one in people.all:
        view = one.view_when("v.over")
        show(one, "act")
        expect(one.get("outcome")).to_contain_text("The gate lets them through for a loaf.")
        expect(one.get("outcome")).to_contain_text(view["dice"]["seed"])
        expect(one.get("summary")).to_contain_text("Lotte")
        expect(one.get("summary")).to_contain_text("Warden")
        expect(one.page.get_by_role("navigation", name="Queue")).not_to_contain_text("open")
        one.shot(f"sunder-over-{one.page.viewport_size['width']}")  # type: ignore[index]
        no_sideways(one.page)
