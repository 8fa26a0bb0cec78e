"""The arena: bots against bots over many games, fairly seated, and what can be said about their strength.

contest.py    what is played: a game, players, seats, a seed; every game of it follows from these
lineups.py    who sits where, so that nobody has the better seats
bout.py       one game, played by bots
workers.py    games on all cores of this machine; cluster.py: on the cores of a Ray cluster
folder.py     the games that were played, kept on disk as they end
tally.py      games as arrays, deal by deal; rating.py: Bradley–Terry; sampling.py: intervals
results.py    what the games say; report.py: the same in words; plots.py: in pictures
ladder.py     the ratings of all levels in all games; ladder_page.py: their page
survey.py     matches in which the coach is asked how likely the seat in turn wins
scatter.py    what many playouts would find, where few found this
reliability.py  how often that comes true, and a correction; reliability_report.py, _plot.py, _page.py: in words, in
              pictures, as a page
"""
