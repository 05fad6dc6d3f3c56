"""One browser for the whole run; every reader has a context of their own in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.table import DESKTOP, SWITCHES, Reader, Server, find_chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=list(SWITCHES))
        yield chromium
        chromium.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Opens tables; every one is closed after the test and must have had nothing to complain about."""
    servers: list[Server] = []

    def open_table(scenario: str = "saltgate", *options: str) -> Server:
        folder = tmp_path / f"table-{len(servers)}"
        folder.mkdir()
        server = Server(folder, scenario, *options)
        servers.append(server)
        server.start()
        return server

    yield open_table
    for server in servers:
        server.stop()
        assert server.errors() == ""


@pytest.fixture
def reader(browser: Browser) -> Iterator[Callable[..., Reader]]:
    """Brings in people with a browser each; afterwards no page may have had an error."""
    readers: list[Reader] = []

    def come(**options: Any) -> Reader:
        settings = {"viewport": DESKTOP, "reduced_motion": "reduce", **options}
        readers.append(Reader(browser.new_context(**settings)))
        return readers[-1]

    yield come
    for one in readers:
        one.context.close()
        assert one.faults == []
