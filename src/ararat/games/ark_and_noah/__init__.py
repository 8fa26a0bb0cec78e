"""Ark & Noah (2012): build the ark plank by plank, pen by pen, and bring the animals aboard two by two."""

from ...core.contract import Facts
from ...core.options import ChoiceOption, SeatOption
from ...core.pieces import beside

BOX = beside(__file__)
PLAYERS = range(2, 5)
VARIANTS = ("standard", "quick")
WORKERS_EACH = ("one", "two")

GAME = Facts(
    slug="ark-and-noah",
    name="Ark & Noah",
    authors=("Stefano Groppi",),
    publisher="Placentia Games",
    year=2012,
    minutes=60,
    players=PLAYERS,
    usual_players=4,
    options={
        "variant": ChoiceOption(rule="AN-2.1", default="standard", choices=VARIANTS, apart=True),
        "first": SeatOption(rule="AN-2.1"),
        "workers": ChoiceOption(rule="AN-2.1", default="one", choices=WORKERS_EACH, matters=range(3, 4), later=True),
    },
    rules_version=1,
    players_rule="AN-2.2",
    unknown_option_rule="AN-2.1",
    package=__name__,
    secrets=False,
)
