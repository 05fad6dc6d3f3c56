"""Saves: byte for byte, never over something newer, and in words when something is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from affray.bots.players import BOTS
from affray.cli import commands
from affray.content.bundled import scenarios_of
from affray.content.faults import FaultyContent
from affray.content.loader import Loaded, load_scenario, load_source
from affray.content.source import Source
from affray.kernel.errors import AffrayError, Unreadable
from affray.server.games import Game, Opener
from affray.server.store import Batch, Store, sqlite_address
from affray.table.exchange import Writes
from affray.table.save import BYTES_MAX, read_save, replay, save_of
from tests.asks.stage import PACKS, Stage, pick_any, yard
from tests.server.serving import serving
from tests.server.test_store import FullDisk
from tests.table.rig import SEED, Rig


def saved(stage: Rig) -> bytes:
    """The save of a table's fight."""
    return save_of(stage.fight, SEED, stage.table.session, stage.table.chronicle.notes)


def saved_again(data: bytes) -> bytes:
    """The save of a save that was loaded."""
    save = read_save(data)
    again = replay(save)
    assert again.same, again.text
    return save_of(save.loaded, save.seed, again.session, again.chronicle.notes)


@pytest.mark.parametrize("scenario", sorted(scenarios_of("d20plus")))
def test_save_load_save_is_the_same_to_the_byte_for_every_fight_that_comes_along(scenario: str) -> None:
    """compcon#3366, daggerheart#1021, dnd5e#1576: resuming renumbers the foes, and a round trip loses parts.

    Every bundled fight, played at random with corrections, undo and a re-roll: what is loaded and saved
    again is the same bytes, log, names, numbers and notes included.
    """
    random = Random(scenario)
    stage = Stage(load_scenario(scenario), typed=False)
    for step in range(60):
        if stage.state.outcome is not None:
            break
        pick_any(stage, random)
        if step % 20 == 9:
            stage.master.do("undo")
        if step % 20 == 12:
            stage.master.send("act", name="set", data=correction(stage), reason="so")
    data = saved(stage)
    assert saved_again(data) == data


def correction(stage: Stage) -> dict[str, Any]:
    """A correction of somebody who is there."""
    return {"persona": next(iter(stage.state.personas)), "field": "Mind", "value": 1}


def test_names_and_numbers_of_those_who_joined_stay_through_a_save() -> None:
    """compcon#3366: resume renumbers all NPCs to "#1".

    Three of one sheet join, the second leaves and another comes: the newcomer takes no name that was borne
    before, and a loaded save has the same ids and names in the same order.
    """
    stage = Stage(yard("striker A", "second B"), typed=False)
    for _ in range(3):
        stage.act("add", sheet="goblin", side="B", zone="road")
    stage.act("remove", persona="goblin-2")
    stage.act("add", sheet="goblin", side="B", zone="road")
    names = {one.id: one.name for one in stage.state.personas.values()}
    assert list(names) == ["striker", "second", "goblin", "goblin-3", "goblin-4"]
    assert len(set(names.values())) == len(names)
    again = replay(read_save(saved(stage))).session.encounter.state.personas
    assert {one.id: one.name for one in again.values()} == names


def test_a_fight_whose_sheets_leave_things_out_comes_back() -> None:
    """dnd5e#1576: a missing optional section crashes the import.

    Sheets without species, origin and licence, as the shortest pack may have them.
    """
    stage = Stage(yard("child A", "four B"), typed=False)
    stage.lanes()
    data = saved(stage)
    assert read_save(data).loaded.content_hash == stage.fight.content_hash
    assert saved_again(data) == data


