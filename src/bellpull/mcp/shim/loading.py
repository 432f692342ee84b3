"""Everything that the stdio server may need while it runs, loaded at once.

It lives as long as the agent's session, and an upgrade replaces the files of the package beneath it. What is imported
after that would be of another version than what is running. So this is imported after the handshake, which waits for
none of it, and from then on nothing is read from the package any more.
"""

from bellpull.domain import identity, words
from bellpull.mcp import instructions, tools
from bellpull.mcp.shim import driving, file_lock, hubs, ticking
from bellpull.remote import agent_key, find, found

LOADED = (identity, words, instructions, tools, driving, file_lock, hubs, ticking, agent_key, find, found)
