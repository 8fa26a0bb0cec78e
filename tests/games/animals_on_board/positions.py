"""Builds complete, consistent states of Animals on Board from the few things a test wants to say."""

from itertools import chain

from .second_statement import (
    FACE_UP_TILES,
    SPECIES,
    SPECIES_IN_PLAY,
    ark_of,
    broken_invariants,
    final_points,
    species_of,
    tiles_of,
)

SHORT = {animal[:2]: animal for animal in SPECIES}


def tiles(text):
    """Tile names from the short ones of the worked examples: "cr-2 hidden pa-4"."""
    return sorted(SHORT[name[:2]] + name[2:] if "-" in name else name for name in text.split())


def groups(*texts):
    """A play area from the short names of its groups: groups("cr-2 gi-1", "hidden")."""
    return [tiles(text) for text in texts]


def position(
    players=2,
    *,
    phase="play",
    turn=None,
    area=None,
    hidden=None,
    arks=None,
    hands=None,
    box=None,
    crates=None,
    flag=None,
    out=(),
    passes=0,
    round_number=None,
    first=None,
    species=None,
    options_species=None,
    made_up=False,
):
    """A complete state with sensible values for all that is not given, checked against the rules unless `made_up`.

    `arks`, `hands` and `box` have an entry for every seat; None leaves the entry to this function. An ark is
    {"known": ..., "unknown": ...} or a list of names, whose first is then the unknown one. While nobody is out, the
    tiles that a round must have and that `area` lacks are added to it as one more group; without `area` there is one
    group, and whoever is out took two tiles of it.
    """
    out = sorted(out)
    arks = [ark if ark is None else parts(ark, phase) for ark in arks or [None] * players]
    hands = list(hands or [None] * players)
    box = [sorted(tiles_out) for tiles_out in box or [[]] * players]
    named = [*chain.from_iterable(area or []), *chain(*box), *chain(*(hand or [] for hand in hands))]
    named += [tile for ark in arks if ark for part in ark.values() for tile in part]
    named = [name for name in [*named, hidden] if name not in ("hidden", None)]
    species = sorted(species) if species else species_with(named, players)
    bag = Bag(species, named)

    if round_number is None:
        round_number = least_round(players, phase, arks, out)
    if phase == "keep":
        turn = turn or 0
        deal(hands, arks, turn, bag)
        area = []
    elif phase == "play":
        area, arks = lay_out(players, area, arks, out, round_number, bag)
    else:
        area = [["hidden", bag.tile()]] if area is None else area
        arks = [ark or parts([bag.tile() for _ in range(3)], phase) for ark in arks]
    area = sorted(sorted(group) for group in area)
    if hidden is None and any("hidden" in group for group in area):
        hidden = bag.tile()
    if phase == "play":
        flag, turn = flag_and_turn(players, len(area), flag, turn, out, passes)
    flag = first if flag is None else flag
    flag = 0 if flag is None else flag
    if first is None:
        first = flag if phase == "keep" or (round_number == 1 and not out) else 0
    crates = list(crates or [1] * players)

    state = {
        "game": "animals-on-board",
        "options": {"first": first, "species": sorted(options_species) if options_species else None},
        "players": players,
        "phase": phase,
        "turn": turn,
        "round": round_number,
        "scores": [0] * players,
        "winners": [],
        "species": species,
        "deck": sorted(bag.free),
        "hands": [sorted(hand or []) for hand in hands],
        "area": area,
        "hidden": hidden,
        "arks": arks,
        "crates": crates,
        "supply": 20 - sum(crates),
        "flag": flag,
        "out": out,
        "passes": passes,
        "box": box,
    }
    if phase == "discard":
        state["turn"] = min(seat for seat in range(players) if len(ark_of(state, seat)) > 10)
    if phase == "over":
        state["scores"], state["winners"] = final_points(state)
    broken = [] if made_up else broken_invariants(state)
    assert not broken, broken
    return state