BAD_CONTENT: dict[str, Any] = {
    "a ruling of another type": lambda content: content["scenario"]["rulings"].update(wound_increment="x"),
    "an unknown ruling": lambda content: content["scenario"]["rulings"].update(wound_incremnt=3),
    "a sheet that is not there": lambda content: content["scenario"]["combatant"][0].update(sheet="ghost"),
    "a zone that is not there": lambda content: content["scenario"]["combatant"][0].update(zone="nowhere"),
    "no combatants": lambda content: content["scenario"].pop("combatant"),
    "null for a name": lambda content: content["scenario"].update(title=None),
    "a key too many": lambda content: content["packs"][0].update(extra=1),
    "no packs": lambda content: content.update(packs=[]),
    "another system": lambda content: content.update(system="cantor"),
    "a text for the scenario": lambda content: content.update(scenario="saltgate"),
    "a number for the rulings": lambda content: content["scenario"].update(rulings=7),
}


@pytest.mark.parametrize("fault", BAD_CONTENT)
def test_content_that_is_missing_or_wrong_is_told_in_words(fault: str, tmp_path: Path) -> None:
    """dnd5e#1576, daggerheart#1021, pokemon-showdown#10410, poke-env#327: a bad import crashes, "validates",
    or hangs.

    Missing, extra, null, of another type, or leading nowhere: a message from the library and from the
    command line, with an exit code and no trace.
    """
    stage = Stage(yard("striker A", "mark B", rulings="wound_increment = 9"), typed=False)
    document = orjson.loads(saved(stage))
    BAD_CONTENT[fault](document["content"])
    data = orjson.dumps(document)
    with pytest.raises(Unreadable) as unreadable:
        read_save(data)
    assert str(unreadable.value)
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    assert commands.run(["replay", str(path)]) == 2


def test_a_huge_file_is_told_before_it_is_read() -> None:
    """daggerheart#1021: inputs of 50 MB must give a message."""
    with pytest.raises(Unreadable, match="MB"):
        read_save(b"{" + b" " * max(BYTES_MAX, 50_000_000))


def test_a_faulty_scenario_raises_once_with_every_reason() -> None:
    """pokemon-showdown#10410, poke-env#327: an unknown format "validates"; a rejected team just hangs the
    API.

    An unknown system is an error that lists those there are; a scenario with several faults raises one error
    that names them all.
    """
    with pytest.raises(AffrayError, match="d20plus"):
        load_source(Source("x.toml", 'system = "d20"\n', PACKS), "x")
    text = 'title = ""\nsystem = "d20plus"\nscene = "war"\npacks = ["proving-ground.toml"]\n'
    with pytest.raises(FaultyContent) as faulty:
        load_source(Source("x.toml", text, PACKS), "x")
    for name in ("title", "scene", "zone", "combatant"):
        assert name in str(faulty.value)


@pytest.fixture
def opener(tmp_path: Path) -> Iterator[Opener]:
    """Opens fights from a store of its own; locks are let go at the end."""
    store = Store(sqlite_address(tmp_path / "fights.sqlite3"))
    opened = Opener(store, tmp_path, bots=BOTS, odds=None, report=lambda error: None)
    yield opened
    store.close()


def close(game: Game) -> Game:
    """Let others open this fight."""
    game.lock.release()
    return game


def test_a_restored_save_is_a_fight_of_its_own_beside_the_newer_one(opener: Opener) -> None:
    """compcon#1328, #955, #3587: sync overwrites a restored backup; local data vanishes.

    A save of an earlier moment makes a new fight; what the store holds of the old one, played on since, is
    untouched.
    """
    loaded = load_scenario("ropewalk-duel")
    first = close(opener.open(loaded))
    early = save_of(loaded, str(first.table.seal["seed"]), first.table.session, [])
    first.table.hand_to_bot("A", "greedy")
    first.table.hand_to_bot("B", "greedy")
    for _ in range(5):
        first.table.tick()
    rows = first.table.take_writes()
    opener._store.submit(Batch(first.id, rows)).result()
    restored = close(opener.restore(read_save(early)))
    assert restored.id != first.id
    assert restored.table.seal == first.table.seal
    assert len(restored.table.session.history) < len(first.table.session.history)
    assert len(opener._store.load(first.id).history) == len(rows.history)


