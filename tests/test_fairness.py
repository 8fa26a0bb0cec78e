"""Fair deals: what a proof proves, and that whatever was changed in a record is found."""

from __future__ import annotations

import hashlib
import hmac
import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random

import pytest

import ararat
from ararat.cli.app import run
from ararat.core.words import words
from ararat.fairness import ANEW, AS_IT_WAS, START, Deal, commitment_of, new_secret, proved
from ararat.games import all_facts
from ararat.match import restore, start
from ararat.record import FORMAT, sealed
from lengths import amount

OLD = Path(__file__).parent / "golden/record-format-1.json"
MATCHES = amount(4, long=500)
CHANGES = amount(40, long=2000)


def deal_of(number, players):
    """A deal that is the same in every run; one seat added nothing."""
    random = Random(number)
    added = [random.randbytes(random.choice((16, 32))).hex() for _ in range(players)]
    added[random.randrange(players)] = None
    return Deal(random.randbytes(32).hex(), tuple(added))


def played(match, deal, random, most=10**6):
    """A match played on by lot, all chance from a deal; at most so many moves."""
    while not match.over and most:
        match.play(random.choice(match.moves()), deal.entropy(len(match.history)))
        most -= 1
    return match


@cache
def fair_record(number, began=START):
    """The record of a match with a fair deal, as text."""
    slug = list(all_facts())[number % len(all_facts())]
    facts, random = all_facts()[slug], Random(number)
    players = random.choice(list(facts.players))
    deal, brought = deal_of(number, players), 0
    match = start(facts, players, deal.seed() if began == START else number, {})
    if began != START:
        played(match, deal_of(number + 1, players), random, 6)
    if began == ANEW:
        match = restore(facts, match.state(), deal.seed(), redealt=True)
    elif began == AS_IT_WAS:
        brought = len(match.history)
    played(match, deal, random)
    match.seats = ["you"] * players
    match.proof = deal.proof(match.record(), began, brought)
    return json.dumps(match.record())


# --- What is proved -----------------------------------------------------------------------------


@pytest.mark.parametrize("began", [START, ANEW, AS_IT_WAS])
def test_fair_matches_verify(began):
    for number in range(MATCHES if began == START else amount(4, long=40)):
        record = json.loads(fair_record(number, began))
        deal = deal_of(number, record["players"])
        contribution = next((one for one in deal.contributions if one), None)
        said = ararat.verify(record, deal.commitment, contribution)
        assert len(said) == 4 + 2 * (contribution is not None)
        assert proved(record)[2][0] == f"proof.began-{began}"
        assert ararat.replay(record).record() == record


def test_the_construction_is_as_it_is_published():
    """docs/fair-deals.md once more, with nothing of ours."""
    secret, first = bytes(range(32)), bytes(range(16))
    deal = Deal(secret.hex(), (first.hex(), None))
    name = b"ararat fair deal 1"
    commitment = hashlib.sha256(name + secret).digest()
    joint = hashlib.sha256(
        b"\0\0\0\x12" + name + b"\0\0\0\x20" + commitment + b"\0\0\0\x10" + first + b"\0\0\0\0"
    ).digest()
    assert deal.commitment == commitment.hex() == commitment_of(deal.secret) and deal.joint == joint
    seed = hmac.digest(secret, b"\0\0\0\4seed\0\0\0\x20" + joint, "sha256")[:16]
    assert deal.seed() == int.from_bytes(seed, "big")
    words = hmac.digest(secret, b"\0\0\0\4move\0\0\0\x20" + joint + b"\0\0\0\4\0\0\1\2", "sha256")[:16]
    assert deal.entropy(258) == [int.from_bytes(words[n : n + 4], "big") for n in (0, 4, 8, 12)]
    said = {"seed": 7, "moves": [{"b": "é", "a": 1}], "proof": None, "check": "0"}
    text = b'{"moves":[{"a":1,"b":"\\u00e9"}],"seed":7}'
    began = b"\0\0\0\x09as-it-was\0\0\0\4\0\0\0\7"
    whole = b"\0\0\0\6record\0\0\0\x20" + joint + began + len(text).to_bytes(4, "big") + text
    assert deal.transcript(said, "as-it-was", 7) == hmac.digest(secret, whole, "sha256").hex()


