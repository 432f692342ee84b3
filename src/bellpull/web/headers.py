"""The headers of a request, by their names in small letters."""

from collections.abc import Mapping

Headers = Mapping[bytes, bytes]
