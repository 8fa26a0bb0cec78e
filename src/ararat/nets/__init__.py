"""Nets: what is learnt about a game, in a file of plain numbers, and how a table is read by it.

plan        from the observations and moves that a game declares: what goes in, which weights there are, and where
reference   a net at work, in a few lines of NumPy: what everything quicker is compared with
net         a net and its file
wiring      a net as the kernels of a search take it
shipped     the net that ships with a game
"""
