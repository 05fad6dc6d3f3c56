"""affray rules: the clauses of a rule system, and which of them code and tests carry."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from affray.cli.output import FINE, NO, Ended, write_json

WIDTH = 100


@click.command("rules")
@click.argument("system", required=False)
@click.argument("clause", required=False)
@click.option(
    "--coverage", is_flag=True, help="List the clauses that lack code or a test; exit code 1 if any."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(system: str | None, clause: str | None, coverage: bool, as_json: bool) -> None:
    """Look up rules: the systems, all clauses of one, a section of it (D5), or one clause (D5.1)."""
    if system is None:
        if coverage:
            raise click.UsageError("--coverage wants a system")
        _systems(as_json)
    elif coverage:
        if clause is not None:
            raise click.UsageError("--coverage is about a whole system, not a clause")
        _coverage(system, as_json)
    else:
        _clauses(system, clause, as_json)


def _systems(as_json: bool) -> None:
    from affray.registers import register
    from affray.systems import registered, system

    found = [(system(id_), len(register(id_).clauses)) for id_ in registered()]
    if as_json:
        systems = [{"system": entry.id, "title": entry.title, "clauses": count} for entry, count in found]
        write_json({"systems": systems})
        return
    for entry, count in found:
        click.echo(f"{entry.id}  {entry.title}, {count} clauses")


def _clauses(system: str, clause: str | None, as_json: bool) -> None:
    from affray.content.loader import system_named
    from affray.content.shape import did_you_mean
    from affray.kernel.errors import Unreadable
    from affray.registers import register

    title = system_named(system).title
    found = register(system)
    wanted = "" if clause is None else clause.upper()
    clauses = [
        entry for entry in found.clauses.values() if wanted in ("", entry.section.upper(), entry.id.upper())
    ]
    if not clauses:
        known = [*found.clauses, *(entry.section for entry in found.clauses.values())]
        raise Unreadable(f'{title} has no clause "{clause}"{did_you_mean(clause, known)}')
    if as_json:
        write_json({"system": found.system, "title": title, "clauses": [_plain(entry) for entry in clauses]})
        return
    section = ""
    for entry in clauses:
        if entry.section != section:
            section = entry.section
            click.echo(
                f"\n{entry.section} {entry.title}" if len(clauses) > 1 else f"{entry.section} {entry.title}"
            )
        text = f"{entry.id}  {entry.text} [{entry.tag_text}]"
        click.echo(textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="         "))


def _plain(entry: Any) -> dict[str, str]:
    return {
        "id": entry.id,
        "section": entry.section,
        "section_title": entry.title,
        "text": entry.text,
        "tag": entry.tag,
    }


def _coverage(system: str, as_json: bool) -> None:
    """A clause is covered when a function carries it and a test reaches that function."""
    import json
    from importlib.resources import files

    from affray.content.loader import system_named
    from affray.kernel.clauses import carriers
    from affray.registers import register

    id_ = system_named(system).id
    ledger_file = files("affray.systems") / id_ / "coverage.json"
    ledger = json.loads(ledger_file.read_text(encoding="utf-8")) if ledger_file.is_file() else {}
    clauses = [entry.id for entry in register(id_).clauses.values() if entry.tag != "later"]
    without_code = [clause for clause in clauses if not carriers(clause)]
    missing = [clause for clause in clauses if clause in without_code or not ledger.get(clause)]
    covered = len(clauses) - len(missing)
    if as_json:
        write_json({"system": id_, "clauses": len(clauses), "covered": covered, "missing": missing})
    else:
        click.echo(f"{covered} of {len(clauses)} clauses have code and a test that reaches it")
        for clause in missing:
            click.echo(f"  {clause}: {'no code' if clause in without_code else 'no test'}")
    raise Ended(NO if missing else FINE)
