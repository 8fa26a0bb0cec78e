"""Arrays are handed over as the DLPack standard says; what lies on a GPU is proved by tests/cuda."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from ararat.batch import device

CPU = 1, 0


class Handed:
    """An array of NumPy, handed over as ours are."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return CPU

    def __dlpack__(self, **wishes):
        return device.capsule_of(self.array, self.array.ctypes.data, CPU)


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.float32, np.bool_])
def test_an_array_is_taken_where_it_lies(kind):
    array = np.arange(6).reshape(2, 3).astype(kind)
    taken = np.from_dlpack(Handed(array))
    assert taken.dtype == array.dtype and taken.ctypes.data == array.ctypes.data
    assert taken.tolist() == array.tolist()


def test_it_stays_as_long_as_somebody_has_it_and_no_longer():
    before = len(device._handed_out)
    taken = np.from_dlpack(Handed(np.arange(5)))
    gc.collect()
    assert taken.tolist() == [0, 1, 2, 3, 4] and len(device._handed_out) == before + 1
    del taken
    gc.collect()
    assert len(device._handed_out) == before


def test_a_capsule_that_nobody_takes_is_forgotten():
    before = len(device._handed_out)
    capsule = Handed(np.arange(5)).__dlpack__()
    assert len(device._handed_out) == before + 1
    del capsule
    gc.collect()
    assert len(device._handed_out) == before
