"""The headers of a request, by their names in small letters."""

from collections.abc import Mapping

Headers = Mapping[bytes, bytes]

#: The place in a request's scope of the host that its address names, if that is a whole one.
TARGET = "bellpull.target"
