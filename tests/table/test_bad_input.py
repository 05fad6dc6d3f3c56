"""Messages that are not what they should be: each is answered in words, and nothing changes."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.table.rig import Rig

BROKEN = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"hello"',
    b"\xff\xfe",
    b"{}",
    b'{"type":null}',
    b'{"type":"dance","id":"x"}',
    b'{"type":"undo"}',
    b'{"type":"undo","id":""}',
    b'{"type":"undo","id":7}',
    b'{"type":"undo","id":"x","to":-1}',
    b'{"type":"undo","id":"x","to":"3"}',
    b'{"type":"undo","id":"x","to":1e99}',
    b'{"type":"undo","id":"x","more":1}',
    b'{"type":"answer","id":"x","stamp":"s","part":true,"pick":"a"}',
    b'{"type":"answer","id":"x","stamp":"s","part":0,"faces":["1"]}',
    b'{"type":"answer","id":"x","stamp":"s","part":0,"faces":[1.5]}',
    b'{"type":"answer","id":"x","stamp":"s","part":9999,"pick":"a"}',
    b'{"type":"act","id":"x","name":"set","data":[]}',
    b'{"type":"act","id":"x","name":"set","data":{"a":NaN}}',
    b'{"type":"set_bot","id":"x","seat":"ada","bot":"skynet"}',
    b'{"type":"set_dice","id":"x","seat":"ada","dice":"loaded"}',
    b'{"type":"rename","id":"x","name":""}',
    b'{"type":"rename","id":"x","name":"\\ud800"}',
    b"[" * 5_000,
    b'{"type":"act","id":"x","name":"set","data":{"a":' + b"[" * 900 + b"]" * 900 + b"}}",
    b'{"type":"rename","id":"x","name":"' + b"a" * 60_000 + b'"}',
    b'{"type":"hello","key":"another"}',
]


@pytest.mark.parametrize("data", BROKEN, ids=lambda data: data[:40].decode("latin-1"))
def test_what_cannot_be_read_is_answered_in_words(data: bytes) -> None:
    """The answer is short, says what is wrong, and echoes no more than the place."""
    rig = Rig()
    gm = rig.gm()
    before = gm.view
    rig.deliver(gm.connection, data)
    assert len(gm.refused) == 1
    assert gm.refused[0]["kind"] in ("unreadable", "forbidden")
    assert 10 < len(gm.refused[0]["text"]) < 1_000
    assert gm.view == before
    assert not rig.rows
    assert not rig.errors


def test_the_id_of_an_unreadable_command_comes_back() -> None:
    """The page can tell which of its commands it was."""
    rig = Rig()
    gm = rig.gm()
    rig.deliver(gm.connection, b'{"type":"undo","id":"mine","to":"x"}')
    assert gm.refused[0]["id"] == "mine"


def test_every_fault_is_named_with_its_place() -> None:
    """All at once, so that all can be mended at once."""
    rig = Rig()
    gm = rig.gm()
    rig.deliver(gm.connection, b'{"type":"answer","id":"x","stamp":1,"part":-1,"more":2}')
    text = gm.refused[0]["text"]
    assert "answer.stamp" in text
    assert "answer.part" in text
    assert "answer.more" in text


def test_nothing_is_taken_in_before_hello() -> None:
    """A line that did not say who it is gets a refusal and no view."""
    rig = Rig()
    rig.table.join("line")
    rig.table.receive("line", b'{"type":"undo","id":"x"}')
    (out,) = rig.table.flush()
    assert orjson.loads(out.data)["kind"] == "forbidden"


def test_an_error_nobody_expected_is_written_down_and_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sender reads a plain sentence; whoever runs the server gets the error."""
    rig = Rig()
    gm = rig.gm()

    def breaks(*_: Any) -> None:
        raise LookupError("an internal name")

    monkeypatch.setattr(rig.table.room, "rename", breaks)
    refusal = gm.ask("rename", name="Gem")
    assert "Something went wrong" in refusal["text"]
    assert b"internal name" not in b"".join(gm.received)
    assert [type(error) for error in rig.errors] == [LookupError]


def test_one_broken_view_does_not_keep_the_others_from_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the system cannot draw one reader's view, that reader is told so, and the others play on."""
    rig = Rig()
    gm, dana = rig.gm(), rig.player("ada", "bo", "cy")
    system = rig.table.session.system
    draw = system.view

    def breaks_for_players(encounter: Any, viewer: Any, *rest: Any) -> Any:
        if not viewer.gm:
            raise LookupError("an internal name")
        return draw(encounter, viewer, *rest)

    monkeypatch.setattr(system, "view", breaks_for_players)
    gm.pick("high", seat="ada")
    assert {prompt["seat"] for prompt in gm.view["prompts"]} == {"bo", "cy"}
    assert "could not draw" in dana.refused[-1]["text"]


def test_markup_in_names_and_texts_stays_text() -> None:
    """It travels as data: the same characters come out that went in."""
    rig = Rig()
    gm, dana = rig.gm(), rig.player("ada")
    nasty = "<img src=x onerror=alert(1)>"
    dana.do("rename", name=nasty)
    dana.do("ask_gm", seat="ada", option="<script>", text='"];--')
    gm.do("act", name="set", data={"fencer": "ada", "value": 2}, reason="</script>")
    assert gm.view["seats"][0]["person"] == nasty
    assert gm.view["notes"][0]["text"] == f'{nasty} asks for Ada: <script>. "];--'
    assert gm.says()[-1] == "Gemma used set on Ada: </script>"


ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
ANY_JSON = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
TYPES = (
    "hello", "rename", "take_seat", "leave_seat", "remove_person", "answer", "act", "undo",
    "redo", "reroll", "set_bot", "set_dice", "set_reaction", "ask_gm", "want_odds", "want_log",
)  # fmt: skip
FIELDS = (
    "id", "name", "seat", "stamp", "part", "pick", "faces", "here", "data", "reason", "to", "entry", "bot",
    "dice", "ability", "answer", "option", "text", "start", "stop", "key", "have",
)  # fmt: skip
MESSAGES = st.dictionaries(
    st.sampled_from(FIELDS),
    ANY_JSON | st.sampled_from(["ada", "greedy", "set", "high", "x", 0, 1]),
    max_size=6,
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(TYPES), MESSAGES), min_size=1, max_size=5))
def test_no_message_breaks_the_table(messages: list[tuple[str, dict[str, Any]]]) -> None:
    """Whatever the GM's page sends, no unexpected error comes of it, and the table can be restored."""
    rig = Rig()
    gm = rig.gm()
    for type_, fields in messages:
        try:
            data = orjson.dumps({**fields, "type": type_})
        except (TypeError, orjson.JSONEncodeError):
            continue
        rig.deliver(gm.connection, data)
    assert not rig.errors
    history = list(rig.table.session.history)
    rig.restart()
    assert rig.table.session.history == history
