"""Commands whose whole help is in the person's language: Typer translates what it is given, not its own words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import CommandFunctionType

from ..core.words import Words

TYPE_OF_ARGUMENT = re.compile(r" <.+>$")  # "GAME <str>": of no use to a person
EXTRA = re.compile(r"\[([^][]+)\]$")  # "[default: 100; x>=1; required]" at the end of a help
DEFAULT = re.compile(r"default: (.+)")
RANGE = re.compile(r"([\d.]+)<=x<=([\d.]+)")
LEAST = re.compile(r"x>=([\d.]+)")


class _Spoken:
    """A command that says usage, headings and what is usual in a language."""

    say: Words

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        formatter.write_usage(
            ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), self.say("manual.usage") + " "
        )

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = self.say("manual.help")
        return option

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        rows: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
        for parameter in self.get_params(ctx):
            name, text = parameter.get_help_record(ctx)
            rows[parameter.param_type_name].append((TYPE_OF_ARGUMENT.sub("", name), self._in_words(text)))
        for kind, found in rows.items():
            if found:
                with formatter.section(self.say(f"manual.{kind}s")):
                    formatter.write_dl(found)

    def _in_words(self, text: str) -> str:
        return EXTRA.sub(lambda extra: f"[{'; '.join(map(self._extra, extra[1].split('; ')))}]", text)

    def _extra(self, extra: str) -> str:
        if extra == "required":
            return self.say("manual.required")
        if found := DEFAULT.fullmatch(extra):
            return self.say("manual.default", value=found[1])
        if found := RANGE.fullmatch(extra):
            return self.say("manual.range", least=found[1], most=found[2])
        if found := LEAST.fullmatch(extra):
            return self.say("manual.least", least=found[1])
        return extra


class Commands(typer.Typer):
    """All commands, in one language."""

    def __init__(self, say: Words, **settings: Any) -> None:
        class Command(_Spoken, TyperCommand):
            pass

        class Group(_Spoken, TyperGroup):
            def format_options(self, ctx: Any, formatter: Any) -> None:
                super().format_options(ctx, formatter)
                with formatter.section(self.say("manual.commands")):
                    formatter.write_dl([(name, command.help) for name, command in self.commands.items()])

        Command.say = Group.say = say
        self.kind = Command
        self.options_place = say("manual.options-place")
        super().__init__(
            cls=Group,
            options_metavar=self.options_place,
            subcommand_metavar=say("manual.command-place"),
            add_completion=False,
            rich_markup_mode=None,
            **settings,
        )

    def command(self, *names: Any, **settings: Any) -> Callable[[CommandFunctionType], CommandFunctionType]:
        return super().command(*names, cls=self.kind, options_metavar=self.options_place, **settings)
