"""Tools that some tests need beside Python: without one they are skipped, but where CI is set they fail."""

from __future__ import annotations

import importlib
import os

import pytest

import lengths


def missing(reason: str) -> None:
    """A tool is not there; nothing is proved without it."""
    if os.environ.get("CI"):
        pytest.fail(f"{reason} Where CI is set, this is a failure.", pytrace=False)
    pytest.skip(reason, allow_module_level=True)


def needed(module: str, how: str):
    """A package that some tests need; `how` says how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        return missing(f"{module} is missing: {how}.")


def only_long() -> None:
    """Leave a module out of the short form before it imports what only the long one has."""
    if not lengths.LONG:
        pytest.skip("in `make prove`", allow_module_level=True)
