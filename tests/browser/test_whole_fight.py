"""A whole fight of three against three: a GM and two players, each with a browser of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.table import HARBOUR, Plain, Reader, Server, sentence

pytestmark = pytest.mark.browser

ALL = ("okello", "maren", "tilde", "grusk", "sable", "petra")

PUBLIC = ("traits", "out", "prone", "concealed", "tad", "declared", "status", "marks", "last_seen")
"""What everybody knows of everybody."""


def test_a_whole_fight(serve: Callable[..., Server], reader: Callable[..., Reader]) -> None:
    """From the links to the seed: every kind of thing that can happen, seen from three browsers."""
    server = serve(HARBOUR, "--pace", "0.01")
    gm, ada, bo = table = reader(), reader(), reader()
    gm.open(server.gm_link)
    with gm.drawer("gm") as drawer:
        assert drawer.get_by_test_id("gm-link").inner_text() == server.join_link
    ada.join(server.join_link, "Ada", "okello")
    bo.join(server.join_link, "Bo", "maren")
    bo.take("tilde")
    gm.take("grusk", "sable", "petra")
    gm.set_dice(ALL, "typed")

    declare_in_secret(gm, ada, bo)
    agree(*table)
    vanish(gm, ada, bo)
    search_in_vain_and_set_up(gm, bo)
    agree(*table)
    assist_and_take_cover(ada, bo)
    agree(*table)
    step_in_through_undo_reload_and_crash(server, gm, ada, bo)
    agree(*table)
    miss_and_be_struck_back(gm, ada)
    agree(*table)
    shoot_from_cover(gm, ada, bo)
    agree(*table)
    find_what_is_hidden(gm, ada, bo)
    agree(*table)
    let_bots_finish(gm, ada, bo)
    agree(*table)
    take_the_record(gm, ada, bo)
    for player, own in ((ada, {"okello"}), (bo, {"maren", "tilde"})):
        others = [one for one in table if one is not player]
        nothing_secret_came(player, own, others)


def agree(*readers: Reader) -> None:
    """All browsers have come to the same position and show the same of it."""
    position = max(one.view()["position"] for one in readers)
    views = [one.view_when("v.position >= a", position) for one in readers]
    first, *others = [shared(view) for view in views]
    for other in others:
        assert other == first


def shared(view: Plain) -> dict[str, Any]:
    """What must be the same for everybody."""
    fight = view["fight"]
    personas = {one["id"]: {name: one[name] for name in PUBLIC} for one in fight["personas"]}
    for one in fight["personas"]:
        if not one["concealed"]:
            personas[one["id"]]["zone"] = one["zone"], one["cover"]
    names = ("round", "phase", "order", "turn", "strike", "outcome")
    return {"personas": personas, "position": view["position"]} | {name: fight[name] for name in names}


def declare_in_secret(gm: Reader, ada: Reader, bo: Reader) -> None:
    """Lanes are chosen in secret: the others learn that somebody has chosen, not what."""
    ada.answer("okello", "lane", "Mid")
    for other in (gm, bo):
        other.wait("v.fight.personas.some((one) => one.id === 'okello' && one.declared)")
        assert other.persona("okello")["lane"] is None
        strip = other.page.get_by_role("navigation", name="Turn order")
        expect(strip.get_by_role("button", name="Okello, declared")).to_be_visible()
        expect(strip).not_to_contain_text("Mid")
    bo.shot("fight-declaring")
    bo.answer("maren", "lane", "Mid")
    bo.answer("tilde", "lane", "Mid")
    gm.answer("sable", "lane", "Fast")
    gm.answer("petra", "lane", "Slow")
    gm.answer("grusk", "lane", "Mid")
    for one in (gm, ada, bo):
        view = one.view_when("v.fight.phase === 'turns'")
        order = [
            (lane["lane"], [slot["persona"] for slot in lane["slots"]]) for lane in view["fight"]["order"]
        ]
        assert order == [
            ("Fast", ["sable"]),
            ("Mid", ["maren", "tilde", "grusk", "okello"]),
            ("Slow", ["petra"]),
        ]


def vanish(gm: Reader, ada: Reader, bo: Reader) -> None:
    """Sable hides on the stair and goes up: the players know where she was, not where she is."""
    gm.answer("sable", "split", "2-moves")
    gm.act("sable", "conceal")
    gm.throw("sable", 15)
    gm.act("sable", "move gantry")
    gm.act("sable", "end")
    for one in (ada, bo):
        one.wait("v.fight.turn?.persona === 'maren'")
        hidden = one.persona("sable")
        assert (hidden["zone"], hidden["last_seen"], hidden["concealment"]) == (None, "stair", None)
        expect(one.get("token-sable")).to_have_accessible_name("Sable, side B, Stair, last seen here")
    assert (gm.persona("sable")["zone"], gm.persona("sable")["concealment"]) == ("gantry", 24)


def search_in_vain_and_set_up(gm: Reader, bo: Reader) -> None:
    """Maren's Sense falls short of the Concealment Score; a Setup then helps her lash at Grusk."""
    bo.answer("maren", "split", "2-actions")
    bo.shot("fight-turn")
    bo.act("maren", "locate sable")
    bo.throw("maren", 5)
    bo.asked("maren", "turn")
    assert bo.persona("sable")["concealed"]
    bo.act("maren", "setup Sense")
    bo.throw("maren", 10)
    bo.asked("maren", "turn")
    assert bo.persona("maren")["tad"]["size"] == 4
    bo.act("maren", "strike blood-lash grusk")
    bo.throw("maren", 19)
    gm.throw("grusk", 2)
    bo.asked("maren", "turn")
    assert bo.trait("grusk", "Spirit") == 1
    assert bo.persona("maren")["tad"] is None


