"""How to play: a page for each game in every language, on a phone and on two sides of paper."""

from __future__ import annotations

import re

import pytest

import ararat
from lengths import in_turn

PAGE_OF_A_PDF = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.parametrize("language", in_turn(["en", "fr", "it"], 1))
def test_each_game_is_taught_on_two_sides_at_most(come, language):
    person = come(language=language, width=360, height=640)
    for slug in ararat.games():
        person.page.goto(f"/how/{slug}")
        person.page.locator(".how h2").wait_for()
        assert person.page.locator(".how-steps").count() == 2
        assert person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        sides = len(PAGE_OF_A_PDF.findall(person.page.pdf(prefer_css_page_size=True, print_background=True)))
        assert 1 <= sides <= 2, f"{slug}: {sides}"


def test_the_lobby_leads_to_it_and_it_to_a_guided_match(come):
    person = come()
    person.page.goto("/")
    person.page.locator("[data-key='how-noah']").click()
    person.page.locator(".how-steps").first.wait_for()
    assert person.page.url.endswith("/how/noah")
    # From there a newcomer goes on to a guided match.
    person.page.locator("[data-key='learn-noah']").click()
    person.page.wait_for_url("**/t/*")
