"""Messages as they come in: from bytes to one of the shapes of the protocol, or a reason why not."""

from __future__ import annotations

from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError

from affray.kernel.errors import Unreadable
from affray.table.refusals import misread
from affray.table.wire import ClientMessage

_messages: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


def parsed(data: bytes | str) -> Any:
    """The JSON value of a message. Raises `Unreadable`."""
    try:
        return orjson.loads(data)
    except (orjson.JSONDecodeError, UnicodeEncodeError) as error:
        raise Unreadable(f"This message is no JSON: {error}") from None


def shaped(plain: Any) -> ClientMessage:
    """The message that a JSON value is. Raises `Unreadable` with every fault."""
    try:
        return _messages.validate_python(plain)
    except ValidationError as error:
        raise misread(error) from None
