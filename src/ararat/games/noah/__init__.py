"""Noah / Noé (2012): board your animals on the boat where Noah stands, and keep no tears in hand."""

from ...core.contract import Facts, Json
from ...core.options import ChoiceOption, FlagOption, SeatOption
from ...core.pieces import beside

BOX = beside(__file__)
LEVELS = {row["name"]: row["seats"] for row in BOX.rows("levels", ("name", "seats"))}
PLAYERS = range(1, 6)
ENDINGS = ("three-rounds", "to-26")
PROMOS = ("frog", "crocodile", "roommates")


def check_solo(players: int, options: Json) -> str | None:
    """Solo is played without promo pieces (NO-S.1)."""
    return "NO-S.1" if players == 1 and any(options[promo] for promo in PROMOS) else None


GAME = Facts(
    slug="noah",
    name="Noah",
    authors=("Bruno Cathala", "Ludovic Maublanc"),
    publisher="Bombyx",
    year=2012,
    minutes=30,
    players=PLAYERS,
    usual_players=4,
    options={
        "ending": ChoiceOption(rule="NO-2.2", default="three-rounds", choices=ENDINGS, matters=PLAYERS[1:]),
        "first": SeatOption(rule="NO-2.2"),
        "frog": FlagOption(rule="NO-2.2", matters=PLAYERS[1:]),
        "crocodile": FlagOption(rule="NO-2.2", matters=PLAYERS[1:]),
        "roommates": FlagOption(rule="NO-2.2", matters=PLAYERS[1:]),
        "level": ChoiceOption(rule="NO-2.2", default="beginner", choices=tuple(LEVELS), matters=PLAYERS[:1]),
    },
    rules_version=1,
    players_rule="NO-2.1",
    unknown_option_rule="NO-2.2",
    package=__name__,
    low_wins=True,
    check_together=check_solo,
)
