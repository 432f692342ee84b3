"""`python -m bench.fuzz`: bad requests by the hundred thousand against a hub of its own, and what became of the hub.

It looks for four things only: answers of 500 and above, requests that get no end, tracebacks in the hub's log, and
memory or file handles that grow. Whether a refusal is the right one is for the tests to say.
"""
