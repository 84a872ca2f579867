"""What the service counts, for Prometheus; nothing in it tells how an episode was judged."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

STEP_BUCKETS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)


class Metrics:
    """The figures of one service."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        name, on = "webarium", self.registry
        self.worlds = Gauge(f"{name}_worlds", "Worlds that can be leased", registry=on)
        self.leased = Gauge(f"{name}_sessions_open", "Sessions that hold a world", registry=on)
        self.sessions = Counter(f"{name}_sessions", "Sessions that were leased", registry=on)
        self.reaped = Counter(f"{name}_sessions_reaped", "Sessions whose lease ended", registry=on)
        self.refused = Counter(f"{name}_refused_full", "Requests that met a full house", registry=on)
        self.judged = Counter(f"{name}_episodes_judged", "Episodes with a verdict", registry=on)
        self.masked = Counter(f"{name}_episodes_masked", "Episodes that the sandbox spoiled", registry=on)
        self.lost_workers = Counter(f"{name}_workers_lost", "Workers that died", registry=on)
        self.steps = Counter(f"{name}_steps", "Messages of clients that were carried out", registry=on)
        self.step_seconds = Histogram(
            f"{name}_step_seconds", "Seconds of a step", buckets=STEP_BUCKETS, registry=on
        )
        self.reset_seconds = Histogram(
            f"{name}_reset_seconds", "Seconds of a reset", buckets=STEP_BUCKETS, registry=on
        )

    def text(self) -> bytes:
        """All figures in the format of Prometheus."""
        return generate_latest(self.registry)
