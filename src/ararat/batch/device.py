"""Arrays in the memory of a GPU, which PyTorch, CuPy and JAX take as they lie there, without a copy.

`__dlpack__` hands one over as the DLPack standard says: a small record that says where the numbers lie, and what is to
be called when they are no longer needed. `__cuda_array_interface__` says the same in Numba's way.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from ..core.compiler import numba_cuda

CUDA = 2  # the device, as DLPack numbers them
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # kinds of numbers, likewise
UNUSED = b"dltensor"  # the name of a capsule that nobody has taken
OUR_STREAMS = (None, -1, 1)  # of who takes an array: those that need not wait for what we have begun


class DeviceArray:
    """Numbers in a GPU's memory: row by row, as a NumPy array has them."""

    def __init__(self, held: Any) -> None:
        self.held = held  # as Numba has it

    def __repr__(self) -> str:
        return f"<{self.shape} of {self.dtype} on the GPU>"

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.held.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype(self.held.dtype)

    def host(self) -> np.ndarray:
        """A copy in the memory of the CPU."""
        copy: np.ndarray = self.held.copy_to_host()
        return copy

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.host() if dtype is None else self.host().astype(dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.held.__cuda_array_interface__
        return interface

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, int(numba_cuda().get_current_device().id)

    def __dlpack__(self, *, stream: Any = None, **wishes: Any) -> Any:
        if stream not in OUR_STREAMS:
            numba_cuda().default_stream().synchronize()
        return capsule_of(self.held, self.held.device_ctypes_pointer.value or 0, self.__dlpack_device__())


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("type", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))


_handed_out: dict[int, Any] = {}  # what must stay until its taker has called the deleter


def _forget_address(address: int) -> None:
    _handed_out.pop(address, None)


def _drop_capsule(capsule: int) -> None:
    """A capsule goes; where nobody has taken what is in it, that goes too."""
    if ctypes.pythonapi.PyCapsule_IsValid(ctypes.c_void_p(capsule), UNUSED):
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)
        _handed_out.pop(pointer(capsule, UNUSED), None)


_forget, _drop = _Deleter(_forget_address), ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_drop_capsule)


def capsule_of(array: Any, start: int, device: tuple[int, int]) -> Any:
    """An array, row by row from an address on, as DLPack's capsule."""
    kind = np.dtype(array.dtype)
    shape = (ctypes.c_int64 * array.ndim)(*array.shape)
    tensor = _Tensor(
        data=start,
        device=_Device(*device),
        dimensions=array.ndim,
        type=_Type(CODES[kind.kind], 8 * kind.itemsize, 1),
        shape=ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)),
    )
    managed = _Managed(tensor=tensor, deleter=_forget)
    address = ctypes.addressof(managed)
    _handed_out[address] = managed, shape, array
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return new(address, UNUSED, ctypes.cast(_drop, ctypes.c_void_p))
