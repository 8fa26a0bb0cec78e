"""Arche Opti Mix / Ark (2005): load the ark cabin by cabin, keep it level, lead on five score cards."""

from ...core.contract import Facts
from ...core.options import ChoiceOption, SeatOption
from ...core.pieces import beside

BOX = beside(__file__)
PLAYERS = range(3, 6)
SHY = ("neighbours", "entry")
CHIMPANZEE = ("none", "useful")
SKUNK = ("omnivore", "herbivore")

GAME = Facts(
    slug="opti-mix",
    name="Arche Opti Mix",
    authors=("Frank Nestel",),
    publisher="Doris & Frank",
    year=2005,
    minutes=45,
    players=PLAYERS,
    usual_players=4,
    options={
        "shy": ChoiceOption(rule="OM-2.1", default="neighbours", choices=SHY),
        "chimpanzee": ChoiceOption(rule="OM-2.1", default="none", choices=CHIMPANZEE),
        "first": SeatOption(rule="OM-2.1"),
        "skunk": ChoiceOption(rule="OM-2.1", default="omnivore", choices=SKUNK, later=True),
    },
    rules_version=1,
    players_rule="OM-2.1",
    unknown_option_rule="OM-2.1",
    package=__name__,
)
