"""What the documents show: files, and commands of the shell."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from affray.systems import registered
from tests.clause_watch import ROOT


def _is_read(path: Path) -> bool:
    """The page of a system is read once the system is there."""
    return path.stem in registered() or not (ROOT / "src" / "affray" / "systems" / path.stem).is_dir()


DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md")),
    *(
        path
        for part in ("tutorial", "how-to", "reference")
        for path in sorted((ROOT / "docs" / part).glob("*.md"))
        if _is_read(path)
    ),
]
_BLOCK = re.compile(
    r"^(?P<indent> *)```(?P<language>\w+)\n(?P<text>.*?)^(?P=indent)```$", re.DOTALL | re.MULTILINE
)


def shown_files(document: Path) -> dict[str, str]:
    """The TOML files that a document shows, by the name in their first line."""
    blocks = [textwrap.dedent(block["text"]) for block in _blocks(document, "toml")]
    return {block.split("\n", 1)[0].removeprefix("# "): block for block in blocks}


def shown_commands(document: Path) -> list[str]:
    """The commands of affray that a document shows: in blocks, and those with arguments in running text."""
    text = document.read_text(encoding="utf-8")
    lines = [line.strip() for block in _blocks(document, "sh") for line in block["text"].splitlines()]
    running = re.findall(r"`(affray\s\w+\s[^`]+)`", text)
    found = [" ".join(line.split()) for line in [*lines, *running]]
    return [line for line in dict.fromkeys(found) if line.startswith("affray ") and "COMMAND" not in line]


def shown_targets(document: Path) -> list[str]:
    """The targets of make that a document shows: in blocks, and in running text."""
    text = document.read_text(encoding="utf-8")
    lines = [line.strip() for block in _blocks(document, "sh") for line in block["text"].splitlines()]
    running = re.findall(r"`(make [a-z][^`]*)`", text)
    return [line.split()[1] for line in [*lines, *running] if line.startswith("make ")]


def _blocks(document: Path, language: str) -> list[re.Match[str]]:
    found = _BLOCK.finditer(document.read_text(encoding="utf-8"))
    return [block for block in found if block["language"] == language]
