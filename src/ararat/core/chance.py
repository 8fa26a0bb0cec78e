"""Chance: a small random generator that lives in the table.

The generator is sfc32 (Chris Doty-Humphrey's Small Fast Counting generator): four 32-bit words,
additions, shifts and exclusive-ors only, so that Python, the CPU and a GPU agree on every bit
without any number outgrowing 64 bits. The words are kept as 64-bit integers.
"""

from __future__ import annotations

from typing import Any

from .bits import nth_of, size_of, with_member
from .table import Numbers

WORD = 0xFFFFFFFF
BITS = 32
WARM_UP = 15
NINTH = 954437177  # nine times as much is 1, in 32 bits


def roll(chance: Numbers) -> int:
    """Thirty-two fresh random bits."""
    a, b, c, counter = chance[0], chance[1], chance[2], chance[3]
    result = (a + b + counter) & WORD
    chance[3] = (counter + 1) & WORD
    chance[0] = b ^ (b >> 9)
    chance[1] = (c + ((c << 3) & WORD)) & WORD
    chance[2] = ((((c << 21) & WORD) | (c >> 11)) + result) & WORD
    return result


def roll_back(chance: Numbers) -> None:
    """The generator as it was one `roll` before."""
    counter = (chance[3] - 1) & WORD
    b = chance[0] ^ (chance[0] >> 9) ^ (chance[0] >> 18) ^ (chance[0] >> 27)
    c = (chance[1] * NINTH) & WORD
    result = (chance[2] - (((c << 21) & WORD) | (c >> 11))) & WORD
    chance[0] = (result - b - counter) & WORD
    chance[1] = b
    chance[2] = c
    chance[3] = counter


def below(chance: Numbers, limit: int) -> int:
    """A whole number from 0 to limit - 1, each exactly as likely."""
    product = roll(chance) * limit
    rest = product & WORD
    if rest < limit:
        unfair = (WORD + 1 - limit) % limit
        while rest < unfair:
            product = roll(chance) * limit
            rest = product & WORD
    return product >> BITS


def random_member(chance: Numbers, members: int) -> int:
    """A member of a set, as a number, each as likely."""
    return nth_of(members, below(chance, size_of(members)))


def some_members(chance: Numbers, members: int, count: int) -> int:
    """So many members of a set, drawn one after the other."""
    drawn = 0
    for _ in range(count):
        drawn = with_member(drawn, random_member(chance, members & ~drawn))
    return drawn


def seed_chance(chance: Numbers, high: int, low: int) -> None:
    """Start the generator from the two halves of a 64-bit seed."""
    seed_wholly(chance, 0, 0, high, low)


def seed_wholly(chance: Numbers, top: int, upper: int, high: int, low: int) -> None:
    """Start the generator from the four 32-bit words of a 128-bit seed, the last ones first into it."""
    chance[0] = low & WORD
    chance[1] = high & WORD
    chance[2] = upper
    chance[3] = top ^ 1
    for _ in range(WARM_UP):
        roll(chance)


def seed_that_leads_to(chance: list[int]) -> int:
    """The seed of 128 bits from which the generator starts as it stands here, whatever it has done before."""
    words: Any = list(chance)
    for _ in range(WARM_UP):
        roll_back(words)
    return (words[3] ^ 1) << 96 | words[2] << 64 | words[1] << 32 | words[0]


def follow(seed: Numbers, scratch: Numbers) -> None:
    """The four words of a seed, the highest first, give way to those of the one that follows it, of 64 bits.

    It is drawn from a stream of its own, the one of all bits turned over, so that no match foretells the next one.
    """
    seed_wholly(scratch, ~seed[0] & WORD, ~seed[1] & WORD, ~seed[2] & WORD, ~seed[3] & WORD)
    seed[0] = 0
    seed[1] = 0
    seed[2] = roll(scratch)
    seed[3] = roll(scratch)


def stir(chance: Numbers, fresh: Numbers) -> None:
    """Mix four fresh 32-bit words in, so that nobody can foresee what comes next."""
    for word in range(4):
        chance[word] = chance[word] ^ fresh[word]
    for _ in range(WARM_UP):
        roll(chance)
