"""affray odds: the exact chances of something to do in a fight, or of a bare roll."""

from __future__ import annotations

import click

from affray.cli.output import readable, write_json

POLICIES = ("never", "always", "best")
_POLICY_WORDS = {
    "never": "never: nobody acts out of turn",
    "always": "always: whoever may act out of turn does, by the first way there is",
    "best": "best: everybody else takes what looks best to that seat",
}


@click.command("odds", options_metavar="[OPTIONS]")
@click.argument("what", metavar="SCENARIO|SYSTEM")
@click.argument("expression", required=False)
@click.option("--actor", callback=readable, help="Id or name of who acts, in a SCENARIO.")
@click.option("--action", callback=readable, help='What is done: "strike", a weapon, or an option in full.')
@click.option("--target", callback=readable, help="Id or name of whom, or the place where.")
@click.option(
    "--policy",
    type=click.Choice(POLICIES),
    default="never",
    show_default=True,
    help="Whether others act out of turn.",
)
@click.option(
    "--seed", default="odds", show_default=True, callback=readable, help="Seed of the fight's beginning."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    what: str,
    expression: str | None,
    actor: str | None,
    action: str | None,
    target: str | None,
    policy: str,
    seed: str,
    as_json: bool,
) -> None:
    """Tell the exact chances of something to do, or of a roll.

    With a SCENARIO its beginning is played by defaults until --actor may do the --action. With a SYSTEM the
    EXPRESSION is read in its notation; put "--" before one that begins with a minus.
    """
    from affray.systems import registered

    if what in registered():
        if expression is None:
            from affray.systems import system

            example = getattr(system(what), "roll_example", "")
            raise click.UsageError(f'write the roll to look at, as: affray odds {what} "{example}"')
        if actor or action or target:
            raise click.UsageError("--actor, --action and --target are about a scenario, not a bare roll")
        _bare(what, expression, as_json)
        return
    if expression is not None:
        raise click.UsageError(
            f'"{what}" is no rule system ({", ".join(registered())}), so leave out the roll'
        )
    if actor is None or action is None:
        raise click.UsageError("name --actor and --action of a scenario")
    _decision(what, actor, action, target, policy, seed, as_json)


def _bare(system_id: str, expression: str, as_json: bool) -> None:
    from affray.cli.chances import outcome, show_bars
    from affray.kernel.errors import Unreadable
    from affray.kernel.system import ReadsRolls
    from affray.systems import system

    known = system(system_id)
    if not isinstance(known, ReadsRolls):
        raise Unreadable(f"{known.title} reads no bare rolls.")
    odds = known.bare_roll(expression)
    if as_json:
        outcomes = [outcome(label, chance) for label, chance in odds.outcomes]
        head = {"system": system_id, "expression": expression, "outcomes": outcomes}
        notes = list(odds.notes)
        write_json(
            {**head, "mean": float(odds.mean), "mean_of": odds.mean_of, "policy": None, "notes": notes}
        )
        return
    click.echo(f"{known.title}: {expression}")
    show_bars(odds.outcomes)
    click.echo(f"Mean {float(odds.mean):.4f} ({odds.mean_of})")
    for note in odds.notes:
        click.echo(note)


def _decision(
    scenario: str, actor: str, action: str, target: str | None, policy: str, seed: str, as_json: bool
) -> None:
    from affray.cli.chances import outcome, show_bars
    from affray.cli.decisions import open_decision
    from affray.content import load_scenario
    from affray.kernel.errors import Unreadable
    from affray.odds.policies import POLICIES as REPLIES
    from affray.odds.told import told_odds

    loaded = load_scenario(scenario)
    decision = open_decision(loaded, actor, action, target, seed)
    told = told_odds(decision.session, decision.part, decision.option_id, REPLIES[policy])
    if told is None:
        raise Unreadable(f'Nothing is rolled for "{decision.option_id}", so there are no odds of it.')
    if as_json:
        write_json(
            {
                "scenario": loaded.id,
                "system": loaded.system.id,
                "actor": decision.seat.id,
                "option": decision.option_id,
                "outcomes": [outcome(label, chance) for label, chance in told.outcomes],
                "mean": float(told.mean),
                "policy": policy,
                "summary": told.odds["summary"],
                "notes": told.odds["notes"],
            }
        )
        return
    view = decision.view
    aim = f" at {view['label']}" if view["target_kind"] != "none" else ""
    click.echo(f"{loaded.title}: {decision.seat.name}, {view['group']}{aim}")
    show_bars(told.outcomes)
    click.echo(told.odds["summary"])
    click.echo(f"Mean {float(told.mean):.4f}")
    for note in told.odds["notes"]:
        click.echo(note)
    click.echo(f"Policy {_POLICY_WORDS[policy]}")
