"""A second statement of the rules of Animals on Board, written from the rule file alone, for clarity and not for speed.

It works on the JSON states, views and moves of the rule file and knows nothing of the program it is compared with.
"""

from collections import Counter
from copy import deepcopy
from itertools import chain, combinations

SPECIES = "camel chimpanzee crocodile elephant giraffe hippopotamus kangaroo lion panda penguin tiger zebra".split()
SPECIES_IN_PLAY = {2: 8, 3: 10, 4: 12}
FACE_UP_TILES = {2: 8, 3: 10, 4: 12}
MOST_ROUNDS = {2: 17, 3: 13, 4: 11}
FIELDS = {"keep": {"tile"}, "split": {"group", "off"}, "take": {"group"}, "pass": set(), "discard": {"tile"}}
KINDS = {"keep": ["keep"], "play": ["split", "take", "pass"], "discard": ["discard"], "over": []}
COMMON_KEYS = "game options players phase turn round scores winners".split()
KEYS = {*COMMON_KEYS, *"species deck hands area hidden arks crates supply flag out passes box".split()}


# Words


def tiles_of(species):
    """All tiles of these species, each with the numbers 1 to 5 (section 1)."""
    return sorted(f"{animal}-{number}" for animal in species for number in range(1, 6))


def species_of(tile):
    """The species of a tile: its name without the number."""
    return tile[:-2]


def herds(tiles):
    """How many tiles of every species there are."""
    return Counter(species_of(tile) for tile in tiles)


def ark_of(state, seat):
    """All tiles of an ark, known and unknown (AB-6.4)."""
    return sorted(state["arks"][seat]["known"] + state["arks"][seat]["unknown"])


def face_up(state):
    """The tiles that lie face up in the play area."""
    return [name for group in state["area"] for name in group if name != "hidden"]


def not_out(state):
    """The seats that are not out of the round (AB-4.10)."""
    return [seat for seat in range(state["players"]) if seat not in state["out"]]


def pairs(tiles):
    """The tiles of every species of which there are exactly two (AB-5.2)."""
    return [tile for tile in tiles if herds(tiles)[species_of(tile)] == 2]


def way_to_ten(tiles):
    """Whether final numbers other than 2, none above the present one, can add up to 10 (AB-5.5)."""
    sums = {0}
    for present in herds(tiles).values():
        sums = {total + final for total in sums for final in range(present + 1) if final != 2}
    return 10 in sums


# Moves (section 7)


def well_formed(move):
    """An object with one of the five kinds and exactly the fields of that kind (AB-7.1)."""
    if not isinstance(move, dict):
        return False
    kind = move.get("move")
    if not isinstance(kind, str) or kind not in FIELDS or set(move) != {"move"} | FIELDS[kind]:
        return False
    return isinstance(move.get("tile", ""), str) and all(names_once(move.get(field, [])) for field in ("group", "off"))


def names_once(value):
    """A list of strings without repetition, perhaps empty (AB-7.1)."""
    return isinstance(value, list) and all(isinstance(name, str) for name in value) and len(set(value)) == len(value)


def normal(state, move):
    """The normal form of a well-formed move; the state plays no part in it (AB-7.2)."""
    move = {key: sorted(value) if isinstance(value, list) else value for key, value in move.items()}
    if move["move"] == "split":
        group, off = move["group"], move["off"]
        if set(off) < set(group) and group[0] in off:
            move["off"] = [name for name in group if name not in off]
    return move


def refusal(state, move):
    """The first rule in the order of section 7 that forbids the move, or None."""
    return next((rule for rule, applies in reasons(state, move) if applies), None)


