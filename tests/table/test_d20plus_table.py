"""A table of d20+: what its secrets are, and that no byte gives them away; rerolls and reactions."""

from __future__ import annotations

from itertools import count
from typing import Any

import orjson
import pytest

from affray.bots.players import BOTS
from affray.content import load_scenario
from affray.kernel.requests import question_of
from affray.odds.exact import option_odds
from affray.table.summary import tallies_of_dice
from affray.table.table import Table
from tests.table.rig import Client

SECRET_FIELDS = ("zone", "cover")


class Tables:
    """A d20+ table with a page for each seat, one for the GM and one that watches."""

    def __init__(self, scenario: str, seed: str = "a seed") -> None:
        self._ids = count(1)
        self._keys = count(1)
        self.clients: dict[str, Client] = {}
        self.last: list[bytes] = []
        self.errors: list[Exception] = []
        self.table = Table(
            load_scenario(scenario),
            seed,
            "gm key",
            lambda: f"secret-{next(self._keys)}-key",
            bots=BOTS,
            odds=option_odds,
            report=self.errors.append,
        )
        self.gm = self._page("GM", "gm key")
        self.watcher = self._page("Watcher")
        self.players: dict[str, Client] = {}
        for seat in self.gm.view["seats"]:
            page = self.players[seat["id"]] = self._page(f"Player of {seat['id']}")
            page.do("take_seat", seat=seat["id"])

    def new_id(self) -> str:
        """An id for a command."""
        return f"c{next(self._ids)}"

    def deliver(self, connection: str, data: bytes) -> None:
        """Give the table a message and hand out what comes back."""
        self.table.receive(connection, data)
        self.table.take_writes()
        out = self.table.flush()
        self.last = [one.data for one in out]
        for one in out:
            self.clients[one.connection].take(one.data)

    def _page(self, name: str, gm_key: str = "") -> Client:
        page = self.clients[name] = Client(self, name)  # type: ignore[arg-type]
        self.table.join(name)
        self.deliver(name, orjson.dumps({"type": "hello", "name": name, "gm_key": gm_key}))
        return page

    def answer(self, wanted: str = "") -> dict[str, Any]:
        """Answer the first open question as its player: what starts so, or the default, or the first."""
        prompt = dict(self.gm.view["prompts"][0])
        options = [one["id"] for one in prompt["question"]["options"] if one["refusal"] is None]
        fallback = prompt["question"]["default"] or options[0]
        pick = next((option for option in options if wanted and option.startswith(wanted)), fallback)
        page = self.players.get(prompt["seat"], self.gm)
        page.do("answer", stamp=prompt["stamp"], part=prompt["part"], pick=pick)
        return prompt

    def kind(self) -> str:
        """The kind of the first open question."""
        return str(self.gm.view["prompts"][0]["question"]["kind"])

    def until(self, kind: str, wanted: str = "strike") -> None:
        """Answer until a question of this kind is open."""
        for _ in range(300):
            if self.kind().startswith(kind):
                return
            self.answer(wanted)
        raise AssertionError(f"no {kind} was ever asked")


def others(tables: Tables, seat: str) -> list[Client]:
    """The pages of the other side, and the one that watches."""
    seats = {one["id"]: one["side"] for one in tables.gm.view["seats"]}
    foes = [page for id_, page in tables.players.items() if seats[id_] != seats[seat]]
    return [*foes, tables.watcher]


def test_a_lane_changes_no_byte_of_the_other_side_before_the_reveal() -> None:
    """Two fights that differ in one secret lane look the same to foes until all have declared."""
    streams = []
    for lane in ("Fast", "Slow"):
        tables = Tables("saltgate")
        first = tables.gm.view["prompts"][0]["seat"]
        tables.answer(lane)
        tables.answer("Mid")
        streams.append([page.received for page in others(tables, first)])
    assert streams[0] == streams[1]


def test_where_a_concealed_persona_goes_changes_no_byte_of_the_other_side() -> None:
    """Concealed, it moves to one zone or another: foes and onlookers are sent the same."""
    streams = []
    for step in (0, 1):
        tables = Tables("saltgate", "a seed that hides well")
        tables.until("split")
        tables.answer("2-moves")
        seat = tables.gm.view["prompts"][0]["seat"]
        tables.answer("conceal")
        hidden = next(one for one in tables.gm.view["fight"]["personas"] if one["id"] == seat)
        assert hidden["concealed"]
        moves = [
            option["id"]
            for option in tables.gm.view["prompts"][0]["question"]["options"]
            if option["id"].startswith("move ") and option["refusal"] is None
        ]
        assert len(moves) > 1
        for page in others(tables, seat):
            shown = next(one for one in page.view["fight"]["personas"] if one["id"] == seat)
            assert shown["zone"] is None
            assert shown["concealment"] is None
        tables.answer(moves[step])
        streams.append([page.received for page in others(tables, seat)])
    assert streams[0] == streams[1]


