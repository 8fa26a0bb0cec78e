"""Animals on Board / Animal à Bord (2016): split groups for crates, spend crates on animals."""

from ...core.contract import Facts
from ...core.options import SeatOption, SubsetOption
from ...core.pieces import beside

BOX = beside(__file__)
SPECIES = tuple(row["name"] for row in BOX.rows("species", ("name", "picture", "numbers")))
TABLES = {row["players"]: row for row in BOX.rows("tables", ("players", "species", "face_up", "face_down"))}

GAME = Facts(
    slug="animals-on-board",
    name="Animals on Board",
    authors=("Ralf zur Linde", "Wolfgang Sentker"),
    publisher="eggertspiele",
    year=2016,
    minutes=30,
    players=range(2, 5),
    usual_players=3,
    options={
        "first": SeatOption(rule="AB-2.3"),
        "species": SubsetOption(
            rule="AB-2.4",
            words=SPECIES,
            counts={players: row["species"] for players, row in TABLES.items()},
            kept_as="chosen_species",
        ),
    },
    rules_version=1,
    players_rule="AB-2.1",
    unknown_option_rule="AB-2.2",
    package=__name__,
)
