"""`python -m bench.soak`: a hub and all that speaks to it, killed, stopped and cut off at random for minutes, and proof
of what came of it.

Agents of every kind tell, ask, wait and are nudged; people answer, also three at once; sockets follow. Meanwhile
`troubles` has its way with them. What the hub said to whom, and who read what, is written down outside of all these
processes (`ledger`). At the end that is compared with the data file: nothing lost, nothing doubled, nothing invented.
"""
