"""`python -m bench.soak`: a hub under everyday load for minutes, stopped and killed at random, and proof of what came
of it.

Agents tell, ask, wait and are nudged; sockets follow; a person answers. Everybody writes down what the hub told them.
At the end these records are compared with each other and with the data file: nothing lost, nothing doubled.
"""
