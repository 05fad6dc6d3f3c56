"""Pages that are not the table's own and try to open its socket."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from affray.server.headers import is_same_host

HOST = "127.0.0.1:8765"


@pytest.mark.parametrize(
    "origin",
    [
        "http://[",
        "http://]x",
        "http://[::1",
        "null",
        "",
        "file://",
        "http://evil.example",
        f"http://{HOST}.evil.example",
        f"http://{HOST}@evil.example",
        f"http://evil.example#@{HOST}",
        "\xff",
    ],
)
def test_other_pages_and_broken_origins_are_turned_away(origin: str) -> None:
    """Without an error of the server's own."""
    assert not is_same_host(Headers({"origin": origin, "host": HOST}))


@pytest.mark.parametrize("origin", [None, f"http://{HOST}", f"https://{HOST}"])
def test_its_own_page_and_programs_may_connect(origin: str | None) -> None:
    """Programs name no origin."""
    headers = {"host": HOST} if origin is None else {"host": HOST, "origin": origin}
    assert is_same_host(Headers(headers))