def test_a_fight_that_is_over_is_not_taken_for_one_to_go_on_with(opener: Opener) -> None:
    """compcon#3278: ended fights still offer resume.

    Opening the scenario again begins another fight; the ended one, from its save, opens over and closed to
    its players, its seed open.
    """
    loaded = load_scenario("ropewalk-duel")
    first = opener.open(loaded)
    rig = Stage(loaded, typed=False)
    rig.act("end", outcome="called off")
    history = rig.rows
    opener._store.submit(Batch(first.id, Writes(tuple(history), None), finished=True)).result()
    first.lock.release()
    second = close(opener.open(loaded))
    assert second.id != first.id
    assert not second.continued
    again = close(opener.restore(read_save(saved(rig))))
    assert again.table.session.outcome == "called off"
    again.table.join("line")
    again.table.receive("line", b'{"type":"hello","name":"Dana"}')
    views = [orjson.loads(out.data) for out in again.table.flush() if out.kind == "view"]
    assert (views[0]["over"], views[0]["read_only"]) == (True, True)


def test_the_command_line_takes_a_save_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """compcon#3278: a fight that was kept has to be opened again somehow: by its path, and never under a new
    seed.
    """
    served: list[Any] = []
    monkeypatch.setattr("affray.server.run.serve", lambda scenario, **rest: served.append((scenario, rest)))
    path = tmp_path / "yard.json"
    path.write_bytes(saved(Stage(yard("striker A", "mark B"), typed=False)))
    assert commands.run(["table", str(path), "--bots", "B"]) == 0
    ((save, rest),) = served
    assert (save.seed, rest["title"], rest["bots"]) == (SEED, "A yard", "B")
    assert commands.run(["table", str(path), "--seed", "mine"]) == 2
    assert commands.run(["table", str(tmp_path / "nothing.json")]) == 2


def test_a_save_that_fails_is_told_to_the_gm_and_tried_until_it_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """maptool#1069: autosave fails silently.

    The store takes nothing for a while: the GM is told at once and until it is over, play goes on, and then
    everything is on disk in order.
    """
    monkeypatch.setattr("affray.server.host.STORE_RETRY", 0.05)
    store = FullDisk(sqlite_address(tmp_path / "fights.sqlite3"))
    loaded: Loaded = load_scenario("ropewalk-duel")
    with serving(tmp_path, loaded, store=store) as served:
        gm = served.page(gm=True)
        store.full.set()
        try:
            gm.pick(_first(gm.view["prompts"][0]))
            gm.until(lambda: gm.view["notes"])
            assert "cannot be saved" in gm.view["notes"][-1]["text"]
            gm.pick(_first(gm.view["prompts"][0]))
            assert not store.load(served.game.id).history
        finally:
            store.full.clear()
        gm.until(lambda: not gm.view["notes"])
        rows = store.load(served.game.id).history
        assert [row[0] for row in rows] == served.game.table.session.history
        gm.close()


def _first(prompt: dict[str, Any]) -> str:
    return next(one["id"] for one in prompt["question"]["options"] if one["refusal"] is None)


def test_a_save_of_other_rules_can_still_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """compcon#3278, initiative-tracker#19: what was written down must be readable whatever became of the
    rules.

    The log in the save is printed as text, without playing anything; a log that was tampered with gives a
    message.
    """
    stage = Stage(yard("striker A", "mark B"))
    stage.lanes()
    stage.turn("striker")
    stage.do("striker", "strike club mark", striker=[15], mark=[3])
    document = orjson.loads(saved(stage))
    document["rules"] = "0"
    document["history"][0]["value"] = "Warp"
    path = tmp_path / "old.json"
    path.write_bytes(orjson.dumps(document))
    assert commands.run(["replay", str(path)]) == 1
    capsys.readouterr()
    assert commands.run(["replay", str(path), "--log"]) == 0
    assert "Striker strikes Mark with a club. 2 wounds to Body, 5 to 3." in capsys.readouterr().out
    document["log"] = [{"number": 0}, 7]
    path.write_bytes(orjson.dumps(document))
    assert commands.run(["replay", str(path), "--log"]) == 2
