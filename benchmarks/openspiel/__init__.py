"""Our search beside OpenSpiel's information-set Monte Carlo tree search, in Animals on Board.

    world.py     a table to think in, played on by the compiled rules
    thinkers.py  who thinks: OpenSpiel's search within a time, and our players
    duel.py      matches on the same deals with the seats changed, a line each in a file
    report.py    what the lines say

OpenSpiel has its search twice. The one in C++ (`pyspiel.ISMCTSBot`) can't play games written in Python:
it needs worlds dealt anew from what a seat knows, a game in Python has no way to give them to C++, and the bot
takes no function in its place (open_spiel 2.0: it ends the process). So the one in Python plays
(`open_spiel.python.algorithms.ismcts`), on worlds that cost it as little as Python allows; the game itself, as
OpenSpiel has it, is `ararat.envs.openspiel`.
"""
