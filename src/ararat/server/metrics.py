"""What a server did, in numbers for Prometheus: no names, no ids of tables, nothing of a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

SECONDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
REGISTRY = CollectorRegistry()
TABLES = Gauge("ararat_tables", "Tables in memory.", registry=REGISTRY)
VISITORS = Gauge("ararat_visitors", "Connections to tables.", registry=REGISTRY)
HAPPENED = Counter("ararat_happened", "What happened at tables, such as moves.", ["kind"], registry=REGISTRY)
REFUSED = Counter("ararat_refused", "What was refused, by code.", ["code"], registry=REGISTRY)
WRITING = Histogram("ararat_store_write_seconds", "Writing to the store.", buckets=SECONDS, registry=REGISTRY)
THINKING = Histogram("ararat_bot_thinking_seconds", "Bots that think.", buckets=SECONDS, registry=REGISTRY)
WAITING = Histogram(
    "ararat_bot_waiting_seconds", "Bots that wait for their turn to think.", buckets=SECONDS, registry=REGISTRY
)
ANSWERING = Histogram(
    "ararat_answer_seconds", "Answers over HTTP.", ["route", "status"], buckets=SECONDS, registry=REGISTRY
)
Numbers = dict[str, list[Any]]  # of one process: by metric its samples


def numbers() -> Numbers:
    """All of this process, as another one is told them."""
    return {one.name: [[*sample[:3]] for sample in one.samples] for one in REGISTRY.collect()}


class Together(Collector):
    """The numbers of several processes, each with its name: so none goes back when one of them is replaced."""

    def __init__(self, told: dict[str, Numbers]) -> None:
        self.told = told

    def collect(self) -> Iterator[Metric]:
        for one in REGISTRY.collect():
            metric = Metric(one.name, one.documentation, one.type)
            for worker, told in self.told.items():
                for name, labels, value in told.get(one.name, ()):
                    metric.add_sample(name, labels | {"worker": worker}, value)
            yield metric
