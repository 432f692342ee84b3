"""How coding tools and their models speak with each other: one module for each vendor's protocol.

Each module reads a request (`conversation`, `instructions`, `offered`) and writes an answer (`events` for a stream,
`whole` for one that is asked for at once).
"""
