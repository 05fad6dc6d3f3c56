"""affray check: packs, scenarios and worked examples."""

from __future__ import annotations

from pathlib import Path

import click

from affray.cli.output import FINE, NO, Ended, write_json

SCHEMAS = ("pack", "scenario", "example")


@click.command("check")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="FILE|FOLDER...")
@click.option(
    "--schema", type=click.Choice(SCHEMAS), help="Print the JSON Schema of such a file, and check nothing."
)
@click.option("--system", help="The rule system of --schema; may be left out where there is only one.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(paths: tuple[Path, ...], schema: str | None, system: str | None, as_json: bool) -> None:
    """Check content: packs and scenarios are loaded, worked examples are run.

    Of a FOLDER every TOML file in it is checked. Exit code 1 when a file fails.
    """
    if schema is not None:
        from affray.content.schema import schema_of

        write_json(schema_of(schema, system or _only_system()))
        return
    if not paths:
        raise click.UsageError("name at least one file or folder to check")
    from affray.content.check import check_paths

    checked = list(check_paths(paths))
    failed = [file for file in checked if not file.passed]
    if as_json:
        files = [
            {
                "file": file.file,
                "kind": file.kind,
                "passed": file.passed,
                "message": file.message,
                "faults": [fault.to_plain() for fault in file.faults],
            }
            for file in checked
        ]
        write_json({"passed": len(checked) - len(failed), "failed": len(failed), "files": files})
    else:
        for file in checked:
            indented = file.message.replace("\n", "\n  ")
            click.echo(
                f"ok    {file.file}  {file.message}" if file.passed else f"FAIL  {file.file}\n  {indented}"
            )
        click.echo(f"{len(checked) - len(failed)} passed, {len(failed)} failed")
    raise Ended(NO if failed else FINE)


def _only_system() -> str:
    from affray.systems import registered

    known = registered()
    if len(known) > 1:
        raise click.UsageError(f"name the rule system with --system: {', '.join(known)}")
    return known[0]