def assist_and_take_cover(ada: Reader, bo: Reader) -> None:
    """Tilde's Setup is for Okello, who gets the die; then she gets behind the bales."""
    bo.act("maren", "end")
    bo.answer("tilde", "split", "2-actions")
    bo.act("tilde", "setup Logic okello")
    bo.throw("tilde", 12)
    ada.wait("v.fight.personas.some((one) => one.id === 'okello' && one.tad)")
    assert ada.persona("okello")["tad"] == {
        "size": 6,
        "source": "from Tilde",
        "ends": "the end of the next turn",
    }
    bo.act("tilde", "cover bales")
    assert bo.persona("tilde")["cover"] == "quay/bales"
    bo.act("tilde", "end")


def step_in_through_undo_reload_and_crash(server: Server, gm: Reader, ada: Reader, bo: Reader) -> None:
    """Okello may step in for Maren: taken back, struck again, through a reload and a crash."""
    gm.answer("grusk", "split", "2-actions")
    gm.act("grusk", "strike trench-axe maren")
    ada.asked("okello", "reaction interception")
    expect(ada.get("prompt-reaction-interception")).to_contain_text("Grusk strikes Maren. Step in?")
    expect(bo.get("waiting")).to_contain_text("Waiting for Ada (Okello)")
    ada.shot("fight-reaction-ada")
    bo.shot("fight-reaction-bo")
    gm.shot("fight-reaction-gm")

    struck = gm.log()[-1]["number"]
    gm.get("undo").click()
    gm.asked("grusk", "turn")
    for one in (ada, bo):
        one.wait("v.prompts.length === 0")
        expect(one.get("prompt-reaction-interception")).to_have_count(0)
        expect(one.get("waiting")).to_contain_text("Waiting for GM (Grusk)")
        expect(one.get(f"entry-{struck}")).to_contain_text("Taken back by GM")
        expect(one.get("live")).to_contain_text("GM took back 1 step.")
    ada.shot("fight-undone-ada")
    agree(gm, ada, bo)

    gm.act("grusk", "strike trench-axe maren")
    ada.asked("okello", "reaction interception")
    ada.reload()
    assert ada.view()["you"] | {"id": ""} == {"id": "", "name": "Ada", "gm": False, "seats": ["okello"]}
    expect(ada.get("prompt-reaction-interception")).to_be_visible()

    before = [one.view() for one in (gm, ada, bo)]
    server.kill()
    for one in (gm, ada, bo):
        expect(one.get("connection")).to_contain_text("The table is out of reach")
    ada.shot("fight-crashed-ada")
    for one in (gm, ada, bo):
        one.forget()
    server.start()
    for one, view in zip((gm, ada, bo), before, strict=True):
        now = one.view_when("v.people.every((one) => one.here)")
        assert {**now, "people": []} == {**view, "people": []}
        expect(one.get("connection")).to_have_attribute("data-state", "open")
        expect(one.get("connection")).to_have_text("")
    expect(ada.get("prompt-reaction-interception")).to_be_visible()
    ada.answer("okello", "reaction interception", "yes")
    ada.answer("okello", "dice", "keep")
    gm.throw("grusk", 4)
    ada.throw("okello", 15)
    gm.asked("grusk", "turn")
    assert ada.trait("okello", "Body") == 5
    assert ada.persona("okello")["tad"] is not None