def reasons(state, move):
    """The table of section 7, line by line; nobody asks for a line below the first that applies."""
    yield "AB-7.1", not well_formed(move)
    kind, seat, area = move["move"], state["turn"], state["area"]
    yield "AB-9.1", kind not in KINDS[state["phase"]]
    if kind == "keep":
        yield "AB-3.6", move["tile"] not in state["hands"][seat]
    if kind in ("split", "take"):
        group = set(move["group"])
        yield "AB-4.4", group not in [set(lying) for lying in area]
    if kind == "split":
        off = set(move["off"])
        yield "AB-4.5", len(group) == 1
        yield "AB-4.6", not off or off == group or not off <= group
    if kind == "take":
        yield "AB-4.8", len(group) > state["crates"][seat]
    if kind == "pass":
        can_split = any(len(group) >= 2 for group in area)
        can_take = any(len(group) <= state["crates"][seat] for group in area)
        yield "AB-4.12", can_split or can_take
    if kind == "discard":
        ark = ark_of(state, seat)
        yield "AB-5.4", move["tile"] not in ark
        yield "AB-5.5", not way_to_ten([tile for tile in ark if tile != move["tile"]])


def splits(group):
    """Every way to split a group, once: the first tile stays, and some of the others go off (AB-4.6, AB-7.2)."""
    others = group[1:]
    sides = chain.from_iterable(combinations(others, size) for size in range(1, len(others) + 1))
    return [{"move": "split", "group": list(group), "off": list(off)} for off in sides]


def legal_moves(state):
    """Every legal move in normal form, each once (AB-7.2)."""
    if state["phase"] == "over":
        return []
    seat, area = state["turn"], state["area"]
    moves = [{"move": "keep", "tile": tile} for tile in state["hands"][seat]]
    moves += [{"move": "discard", "tile": tile} for tile in ark_of(state, seat)]
    moves += [{"move": "take", "group": list(group)} for group in area]
    moves += [{"move": "pass"}]
    legal = [move for move in moves if refusal(state, move) is None]
    return legal + [move for group in area for move in splits(group) if state["phase"] == "play"]


# What follows a move (AB-8.3)


def next_state(state, move, after):
    """The state that follows a legal move; only what chance decided is read off from `after`."""
    state, move = deepcopy(state), normal(state, move)
    follow = {"keep": keep, "split": split, "take": take, "pass": pass_by, "discard": discard}[move["move"]]
    follow(state, state["turn"], move, after)
    return state


def keep(state, seat, move, after):
    """The tile goes into the ark unseen; when all have kept, the others are laid open and round 1 starts (AB-3.7)."""
    state["hands"][seat].remove(move["tile"])
    state["arks"][seat]["unknown"].append(move["tile"])
    if seat + 1 < state["players"]:
        state["turn"] = seat + 1
        return
    state["area"] = [list(chain(*state["hands"]))]
    state["hands"] = [[] for _ in state["hands"]]
    state["phase"] = "play"
    start_round(state, after)


def start_round(state, after):
    """All left is one group, filled up face up (AB-4.1) and with a face-down tile if it has none (AB-4.2)."""
    left = face_up(state)
    drawn = [tile for tile in face_up(after) if tile not in left]
    missing = max(0, FACE_UP_TILES[state["players"]] - len(left))
    assert len(drawn) == missing, f"{missing} face-up tiles should be drawn, not {len(drawn)}: {drawn}"
    for tile in drawn:
        assert tile in state["deck"], f"{tile} was drawn face up but is not in the deck"
        state["deck"].remove(tile)
    if state["hidden"] is None:
        assert after["hidden"] in state["deck"], f"{after['hidden']} was drawn face down but is not in the deck"
        state["hidden"] = after["hidden"]
        state["deck"].remove(after["hidden"])
    state["area"] = [sorted([*left, *drawn, "hidden"])]
    state["out"], state["passes"] = [], 0
    state["turn"] = state["flag"]


def split(state, seat, move, after):
    """Two new groups lie instead of one (AB-4.6); the sixth crate is one given back instead (AB-4.7)."""
    kept = [name for name in move["group"] if name not in move["off"]]
    others = [group for group in state["area"] if group != move["group"]]
    state["area"] = sorted([*others, kept, move["off"]])
    crate = -1 if state["crates"][seat] == 5 else 1
    state["crates"][seat] += crate
    state["supply"] -= crate
    state["passes"] = 0
    end_turn(state, seat, after)


