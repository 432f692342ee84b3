"""The name that an agent has from the folder of its project. Imports nothing: programs need it that live for
milliseconds."""

LONGEST_NAME = 64
WITHOUT_A_NAME = "agent"
NAME_MARKS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.@-")


def name_from(folder: str) -> str:
    """The folder's own name as far as it can be an agent's; folders of every system are understood."""
    own = folder.replace("\\", "/").rpartition("/")[2]
    name = "".join(mark if mark in NAME_MARKS else "-" for mark in own).lstrip("_.@-")
    return name[:LONGEST_NAME].rstrip("-") or WITHOUT_A_NAME