@pytest.mark.parametrize("scenario", ["saltgate", "ropewalk-duel"])
def test_a_whole_fight_shows_nobody_what_is_not_theirs(scenario: str) -> None:
    """Every message of a fight, for every seat: prompts, lanes, places, keys, seed, undo."""
    tables = Tables(scenario)
    turn = 0
    while not tables.gm.view["over"] and turn < 250:
        tables.answer(("strike", "use", "conceal", "move", "setup")[turn % 5])
        turn += 1
        if turn % 40 == 0:
            tables.gm.do("undo")
            tables.gm.do("redo")
        if turn == 240:
            tables.gm.do("act", name="end", data={"outcome": "draw"}, reason="it is late")
    assert not tables.errors
    keys = {name: page.key.encode() for name, page in tables.clients.items()}
    sides = {one["id"]: one["side"] for one in tables.gm.view["seats"]}
    for name, page in tables.clients.items():
        own = set(page.view["you"]["seats"])
        for data in page.received:
            for other, key in keys.items():
                assert other == name or key not in data
            message = orjson.loads(data)
            if message["type"] == "view" and name != "GM":
                look(message, own, sides)


def look(view: dict[str, Any], own: set[str], sides: dict[str, str]) -> None:
    """Look through one player's view for what it may not hold."""
    mine = {sides[seat] for seat in view["you"]["seats"]}
    assert all(prompt["seat"] in view["you"]["seats"] for prompt in view["prompts"])
    assert view["undo"]["points"] == []
    assert view["notes"] == []
    assert view["over"] or view["dice"]["seed"] is None
    for persona in view["fight"]["personas"]:
        if persona["side"] in mine:
            continue
        if persona["concealed"]:
            assert all(persona[field] is None for field in SECRET_FIELDS)
        if view["fight"]["phase"] == "declaring":
            assert persona["lane"] is None


def test_the_dice_of_an_entry_fall_anew_with_a_reason() -> None:
    """The GM throws a strike's dice again: everything after is taken back, other faces may fall."""
    tables = Tables("ropewalk-duel")
    tables.until("turn")
    tables.answer("strike")
    rolled = [entry for entry in tables.gm.log.values() if entry["ledgers"]]
    assert rolled
    entry = rolled[-1]
    tables.gm.do("reroll", entry=entry["number"], reason="the die fell off the table")
    struck = tables.gm.log[entry["number"]]
    assert struck["undone_by"] == "GM"
    said = tables.watcher.says()
    assert "GM had the dice thrown again: the die fell off the table" in said
    again = [one for one in tables.gm.log.values() if one["ledgers"] and one["undone_by"] is None]
    assert again[-1]["ledgers"] != entry["ledgers"]
    refusal = tables.gm.ask("reroll", entry=entry["number"])
    assert refusal["text"] == "This was taken back already."
    for number, words in ((0, "No dice fell"), (10**6, "no such entry")):
        assert words in tables.gm.ask("reroll", entry=number)["text"]
    own = next(number for number, one in tables.gm.log.items() if "thrown again" in str(one["say"]))
    assert tables.gm.ask("reroll", entry=own)["kind"] == "refused"


def test_every_roll_of_a_fight_can_be_found_again() -> None:
    """Whatever entry shows dice, the GM can have them thrown anew."""
    tables = Tables("saltgate")
    for turn in range(60):
        tables.answer(("strike", "conceal", "use", "setup")[turn % 4])
    found = 0
    while True:
        rolls = [
            number
            for number, entry in tables.gm.log.items()
            if entry["undone_by"] is None
            and any(row["die"] for ledger in entry["ledgers"] for row in ledger["rows"])
        ]
        if not rolls:
            break
        tables.gm.do("reroll", entry=max(rolls), reason="once more")
        assert tables.gm.log[max(rolls)]["undone_by"] == "GM"
        tables.gm.do("undo")
        found += 1
    assert found > 8


def test_reactions_can_be_answered_once_and_for_all() -> None:
    """A standing "no" to the ability that was offered is given at once the next time."""
    tables = Tables("ropewalk-duel")
    tables.until("reaction")
    prompt = tables.gm.view["prompts"][0]
    page = tables.players[prompt["seat"]]
    pending = tables.table.session.pending
    assert pending is not None
    question = question_of(pending.request, prompt["part"])
    assert question is not None
    page.do("set_reaction", seat=prompt["seat"], ability=str(question.args[0]), answer="no")
    assert tables.gm.view["prompts"][:1] != [prompt]
    given = [getattr(item, "value", None) for item in tables.table.session.journal if item.by == "standing"]
    assert given[0] == question.default


