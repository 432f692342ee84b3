"""The hub's own process in figures, by the names that Prometheus' clients use. What the system does not tell is not
there."""

import os
import sys
import time
from pathlib import Path

from bellpull import __version__
from bellpull.web.metrics import Metrics

_STATM = Path("/proc/self/statm")
_HANDLES = Path("/proc/self/fd")


def measure_process(metrics: Metrics) -> None:
    began = time.time()
    metrics.gauge("process_start_time_seconds", "When the hub began, in seconds since 1970.", lambda: began)
    metrics.total("process_cpu_seconds_total", "Processor time that the hub has used.", time.process_time)
    metrics.gauge("process_resident_memory_bytes", "Memory that the hub holds.", _resident)
    metrics.gauge("process_open_fds", "Open files and connections.", _handles)
    metrics.gauge("process_max_fds", "How many files and connections may be open.", _most_handles)
    metrics.gauges("bellpull_build_info", "Which Bellpull this is.", "version", lambda: {__version__: 1})


def _resident() -> float | None:
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None


def _handles() -> float | None:
    try:
        # Newer kernels have counted them already.
        return _HANDLES.stat().st_size or sum(1 for _ in _HANDLES.iterdir())
    except OSError:
        return None


def _most_handles() -> float | None:
    if sys.platform == "win32":
        return None
    import resource

    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