def take(state, seat, move, after):
    """The group is paid for and loaded (AB-4.8, AB-4.9); the first to be out takes the flag (AB-4.11)."""
    state["area"].remove(move["group"])
    state["crates"][seat] -= len(move["group"])
    state["supply"] += len(move["group"])
    ark = state["arks"][seat]
    ark["known"] = sorted(ark["known"] + [name for name in move["group"] if name != "hidden"])
    if "hidden" in move["group"]:
        ark["unknown"] = sorted([*ark["unknown"], state["hidden"]])
        state["hidden"] = None
    if not state["out"]:
        state["flag"] = seat
    state["out"] = sorted([*state["out"], seat])
    state["passes"] = 0
    end_turn(state, seat, after)


def pass_by(state, seat, move, after):
    """A passing seat is not out (AB-4.12)."""
    state["passes"] += 1
    end_turn(state, seat, after)


def end_turn(state, seat, after):
    """The next seat that is not out has its turn (AB-4.3), or the round ends (AB-4.14, AB-4.15)."""
    others_in = [other for other in not_out(state) if other != seat]
    if not others_in or state["passes"] == len(not_out(state)):
        end_round(state, after)
    else:
        state["turn"] = min(others_in, key=lambda other: (other - seat) % state["players"])


def end_round(state, after):
    """The match ends if an ark has 10 tiles or more; if not, the next round starts (AB-4.16)."""
    if all(len(ark_of(state, seat)) < 10 for seat in range(state["players"])):
        state["round"] += 1
        start_round(state, after)
        return
    state["out"], state["passes"] = [], 0
    for seat in range(state["players"]):
        for tile in pairs(ark_of(state, seat)):
            to_the_box(state, seat, tile)
    discard_or_score(state)


def to_the_box(state, seat, tile):
    """A tile leaves whichever part of the ark it is in, for the box."""
    for part in ("known", "unknown"):
        if tile in state["arks"][seat][part]:
            state["arks"][seat][part].remove(tile)
    state["box"][seat] = sorted([*state["box"][seat], tile])


def discard(state, seat, move, after):
    """One tile goes back to the box (AB-5.3)."""
    to_the_box(state, seat, move["tile"])
    discard_or_score(state)


def discard_or_score(state):
    """The lowest seat with more than ten discards (AB-5.3); when there is none, arks are opened and scored (AB-5.6)."""
    too_full = [seat for seat in range(state["players"]) if len(ark_of(state, seat)) > 10]
    if too_full:
        state["phase"], state["turn"] = "discard", too_full[0]
        return
    state["phase"], state["turn"] = "over", None
    state["arks"] = [{"known": ark_of(state, seat), "unknown": []} for seat in range(state["players"])]
    state["scores"], state["winners"] = final_points(state)


def points(ark, crates):
    """Single animals count their number, tiles of a herd of three or more five each, crates one each (AB-5.7)."""
    sizes = herds(ark)
    singles = sum(int(tile[-1]) for tile in ark if sizes[species_of(tile)] == 1)
    return singles + 5 * sum(size for size in sizes.values() if size >= 3) + crates


