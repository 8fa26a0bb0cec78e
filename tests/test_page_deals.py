"""The page's own statement of fair deals says what Python's says, in Node as in a browser."""

from __future__ import annotations

import hashlib
import hmac
import json
import shutil
import subprocess
from importlib import resources
from random import Random

import pytest

from ararat.fairness import ANEW, AS_IT_WAS, START
from ararat.record import canonical
from test_fairness import EVERY, change_beginning, deal_of, fair_record
from tools import missing

MODULE = resources.files("ararat") / "page/app/deals.js"
LENGTHS = (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000)
WORDS = {"é": [1, -2, None, True, '\u007f\u2028\n\\"', "\U0001f6a2"], "a": {"b": "", "B": []}}
KEPT = {"commitment": "first", "contribution": "c0ffee", "after": "table"}
FOLLOWING = [([], "first"), ([KEPT], "first"), ([KEPT], "second"), ([KEPT | {"after": "another"}], "second")]

SCRIPT = """
import { readFileSync } from "node:fs";
const { canonical, deal, following, newContribution, readRecord, unfit } = await import(MODULE);
const { hmac, sha256 } = await import(MODULE.replace("deals.js", "sha256.js"));
const asked = JSON.parse(readFileSync(0, "utf8"));
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const bytes = (text) => new Uint8Array(Buffer.from(text, "hex"));
function tried(text, ...known) {
  try {
    return unfit(readRecord(text), ...known);
  } catch {
    return "proof";
  }
}
console.log(JSON.stringify({
  hashes: asked.messages.map((one) => hex(sha256(bytes(one)))),
  codes: asked.messages.map((one) => hex(hmac(bytes("5a".repeat(32)), bytes(one)))),
  words: canonical(asked.words),
  deals: asked.deals.map(([secret, added, record]) => {
    const from = deal(secret, added);
    const transcript = from.transcript(JSON.parse(record), "anew", 3);
    return [from.commitment, String(from.seed()), from.entropy(0), from.entropy(70000), transcript];
  }),
  unfit: asked.records.map((one) => tried(...one)),
  added: [newContribution(), newContribution()],
  following: asked.following.map((one) => following(...one)),
}));
"""


@pytest.fixture(scope="module")
def told():
    """What the page's modules make of all that is asked, and what was asked."""
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        missing("Node is missing: install it (sudo apt-get install nodejs).")
    asked = {
        "messages": [Random(length).randbytes(length).hex() for length in LENGTHS],
        "words": WORDS,
        "deals": [
            [deal.secret, deal.contributions, '{"moves":[{"move":"x"}],"proof":1}'] for deal in map(deal_at, range(5))
        ],
        "records": list(records()),
        "following": [[kept, "table", commitment] for kept, commitment in FOLLOWING],
    }
    script = SCRIPT.replace("MODULE", json.dumps(MODULE.as_uri()))
    done = subprocess.run(
        [node, "--input-type=module", "-e", script],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return asked, json.loads(done.stdout)


def deal_at(number):
    return deal_of(number, 2 + number % 3)


def records():
    """Records with what somebody remembered: fair ones, and those in which something was changed."""
    for began in (START, ANEW, AS_IT_WAS):
        text = fair_record(0, began)
        record = json.loads(text)
        deal, mine = deal_of(0, record["players"]), record["players"] - 1
        added = next(one for one in deal.contributions if one)
        remembered = {
            "commitment": deal.commitment,
            "contribution": added,
            "continued": None if began == START else began,
        }
        seen = [{"number": n, "seat": mine, "move": move} for n, move in enumerate(record["moves"][:-1])]
        yield text, remembered, seen, [mine]
        yield text, remembered | {"commitment": "00" * 32}, [], []
        yield text, remembered | {"contribution": "00" * 16}, [], []
        yield text, remembered | {"continued": AS_IT_WAS if began == START else None}, [], []
        people = [seat for seat, one in enumerate(deal.contributions) if one]
        yield text, remembered | {"people": people}, seen, [mine]
        yield text, remembered | {"people": people[1:]}, seen, [mine]
        yield text, remembered, [seen[0] | {"move": {"move": "fly"}}, *seen[1:]], [mine]
    for change in [*EVERY, change_beginning]:
        record = json.loads(text := fair_record(0))
        change(record, Random(1))
        if record != json.loads(text):
            remembered = {"commitment": deal_of(0, record["players"]).commitment}
            yield json.dumps(record), remembered, [], []


def test_hashes_are_those_of_python(told):
    asked, said = told
    messages = [bytes.fromhex(one) for one in asked["messages"]]
    assert said["hashes"] == [hashlib.sha256(one).hexdigest() for one in messages]
    assert said["codes"] == [hmac.digest(b"\x5a" * 32, one, "sha256").hex() for one in messages]


def test_a_deal_is_that_of_python(told):
    _, said = told
    assert said["words"] == canonical(WORDS).decode()
    for number, (commitment, seed, first, later, transcript) in enumerate(said["deals"]):
        deal = deal_at(number)
        assert (commitment, int(seed)) == (deal.commitment, deal.seed())
        assert (first, later) == (deal.entropy(0), deal.entropy(70000))
        assert transcript == deal.transcript({"moves": [{"move": "x"}]}, ANEW, 3)
    assert len({*said["added"]}) == 2 and all(len(one) == 32 for one in said["added"])


def test_the_page_finds_whatever_was_changed(told):
    _, said = told
    found = [None, "commitment", "contribution", "began", None, "stranger", "moves"]
    for kind in range(3):
        assert said["unfit"][7 * kind : 7 * kind + 7] == found
    assert len(said["unfit"]) > 21 + 10 and None not in said["unfit"][21:]


def test_a_device_adds_to_the_rematch_of_a_table_once(told):
    """A server that showed one commitment after the other could choose what follows."""
    _, said = told
    new, same, other, elsewhere = said["following"]
    assert new["commitment"] == "first" and len(new["contribution"]) == 32 and same == KEPT and other is None
    assert elsewhere["commitment"] == "second" and elsewhere["contribution"] != "c0ffee"
