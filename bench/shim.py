"""Row 6: `bellpull mcp` as a client starts it, the installed command beside a bare JSON-RPC loop, in turns.

Timed from the start of the process until `initialize` is answered; a hub runs, as it does for everybody but the first.
"""

import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

from bench.calls import PATIENCE, BenchError
from bench.plan import Plan
from bench.servers import hub, private_bytes, resident_bytes, surroundings
from bench.table import Line, at_most, megabytes, milli
