"""The page, the rulebook, and the headers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from affray.content import load_scenario
from affray.server.headers import attachment, content_policy
from affray.server.pages import Pages
from tests.server.serving import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of a d20+ fight."""
    with serving(tmp_path_factory.mktemp("data"), load_scenario("ropewalk-duel")) as running:
        yield running


def test_every_answer_carries_the_safety_headers(served: Served) -> None:
    """Only the server's own files run, and nobody frames the page."""
    for path in ("/", "/api/clauses", "/nowhere/at/all", "/api/nothing"):
        headers = httpx.get(served.url + path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert f"ws://127.0.0.1:{served.port}" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers


def test_a_forged_host_adds_nothing_to_the_policy() -> None:
    """What is no host name is left out."""
    assert "evil" not in content_policy("evil.example; script-src *")
    assert "connect-src 'self';" in content_policy("a b")


def test_clauses_come_with_their_text_and_whose_words_they_are(served: Served) -> None:
    """One by one and as a list, with the setting that changes a ruling."""
    one = httpx.get(f"{served.url}/api/clauses/D5.3").json()
    assert one["id"] == "D5.3"
    assert one["setting"] == "margin_zero_wounds"
    assert one["tag"] in ("seed", "ruling", "mixed")
    assert one["text"]
    assert "**" not in one["text"]
    every = httpx.get(f"{served.url}/api/clauses").json()
    assert len(every) > 80
    assert one in every
    missing = httpx.get(f"{served.url}/api/clauses/D99.1")
    assert missing.status_code == 404
    assert missing.json()["text"] == "There is no such clause."


def test_what_is_not_there_is_said_without_a_trace(served: Served) -> None:
    """Unknown calls, odd ways of asking, and attempts to leave the folder."""
    assert httpx.get(f"{served.url}/api/nothing").status_code == 404
    assert httpx.post(f"{served.url}/api/clauses").status_code == 405
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/%00", "/.git/config"):
        answer = httpx.get(served.url + path)
        assert "root:" not in answer.text
        assert "Traceback" not in answer.text


@pytest.fixture
def built(tmp_path: Path) -> Pages:
    """A built client."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>the page")
    (tmp_path / "assets" / "page-abc.js").write_text("1")
    (tmp_path / ".stamp").write_text("secret")
    return Pages(tmp_path)


def test_the_page_is_under_every_address(built: Pages) -> None:
    """A link into the page works when it is opened afresh."""
    for path in ("", "watch", "some/where"):
        answer = built.answer(path)
        assert answer.status_code == 200
        assert b"the page" in bytes(answer.body)
        assert answer.headers["cache-control"] == "no-cache"


def test_a_folder_leads_to_where_relative_addresses_work(built: Pages) -> None:
    """`/watch/` goes to `/watch`."""
    answer = built.answer("watch/")
    assert answer.status_code == 307
    assert answer.headers["location"] == "/watch"
    assert built.answer("/evil.example/").status_code == 200


def test_assets_are_kept_by_browsers_and_missing_ones_are_missing(built: Pages) -> None:
    """A file that is not there is not answered with the page."""
    answer = built.answer("assets/page-abc.js")
    assert "immutable" in answer.headers["cache-control"]
    assert "javascript" in answer.headers["content-type"]
    assert built.answer("some/assets/page-abc.js").status_code == 200
    assert built.answer("assets/old.js").status_code == 404


def test_a_browser_that_has_the_page_is_told_so(built: Pages) -> None:
    """By the tag of its content."""
    tag = built.answer("").headers["etag"]
    assert built.answer("", tag).status_code == 304


def test_nothing_outside_the_folder_is_served(built: Pages) -> None:
    """Hidden files and ways out lead to the page."""
    for path in (".stamp", "../secret", "assets/../.stamp", "assets/..\\..\\x", "/etc/passwd", "a\x00b"):
        answer = built.answer(path)
        assert b"secret" not in bytes(answer.body)


def test_a_page_that_is_not_built_says_what_builds_it(tmp_path: Path) -> None:
    """In words, with the command."""
    answer = Pages(tmp_path).answer("")
    assert answer.status_code == 503
    assert b"make play" in bytes(answer.body)


def test_downloads_are_named_by_title_and_kind(served: Served) -> None:
    """So that files of several fights lie beside each other and tell what they are."""
    key = served.host.table.room.join("a key for the save", "Gemma", True).key
    for path, name in (("log.txt", "log.txt"), ("log.json", "log.json"), ("save", "save.json")):
        given = httpx.get(f"{served.url}/api/{path}?key={key}").headers["content-disposition"]
        title = served.host.table.fight.title.lower().replace(" ", "-")
        assert given.startswith(f'attachment; filename="{title}-{name}"')


def test_any_title_makes_a_safe_file_name() -> None:
    """Neither quotes, paths nor lines get into the header; other scripts come through whole."""
    assert attachment('../a"b\r\nSet-Cookie: c', "log.txt").startswith(
        'attachment; filename="a-b-set-cookie-c-log.txt"'
    )
    assert attachment("Śląsk", "save.json").isascii()
    assert "filename*=UTF-8''%E5%A4%9C-log.txt" in attachment("夜", "log.txt")
    assert 'filename="affray-log.txt"' in attachment("夜", "log.txt")
