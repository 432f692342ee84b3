"""How the names of styles look. Colours are the terminal's own sixteen, on its own ground, so that they fit a light and
a dark one; without colours (NO_COLOR) weight and brightness are left, which every style that matters has too."""

from rich.style import Style

STYLES = {
    "": Style(),
    "dim": Style(dim=True),
    "idle": Style(),
    "strong": Style(bold=True),
    "head": Style(bold=True, dim=True),
    "waits": Style(bold=True),
    "guess": Style(dim=True, italic=True),
    "bell": Style(bold=True, color="yellow"),
    "lock": Style(bold=True, color="magenta"),
    "good": Style(color="green"),
    "trouble": Style(bold=True, color="red"),
    "unread": Style(bold=True),
    "add": Style(color="green"),
    "remove": Style(color="red"),
    "hunk": Style(color="cyan"),
    "code": Style(color="cyan"),
    "link": Style(underline=True),
    "key": Style(bold=True),
    "tab": Style(dim=True),
    "tab_on": Style(bold=True, reverse=True),
    "button": Style(bold=True),
    "button_on": Style(bold=True, reverse=True),
    "notice": Style(bold=True),
    "title": Style(bold=True),
}
SELECTED = Style(reverse=True, dim=False)

CSS = """
Screen { layers: base over; background: ansi_default; color: ansi_default; }
#top, #tabs, #bottom { height: 1; }
#body { layout: horizontal; height: 1fr; }
#list { width: 38%; min-width: 40; height: 100%; }
#right { width: 1fr; height: 100%; border-left: solid ansi_bright_black; padding: 0 0 0 1; }
#detail { height: 1fr; }
#buttons { height: auto; max-height: 6; }
#label { height: 1; }
#field { height: auto; min-height: 1; max-height: 5; }
#secret { height: 1; }
#help { layer: over; display: none; }
.stacked #body { layout: vertical; }
.stacked #list { width: 100%; height: 33%; min-height: 5; }
.stacked #right { width: 100%; height: 1fr; border-left: none; border-top: solid ansi_bright_black; padding: 0; }
Pane { overflow-x: hidden; overflow-y: auto; scrollbar-gutter: stable; scrollbar-size-vertical: 1;
    scrollbar-background: ansi_default; scrollbar-color: ansi_bright_black;
    scrollbar-background-hover: ansi_default; scrollbar-color-hover: ansi_default;
    scrollbar-background-active: ansi_default; scrollbar-color-active: ansi_default; background: ansi_default; }
TextArea, Input { border: none; padding: 0; background: ansi_default; color: ansi_default; }
TextArea:focus, Input:focus { border: none; }
"""