def test_odds_reach_the_asker() -> None:
    """A strike's odds add up, and are told to the one who is asked alone."""
    tables = Tables("ropewalk-duel")
    tables.until("turn")
    prompt = tables.gm.view["prompts"][0]
    page = tables.players[prompt["seat"]]
    option = next(one["id"] for one in prompt["question"]["options"] if one["id"].startswith("strike"))
    page.send("want_odds", stamp=prompt["stamp"], part=prompt["part"], option=option)
    assert abs(sum(bar["percent"] for bar in page.odds[0]["odds"]["bars"]) - 100) < 0.5
    assert not tables.watcher.odds


def test_a_kind_of_question_is_left_to_its_default_by_its_owner() -> None:
    """The split of a turn by who plays the seat, rulings by the GM alone; "ask" brings them back."""
    tables = Tables("saltgate")
    tables.until("split")
    seat = tables.gm.view["prompts"][0]["seat"]
    page = tables.players[seat]
    page.do("set_reaction", seat=seat, ability="split", answer="no")
    assert page.view["reactions"] == {seat: {"split": "no"}}
    assert tables.kind() == "turn"
    given = [item for item in tables.table.session.journal if getattr(item, "by", "") == "standing"]
    assert [item.value for item in given if hasattr(item, "value")] == ["2-actions"]
    assert page.ask("set_reaction", seat="gm", ability="stalemate", answer="no")["kind"] == "refused"
    tables.gm.do("set_reaction", seat="gm", ability="stalemate", answer="no")
    assert tables.gm.view["reactions"]["gm"] == {"stalemate": "no"}
    assert "gm" not in page.view["reactions"]
    page.do("set_reaction", seat=seat, ability="split", answer="ask")
    assert page.view["reactions"] == {}


def test_the_view_of_a_fight_that_is_over_says_what_everybody_did() -> None:
    """Each reader gets the tallies of what that reader's own log tells, and only once the fight is over."""
    tables = Tables("bench-seven")
    tables.until("reaction")
    tables.answer()
    assert "summary" not in tables.gm.view
    tables.gm.do("act", name="end", data={"outcome": "The tide came in."})
    for reader in tables.clients.values():
        told = tallies_of_dice(reader.log[number] for number in sorted(reader.log))
        summary = {one["who"]: one for one in reader.view["summary"]}
        assert {who: one["rolls"] for who, one in summary.items() if who in told} == {
            who: tally.rolls for who, tally in told.items()
        }
    assert any(one["deeds"].get("strikes made") for one in tables.gm.view["summary"])
    tables.gm.do("undo")
    assert "summary" not in tables.gm.view
    assert not tables.errors


def test_acts_of_the_gm_are_told_once_and_in_words() -> None:
    """Undo points say what was done to whom, also of who is gone since; the log does not say it twice."""
    tables = Tables("ropewalk-duel")
    one = tables.gm.view["seats"][0]
    acts: list[tuple[str, dict[str, Any], str]] = [
        ("check", {"persona": one["id"], "skill": "Sense", "target_number": 15}, "called for a check of"),
        ("set", {"persona": one["id"], "field": "Body", "value": 1}, "corrected"),
        ("remove", {"persona": one["id"]}, "removed"),
    ]
    for name, data, words in acts:
        tables.gm.do("act", name=name, data=data)
        points = tables.gm.view["undo"]["points"]
        assert points[0]["text"] == f"GM {words} {one['name']}"
    tables.gm.do("undo")
    tables.gm.do("redo")
    assert tables.gm.view["undo"]["points"][0]["text"] == f"GM removed {one['name']}"
    tables.gm.do("undo")
    tables.gm.do("act", name="end", data={"outcome": "The tide came in."})
    assert tables.gm.view["undo"]["points"][0]["text"] == "GM ended the fight"
    assert not any("GM used" in said or said.startswith("GM ended") for said in tables.watcher.says())
    assert sum("The tide came in" in said for said in tables.watcher.says()) == 1


def test_everybody_is_told_what_the_scene_is() -> None:
    """The intro, the terms and the sort of scene, as the scenario has them."""
    told = Tables("ropewalk-duel").watcher.view["scene"].split("\n\n")
    assert [part[:8] for part in told] == ["Brannoc ", "Terms: U", "Scene: d"]