class Bag:
    """The tiles in play that the test has not named."""

    def __init__(self, species, named):
        """All tiles of the species in play without the named ones, each of which must be in play and named once."""
        assert len(set(named)) == len(named), f"a tile is named twice: {sorted(named)}"
        assert set(named) <= set(tiles_of(species)), f"not all in play: {sorted(named)}"
        self.free = [tile for tile in tiles_of(species) if tile not in named]
        self.free.sort(key=lambda tile: (-int(tile[-1]), tile))

    def tile(self):
        """A free tile: neighbours are of different species, so that a few of them hold no pair."""
        return self.free.pop(0)

    def tiles(self, number):
        """So many free tiles."""
        return [self.tile() for _ in range(number)]


def species_with(named, players):
    """As many species as the players need: those of the named tiles, then the first others of the alphabet."""
    needed = {species_of(tile) for tile in named}
    others = [animal for animal in SPECIES if animal not in needed]
    assert len(needed) <= SPECIES_IN_PLAY[players], f"too many species for {players} players: {sorted(needed)}"
    return sorted([*needed, *others[: SPECIES_IN_PLAY[players] - len(needed)]])


def parts(ark, phase):
    """The two parts of an ark; of a list the first tile is unknown, or none when the match is over."""
    if isinstance(ark, dict):
        return {"known": sorted(ark["known"]), "unknown": sorted(ark["unknown"])}
    secret = 0 if phase == "over" else 1
    return {"known": sorted(ark[secret:]), "unknown": sorted(ark[:secret])}


def least_round(players, phase, arks, out):
    """The earliest round in which the given arks can have so many tiles."""
    rounds = [1]
    for seat, ark in enumerate(arks):
        if ark and phase == "play":
            loaded = len(ark["known"]) + len(ark["unknown"]) - 1
            rounds.append(-(-loaded // 5) + (seat not in out))
    return 3 if phase in ("discard", "over") else max(rounds)


def deal(hands, arks, turn, bag):
    """Three tiles for every seat, one of them already in the ark of the seats before `turn`."""
    for seat in range(len(hands)):
        kept = seat < turn
        hands[seat] = hands[seat] or bag.tiles(2 if kept else 3)
        arks[seat] = arks[seat] or {"known": [], "unknown": bag.tiles(1 if kept else 0)}


def lay_out(players, area, arks, out, round_number, bag):
    """The play area and the arks of a round in progress."""
    at_start = FACE_UP_TILES[players] + 1
    whole = area is None
    area = [list(group) for group in area or []]
    lying = list(chain(*area))
    missing = at_start - 2 * len(out) if whole else 0 if out else at_start - len(lying)
    if missing > 0:
        face_down = [] if "hidden" in lying else ["hidden"]
        area.append(face_down + bag.tiles(missing - len(face_down)))
    lying = list(chain(*area))
    gone = bag.tiles(at_start - len(lying)) if out and all(arks[seat] is None for seat in out) else []
    secret = [] if "hidden" in lying else gone[:1]
    for seat in range(players):
        if arks[seat] is None:
            arks[seat] = parts(bag.tiles(round_number), "play")
            if seat in out:
                mine = [tile for place, tile in enumerate(gone) if place % len(out) == out.index(seat)]
                for tile in mine:
                    arks[seat]["unknown" if tile in secret else "known"].append(tile)
            arks[seat] = parts(arks[seat], "play")
    return area, arks


def flag_and_turn(players, number_of_groups, flag, turn, out, passes):
    """Flag and turn that fit: before a seat is out, every turn since the flag's was a split or a pass."""
    if not out:
        turns = number_of_groups - 1 + passes
        if flag is None:
            flag = 0 if turn is None else (turn - turns) % players
        return flag, (flag + turns) % players if turn is None else turn
    flag = out[0] if flag is None else flag
    clockwise = [(flag + step) % players for step in range(players)]
    return flag, next(seat for seat in clockwise if seat not in out) if turn is None else turn
