"""Save files: a fight as one JSON document that needs no other file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from affray.content import Loaded, loaded_from_plain
from affray.dice.counter import CounterDice
from affray.kernel.codec import state_hash, to_plain
from affray.kernel.errors import AffrayError, Stale, Unreadable
from affray.kernel.inputs import HistoryItem, item_from_plain, item_to_plain
from affray.kernel.presentation import Entry
from affray.kernel.session import FAILS_NOW, Session
from affray.kernel.system import GM_VIEWER
from affray.table.chronicle import Chronicle, TableNote
from affray.table.fight import Fight
from affray.table.logbook import Logbook

FORMAT = "affray save"
VERSION = 1
BYTES_MAX = 32 * 1024 * 1024
FAULTS_SHOWN = 20

_KINDS: dict[type[Any], str] = {str: "text", dict: "an object", list: "a list"}

_FIELDS: dict[str, type[Any]] = {
    "rules": str,
    "content_hash": str,
    "rulings": dict,
    "content": dict,
    "seed": str,
    "history": list,
    "state_hash": str,
    "log": list,
}


@dataclass(frozen=True, slots=True)
class Save:
    """A save that was read. `log` are its entries as the GM saw them."""

    loaded: Loaded
    rules: str
    seed: str
    history: list[HistoryItem]
    state_hash: str
    log: list[Entry]


@dataclass(frozen=True, slots=True)
class Replay:
    """A save played again. `differs_at` is the first input at which the rules of today differ, if any do.

    `same` is whether it may be played on; otherwise the save is only to be read, from `log`.
    """

    session: Session
    chronicle: Chronicle
    differs_at: int | None
    same: bool
    text: str


def save_of(fight: Fight, seed: str, session: Session, notes: Sequence[TableNote]) -> bytes:
    """A fight as the bytes of a save file. The same fight always gives the same bytes."""
    logbook = Logbook(session, GM_VIEWER)
    logbook.update(notes, 1)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "title": fight.title,
        "rules": fight.system.version,
        "content_hash": fight.content_hash,
        "rulings": to_plain(fight.rulings),
        "content": fight.to_plain(),
        "seed": seed,
        "history": [item_to_plain(item) for item in session.history],
        "state_hash": state_hash(session.encounter.state),
        "outcome": session.outcome,
        "log": logbook.entries,
    }
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(document, option=options)


def read_save_file(path: Path) -> Save:
    """The save in a file. Raises `OSError`, or as `read_save` does. Of a file too large no more is read."""
    with path.open("rb") as file:
        return read_save(file.read(BYTES_MAX + 1))


def read_save(data: bytes) -> Save:
    """What `save_of` wrote. Raises `Unreadable` with every fault on anything else."""
    document = _document(data)
    faults = [
        f'"{name}" must be {_KINDS[type_]}' + ("" if name in document else "; it is missing")
        for name, type_ in _FIELDS.items()
        if not isinstance(document.get(name), type_)
    ]
    history: list[HistoryItem] = []
    items = document.get("history")
    for number, plain in enumerate(items if isinstance(items, list) else []):
        try:
            history.append(item_from_plain(plain, f"input {number}"))
        except Unreadable as error:
            faults += error.faults or (error.message,)
    if faults:
        raise Unreadable("This save file cannot be read.", _first(faults))
    try:
        loaded = loaded_from_plain(document["content"])
    except Unreadable as error:
        raise Unreadable(error.message, _first(error.faults)) from None
    if loaded.content_hash != document["content_hash"]:
        raise Unreadable(
            "This save file was changed.", ['"content" is not what "content_hash" was worked out from']
        )
    return Save(loaded, document["rules"], document["seed"], history, document["state_hash"], document["log"])


def replay(save: Save) -> Replay:
    """Play a save again, input by input, with the rules of today."""
    session = Session(save.loaded.system, save.loaded.start(), CounterDice(save.seed))
    chronicle = Chronicle(session)
    differs_at: int | None = None
    reason = ""
    try:
        chronicle.replay(save.history)
    except AffrayError as error:
        other = isinstance(error, Stale) and str(error) != FAILS_NOW
        differs_at = len(session.history)
        reason = ": something else is asked there than was answered" if other else f": {error}"
    if differs_at is None and state_hash(session.encounter.state) != save.state_hash:
        differs_at, reason = len(save.history), ": it comes to another state"
    today = save.loaded.system.version
    if differs_at is not None:
        text = f"With the rules of today this fight differs at input {differs_at}{reason}"
    elif save.rules != today:
        text = (
            f"This fight was played by version {save.rules} of the rules, not {today}; it comes out the same."
        )
    else:
        text = "This fight comes out the same."
    return Replay(session, chronicle, differs_at, differs_at is None and save.rules == today, text)


def _first(faults: Sequence[str]) -> list[str]:
    """As many faults as somebody reads, and how many more there are."""
    more = len(faults) - FAULTS_SHOWN
    return [*faults[:FAULTS_SHOWN], *([f"and {more} more"] if more > 0 else [])]


def _document(data: bytes) -> dict[str, Any]:
    """The JSON object of a save file that this version can read."""
    if len(data) > BYTES_MAX:
        raise Unreadable(f"This file is larger than {BYTES_MAX // 1024 // 1024} MB; no save is.")
    try:
        document = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise Unreadable(f"This is no save file, or one that was cut off: {error}") from None
    if isinstance(document, list) and all(isinstance(one, dict) and "say" in one for one in document):
        raise Unreadable("This is a log; the save file is in the GM's hand.")
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Unreadable(f'This is no save file of affray: "format" is not "{FORMAT}".')
    if document.get("version") != VERSION:
        raise Unreadable(
            f"This save has version {document.get('version')!r}; this affray reads version {VERSION}."
        )
    return document
