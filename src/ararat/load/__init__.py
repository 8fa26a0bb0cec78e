"""A server under load: many tables of people who play by a schedule, and what they saw.

The people:
wire        one WebSocket of a page, as cheap as it can be
asking      one request over HTTP
sight       what a client needs of a message, without reading all of it
seen        what clients counted, and its percentiles
orders      who comes to which server, and how fast they play
notes       what all companies of a process share
person      one page: a seat, or somebody who watches
company     the people of one table; they play match after match
crew        many companies in one process

Whoever measures:
place       where the server is: on this machine, and nowhere else
served      the processes of the server, as the system tells of them
crews       all processes of clients
measuring   steps of load, one after the other
surroundings  what figures depend on: date, machine, versions
report      all of it in words, for the terminal and as a page
plots       the curve as a picture
keeping     the files of a measurement
"""
