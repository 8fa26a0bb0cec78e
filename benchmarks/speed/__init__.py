"""Speed: of the rules and the search beside what a user would pick instead, and of a server under load.

games.py    every game, and the rivals in the same run (`make bench`)
rivals.py   other libraries, driven as their users drive them
server.py   one server with a hundred tables (`make bench-server`)
clients.py  the people at those tables
figures.py  figures as tables, with the machine and the date that they depend on
"""
