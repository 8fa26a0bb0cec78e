"""Many games of the compiled rules at once: random ones, or tables that are stepped from outside.

tables        Batch: many tables that are stepped together
making        new batches, on either device
recall        what the tables remember, and what each seat was told
simulating    random games, and what became of them
utilities     what an end is worth to a seat, and between which numbers that lies
whole         everything about a table as numbers, for a critic
parcel        a batch as bytes, and back
sharing       work that is shared between the cores
cuda          Batch on a GPU: CudaBatch; random games there
device        arrays in the memory of a GPU
given         what callers hand in, checked
"""

from ..core.step import Step
from .making import new_batch
from .recall import Recall
from .simulating import Results, simulate
from .tables import Batch
from .utilities import utilities

__all__ = ["Batch", "Recall", "Results", "Step", "new_batch", "simulate", "utilities"]
