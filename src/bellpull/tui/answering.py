"""Keys and clicks that answer what is on the right. None of them reaches a question that has only just come."""

from bellpull.domain.request import REJECT as REJECTED
from bellpull.tui.acts import Act, Answer
from bellpull.tui.lines import shown
from bellpull.tui.model import BUTTONS, DISMISSED, REJECT, WRITE, View


class Answering:
    def __init__(self, view: View) -> None:
        self._view = view

    def press_number(self, number: str) -> list[Act]:
        keys = self._view.button_keys
        return self.press_button(keys.index(number)) if number in keys else []

    def press_button(self, place: int) -> list[Act]:
        """By its number, by a click, or by Enter on it."""
        view = self._view
        if not 0 <= place < len(view.buttons) or view.question is None or not self._let():
            return []
        label, answer = view.buttons[place]
        return self._answer(dict(answer), label)

    def send(self) -> list[Act]:
        """Enter in the text field, for a reply or a reason."""
        view = self._view
        if view.question is None:
            view.say(view.own.kept_text if view.draft else view.own.no_question)
            return []
        if not self._let():
            return []
        text = view.draft
        if view.mode == REJECT:
            return self._answer({"text": text} if text.strip() else {"choice": REJECTED}, text.strip() or REJECTED)
        if not text.strip() and view.question["kind"] != "text":
            view.browse()
            return []
        return self._answer({"text": text}, "" if view.is_secret else text.strip())

    def _let(self) -> bool:
        """No key reaches a question that has only just come."""
        view = self._view
        lets = view.guard.lets(view.now)
        if not lets:
            view.say(view.own.too_new)
        return lets

    def _answer(self, answer: dict[str, str], label: str) -> list[Act]:
        view = self._view
        id = str(view.sessions.question_id)
        if id in view.sending:
            return []
        view.sending.add(id)
        view.keep_open()
        view.say(view.own.answered.format(answer=shown(label)) if label else view.own.sending)
        view.browse()
        return [Answer(id, answer)]

    def to_answers(self) -> list[Act]:
        view = self._view
        if view.question is None:
            view.say(view.own.not_answerable if view.sessions.wait else view.own.no_question)
        elif self._let():
            # If there is nothing to choose, the only button closes it: Enter twice would end it without an answer.
            view.hold(BUTTONS if "1" in view.button_keys else WRITE)
        return []

    def write(self) -> list[Act]:
        view = self._view
        if view.is_permission:
            return self.begin_reject()
        if not view.takes_text:
            view.say(view.own.no_text if view.question else view.own.no_question)
            view.guard.appeared(view.now)  # whoever types on meant a field
        elif self._let():
            view.hold(WRITE)
        return []

    def allow(self, choice: str) -> list[Act]:
        view = self._view
        if not view.is_permission:
            view.say(view.own.no_permission)
            return []
        labels = [str(answer.get("choice")) for _, answer in view.buttons]
        if choice not in labels:
            view.say(view.own.no_always)
            return []
        return self.press_button(labels.index(choice))

    def begin_reject(self) -> list[Act]:
        if not self._view.is_permission:
            self._view.say(self._view.own.no_permission)
        elif self._let():
            self._view.hold(REJECT)
        return []

    def close(self) -> list[Act]:
        """An answer has no undo: one stray key does not close a question."""
        view = self._view
        if view.question is None:
            view.say(view.own.no_question)
            return []
        if view.sessions.question_id in view.sending or not self._let():
            return []
        if not view.asks_to_close:
            view.ask_to_close()
            return []
        named = (label for label, answer in view.buttons if answer == DISMISSED)
        return self._answer(DISMISSED, next(named, view.words.close))
