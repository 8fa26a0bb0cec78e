"""The server: tables that people and bots sit at, over HTTP and WebSockets, kept in a store.

Limits and refusals:
limits      what one client may ask for
metrics     what was done, in numbers
line        where work waits for its turn
open_files  how many files and connections a process may have
door        connections: how many, and how long a request may take to be whole
inbox       what a connection waits with
crowd       who watches and who sits, of all tables
quiet       logs that nobody can flood
refusals    what the server refuses, in one sentence

One table:
seats       who sits where
deals       commitments, and what a table keeps of its deal
table       one table: its seats, its match, its number
outline     a table as far as its log tells it without the rules
clock       the time of a store
schema      what a store keeps, and the version of that
migrating   a store of an older version, made one of today
migrations  how, step by step
folder      its folder on this machine: locked, backed up, restored
store       a log of what happened at each table, on disk
shared_store  the same for several processes: leases, and whose a table is
room        a table in memory, with those around it
telling     the table as one viewer may know it
alike       what is made once for all to whom it is the same
writing     messages as text
dialogue    the questions that lead to a move

What one process does:
tasks       work beside
processes   processes in which bots and the coach think
preparing   rules that compile in the background
bots        which bots sit at tables
rooms       tables that wake up and fall asleep
happenings  the one way in which anything happens at a table
moving      people's moves, and those taken back
seating     sitting down, beginning, standing in
carrying    seats that go to another device
bot_turns   the turns of bots
replays     records that somebody brought
new_tables  setting tables
claims      how many of them an address has set
rematches   the same people at a new table
lobby       what anybody may know of tables
expiry      what is too old is forgotten
analyses    what the coach thinks of matches that are over
hall        all of these put together, opened and closed
inspection  what a host wants to know of a store
peers       how workers of one machine speak with each other
worker      one of several processes that serve one store
hints       what the coach would do

Where it is found:
front       who stands before it, and for whom they speak
network     addresses of this machine at home
reach       under which of them the server is found
qr          QR codes of links

To the outside:
messages    what clients may send, with its schemas
answers     what they are sent, with its schemas
words       the words that the page needs
boxes       what a game's box says
visitor     one WebSocket
api         the HTTP side
bundles     modules of the page put together
page_files  the page's files, few and named by what they hold
guard       limits and policies on every request
metering    every answer counted, and all numbers told
logs        what is logged, for people or as lines of JSON, without values
app         all of it as one ASGI application
passing     connections that belong to another worker
manner      how a server is to serve
serving     starting it on this machine
supervising several workers, replaced when they die or hang
working     one of them
"""
