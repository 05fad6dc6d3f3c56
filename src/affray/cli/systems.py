"""affray systems: what can be played."""

from __future__ import annotations

import click

from affray.cli.output import write_json


@click.command("systems")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(as_json: bool) -> None:
    """List the rule systems that can be played, with their scenarios."""
    from affray import systems
    from affray.content.bundled import scenarios_of

    found = [systems.system(id_) for id_ in systems.registered()]
    if as_json:
        write_json(
            {
                "systems": [
                    {
                        "id": system.id,
                        "title": system.title,
                        "version": system.version,
                        "scenarios": scenarios_of(system.id),
                    }
                    for system in found
                ]
            }
        )
        return
    for system in found:
        click.echo(f"{system.id}  {system.title}, rules {system.version}")
        for id_, title in scenarios_of(system.id).items():
            click.echo(f"  {id_:16} {title}")
