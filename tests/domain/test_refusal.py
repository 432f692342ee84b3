"""Which labels refuse, and which options therefore decline."""

from typing import Any

import pytest

from bellpull.domain.asking import Ask, AskLimits, check_ask, declining
from bellpull.domain.errors import Invalid
from bellpull.domain.refusal import refuses

REFUSING = [
    "No", "no", "NO", "No.", "No!", "No…", " No ", "No, keep it", "No: wait", "No; not today", "No (do nothing)",
    "No - wait", "No – wait", "No—wait", "No thanks", "No, thanks", "Nope", "❌ No", "**No**", "“No”", "✗ Cancel",
    "Not now", "Not now, thanks", "Not yet", "Cancel", "Cancel (keep the files)", "Cancel: nothing is changed",
    "Reject", "Refuse", "Decline", "Deny", "Don't", "Don’t", "Don't!", "Do not", "Never", "Never mind", "Abort",
    "Later", "No/Cancel", "Non/No", "No [keep it]", "No) keep it", "Don‘t", "Don´t", "Don`t",
    "Maybe later", "Non", "non", "NON", "Non merci", "Non, merci", "Non : attendre", "Annuler", "Annuler : rien",
    "Refuser", "Rejeter", "Décliner", "decliner", "Pas maintenant", "Pas encore", "Plus tard", "Jamais", "Interdire",
]  # fmt: skip
CHOOSING = [
    "NoSQL", "No-op", "Non–stop", "No–SQL",
    "No. 5", "No. 1", "Non-blocking", "Nonstop", "Notify me", "Not applicable", "Note it", "North",
    "November", "Node", "No cache", "No tests", "Nothing else", "None", "Skip tests", "Skip", "Stop the old server",
    "Stop", "Cancel the old job", "Cancelled orders", "Never expire", "Later versions only", "Abort the old run",
    "Deny list", "Reject the second", "Don't care which", "Annulation", "Nonante", "Refuse collection", "Yes", "Oui",
    "Coffee", "Tea", "staging", "GraphQL", "OK", "Continue", "✅ Yes", "1", "", "…", "🙂",
]  # fmt: skip


@pytest.mark.parametrize("label", REFUSING)
def test_a_label_that_says_no_refuses(label: str) -> None:
    assert refuses(label)


@pytest.mark.parametrize("label", CHOOSING)
def test_a_label_that_names_something_does_not_refuse(label: str) -> None:
    assert not refuses(label)


def asked(*options: str, **fields: Any) -> Ask:
    return Ask("Merge", "Merge to main?", "choice", options, **fields)


@pytest.mark.parametrize(
    ("options", "declines"),
    [
        (("Yes", "No"), ("No",)),
        (("No", "Yes"), ("No",)),
        (("Oui", "Non"), ("Non",)),
        (("Deploy", "Not now"), ("Not now",)),
        (("Tea", "Coffee"), ()),
        (("REST", "GraphQL"), ()),
        (("Later", "Never"), ()),
        (("Yes", "No", "Later"), ()),
        (("No",), ()),
        ((), ()),
    ],
)
def test_the_one_of_two_options_that_refuses_declines(options: tuple[str, ...], declines: tuple[str, ...]) -> None:
    assert declining(asked(*options)) == declines


@pytest.mark.parametrize("declines", [("Tea",), ("Coffee", "Tea"), ()])
def test_the_asker_names_the_options_that_decline(declines: tuple[str, ...]) -> None:
    ask = asked("Tea", "Coffee", "No", declines=declines)
    check_ask(ask, AskLimits())
    assert declining(ask) == declines


def test_the_last_option_of_a_permission_declines() -> None:
    assert declining(Ask("bash", "npm install", "permission", ("Allow once", "Allow always", "Stop it"))) == (
        "Stop it",
    )


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"declines": ("No",)}, "declines: 'No' is not one of the options"),
        ({"declines": ("",)}, "declines: '' is not one of the options"),
        ({"action_label": "Non"}, "action_label: 'Non' is another option"),
        ({"action_label": " non "}, "action_label: ' non ' is another option"),
        ({"action_label": "Close"}, "action_label: 'Close' is the button that closes the question"),
        ({"action_label": "fermer"}, "action_label: 'fermer' is the button that closes the question"),
        ({"action_label": "Clo\u00adse"}, "action_label: 'Clo\\xadse' is the button that closes the question"),
        ({"action_label": "No\u200bn"}, "action_label: 'No\\u200bn' is another option"),
        (
            {"action_label": "Not now"},
            "action_label: 'Not now' reads as a refusal, but its option 'Oui' does not decline",
        ),
        ({"action_label": "  "}, "action_label: must not be blank"),
    ],
)
def test_a_label_that_would_pass_for_another_answer_is_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Invalid) as caught:
        check_ask(asked("Oui", "Non", **fields), AskLimits())
    assert caught.value.sentence == sentence


@pytest.mark.parametrize(
    ("options", "label", "declines"),
    [
        (("Oui", "Non"), "Oui", None),
        (("Oui", "Non"), "Oui, fusionner", None),
        (("Oui", "Non"), "Go", None),
        (("No", "Yes"), "No, keep it", None),
        (("No", "Yes"), "Keep it", None),
        (("Cancel order", "Keep"), "Cancel", None),
        (("Never expire", "Expire"), "Never", None),
        (("Stop", "Go"), "No, stop", ("Stop",)),
    ],
)
def test_a_label_that_agrees_with_its_option_is_taken(
    options: tuple[str, ...], label: str, declines: tuple[str, ...] | None
) -> None:
    check_ask(asked(*options, action_label=label, declines=declines), AskLimits())


@pytest.mark.parametrize("option", ["", "  ", "\u200b", "\u00a0\u00ad"])
def test_an_option_that_nobody_sees_is_refused(option: str) -> None:
    with pytest.raises(Invalid, match="not blank"):
        check_ask(asked("Plan B", option), AskLimits())


@pytest.mark.parametrize("other", ["Plan  B", " Plan B", "Plan\u200b B", "Plan\u00a0B", "Ｐlan B"])
def test_options_that_look_the_same_are_refused(other: str) -> None:
    with pytest.raises(Invalid, match="there twice"):
        check_ask(asked("Plan B", other), AskLimits())
    check_ask(asked("Plan B", "plan b"), AskLimits())
    with pytest.raises(Invalid, match="there twice"):
        check_ask(asked("é", "e\u0301"), AskLimits())
