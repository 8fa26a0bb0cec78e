"""Doves: a small game of our own, the worked example of docs/adding-a-game.md. Higher and higher round the mast."""

from ararat.core.contract import Facts
from ararat.core.pieces import beside

BOX = beside(__file__)

GAME = Facts(
    slug="doves",
    name="Doves",
    authors=("The Ararat founders",),
    publisher="Ararat",
    year=2026,
    minutes=5,
    players=range(2, 5),
    usual_players=3,
    options={},
    rules_version=1,
    players_rule="DV-1.1",
    unknown_option_rule="DV-1.2",
    package=__name__,
)
