"""The table of speed: the hub beside a bare echo, a raw SQLite writer and a server in the seed's own style.

`python -m bench` runs everything on this machine, in turns, and prints one table of ratios with the absolute numbers
beside them. Ratios of one run travel between machines; the absolute numbers do not.
"""
