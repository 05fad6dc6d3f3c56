"""Acts as they come in: a name and plain data, read into the shape that the act has in its system."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from affray.kernel.errors import Unreadable
from affray.kernel.requests import Audience

Id = Annotated[str, Field(max_length=64)]
"""The id of something in the fight."""

SeenBy = Literal["all", "side", "gm"]
"""Who may know what came of an act: everybody, the side it is about, or the GM alone."""


class Call(BaseModel):
    """The data of an act. Exactly the fields that are named, each of exactly its type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class InsistingCall(Call):
    """An act that goes through against a rule's refusal where the GM insists, which takes a reason."""

    force: bool = False


Known = Mapping[str, type[Call] | tuple[type[Call], Any]]
"""The acts of a system by name: the shape of each, alone or with what carries it out."""


def read_call(known: Known, name: str, data: Mapping[str, Any]) -> Call:
    """The data of an act in its shape. Raises `Unreadable` with every fault, a line each."""
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f' Did you mean "{near[0]}"?' if near else ""
        raise Unreadable(f'"{name}" is no act here; known are {", ".join(known)}.{hint}')
    entry = known[name]
    shape = entry[0] if isinstance(entry, tuple) else entry
    try:
        return shape.model_validate(dict(data))
    except ValidationError as error:
        raise Unreadable(f'The act "{name}" cannot be read', _faults(error)) from None


def need_reason(name: str, call: Call, reason: str) -> None:
    """Whoever insists says why. Raises `Unreadable` where the reason is missing."""
    if isinstance(call, InsistingCall) and call.force and not reason.strip():
        raise Unreadable(f'"{name}" by force needs a reason.')


def audience(side: str, seen_by: SeenBy) -> Audience:
    """The sides that may know, for something about somebody of this side."""
    return {"all": None, "side": (side,), "gm": ()}[seen_by]


def _faults(error: ValidationError) -> list[str]:
    return [
        f"{'.'.join(str(part) for part in fault['loc']) or 'data'}: {fault['msg']}"
        for fault in error.errors(include_url=False)
    ]
