"""From a request's line to its result: what `run` does once Tk is there."""

from collections.abc import Callable
from tkinter import TclError, Tk

from bellpull.desk.palette import palette
from bellpull.desk.window.asked import Asked
from bellpull.desk.window.clipboard import hand_over
from bellpull.desk.window.conduct import Conduct
from bellpull.desk.window.place import Area, Surroundings
from bellpull.desk.window.request import Request, read
from bellpull.desk.window.sheet import Content
from bellpull.desk.window.style import Style
from bellpull.desk.window.wire import Wire
from bellpull.domain.markup import blocks

ENDED, DIED = 0, 1
#: Shows what was prepared, with Tk; gives the exit code.
Shown = Callable[[Tk], int]


def prepared() -> Shown:
    """All that can be done before Tk is there. Raises Malformed."""
    wire = Wire()
    asked = wire.first()
    # Only now: a process may wait for its request for hours, and monitors come and go.
    surroundings = Surroundings(Asked("xrandr", "--listmonitors"), Asked("xrdb", "-query"))
    request = read(asked)
    if request.probe:
        return lambda root: _probe(root, wire, surroundings)
    history = tuple((each, blocks(each.text)) for each in request.history)
    content = Content(history, request.title, blocks(request.message), _turns(request))
    return lambda root: _show(root, wire, surroundings, request, content)


def _show(root: Tk, wire: Wire, surroundings: Surroundings, request: Request, content: Content) -> int:
    root.title(request.window_title)
    if root.tk.call("tk", "windowingsystem") == "x11":
        # A dialog: window managers that tile let it float.
        root.attributes("-type", "dialog")
    dots = surroundings.dpi(root.winfo_fpixels("1i"))
    style = Style(root, palette(request.theme, request.high_contrast), dots, request.text_size)
    monitor = surroundings.monitor(root.winfo_pointerxy(), _screen(root))
    conduct = Conduct(root, request, content, style, monitor, wire)
    conduct.open()
    if request.icon:
        root.after(1, _set_icon, root, request.icon)
    # Tk forgets an end that comes before its loop.
    if conduct.result is None:
        root.mainloop()
    if conduct.result is None:
        return DIED
    wire.say(conduct.result)
    root.withdraw()
    if conduct.copied:
        hand_over(root)
    root.destroy()
    return ENDED


def _turns(request: Request) -> bool:
    text = "".join((request.title, request.message, *(each.text + each.name for each in request.history)))
    if text.isascii():
        return False
    from bellpull.desk.window.bidi import has_right_to_left

    return has_right_to_left(text)


def _probe(root: Tk, wire: Wire, surroundings: Surroundings) -> int:
    screen = _screen(root)
    wire.say(
        {
            "tk": str(root.tk.call("info", "patchlevel")),
            "screen": [screen.width, screen.height],
            "dpi": round(surroundings.dpi(root.winfo_fpixels("1i"))),
            "windowing": str(root.tk.call("tk", "windowingsystem")),
        }
    )
    root.destroy()
    return ENDED


def _screen(root: Tk) -> Area:
    return Area(0, 0, root.winfo_screenwidth(), root.winfo_screenheight())


def _set_icon(root: Tk, picture: str) -> None:
    from tkinter import PhotoImage

    try:
        icon = PhotoImage(master=root, data=picture)
        root.iconphoto(True, icon)
    except TclError:
        # A window without its picture is still a window.
        return
