"""The log as a file that can be read without the program."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from affray.kernel.presentation import DieFace, Entry, Ledger, Sentence


def log_as_json(entries: Sequence[Entry]) -> bytes:
    """Every entry, as the table sends them."""
    return orjson.dumps(list(entries), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def log_as_text(title: str, entries: Sequence[Entry], rounds: bool = True) -> str:
    """Every entry as lines of text, a heading for each round where the fight has `rounds`."""
    lines = [title, "=" * len(title)]
    if not rounds:
        lines.append("")
    round_ = None
    for entry in entries:
        if rounds and entry["round"] != round_:
            round_ = entry["round"]
            lines += ["", f"Round {round_}", ""]
        lines += _entry(entry)
    return "\n".join(lines) + "\n"


def sentence(say: Sentence) -> str:
    """A sentence as plain text."""
    return "".join(part if isinstance(part, str) else part["name"] for part in say)


def _entry(entry: Entry) -> list[str]:
    clauses = f" [{', '.join(entry['clauses'])}]" if entry["clauses"] else ""
    lines = [f"{entry['number'] + 1}. {sentence(entry['say'])}{clauses}"]
    for ledger in entry["ledgers"]:
        lines += _ledger(ledger)
    result = entry["result"]
    if result is not None:
        value = "" if result["value"] is None else f"{result['value']}, "
        lines.append(f"     {result['label']}: {value}{result['text']}")
    lines += [f"     Not counted: {remark['text']}" for remark in entry["not_counted"]]
    lines += [f"     {remark['text']}" for remark in entry["follows"]]
    if entry["undone_by"] is not None:
        lines.append(f"     Taken back by {entry['undone_by']}.")
    return lines


def _ledger(ledger: Ledger) -> list[str]:
    parts = []
    for row in ledger["rows"]:
        shown = row["label"] if row["die"] is None else f"{row['label']} {_die(row['die'])}"
        added = row["detail"] if row["value"] is None else f"{row['value']:+d}"
        parts.append(f"{shown}: {added}" if added else shown)
    total = f"{ledger['total_label']} {_total(ledger)}".strip()
    return [f"     {ledger['name']}, {ledger['title']}: {'; '.join([*parts, total])}"]


def _total(ledger: Ledger) -> str:
    """What a roller came to: in words where there are some."""
    return ledger.get("total_text", "" if ledger["total"] is None else str(ledger["total"]))


def _die(die: DieFace) -> str:
    by_hand = ", thrown by hand" if die["typed"] else ""
    return f"(d{die['sides']} shows {die['face']}{by_hand})"
