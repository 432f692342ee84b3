"""Where a person types: as many lines as it takes. Enter sends, Ctrl-J begins a new line. What is pasted is made
harmless: it is drawn in this terminal."""

from textual.events import Key, Paste
from textual.message import Message
from textual.widgets import Input, TextArea

from bellpull.domain.harmless import plain_lines

#: Terminals that can tell them apart send these for Enter with another key.
NEW_LINE = ("ctrl+j", "shift+enter", "alt+enter", "ctrl+enter")


class Field(TextArea):
    class Sent(Message):
        pass

    class Wanted(Message):
        """Somebody clicked here."""

    def __init__(self, id: str) -> None:
        super().__init__(
            id=id,
            soft_wrap=True,
            compact=True,
            show_line_numbers=False,
            tab_behavior="focus",
            highlight_cursor_line=False,
        )

    def on_click(self) -> None:
        self.post_message(self.Wanted())

    async def _on_key(self, event: Key) -> None:
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.post_message(self.Sent())
        elif event.key in NEW_LINE:
            event.stop()
            event.prevent_default()
            self.insert("\n")
        else:
            await super()._on_key(event)

    async def _on_paste(self, event: Paste) -> None:
        event.stop()
        event.prevent_default()
        if not self.read_only:
            self.insert("\n".join(plain_lines(event.text.replace("\r", "\n"))))


class Secret(Input):
    """One line that is not shown."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, password=True, compact=True)
