"""A bot of your own: sits down at a table that waits for somebody, and plays random legal moves.

python examples/bot.py http://127.0.0.1:8765 TABLE
"""

import json
import random
import sys
import urllib.request

from websockets.sync.client import connect

server, table = sys.argv[1].rstrip("/"), sys.argv[2]
request = urllib.request.Request(f"{server}/api/tables/{table}/seats", json.dumps({"name": "Example"}).encode())
seat = json.load(urllib.request.urlopen(request))
with connect(f"{server.replace('http', 'ws', 1)}/ws/{table}", max_size=None) as socket:
    socket.send(json.dumps({"type": "hello", "token": seat["token"]}))
    for message in map(json.loads, socket):
        if message["type"] == "table" and message["over"]:
            print("The match is over. Points:", message["scores"])
            break
        if message["type"] == "table" and message["legal"]:
            socket.send(json.dumps({"type": "moves", "most": 100}))
        if message["type"] == "moves":
            move = random.choice(message["moves"])
            socket.send(json.dumps({"type": "move", "number": message["number"], "move": move}))
