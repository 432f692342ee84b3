"""The tray's icon as hosts read it over D-Bus (org.kde.StatusNotifierItem): pictures, words, clicks.

It has every property that Plasma, xfce4-panel, waybar and GNOME's AppIndicator ask for, empty where we have nothing to
say: some of them take a missing one for a broken item.
"""

from collections.abc import Callable
from typing import Annotated

from dbus_fast import PropertyAccess
from dbus_fast.annotations import DBusBool, DBusInt32, DBusObjectPath, DBusSignature, DBusStr
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property, dbus_signal

from bellpull.desk import icon

SIZES = (16, 22, 24, 32, 48)
MENU_PATH = "/MenuBar"
TITLE = "Bellpull"

Pictures = Annotated[list[tuple[int, int, bytes]], DBusSignature("a(iiay)")]
ToolTip = Annotated[tuple[str, list[tuple[int, int, bytes]], str, str], DBusSignature("(sa(iiay)ss)")]
_READ = PropertyAccess.READ


class Item(ServiceInterface):
    def __init__(self, on_activate: Callable[[], None]) -> None:
        super().__init__("org.kde.StatusNotifierItem")
        self._on_activate = on_activate
        self.count = 0
        self.urgent = False
        self.words = ""

    @property
    def status(self) -> str:
        return "NeedsAttention" if self.urgent else "Active"

    @property
    def pictures(self) -> list[tuple[int, int, bytes]]:
        return [(size, size, icon.argb(size, self.count, self.urgent)) for size in SIZES]

    @dbus_property(_READ)
    def Category(self) -> DBusStr:
        return "Communications"

    @dbus_property(_READ)
    def Id(self) -> DBusStr:
        return "bellpull"

    @dbus_property(_READ)
    def Title(self) -> DBusStr:
        return TITLE

    @dbus_property(_READ)
    def Status(self) -> DBusStr:
        return self.status

    @dbus_property(_READ)
    def WindowId(self) -> DBusInt32:
        return 0

    @dbus_property(_READ)
    def IconThemePath(self) -> DBusStr:
        return ""

    @dbus_property(_READ)
    def IconName(self) -> DBusStr:
        # A name would win over the pictures, and the count is only in those.
        return ""

    @dbus_property(_READ)
    def IconPixmap(self) -> Pictures:
        return self.pictures

    @dbus_property(_READ)
    def IconAccessibleDesc(self) -> DBusStr:
        return self.words

    @dbus_property(_READ)
    def OverlayIconName(self) -> DBusStr:
        return ""

    @dbus_property(_READ)
    def OverlayIconPixmap(self) -> Pictures:
        return []

    @dbus_property(_READ)
    def AttentionIconName(self) -> DBusStr:
        return ""

    @dbus_property(_READ)
    def AttentionIconPixmap(self) -> Pictures:
        # Shown in place of the icon while the status asks for attention.
        return self.pictures

    @dbus_property(_READ)
    def AttentionMovieName(self) -> DBusStr:
        return ""

    @dbus_property(_READ)
    def AttentionAccessibleDesc(self) -> DBusStr:
        return self.words

    @dbus_property(_READ)
    def ToolTip(self) -> ToolTip:
        return ("", [], TITLE, self.words)

    @dbus_property(_READ)
    def ItemIsMenu(self) -> DBusBool:
        return False

    @dbus_property(_READ)
    def Menu(self) -> DBusObjectPath:
        return MENU_PATH

    @dbus_method()
    def Activate(self, x: DBusInt32, y: DBusInt32) -> None:
        self._on_activate()

    @dbus_method()
    def SecondaryActivate(self, x: DBusInt32, y: DBusInt32) -> None:
        """The middle button: nothing."""

    @dbus_method()
    def ContextMenu(self, x: DBusInt32, y: DBusInt32) -> None:
        """Hosts draw the menu themselves."""

    @dbus_method()
    def Scroll(self, delta: DBusInt32, orientation: DBusStr) -> None:
        """Nothing to scroll through."""

    @dbus_method()
    def ProvideXdgActivationToken(self, token: DBusStr) -> None:
        """Plasma on Wayland sends one before each click."""

    @dbus_signal()
    def NewTitle(self) -> None:
        pass

    @dbus_signal()
    def NewIcon(self) -> None:
        pass

    @dbus_signal()
    def NewAttentionIcon(self) -> None:
        pass

    @dbus_signal()
    def NewOverlayIcon(self) -> None:
        pass

    @dbus_signal()
    def NewToolTip(self) -> None:
        pass

    @dbus_signal()
    def NewStatus(self) -> DBusStr:
        return self.status
