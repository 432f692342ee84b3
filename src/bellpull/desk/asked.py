"""What the desk reads off a question as the hub shows it. Pure."""

from datetime import datetime

from bellpull.desk.commands import Question

PERMISSION = "permission"
#: Kinds that are answered by a button; text may be allowed beside.
WITH_BUTTONS = ("choice", PERMISSION)


def has_buttons(question: Question) -> bool:
    return question["kind"] in WITH_BUTTONS


def is_awaited(question: Question, now: datetime) -> bool:
    """A call waits for it."""
    until = question["waiting_until"]
    return question["state"] == "open" and until is not None and datetime.fromisoformat(until) > now


def is_to_show(question: Question, now: datetime) -> bool:
    """It is open, or it is a message that is still to be shown."""
    in_time = datetime.fromisoformat(question["open_until"]) > now
    return in_time and (question["state"] == "open" or question["kind"] == "show")


def seconds_left(question: Question, now: datetime) -> float | None:
    """So long its window counts down. Without a time of its own, a message is shown as long as it is kept."""
    until = question["open_until"] if question["kind"] == "show" else question["waiting_until"]
    left = None if until is None else (datetime.fromisoformat(until) - now).total_seconds()
    return None if left is None or left > LONGEST_COUNTDOWN else max(left, 0.0)


#: Nobody is hurried by hours.
LONGEST_COUNTDOWN = 3600
