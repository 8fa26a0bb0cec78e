"""The server: tables that people and bots sit at, over HTTP and WebSockets, kept in a store.

limits     what one client may ask for
line       where work waits for its turn
refusals   what the server refuses, in one sentence
seats      who sits where
store      a log of what happened at each table, on disk
table      one table: its seats, its match, its number
telling    the table as one viewer may know it
dialogue   the questions that lead to a move
bots       bots that think in processes of their own
hints      what the coach would do
analyses   what the coach thinks of matches that are over
preparing  rules that compile in the background
messages   what clients may send, with its schemas
room       a table in memory, with those around it
hall       all tables of this process
visitor    one WebSocket
api        the HTTP side
app        all of it as one ASGI application
serving    starting it on this machine
"""
