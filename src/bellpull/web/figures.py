"""What the hub shows of itself at /metrics, beside what its routes count: who waits, what is queued, what is open, the
store. Its process is `process`'s."""

from datetime import datetime

from bellpull.domain.errors import Unavailable
from bellpull.domain.surface import SURFACES
from bellpull.hub.hub import Hub
from bellpull.hub.ports import Standing
from bellpull.hub.sessions import CHANGES
from bellpull.web.endpoint import Reply
from bellpull.web.exposition import CONTENT_TYPE, COUNTER, GAUGE, Family, Sample
from bellpull.web.metrics import Metrics
from bellpull.web.rest_markup import long_texts_waiting


def measure_hub(metrics: Metrics, hub: Hub) -> None:
    store, waiting = hub.store, hub.questions.waiting

    def queues() -> dict[str, float]:
        return {
            "writes": store.waiting(),
            "reads": store.reading(),
            "markup": long_texts_waiting(),
            "passwords": hub.passwords.waiting(),
        }

    def calls() -> dict[str, float]:
        nudges, changes = hub.nudges.waiting(), waiting.count(CHANGES)
        return {"question": waiting.count() - nudges - changes, "nudges": nudges, "change": changes}

    metrics.gauges("bellpull_queue_depth", "Work that is under way or waits for its turn.", "queue", queues)
    help = "Calls that wait until something happens, over REST and MCP, by what they wait for."
    metrics.gauges("bellpull_waiting_calls", help, "for", calls)
    metrics.gauges("bellpull_surfaces", "What shows things to people now.", "surface", lambda: _surfaces(hub))
    metrics.gauges("bellpull_store_bytes", "Size of the store's files.", "file", store.size)
    metrics.gauge("bellpull_store_free_bytes", "Room left on the store's disk.", store.free)
    help = "Seconds of one commit: all writes that waited together are one."
    metrics.histogram("bellpull_commit_seconds", help, store.commit_seconds)


def _surfaces(hub: Hub) -> dict[str, float]:
    shown = [surface.surface for surface in hub.surfaces.all()]
    return {kind: shown.count(kind) for kind in SURFACES}


async def shown(metrics: Metrics, hub: Hub) -> Reply:
    """A store that cannot be read is when somebody looks here: the rest is shown all the same."""
    try:
        standing = _standing(await hub.store.read(lambda reader: reader.standing()), hub.clock())
    except Unavailable:
        standing = ()
    return Reply(200, metrics.text(standing).encode(), ((b"content-type", CONTENT_TYPE),))


def _standing(standing: Standing, now: datetime) -> tuple[Family, ...]:
    pending, questions, oldest, nudges, newest = standing
    age = max(0.0, (now - datetime.fromisoformat(oldest)).total_seconds()) if oldest else 0.0
    return (
        _family("bellpull_pending_notifications", GAUGE, "Notifications that nobody has seen to.", pending),
        _family("bellpull_open_questions", GAUGE, "Questions without an answer, and what is still shown.", questions),
        _family("bellpull_oldest_open_question_seconds", GAUGE, "How long the oldest of these is open.", age),
        _family("bellpull_pending_nudges", GAUGE, "Nudges that no agent has got yet.", nudges),
        _family("bellpull_events_total", COUNTER, "The number of the newest event.", newest),
    )


def _family(name: str, kind: str, help: str, value: float) -> Family:
    return Family(name, kind, help, lambda: [Sample("", value)])
