"""What is heard at a table, and when nothing is. The browser's loudspeaker is a stub."""

from __future__ import annotations

import random
from importlib import resources

import pytest

import ararat
from ararat.games import all_facts
from lengths import in_turn

# It takes whatever it is told, and counts how often it is opened; what it was asked for the page itself marks.
STUB = """
const node = () => new Proxy(function () {}, {
  get: (target, name) => (name in target ? target[name] : name === Symbol.toPrimitive ? () => 0 : node()),
  set: (target, name, value) => ((target[name] = value), true),
  apply: () => node(),
});
window.opened = 0;
window.buzzed = [];
window.AudioContext = class {
  state = 'running'; currentTime = 0; sampleRate = 10; destination = node();
  constructor() { window.opened += 1; }
  createGain() { return node(); }
  createOscillator() { return node(); }
  createBiquadFilter() { return node(); }
  createBufferSource() { return node(); }
  createBuffer() { return { getChannelData: () => [] }; }
  async suspend() { this.state = 'suspended'; }
  async resume() { this.state = 'running'; }
};
Object.defineProperty(navigator, 'vibrate', { value: (time) => buzzed.push(time), configurable: true });
"""
DEAF = "delete window.AudioContext; delete Navigator.prototype.vibrate;"
HEARD = """() => performance.getEntriesByType('mark').map(({ name }) => name)
  .filter((name) => name.startsWith('sound-')).map((name) => name.slice(6))"""
CUES = """async ([sounds, shows]) => {
  const { Cues } = await import('/page/sound/cues.js');
  const all = [];
  const cues = new Cues({ play: (names) => all.push(names) }, sounds);
  for (const { active, ...message } of shows) cues.show(message, active);
  return all;
}"""


def come_with(come, script, **more):
    person = come(sound="on", **more)
    person.context.add_init_script(script)
    return person


def heard(person):
    return person.page.evaluate(HEARD)


def move_untouched(person, lots):
    """A move though nobody touched anything: a script presses what is lit."""
    number = person.mark("number")
    for _ in range(100):
        person.page.evaluate(
            """(lot) => {
              const lit = [...document.querySelectorAll('.board .lit, .bar .lit')];
              (lit.find((one) => one.matches('.bar .primary')) ?? lit[Math.floor(lot * lit.length)])?.click();
            }""",
            lots.random(),
        )
        person.page.wait_for_timeout(50)
        if person.mark("number") != number:
            return
    pytest.fail("no move could be made")


def test_a_table_is_silent_until_the_first_touch(come):
    person = come_with(come, STUB)
    person.sit_down("opti-mix")
    person.page.reload()
    assert person.until_turn()
    move_untouched(person, random.Random(5))
    assert person.until_turn()
    assert heard(person) == [] and person.page.evaluate("[opened, buzzed.length]") == [0, 0]
    person.page.locator(".ask-line").click()
    lots = random.Random(1)
    for _ in range(30):  # one's turn may be of several moves
        assert not person.play_on(lots, moves=1) and person.until_turn()
        if "turn" in heard(person):
            break
    assert "turn" in heard(person) and person.page.evaluate("opened") == 1


@pytest.mark.parametrize("slug", in_turn(ararat.games(), 3))
def test_what_happens_is_heard_and_ones_turn_is_felt(come, slug):
    person = come_with(come, STUB)
    person.sit_down(slug)
    lots = random.Random(2)
    for _ in range(30):
        assert not person.play_on(lots, moves=1) and person.until_turn()
        if "turn" in heard(person):
            break
    assert len(set(heard(person))) > 1 and person.page.evaluate("buzzed.length") == heard(person).count("turn")


@pytest.mark.parametrize("width, height", in_turn([(1280, 800), (360, 640)], 1))
def test_one_tap_is_silence_and_is_remembered(come, width, height):
    person = come_with(come, STUB, width=width, height=height)
    person.sit_down("noah")
    assert person.until_turn()
    button = person.page.locator('[data-key="sound"]:visible')
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    person.page.evaluate("performance.clearMarks()")
    lots = random.Random(3)
    for _ in range(2):
        person.play_on(lots, moves=4)
        assert person.until_turn()
        assert heard(person) == [] and person.page.evaluate("buzzed.length") == 0
        person.page.reload()
        assert person.until_turn() and button.get_attribute("aria-pressed") == "false"
    button.click()
    person.until(f"() => ({HEARD})().length")


def test_a_device_without_sound_or_vibration_plays_as_well(come):
    person = come_with(come, DEAF)
    person.sit_down("ark-and-noah")
    person.play_on(random.Random(4), moves=6)
    assert person.until_turn() and heard(person) == []


