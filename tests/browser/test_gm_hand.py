"""Everything that is the GM's alone: checks, corrections, comers and goers, taking back, the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.table import YARD, Plain, Reader, Server, sentence

pytestmark = pytest.mark.browser


def test_the_gms_hand(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """The GM does everything once, and both players see of it what they may."""
    server = serve(YARD)
    gm, ada, bo = reader(), reader(), reader()
    gm.open(server.gm_link)
    ada.join(server.join_link, "Ada", "okello")
    bo.join(server.join_link, "Bo", "grusk")
    gm.take("maren", "sable")

    checks(gm, ada, bo)
    correction_taken_back_and_in_again(gm, ada, bo)
    come_and_go(gm, ada)
    answer_for_somebody_absent(gm, ada, bo)
    ask_and_allow(gm, ada)
    bot_and_back(gm, ada)
    roll_again(gm, ada)
    end(gm, ada, bo)


def says(reader: Reader, part: str) -> None:
    """The newest entries of the log say this."""
    expect(reader.get("log")).to_contain_text(part)


def call(gm: Reader, form: Locator, seen_by: str) -> None:
    """Call for a check of Okello's Sense."""
    form.get_by_label("Persona").select_option("Okello")
    form.get_by_role("combobox", name="Skill", exact=True).select_option("Sense")
    form.get_by_label("Who sees it").select_option(seen_by)
    before = gm.view()["log_total"]
    form.get_by_role("button", name="Call for it").click()
    gm.wait("v.log_total > a", before)


def checks(gm: Reader, ada: Reader, bo: Reader) -> None:
    """A check is seen by everybody, by its side, or by the GM alone; a contested one by all."""
    start = [one.view()["log_total"] for one in (gm, ada, bo)]
    with gm.drawer("gm") as drawer:
        form = drawer.get_by_test_id("gm-check")
        call(gm, form, "Everyone")
        call(gm, form, "Its side")
        call(gm, form, "The GM only")
        form.get_by_label("against somebody").check()
        form.get_by_label("Opponent").select_option("Grusk")
        form.get_by_label("Opposing Skill").select_option("Will")
        gm.shot("gm-drawer")
        call(gm, form, "Everyone")
    for one, before, seen in zip((gm, ada, bo), start, (4, 3, 2), strict=True):
        one.wait("v.log_total === a", before + seen)
        assert [entry["ledgers"][0]["who"] for entry in one.log()[-seen:]] == ["okello"] * seen
        assert len(one.log()[-1]["ledgers"]) == 2
        # The question that was open is open still.
        assert one.view()["fight"]["phase"] == "declaring"


def correction_taken_back_and_in_again(gm: Reader, ada: Reader, bo: Reader) -> None:
    """A correction needs a reason, which everybody reads; undo and redo go over it as over anything else."""
    ada.answer("okello", "lane", "Fast")
    with gm.drawer("gm") as drawer:
        form = drawer.get_by_test_id("gm-set")
        form.get_by_label("Persona").select_option("Grusk")
        form.get_by_label("What").select_option("Body")
        form.get_by_label("New value").fill("3")
        form.get_by_role("button", name="Correct it").click()
        assert gm.trait("grusk", "Body") == 6
        form.get_by_label("Reason").fill("He slipped on the wet stones")
        form.get_by_role("button", name="Correct it").click()
        for one in (gm, ada, bo):
            body(one, 3)
            says(one, "He slipped on the wet stones")
        points = drawer.get_by_label("Take back", exact=True)
        points.get_by_role("button").filter(has_text="He slipped on the wet stones").click()
        for one in (gm, ada, bo):
            body(one, 6)
    gm.get("redo").click()
    body(ada, 3)
    gm.get("undo").click()
    body(ada, 6)
    gm.get("undo").click()
    ada.asked("okello", "lane")
    gm.get("redo").click()
    gm.get("redo").click()
    body(bo, 3)
    assert not any(one["seat"] == "okello" for one in ada.view()["prompts"])


def body(reader: Reader, value: int) -> None:
    """Wait until Grusk has this much Body."""
    reader.wait(
        "v.fight.personas.find((one) => one.id === 'grusk').traits"
        ".some((one) => one.name === 'Body' && one.value === a)",
        value,
    )


def come_and_go(gm: Reader, ada: Reader) -> None:
    """Somebody is brought in under another name, and taken out again with a reason."""
    with gm.drawer("gm") as drawer:
        form = drawer.get_by_test_id("gm-add")
        form.get_by_label("Sheet").select_option("petra")
        form.get_by_label("Name").fill("Petra the Younger")
        form.get_by_label("Side").select_option("The intruders")
        form.get_by_label("Zone").select_option("Roof")
        form.get_by_role("button", name="Bring in").click()
        ada.wait("v.fight.personas.some((one) => one.name === 'Petra the Younger' && one.zone === 'roof')")
        form = drawer.get_by_test_id("gm-remove")
        form.get_by_label("Persona").select_option("Petra the Younger")
        form.get_by_label("Reason").fill("Another night")
        form.get_by_role("button", name="Take out").click()
        ada.wait("!v.fight.personas.some((one) => one.name === 'Petra the Younger')")
    says(ada, "Another night")


