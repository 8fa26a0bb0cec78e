"""Learning from the rules alone: a net at all seats plays against itself (`ararat train`).

lists      legal actions of many tables, one list after the other
sight      what seats see, as the net takes it
crowd      tables of several player counts and options, side by side
gradient   the net forwards and backwards
practice   play for a while, then learn from it
considering  decisions by search, to learn from
judging    how strong the net is against bots
folder     what of a run is kept
run        practice after practice
torch_*    the net, its practice and a run in PyTorch, for a GPU
"""
