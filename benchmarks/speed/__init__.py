"""Speed: of the rules and the search beside what a user would pick instead, and of a server under load.

games.py    every game, and the rivals in the same run (`make bench`)
rivals.py   other libraries, driven as their users drive them
cuda.py     every game on a GPU, and rivals there (`make bench-cuda`)
server.py   a server, in one run (`make bench-server`); its clients are those of `ararat load`
moves.py    what a move costs
restart.py  starting again with many tables in the store
safety.py   what a store holds after a load
served.py   a server in a process of its own
cluster.py  a PostgreSQL of its own
sharing.py  cats beside sixty tables of owls of another address (`make bench-sharing`)
attacks.py  how long somebody waits while others do their worst
nets.py     the search with a net beside the one with a guide
figures.py  figures as tables
"""
