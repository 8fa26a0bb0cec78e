"""What a connection waits with: nothing is lost, and nobody waits in vain."""

from __future__ import annotations

import asyncio

import pytest

from ararat.server.inbox import Gate, Inbox


def test_messages_come_in_their_order_whoever_waits_for_whom():
    async def read():
        inbox = Inbox()
        inbox.put_nowait(1)
        inbox.put_nowait(2)
        assert not inbox.empty()
        assert [await inbox.get(), await inbox.get()] == [1, 2] and inbox.empty()
        coming = asyncio.ensure_future(inbox.get())
        inbox.put_nowait(3)
        inbox.put_nowait(4)
        assert [await coming, await inbox.get()] == [3, 4]

    asyncio.run(read())


def test_a_reader_who_gave_up_takes_no_message_along():
    async def read():
        inbox = Inbox()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(inbox.get(), 0)
        inbox.put_nowait(1)
        assert await inbox.get() == 1

    asyncio.run(read())


def test_all_who_wait_at_a_gate_go_on_together():
    async def wait():
        gate = Gate()
        waiting = [asyncio.create_task(gate.wait()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting.pop().cancel()  # who gives up shuts nobody out
        await asyncio.sleep(0)
        assert not gate.is_set() and not any(task.done() for task in waiting)
        gate.set()
        assert await asyncio.gather(*waiting) == [True, True]
        gate.clear()
        late = asyncio.create_task(gate.wait())
        await asyncio.sleep(0)
        assert not late.done()
        gate.set()
        assert await late and await gate.wait()

    asyncio.run(wait())
