"""`wiregen diff`: show what changed between two versions of a schema."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from wiregen.cli.reporting import reporting_errors, show
from wiregen.cli.selection import packages_here
from wiregen.evolution.compatibility import Effect, rules_table
from wiregen.evolution.report import FORMS, comparison_report, worst_effect
from wiregen.pipeline import changes_between

_FAIL_ON = {
    "wire": Effect.WIRE,
    "json": Effect.JSON,
    "breaking": Effect.SOURCE,
    "any": Effect.SAFE,
}


def _show_rules(context: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    if is_wanted:
        show(rules_table().removesuffix("\n"))
        context.exit()


@click.command()
@click.argument("old")
@click.argument("new")
@click.option("--format", "form", type=click.Choice(FORMS), default=FORMS[0], show_default=True)
@click.option(
    "--fail-on",
    type=click.Choice(tuple(_FAIL_ON)),
    help="Exit with code 1 on changes that do this, or worse: break files, JSON too, "
    "or programs too; or on any.",
)
@click.option(
    "--rules",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_rules,
    help="Print the rules of classification as Markdown, and exit.",
)
@reporting_errors
def diff(old: str, new: str, form: str, fail_on: str | None) -> None:
    """Show what changed between two versions of a schema, and what each change does.

    OLD and NEW are folders, files, wheels or source archives, paths in revisions of git
    (REV:path), or names of installed packages. Files that cannot be read are named, and the
    rest is compared; with --fail-on they count as a change, unless both versions have the same.
    """
    found = changes_between(old, new, packages_here(), Path.cwd())
    show(comparison_report(found, form).removesuffix("\n"))
    if fail_on:
        worst = worst_effect(found.findings)
        is_bad = worst is not None and worst.severity >= _FAIL_ON[fail_on].severity
        sys.exit(is_bad or not found.is_complete)