def answer_for_somebody_absent(gm: Reader, ada: Reader, bo: Reader) -> None:
    """Bo has gone: the GM sees it, and answers for Grusk without taking the seat away."""
    bo.page.goto("about:blank")
    gm.wait("v.people.some((one) => one.name === 'Bo' && !one.here)")
    gm.answer("maren", "lane", "Slow")
    gm.answer("sable", "lane", "Slow")
    gm.get("waiting").get_by_role("button", name="Answer for Grusk").click()
    expect(gm.get("prompt")).to_contain_text("You answer for Grusk.")
    gm.get("answer-Mid").click()
    ada.wait("v.fight.phase === 'turns'")
    assert next(one["person"] for one in gm.view()["seats"] if one["id"] == "grusk") == "Bo"


def ask_and_allow(gm: Reader, ada: Reader) -> None:
    """Okello's bar is too slow for his lane. He asks; the GM reads it, and allows it with a reason."""
    ada.answer("okello", "split", "2-actions")
    option = "strike iron-bar grusk"
    gm.set_dice(["okello", "grusk"], "typed")
    ada.asked("okello", "turn")
    # A refused row says that it is disabled; a press on it shows why, and whom to ask.
    ada.get("group-iron-bar").click(force=True)
    ada.get(f"option-{option}").click()
    refused = ada.get(f"refused-{option}")
    expect(refused).to_contain_text("Mid, and the lane this round is Fast")
    refused.get_by_role("button", name="Ask the GM").click()
    refused.get_by_label("A word to the GM").fill("He has his back to me")
    ada.shot("gm-asked")
    refused.get_by_role("button", name="Ask", exact=True).click()
    expect(refused).to_contain_text("The GM has a note of it")
    gm.wait("v.notes.length === 1")
    with gm.drawer("gm") as drawer:
        expect(drawer.get_by_label("Notes")).to_contain_text("Ada asks for Okello: Iron bar: Grusk.")
        expect(drawer.get_by_label("Notes")).to_contain_text("He has his back to me")

    gm.get("waiting").get_by_role("button", name="Answer for Okello").click()
    gm.get("group-iron-bar").click(force=True)
    gm.get(f"option-{option}").click()
    refused = gm.get(f"refused-{option}")
    refused.get_by_role("button", name="Allow it, with a reason").click()
    refused.get_by_label("Reason for allowing it").fill("From behind it is quick enough")
    refused.get_by_role("button", name="Allow it", exact=True).click()
    ada.wait("v.fight.turn?.actions === 1")
    says(ada, "From behind it is quick enough")
    ada.throw("okello", 2)
    throw_for_grusk(gm, 6)
    # A miss: Grusk may strike back, which nobody answers for him.
    ada.wait("v.waiting.some((one) => one.seat === 'grusk' && one.text.includes('Back at you'))")


def throw_for_grusk(gm: Reader, face: int) -> None:
    """Type the faces of Grusk's defence in Bo's place."""
    gm.wait("v.prompts.some((one) => one.seat === 'grusk' && one.dice)")
    if gm.get("die-field-0").count() == 0:
        gm.get("waiting").get_by_role("button", name="Answer for Grusk").click()
    for at in range(3):
        gm.get(f"die-field-{at}").fill(str(face))
    gm.get("dice-submit").click()


def roll_again(gm: Reader, ada: Reader) -> None:
    """The dice of Okello's strike fall once more: the old entry is struck through, and a new one comes."""
    struck = next(entry for entry in reversed(gm.log()) if is_strike(entry))
    entry = gm.get(f"entry-{struck['number']}")
    entry.scroll_into_view_if_needed()
    entry.get_by_role("button", name="Sums").click()
    entry.get_by_role("button", name="Roll these dice again").click()
    entry.get_by_label("Reason for the re-roll").fill("The die was cocked")
    entry.get_by_role("button", name="Roll again").click()
    says(ada, "The die was cocked")
    ada.throw("okello", 3)
    throw_for_grusk(gm, 5)
    ada.wait("v.waiting.some((one) => one.seat === 'grusk' && one.text.includes('Back at you'))")
    strikes = [one["undone_by"] for one in ada.log() if is_strike(one)]
    assert strikes == ["GM", None]


def is_strike(entry: Plain) -> bool:
    """Whether this is Okello's strike, with its dice."""
    return len(entry["ledgers"]) == 2 and "iron bar" in sentence(entry)


def bot_and_back(gm: Reader, ada: Reader) -> None:
    """The GM hands Okello to a bot, and takes it back; the seat stays Ada's."""
    gm.set_bot(["okello"], "random")
    ada.wait("v.seats.some((one) => one.id === 'okello' && one.bot === 'random' && one.yours)")
    gm.set_bot(["okello"], "")
    ada.wait("v.seats.some((one) => one.id === 'okello' && one.bot === null && one.yours)")


def end(gm: Reader, ada: Reader, bo: Reader) -> None:
    """The GM ends the fight, asked twice, while Grusk is still asked. Bo comes back and finds it over."""
    with gm.drawer("gm") as drawer:
        form = drawer.get_by_test_id("gm-end")
        form.get_by_label("How it ended").fill("The tide comes in, and everybody runs.")
        form.get_by_role("button", name="End the fight").click()
        assert not gm.view()["over"]
        form.get_by_role("button", name="Yes, end it now").click()
        gm.wait("v.over")
    bo.page.go_back()
    for one in (gm, ada, bo):
        one.wait("v.over")
        expect(one.get("outcome")).to_contain_text("The tide comes in, and everybody runs.")
