"""The tray's menu as hosts read it over D-Bus (com.canonical.dbusmenu). What its lines mean is the desk's affair.

A line keeps its id while it stays as it is, and no id is used twice: some hosts read a line only when its id is new to
them, and a click in a menu that was drawn before a change still means what the person saw.
"""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Annotated, NamedTuple

from dbus_fast import PropertyAccess, Variant
from dbus_fast.annotations import (
    DBusBool,
    DBusInt32,
    DBusSignature,
    DBusStr,
    DBusUInt32,
    DBusVariant,
)
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property, dbus_signal

from bellpull.desk.notifications import one_line

LONGEST_LABEL = 60
INDENT = "    "
_ROOT = 0
#: So many lines of menus drawn before are still understood.
_REMEMBERED = 500

Ids = Annotated[list[int], DBusSignature("ai")]
Names = Annotated[list[str], DBusSignature("as")]
Rows = Annotated[list[tuple[int, dict[str, Variant]]], DBusSignature("a(ia{sv})")]
Layout = Annotated[list[object], DBusSignature("u(ia{sv}av)")]
Events = Annotated[list[tuple[int, str, Variant, int]], DBusSignature("a(isvu)")]
Asked = Annotated[list[list[int]], DBusSignature("aiai")]
Revision = Annotated[list[int], DBusSignature("ui")]


class Entry(NamedTuple):
    """A line of the menu."""

    #: What is told when somebody chooses it.
    key: str
    label: str
    enabled: bool = True
    #: Whether it has a mark; None: it is not that kind of line.
    checked: bool | None = None
    separator: bool = False
    #: How far it is moved to the right.
    depth: int = 0


def properties(entry: Entry) -> dict[str, Variant]:
    if entry.separator:
        return {"type": Variant("s", "separator"), "visible": Variant("b", True)}
    # An underscore would underline the letter after it.
    label = INDENT * entry.depth + one_line(entry.label, LONGEST_LABEL).replace("_", "__")
    told = {"label": Variant("s", label), "enabled": Variant("b", entry.enabled), "visible": Variant("b", True)}
    if entry.checked is not None:
        told |= {"toggle-type": Variant("s", "checkmark"), "toggle-state": Variant("i", int(entry.checked))}
    return told


class Menu(ServiceInterface):
    def __init__(self, on_choose: Callable[[str], None]) -> None:
        super().__init__("com.canonical.dbusmenu")
        self._on_choose = on_choose
        self._new_ids = count(_ROOT + 1)
        self._lines: dict[int, Entry] = {}
        self._remembered: dict[int, Entry] = {}
        self.revision = 1

    def fill(self, entries: Sequence[Entry]) -> bool:
        """Whether these lines are others than before."""
        if list(entries) == list(self._lines.values()):
            return False
        kept = [(entry, id) for id, entry in self._lines.items()]
        self._lines = {_taken(kept, entry) or next(self._new_ids): entry for entry in entries}
        self._remembered |= self._lines
        for old in list(self._remembered)[:-_REMEMBERED]:
            del self._remembered[old]
        self.revision += 1
        return True

    def _choose(self, id: int, happening: str) -> bool:
        """Whether it is known here."""
        entry = self._remembered.get(id)
        if entry is not None and happening == "clicked" and entry.enabled and not entry.separator:
            self._on_choose(entry.key)
        return entry is not None or id == _ROOT

    def _properties(self, id: int, names: Sequence[str] = ()) -> dict[str, Variant]:
        entry = self._lines.get(id)
        root = {"children-display": Variant("s", "submenu")} if id == _ROOT else {}
        told = root if entry is None else properties(entry)
        return {name: value for name, value in told.items() if name in names} if names else told

    @dbus_property(PropertyAccess.READ)
    def Version(self) -> DBusUInt32:
        return 3

    @dbus_property(PropertyAccess.READ)
    def Status(self) -> DBusStr:
        return "normal"

    @dbus_property(PropertyAccess.READ)
    def TextDirection(self) -> DBusStr:
        return "ltr"

    @dbus_property(PropertyAccess.READ)
    def IconThemePath(self) -> Names:
        return []

    @dbus_method()
    def GetLayout(self, parent: DBusInt32, depth: DBusInt32, names: Names) -> Layout:
        lines = self._lines if parent == _ROOT and depth != 0 else {}
        children = [Variant("(ia{sv}av)", [id, self._properties(id, names), []]) for id in lines]
        return [self.revision, [parent, self._properties(parent, names), children]]

    @dbus_method()
    def GetGroupProperties(self, ids: Ids, names: Names) -> Rows:
        known = [id for id in ids if id in self._lines or id == _ROOT] if ids else [_ROOT, *self._lines]
        return [(id, self._properties(id, names)) for id in known]

    @dbus_method()
    def GetProperty(self, id: DBusInt32, name: DBusStr) -> DBusVariant:
        return self._properties(id).get(name, Variant("s", ""))

    @dbus_method()
    def Event(self, id: DBusInt32, happening: DBusStr, data: DBusVariant, time: DBusUInt32) -> None:
        self._choose(id, happening)

    @dbus_method()
    def EventGroup(self, events: Events) -> Ids:
        return [id for id, happening, _, _ in events if not self._choose(id, happening)]

    @dbus_method()
    def AboutToShow(self, id: DBusInt32) -> DBusBool:
        return False

    @dbus_method()
    def AboutToShowGroup(self, ids: Ids) -> Asked:
        return [[], []]

    @dbus_signal()
    def LayoutUpdated(self) -> Revision:
        return [self.revision, _ROOT]


def _taken(kept: list[tuple[Entry, int]], entry: Entry) -> int | None:
    """The id that an equal line had, given once: there may be several separators."""
    for place, (old, id) in enumerate(kept):
        if old == entry:
            del kept[place]
            return id
    return None
