"""`python -m bench.fuzz`: bad requests by the hundred thousand against a hub of its own, and what became of the hub.

It looks for these only: answers of 500 and above, requests that get no end, tracebacks in the hub's log, and
memory or file handles that grow; and for forged keys that are taken. With it come requests at the edge of the limits
(`limits`), and how another agent fares meanwhile (`neighbour`). Whether a refusal is the right one is for the
tests to say.

The system's allocator keeps more for each thread, which looks like a small leak that becomes smaller and smaller. With
`MALLOC_ARENA_MAX=1` in the environment it does not: then what still grows is a leak.
"""