def test_whatever_is_added_changes_all_chance():
    deals = [
        Deal("ab" * 32, added) for added in (("cd" * 16, None), (None, "cd" * 16), ("cd" * 32, None), (None, None))
    ]
    deals.append(Deal("ac" * 32, ("cd" * 16, None)))
    assert len({deal.seed() for deal in deals}) == len({tuple(deal.entropy(0)) for deal in deals}) == 5
    assert len({tuple(deals[0].entropy(number)) for number in range(300)}) == 300
    assert all(deal.seed() < 2**128 for deal in deals) and len({new_secret() for _ in range(3)}) == 3


# --- What was changed ---------------------------------------------------------------------------


def flipped(text, random):
    """Hexadecimal digits with one of them changed."""
    place = random.randrange(len(text))
    return text[:place] + f"{int(text[place], 16) ^ random.randint(1, 15):x}" + text[place + 1 :]


def change_number(record, random):
    record["seed"] ^= 1 << random.randrange(128)


def change_entropy(record, random):
    random.choice(record["entropy"])[1][random.randrange(4)] ^= 1 << random.randrange(32)


def drop_entropy(record, random):
    record["entropy"].pop(random.randrange(len(record["entropy"])))


def change_order(record, random):
    moves = record["moves"]
    one = random.choice([n for n in range(len(moves) - 1) if moves[n] != moves[n + 1]])
    moves[one], moves[one + 1] = moves[one + 1], moves[one]


def change_move(record, random):
    record["moves"][random.randrange(len(record["moves"]))] = random.choice(
        [move for move in record["moves"] if move != record["moves"][0]]
    )


def change_last_move(record, random):
    """Another legal move at the end, where the match is over after it too; or one move less."""
    number = len(record["moves"]) - 1
    twin = ararat.replay(record)
    twin.shorten(1)
    for move in twin.moves():
        after = twin.copy()
        after.play(move, dict(record["entropy"])[number])
        if after.over and move != record["moves"][-1]:
            record["moves"][-1] = move
            return
    record["moves"].pop()


def change_proof(key):
    def change(record, random):
        record["proof"][key] = flipped(record["proof"][key], random)

    change.__name__ = f"change_{key}"
    return change


def change_contribution(record, random):
    added = record["proof"]["contributions"]
    seat = random.choice([n for n, one in enumerate(added) if one] or [None])
    if seat is None:
        added[0] = "00" * 16
    elif random.random() < 0.5:
        added[seat] = flipped(added[seat], random)
    else:
        added[seat] = None if random.random() < 0.5 else added[seat] + "00"


def change_secret_and_commitment(record, random):
    record["proof"]["secret"] = flipped(record["proof"]["secret"], random)
    record["proof"]["commitment"] = commitment_of(record["proof"]["secret"])


def change_seats(record, random):
    record["seats"][random.randrange(record["players"])] = "owl"


def change_beginning(record, random):
    record["proof"]["began"] = AS_IT_WAS
    record["proof"]["brought"] = random.randrange(len(record["moves"]) + 1)


def change_card(record, random):
    """Another position, which looks the same to everybody, in place of the one that was brought."""
    facts = all_facts()[record["game"]]
    record["state"] = restore(facts, record["state"], random.getrandbits(128), redealt=True).state()


EVERY = [
    change_number,
    change_entropy,
    drop_entropy,
    change_order,
    change_move,
    change_last_move,
    change_proof("secret"),
    change_proof("commitment"),
    change_proof("transcript"),
    change_contribution,
    change_secret_and_commitment,
    change_seats,
    change_beginning,
]


