"""Content files made to break the loader: every one is answered with faults and their lines, in good time."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.content.faults import Fault, FaultyContent
from affray.content.loader import load_pack
from affray.content.source import Source
from tests.work import calls_of

HEAD = 'id = "p"\nsystem = "d20plus"\ntitle = "Pack"\n'
WEAPON = '[[weapon]]\nid = "axe"\nname = "Axe"\n'


def faults_of(text: str) -> list[Fault]:
    """The faults of a pack with this text."""
    with pytest.raises(FaultyContent) as caught:
        load_pack(Source("p.toml", text, Path()))
    return list(caught.value.found)


@pytest.mark.parametrize("value", ["nan", "-inf", "9223372036854775808", "1979-05-27", "07:32:00"])
@pytest.mark.parametrize("key", ["gear", "lane", "tags", "ability"])
def test_values_that_only_toml_has_fit_nowhere(key: str, value: str) -> None:
    """No date passes for a text, no endless number for nothing; each is one fault at its own line."""
    found = [fault for fault in faults_of(f"{HEAD}{WEAPON}{key} = {value}\n") if fault.place.endswith(key)]
    assert [fault.line for fault in found] == [7]
    assert "does not fit; allowed is" in found[0].message


def test_a_date_is_no_title() -> None:
    """It is named as what it is, not as the text that it would be in JSON."""
    (fault,) = faults_of(HEAD.replace('"Pack"', "1979-05-27"))
    assert (fault.line, fault.place) == (3, "title")
    assert fault.message.startswith("1979-05-27 does not fit; allowed is text in quotes")


@pytest.mark.parametrize(
    "deep",
    ["x = " + "[" * 300 + "]" * 300, ".".join(["x"] * 3_000) + " = 1", "[" + ".".join(["x"] * 3_000) + "]"],
)
def test_what_is_nested_too_deeply_has_a_line(deep: str) -> None:
    """However it is written."""
    (fault,) = faults_of(HEAD + deep + "\n")
    assert (fault.line, fault.place, fault.message) == (4, "x", "lists and tables are nested too deeply")


def test_a_number_of_thousands_of_digits_has_a_line() -> None:
    """Python refuses to read it; that is no reason to end with an error of its own."""
    (fault,) = faults_of(HEAD + "x = " + "9" * 5_000 + "\n")
    assert fault.line == 4


def test_a_key_with_escapes_has_its_line() -> None:
    """A key may be written as text with escapes in it."""
    places = {fault.place: fault.line for fault in faults_of(HEAD + '"\\u0061b" = 1\n')}
    assert places["ab"] == 4


def test_many_faults_are_found_in_good_time() -> None:
    """The work grows with the file, not with its square."""
    files = {size: HEAD + "".join(f"k{number} = 1\n" for number in range(size)) for size in (500, 2_000)}
    assert len(faults_of(files[2_000])) == 2_000
    work = {size: calls_of(lambda text=text: faults_of(text)) for size, text in files.items()}
    assert work[2_000] < 6 * work[500]