def final_points(state):
    """Scores and winners: most points, then most different species aboard, then shared (AB-5.7, AB-5.8)."""
    arks = [ark_of(state, seat) for seat in range(state["players"])]
    scores = [points(ark, crates) for ark, crates in zip(arks, state["crates"], strict=True)]
    ranks = [(score, len(herds(ark))) for score, ark in zip(scores, arks, strict=True)]
    return scores, [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


# Secrecy (section 6)


def view(state, seat):
    """The state with exactly the replacements of section 6; seat None is a spectator."""
    seen = deepcopy(state)
    seen["deck"] = len(state["deck"])
    seen["hidden"] = None if state["hidden"] is None else "hidden"
    for other in range(state["players"]):
        if other != seat:
            seen["hands"][other] = len(state["hands"][other])
            seen["arks"][other]["unknown"] = len(state["arks"][other]["unknown"])
    return seen


# What cannot be (section 8)


def broken_invariants(state):
    """Sentences about everything in a state that the rules say can't be; none for a legal state."""
    if set(state) != KEYS or state["phase"] not in KINDS:
        return [f"the keys or the phase are not those of section 8: {sorted(set(state) ^ KEYS)}, {state['phase']}"]
    in_phase = {"keep": claims_keep, "play": claims_play, "discard": claims_discard, "over": claims_over}
    claims = chain(claims_always(state), in_phase[state["phase"]](state))
    return [f"it isn't true that {sentence}" for holds, sentence in claims if not holds]


def claims_always(state):
    """What holds in every phase (section 1, AB-8.1, AB-8.2)."""
    players, species, phase, options = state["players"], state["species"], state["phase"], state["options"]
    arks = [ark[part] for ark in state["arks"] for part in ("known", "unknown")]
    face_down = [] if state["hidden"] is None else [state["hidden"]]
    tiles = [state["deck"], *state["hands"], *arks, *state["box"]]
    yield state["game"] == "animals-on-board", "the game is animals-on-board"
    yield players in SPECIES_IN_PLAY, "there are two, three or four players (AB-2.1)"
    yield set(options) == {"first", "species"}, "options holds both options (AB-8.2)"
    yield type(options["first"]) is int and 0 <= options["first"] < players, "option first is a seat (AB-2.3)"
    yield options["species"] in (None, species), "option species is null or the species in play (AB-2.4)"
    yield species == sorted(set(species) & set(SPECIES)), "the species in play are sorted, different and known ones"
    yield len(species) == SPECIES_IN_PLAY[players], "as many species are in play as section 1 says"
    per_seat = [len(state[key]) for key in ("hands", "arks", "crates", "scores", "box")]
    yield set(per_seat) == {players}, "every seat has hand, ark, crates, score and box (AB-3.1)"
    everything = chain(*tiles, face_up(state), face_down)
    yield sorted(everything) == tiles_of(species), "every tile in play is in exactly one place (AB-8.1)"
    for names in [*tiles, state["out"], state["area"], *state["area"]]:
        yield names == sorted(names), f"{names} is sorted"
    hidden = [name for group in state["area"] for name in group if name == "hidden"]
    yield len(hidden) == len(face_down), "hidden is what the one face-down tile in the play area is (AB-4.2)"
    yield all(state["area"]), "no group is empty"
    yield len(face_up(state)) <= FACE_UP_TILES[players], "no more tiles lie face up than a round starts with"
    yield all(0 <= crates <= 5 for crates in state["crates"]), "every seat has 0 to 5 crates"
    yield state["supply"] + sum(state["crates"]) == 20, "there are 20 crates"
    yield state["flag"] in range(players), "a seat has the flag"
    yield 1 <= state["round"] <= MOST_ROUNDS[players], "a match has so many rounds (AB-4.17)"
    yield phase == "play" or (state["out"], state["passes"]) == ([], 0), "out and passes are for the phase play"
    yield phase == "over" or (state["scores"], state["winners"]) == ([0] * players, []), "scores come at the end"
    yield phase == "keep" or not any(state["hands"]), "hands are empty after the setup"
    yield phase in ("discard", "over") or not any(state["box"]), "nothing goes to the box before the end"


def claims_keep(state):
    """Seats before the one in turn have kept one of three, the others have not (AB-3.4 to AB-3.6)."""
    players, turn = state["players"], state["turn"]
    kept = [seat < turn for seat in range(players)]
    yield turn in range(players), "a seat decides"
    yield [len(hand) for hand in state["hands"]] == [3 - has for has in kept], "three were dealt (AB-3.6)"
    yield [len(ark["unknown"]) for ark in state["arks"]] == kept, "one tile is kept (AB-3.6)"
    yield not any(ark["known"] for ark in state["arks"]), "nothing is known of an ark in the setup (AB-3.6)"
    yield (state["area"], state["round"]) == ([], 1), "the play area is empty before round 1 (AB-8.2)"
    yield state["crates"] == [1] * players, "every seat has one crate (AB-3.4)"
    yield state["flag"] == state["options"]["first"], "the seat of option first has the flag (AB-3.5)"


def claims_play(state):
    """A round in progress (section 4)."""
    players, out, playing, passes = state["players"], state["out"], not_out(state), state["passes"]
    gone = FACE_UP_TILES[players] + 1 - sum(len(group) for group in state["area"])
    unknown = [len(ark["unknown"]) for ark in state["arks"]]
    sizes = [len(ark_of(state, seat)) for seat in range(players)]
    earlier = sum(sizes) - players - gone
    yield state["turn"] in playing, "the seat in turn is not out (AB-4.10)"
    yield len(playing) + len(out) == players, "out lists seats, each once"
    yield len(out) <= gone <= 5 * len(out), "whoever is out took one to five tiles in this round, and nobody else did"
    yield not out or state["flag"] in out, "the first seat to be out has the flag (AB-4.11)"
    turn = (state["flag"] + len(state["area"]) - 1 + passes) % players
    yield bool(out) or state["turn"] == turn, "before a seat is out, every turn since the flag's was a split or a pass"
    yield 0 <= passes < len(playing), "when all have passed the round ends (AB-4.15)"
    yield passes == 0 or all(len(group) == 1 for group in state["area"]), "who can split can't pass (AB-4.12)"
    yield all(sizes[seat] <= 9 for seat in playing), "before its turn an ark has at most 9 tiles (AB-4.16)"
    yield all(2 <= sizes[seat] <= 14 for seat in out), "an ark got 1 to 5 tiles and has 14 at most (AB-5.1)"
    yield min(unknown) >= 1, "the tile kept in the setup is unknown (AB-6.4)"
    face_down_taken = sum(unknown) - players - (state["hidden"] is None)
    yield 0 <= face_down_taken < state["round"], "at most one face-down tile is taken in a round (AB-4.2)"
    yield earlier >= (players - 1) * (state["round"] - 1), "all but at most one seat take in every round (AB-4.17)"
    if state["round"] == 1:
        yield earlier == 0, "before round 1 every ark has one tile (AB-3.6)"
        yield bool(out) or state["flag"] == state["options"]["first"], "the flag has not moved yet (AB-3.5)"


def claims_discard(state):
    """The lowest seat with more than ten tiles has its turn, and a way to ten (AB-5.3, AB-5.5)."""
    too_full = [seat for seat in range(state["players"]) if len(ark_of(state, seat)) > 10]
    yield [state["turn"]] == too_full[:1], "the lowest seat with more than 10 tiles discards (AB-5.3)"
    yield all(way_to_ten(ark_of(state, seat)) for seat in too_full), "there is a way to ten (AB-5.5)"
    yield from claims_end(state)


def claims_over(state):
    """All arks are open and scored (AB-5.6 to AB-5.8)."""
    yield state["turn"] is None, "nobody has a turn when it is over"
    yield not any(ark["unknown"] for ark in state["arks"]), "all arks are open (AB-6.6)"
    yield all(len(ark["known"]) <= 10 for ark in state["arks"]), "no ark has more than 10 tiles (AB-5.6)"
    yield (state["scores"], state["winners"]) == final_points(state), "scores and winners are right (AB-5.7, AB-5.8)"
    yield from claims_end(state)


def claims_end(state):
    """After the last round pairs are gone, and only a seat in turn can have one on its way to ten (section 5)."""
    loaded = []
    for seat, box in enumerate(state["box"]):
        ark, waiting = ark_of(state, seat), state["phase"] == "discard" and seat > state["turn"]
        loaded.append(len(ark) + len(box))
        yield seat == state["turn"] or not pairs(ark), f"seat {seat} has no pair (AB-5.2)"
        only_pairs = pairs(box) == box and not herds(box).keys() & herds(ark).keys()
        yield only_pairs or not (waiting or len(ark) < 10), f"seat {seat} gave only pairs to the box (AB-5.3)"
    yield 10 <= max(loaded) <= 14, "an ark got its tenth tile, and none more than 14 (AB-5.1)"
