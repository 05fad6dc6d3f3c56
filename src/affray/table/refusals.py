"""What a person is told when a message is not accepted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from affray.kernel.errors import AffrayError, Ambiguous, Refused, RuleFailure, Stale, Unreadable
from affray.table.wire import RefusedMessage

FAULTS_SHOWN = 5


class Forbidden(AffrayError):
    """Something that this person may not do at the table, whatever the rules of the game say."""


def refused(error: AffrayError, id_: str | None, gm: bool = False) -> RefusedMessage:
    """The message for an error. The GM is told where a rule failed; others only that it did."""
    base: RefusedMessage = {
        "type": "refused",
        "id": id_,
        "kind": "refused",
        "text": str(error),
        "clause": None,
    }
    match error:
        case Refused():
            return {**base, "text": error.text, "clause": error.clause or None}
        case Unreadable():
            return {**base, "kind": "unreadable"}
        case Ambiguous():
            return {**base, "kind": "ambiguous"}
        case Stale():
            return {**base, "kind": "stale"}
        case Forbidden():
            return {**base, "kind": "forbidden"}
        case RuleFailure():
            return {**base, "text": failure_text(error, gm), "clause": error.clause or None}
    return base


def failure_text(failure: RuleFailure, gm: bool) -> str:
    """A rule failed: in words. Names of functions could hint at secrets, so only the GM reads them."""
    if gm:
        return f"A rule failed in {failure.step}. Nothing changed; the table goes on."
    return "A rule failed. Nothing changed; the table goes on."


def misread(error: ValidationError) -> Unreadable:
    """A message that does not have the shape of any message, with every fault and its place."""
    faults = []
    for fault in error.errors(include_url=False, include_context=False, include_input=False):
        place = ".".join(str(part) for part in fault["loc"]) or "message"
        faults.append(f"{place}: {fault['msg']}")
    more = len(faults) - FAULTS_SHOWN
    shown = faults[:FAULTS_SHOWN] + ([f"and {more} more"] if more > 0 else [])
    return Unreadable("This message cannot be read.", shown)


def id_of(plain: Any) -> str | None:
    """The id of a command that could not be read otherwise, so that its sender can tell which it was."""
    if isinstance(plain, Mapping):
        id_ = plain.get("id")
        if isinstance(id_, str) and 1 <= len(id_) <= 64:
            return id_
    return None
