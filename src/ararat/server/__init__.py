"""The server: tables that people and bots sit at, over HTTP and WebSockets, kept in a store.

Limits and refusals:
limits      what one client may ask for
line        where work waits for its turn
refusals    what the server refuses, in one sentence

One table:
seats       who sits where
table       one table: its seats, its match, its number
store       a log of what happened at each table, on disk
room        a table in memory, with those around it
telling     the table as one viewer may know it
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
rematches   the same people at a new table
lobby       what anybody may know of tables
analyses    what the coach thinks of matches that are over
hall        all of these put together, opened and closed
hints       what the coach would do

Where it is found:
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
page_files  the page's files
guard       limits and policies on every request
app         all of it as one ASGI application
serving     starting it on this machine
"""