def miss_and_be_struck_back(gm: Reader, ada: Reader) -> None:
    """Okello misses, the Tactic die is gone, and Grusk strikes back; then weighted cords bring Grusk down."""
    gm.act("grusk", "end")
    ada.answer("okello", "split", "2-actions")
    ada.act("okello", "strike iron-bar grusk")
    ada.throw("okello", 2)
    gm.throw("grusk", 10)
    gm.asked("grusk", "reaction counter-attack")
    ada.wait("v.fight.personas.some((one) => one.id === 'okello' && !one.tad)")
    gm.answer("grusk", "reaction counter-attack", "strike trench-axe")
    gm.throw("grusk", 10)
    ada.throw("okello", 12)
    ada.asked("okello", "turn")
    assert ada.trait("okello", "Body") == 4
    ada.act("okello", "strike bolas grusk")
    ada.throw("okello", 17)
    gm.throw("grusk", 1)
    ada.asked("okello", "turn")
    assert ada.persona("grusk")["prone"]
    ada.shot("fight-prone-ada")
    ada.act("okello", "end")


def shoot_from_cover(gm: Reader, ada: Reader, bo: Reader) -> None:
    """Petra shoots at Maren from cover; Okello lets it fall, and Maren's own blood rises to meet it."""
    gm.answer("petra", "split", "2-actions")
    gm.act("petra", "cover rail")
    gm.act("petra", "strike long-gun maren")
    ada.answer("okello", "reaction interception", "no")
    bo.answer("maren", "reaction defence enhancement", "yes")
    gm.throw("petra", 8)
    bo.throw("maren", 14)
    gm.act("petra", "end")
    assert gm.persona("petra")["cover"] == "gantry/rail"
    assert bo.trait("maren", "Body") == 4


def find_what_is_hidden(gm: Reader, ada: Reader, bo: Reader) -> None:
    """In the second round Maren is first, and finds Sable: everybody sees her again."""
    gm.answer("sable", "lane", "Mid")
    gm.answer("petra", "lane", "Slow")
    gm.answer("grusk", "lane", "Slow")
    ada.answer("okello", "lane", "Slow")
    bo.answer("maren", "lane", "Fast")
    bo.answer("tilde", "lane", "Slow")
    bo.answer("maren", "split", "2-moves")
    bo.act("maren", "locate sable")
    bo.throw("maren", 19)
    for one in (gm, ada, bo):
        one.wait("v.fight.personas.some((one) => one.id === 'sable' && !one.concealed)")
        assert one.persona("sable")["zone"] == "gantry"
        you = ", you" if one is gm else ""
        expect(one.get("token-sable")).to_have_accessible_name(f"Sable{you}, side B, Gantry")


def let_bots_finish(gm: Reader, ada: Reader, bo: Reader) -> None:
    """Everybody hands over to bots; what it means to be Out stays the GM's to say."""
    ada.set_bot(["okello"], "greedy")
    bo.set_bot(["maren", "tilde"], "greedy")
    gm.set_bot(["grusk", "sable", "petra"], "greedy")
    while not gm.view_when("v.over || v.prompts.some((one) => one.seat === 'gm')")["over"]:
        gm.answer("gm", "out meaning", gm.asked("gm", "out meaning")["question"]["options"][0]["id"])
    for one in (gm, ada, bo):
        view = one.view_when("v.over")
        expect(one.get("outcome")).to_contain_text(view["fight"]["outcome"])
        expect(one.get("outcome")).to_contain_text(view["dice"]["seed"])
    bo.shot("fight-over-bo")


def take_the_record(gm: Reader, ada: Reader, bo: Reader) -> None:
    """The log can be taken as text and as JSON, and it says what the page says."""
    for one in (gm, ada, bo):
        with one.page.expect_download() as text:
            one.get("outcome").get_by_role("link", name="Log as text").click()
        with one.page.expect_download() as plain:
            one.get("outcome").get_by_role("link", name="Log as JSON").click()
        entries = json.loads(plain.value.path().read_text(encoding="utf-8"))
        written = text.value.path().read_text(encoding="utf-8")
        assert entries[-1]["number"] == one.log()[-1]["number"]
        for entry in one.log()[-20:]:
            assert sentence(entry) in written


def nothing_secret_came(player: Reader, own: set[str], others: list[Reader]) -> None:
    """No frame of a player told of another seat's options, of lanes not revealed, of hidden places."""
    concealed = 0
    keys = [message["key"] for one in others for message in one.received if message["type"] == "welcome"]
    for message in player.received:
        assert not any(key in json.dumps(message) for key in keys)
        if message["type"] != "view":
            continue
        assert {one["seat"] for one in message["prompts"]} <= own
        assert message["undo"]["points"] == message["notes"] == []
        assert message["over"] or message["dice"]["seed"] is None
        for one in message["fight"]["personas"]:
            if message["fight"]["phase"] == "declaring" and one["id"] not in own:
                assert one["lane"] is None
            if one["concealed"] and one["side"] == "B":
                concealed += 1
                assert (one["zone"], one["cover"], one["concealment"]) == (None, None, None)
    assert concealed