@pytest.mark.parametrize("change", EVERY, ids=lambda change: change.__name__)
@pytest.mark.parametrize("began", [START, ANEW])
def test_whatever_is_changed_is_found(change, began):
    """Even where the record is sealed anew."""
    for number in range(max(1, CHANGES // 24)):
        record = json.loads(fair_record(number % amount(4, long=40), began))
        before = deepcopy(record)
        change(record, Random(number))
        if record == before:
            continue
        with pytest.raises((ararat.BadRecord, ararat.BadProof)):
            ararat.verify(sealed(record))


def test_a_card_of_a_position_that_was_brought_is_not_changed_unseen():
    found = 0
    for number in range(4):
        record = json.loads(fair_record(number, ANEW))
        before = deepcopy(record["state"])
        change_card(record, Random(number))
        if record["state"] != before:
            found += 1
            with pytest.raises((ararat.BadRecord, ararat.BadProof)):
                ararat.verify(sealed(record))
    assert found


def test_who_makes_all_of_it_anew_is_found_by_whoever_was_there():
    """With the secret, which is open now, all but what people kept can be made to fit."""
    record = json.loads(fair_record(0))
    deal = deal_of(0, record["players"])
    forged = deal_of(1, record["players"])
    match = played(start(all_facts()[record["game"]], record["players"], forged.seed(), {}), forged, Random(1))
    match.proof = forged.proof(match.record())
    assert ararat.verify(match.record())
    with pytest.raises(ararat.BadProof) as problem:
        ararat.verify(match.record(), commitment=deal.commitment)
    assert problem.value.key == "proof.commitment"
    with pytest.raises(ararat.BadProof) as problem:
        ararat.verify(match.record(), contribution=next(one for one in deal.contributions if one))
    assert problem.value.key == "proof.contribution"


def test_a_proof_of_no_form_is_refused():
    record = json.loads(fair_record(0))
    for wrong in (
        [],
        {},
        {"secret": "x"},
        record["proof"] | {"secret": "zz" * 32},
        record["proof"] | {"contributions": []},
        record["proof"] | {"contributions": ["0"] * record["players"]},
        record["proof"] | {"began": "somewhere"},
        record["proof"] | {"brought": True},
        record["proof"] | {"more": 1},
    ):
        with pytest.raises(ararat.BadRecord):
            ararat.replay(sealed(record | {"proof": wrong}))
    with pytest.raises(ararat.BadProof):
        ararat.verify(sealed(record | {"proof": record["proof"] | {"construction": "another"}}))
    with pytest.raises(ararat.BadProof):
        ararat.verify(sealed(record | {"proof": None}))
    unfinished = record | {"moves": record["moves"][:-1], "entropy": record["entropy"][:-1]}
    with pytest.raises(ararat.BadRecord):
        ararat.replay(sealed(unfinished))


# --- Records of old, positions dealt anew, the command ------------------------------------------


def test_a_record_of_format_1_replays_and_proves_nothing():
    record = json.loads(OLD.read_text())
    assert record["format"] == 1 and "proof" not in record
    again = ararat.replay(record)
    assert again.over and again.record()["format"] == FORMAT
    assert again.record() == ararat.replay(again.record()).record()
    with pytest.raises(ararat.BadProof) as problem:
        ararat.verify(record)
    assert problem.value.key == "proof.none"
    for wrong in ({"seed": 6}, {"proof": None}):
        with pytest.raises(ararat.BadRecord):
            ararat.replay(record | wrong)


def test_a_verified_record_is_said_to_be_so(tmp_path, capsys):
    record = json.loads(fair_record(0))
    path, deal = tmp_path / "match.json", deal_of(0, record["players"])
    path.write_text(json.dumps(record))
    added = next(one for one in deal.contributions if one)
    for language in ("en", "fr", "it"):
        assert run(["verify", str(path), "--language", language]) == 0
        said = capsys.readouterr().out
        assert deal.commitment in said.replace("\n", "") and "--commitment" in said
        spoken = words(language)
        assert " ".join(spoken("proof.fits").split()) in " ".join(said.split()) and spoken("proof.fair") not in said
        assert run(["verify", str(path), "--commitment", deal.commitment, "--contribution", added]) == 0
        said = capsys.readouterr().out
        assert "--commitment" not in said and words("en")("proof.fair") in said
        assert run(["verify", str(path), "--commitment", "00" * 32, "--language", language]) == 2
        path.write_text(json.dumps(sealed(record | {"seats": None})))
        assert run(["verify", str(path), "--language", language]) == 2
        path.write_text(json.dumps(record))
        assert "Traceback" not in capsys.readouterr().err
