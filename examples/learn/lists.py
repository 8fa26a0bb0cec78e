"""Legal actions as PyTorch takes them: the lists of all tables one after the other, and of each action whose it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch


def seen(batch: Any, spec: Any, tables: Any, device: Any) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Of some tables what the seat in turn knows, encoded; the legal actions; and of each action its row."""
    offsets, actions = batch.legal()
    lengths = np.diff(offsets)
    if len(tables) < len(batch):
        asked = np.zeros(len(batch), bool)
        asked[tables] = True
        actions = actions[np.repeat(asked, lengths)]
    known, rows = spec.encode(batch.observations()[tables]), np.repeat(np.arange(len(tables)), lengths[tables])
    return tuple(torch.as_tensor(array, device=device) for array in (known, actions, rows))


def best(scores: torch.Tensor, rows: torch.Tensor, count: int) -> torch.Tensor:
    """Of each of so many rows the place of its highest score."""
    top = scores.new_full((count,), -torch.inf).scatter_reduce(0, rows, scores, "amax")
    places = torch.nonzero(scores == top[rows]).squeeze(1)
    return places.new_zeros(count).scatter(0, rows[places], places)


def log_shares(scores: torch.Tensor, rows: torch.Tensor, count: int) -> torch.Tensor:
    """The softmax of scores, of each row for itself, as logarithms."""
    top = scores.new_full((count,), -torch.inf).scatter_reduce(0, rows, scores.detach(), "amax")
    scores = scores - top[rows]
    return scores - scores.new_zeros(count).index_add(0, rows, scores.exp()).log()[rows]


def embedded(layer: torch.nn.Module, features: torch.Tensor, actions: torch.Tensor) -> torch.Tensor:
    """What a layer makes of the features of actions; of those that are listed often, once."""
    which, places = actions.unique(return_inverse=True)
    return layer(features[which])[places]
