"""The registers: the clauses of each rule system, read from docs/rules and fit to be shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from affray.kernel.errors import Unreadable

Tag = Literal["seed", "ruling", "mixed", "later"]

TAG_TEXTS: dict[Tag, str] = {
    "seed": "The game's text",
    "ruling": "Our reading; the text is silent",
    "mixed": "The game's text; what follows [ruling] is our reading",
    "later": "Outside a fight; for later",
}

_HERE = Path(__file__).resolve().parent
_FOLDERS = (_HERE / "rules", _HERE.parent.parent / "docs" / "rules")
"""Where the registers lie in an installed package, and in a source tree."""

_CLAUSE = re.compile(r"- \*\*(?P<id>[A-Z]\d+\.\d+)\*\* (?P<text>.*)")
_SECTION = re.compile(r"## (?P<id>[A-Z]\d+) (?P<title>.*)")
_TAG = re.compile(r"\[(seed|site|app|rev|ruling|later)\] ?")
_MARKS = re.compile(r"\*\*|`|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])")
_LOOSE = re.compile(r",? +([.,;)])")
"""Space and comma that a tag leaves behind before other punctuation."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One line of a register. `text` is plain; in a mixed clause "[ruling]" says where ours begins."""

    id: str
    section: str
    title: str
    text: str
    tag: Tag

    @property
    def tag_text(self) -> str:
        """Whose words these are, in words."""
        return TAG_TEXTS[self.tag]


@dataclass(frozen=True, slots=True)
class Case:
    """A case that must hold: a row of the register's table."""

    case: str
    result: str


@dataclass(frozen=True, slots=True)
class Register:
    """All clauses of a system by id, in the order of the register, and its cases."""

    system: str
    title: str
    clauses: dict[str, Clause]
    cases: tuple[Case, ...]


@cache
def register(system: str) -> Register:
    """The register of a system. Raises `Unreadable` where there is none."""
    for folder in _FOLDERS:
        path = folder / f"{system}.md"
        if re.fullmatch(r"[a-z0-9]+", system) and path.is_file():
            return parse(system, path.read_text(encoding="utf-8"))
    raise Unreadable(f'There is no register for "{system}".')


def parse(system: str, text: str) -> Register:
    """Read a register written in Markdown."""
    title, section, heading = "", "", ""
    clauses: dict[str, Clause] = {}
    cases: list[Case] = []
    for block in _blocks(text):
        if block.startswith("# "):
            title = _plain(block[2:])
        elif found := _SECTION.fullmatch(block):
            section, heading = found["id"], _plain(found["title"])
        elif block.startswith("## "):
            section, heading = "", _plain(block[3:])
        elif found := _CLAUSE.fullmatch(block):
            clauses[found["id"]] = _clause(found["id"], section, heading, found["text"])
        elif block.startswith("|") and heading.startswith("Cases"):
            cases += _cases(block)
    return Register(system, title, clauses, tuple(cases))


def _blocks(text: str) -> list[str]:
    """Headings, list items and table rows, each on one line, whatever the wrapping of the source."""
    blocks: list[str] = []
    for line in text.splitlines():
        continues = line.startswith("  ") and not line.lstrip().startswith("- ")
        if continues and blocks and blocks[-1].startswith("- "):
            blocks[-1] += " " + line.strip()
        else:
            blocks.append(line.strip())
    return blocks


def _clause(id_: str, section: str, title: str, text: str) -> Clause:
    tags = _TAG.findall(text)
    if not tags or tags == ["later"]:
        tag: Tag = "later" if tags else "ruling"
    elif tags[0] == "ruling":
        tag = "ruling"
    elif "ruling" in tags:
        tag = "mixed"
    else:
        tag = "later" if tags[0] == "later" else "seed"
    shown = _TAG.sub(lambda found: "[ruling] " if found[1] == "ruling" and tag == "mixed" else "", text)
    return Clause(id_, section, title, _plain(shown).lstrip(", "), tag)


def _cases(row: str) -> list[Case]:
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    if len(cells) < 2 or cells[0] == "case" or set(cells[0]) <= {"-", " "}:
        return []
    return [Case(_plain(cells[0]), _plain(cells[1]))]


def _plain(text: str) -> str:
    return _LOOSE.sub(r"\1", " ".join(_MARKS.sub("", text).split()))
