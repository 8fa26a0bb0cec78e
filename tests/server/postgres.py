"""A PostgreSQL of the tests' own."""

from __future__ import annotations

import os

import pytest

from speed.cluster import Cluster, folder_of_programs

MISSING = "PostgreSQL is missing: install it (sudo apt-get install postgresql)."
# What is tried here is processes that die, not machines.
SETTINGS = ("fsync=off", "synchronous_commit=on", "full_page_writes=off", "max_connections=100", "shared_buffers=16MB")


@pytest.fixture(scope="session")
def cluster():
    """One for all tests that want one."""
    if folder_of_programs() is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    running = Cluster(SETTINGS)
    yield running
    running.close()