def test_a_tab_in_the_background_tells_only_ones_turn(come):
    person = come_with(come, STUB)
    person.page.goto("/")
    person.page.locator('[data-key^="play-"]').first.wait_for()
    person.page.locator("h1").first.click()
    said = person.page.evaluate(
        """async () => {
          const { Speaker } = await import('/page/sound/speaker.js');
          const speaker = new Speaker({ sound: 'on', onChange: () => {} });
          speaker.touched = true;
          Object.defineProperty(document, 'hidden', { value: true, configurable: true });
          speaker.play(['tile', 'boat']);
          const before = opened;
          speaker.play(['tile', 'turn']);
          return [before, opened, buzzed.length];
        }"""
    )
    assert said == [0, 1, 1] and heard(person) == ["turn"]


def test_a_loudspeaker_that_says_nothing_rests_until_the_next_sound_or_touch(come):
    person = come_with(come, STUB)
    person.page.goto("/")
    said = person.page.evaluate(
        """async () => {
          const { Speaker } = await import('/page/sound/speaker.js');
          const speaker = new Speaker({ sound: 'on', onChange: () => {} });
          speaker.touched = true;
          speaker.play(['tile']);
          const said = [Boolean(speaker.rest), speaker.context.state];
          for (const again of [() => speaker.play(['boat']), () => speaker.wake()]) {
            speaker.lieDown();
            said.push(speaker.context.state);
            again();
            await new Promise((go) => setTimeout(go));
            said.push(speaker.context.state, speaker.resting);
          }
          return said;
        }"""
    )
    assert said == [True, "running", *["suspended", "running", False] * 2] and heard(person) == ["tile", "boat"]


def test_which_sounds_a_table_asks_for(come):
    person = come()
    person.page.goto("/")

    def entry(number, seat, move, *events):
        return {"number": number, "seat": seat, "move": {"move": move}, "events": [{"event": one} for one in events]}

    log = [entry(0, 1, "lay"), entry(1, 1, "sail", "left", "left"), entry(2, 0, "pass"), entry(3, 0, "lay")]

    def show(length, active=False, over=False, status="playing"):
        return {"entries": log[:length], "seat": 0, "active": active, "over": over, "status": status}

    sounds = {"moves": {"sail": "rope", "pass": None}, "events": {"left": "boat"}}
    asked = [
        (show(1), None),  # the first look
        (show(2, active=True), ["rope", "boat", "turn"]),
        (show(3, active=True), []),  # one's own moves are one turn
        (show(4), ["tile"]),
        (show(3, active=True), []),  # taken back
        (show(4), ["tile"]),  # and made again
        (show(4, over=True), ["end"]),
        (show(4, over=True), []),
    ]
    got = person.page.evaluate(CUES, [sounds, [message for message, _ in asked]])
    assert got == [names for _, names in asked if names is not None]
    started = [show(0, status="waiting"), show(0, active=True)]
    assert person.page.evaluate(CUES, [sounds, started]) == [["turn"]]


@pytest.mark.parametrize("slug", ararat.games())
def test_games_name_sounds_moves_and_events_that_there_are(come, slug):
    person = come()
    person.page.goto("/")
    named, known = person.page.evaluate(
        """async (slug) => {
          const { sounds } = await import(`/games/${slug}/board.js`);
          const { SOUNDS } = await import('/page/sound/sounds.js');
          return [sounds, Object.keys(SOUNDS)];
        }""",
        slug,
    )
    facts = all_facts()[slug]
    moves = set(facts.module("rules").MOVES.kinds)
    events = {name for name, _ in facts.module("views").EVENTS.facts.values()}
    assert set(named["moves"]) <= moves and set(named["events"]) <= events
    assert {*named["moves"].values(), *named["events"].values()} <= {*known, None}


def test_every_sound_is_short_and_soft_and_of_our_own_making(come):
    person = come()
    person.page.goto("/")
    peaks = person.page.evaluate(
        """async () => {
          const { SOUNDS, begin } = await import('/page/sound/sounds.js');
          let lot = 1;
          Math.random = () => (lot = (lot * 16807) % 2147483647) / 2147483647;  // the same noise every time
          const found = {};
          for (const name of Object.keys(SOUNDS)) {
            const context = new OfflineAudioContext(1, 22050 * 3, 22050);
            begin(context, context.destination, name, 0);
            const samples = (await context.startRendering()).getChannelData(0);
            const loud = (from, to) => Math.max(...samples.slice(from * 22050, to * 22050).map(Math.abs));
            found[name] = [loud(0, 1), loud(2.2, 3)];
          }
          return found;
        }"""
    )
    assert len(peaks) >= 10
    for name, (loudest, after) in peaks.items():
        assert 0.02 < loudest < 1 and after < 0.001, (name, loudest, after)
    folder = resources.files("ararat").joinpath("page", "sound")
    assert sum(len(path.read_bytes()) for path in folder.iterdir()) < 40_000
