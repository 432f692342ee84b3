"""What each verb says to those who may not do it: the code, the sentence and what to do instead."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import pytest

from bellpull.domain.answer_text import ACCEPTED
from bellpull.domain.asking import PERMISSION
from bellpull.domain.errors import BellpullError, Conflict, Denied, Invalid, NotFound, Unauthorized
from bellpull.domain.identity import Principal
from bellpull.domain.nudge import NudgeDraft
from bellpull.domain.question import Answer
from bellpull.domain.request import ONCE, Request
from bellpull.domain.session import Sign
from bellpull.hub.access import ensure_project
from bellpull.hub.hub import Hub
from bellpull.hub.measured import Histogram
from bellpull.hub.rights import invalid_key
from support.asks import asked, choice
from support.in_process import Stage

ADMIN = "ask the hub's owner"
AGENTS, USERS = "see: bellpull agent list", "see: bellpull user list"
PERSON = "use a key made with: bellpull key create --user NAME"
SHARE = "its owner or an admin can give you access"


class People(NamedTuple):
    """`ada` owns `bot`; `bob` sees it; `eve` does not."""

    owner: Principal
    ada: Principal
    bob: Principal
    eve: Principal
    bot: Principal


@pytest.fixture
def people(stage: Stage) -> People:
    ada, bob, eve = map(stage.person, ("ada", "bob", "eve"))
    bot = stage.agent("bot", of=ada)
    stage.agent("pet", of=eve)
    stage.do(stage.hub.sharing.share(ada, "bot", "bob"))
    return People(stage.owner, ada, bob, eve, bot)


Verb = Callable[[Hub, People], Awaitable[Any]]
REFUSED: list[tuple[Verb, type[BellpullError], str, str, str | None]] = [
    (lambda hub, of: hub.access.keys(of.bot), Denied, "person_required", "Only a person's key may do this", PERSON),
    (
        lambda hub, of: hub.access.make_key(of.ada, "user", "zoe", None),
        Denied,
        "admin_required",
        "Only an admin may do this",
        ADMIN,
    ),
    (lambda hub, of: hub.access.revoke_key(of.ada, "none"), NotFound, "key_not_found", "Key not found", None),
    (
        lambda hub, of: hub.access.make_key(of.owner, "agent", "ada", None),
        Conflict,
        "name_taken",
        "ada is a user's name",
        None,
    ),
    (
        lambda hub, of: hub.access.make_key(of.owner, "agent", "ADA", None),
        Conflict,
        "name_taken",
        "ADA is a user's name",
        None,
    ),
    (
        lambda hub, of: hub.access.make_key(of.owner, "user", "Bot", None),
        Conflict,
        "name_taken",
        "Bot is an agent's name",
        None,
    ),
    (
        lambda hub, of: hub.accounts.add(of.owner, "ada", None, admin=False),
        Conflict,
        "name_taken",
        "ada is a user's name",
        None,
    ),
    (
        lambda hub, of: hub.access.make_key(of.eve, "agent", "bot", None),
        Denied,
        "agent_denied",
        "Access denied to agent",
        SHARE,
    ),
    (
        lambda hub, of: hub.access.make_key(of.bob, "agent", "bot", None),
        Denied,
        "agent_denied",
        "Only its owner or an admin may do this",
        "ask its owner, ada",
    ),
    (lambda hub, of: hub.access.remove_agent(of.owner, "no"), NotFound, "agent_not_found", "Agent not found", AGENTS),
    (lambda hub, of: hub.access.remove_agent(of.owner, "ada"), NotFound, "agent_not_found", "Agent not found", AGENTS),
    (
        lambda hub, of: hub.sharing.share(of.owner, "ada", "bob"),
        NotFound,
        "agent_not_found",
        "Agent not found",
        AGENTS,
    ),
    (
        lambda hub, of: hub.sharing.share(of.owner, "bot", "zoe"),
        NotFound,
        "user_not_found",
        "There is no such person",
        USERS,
    ),
    (
        lambda hub, of: hub.sharing.unshare(of.ada, "bot", "zoe"),
        NotFound,
        "user_not_found",
        "There is no such person",
        "ask an admin what they are called",
    ),
    (
        lambda hub, of: hub.sharing.share(of.ada, "bot", "ada"),
        Conflict,
        "already_owner",
        "bot is ada's own",
        "an owner needs no share",
    ),
    (
        lambda hub, of: hub.accounts.remove(of.owner, "owner", None),
        Conflict,
        "last_admin",
        "owner has to stay: without an admin nobody could run the hub",
        None,
    ),
    (
        lambda hub, of: hub.accounts.remove(of.owner, "ada", None),
        Conflict,
        "owns_agents",
        "ada owns agents: 1",
        "say who gets them: --give-agents-to USER; or remove them first",
    ),
    (
        lambda hub, of: hub.accounts.remove(of.owner, "ada", "ada"),
        Conflict,
        "owns_agents",
        "ada owns agents: 1",
        "say who gets them: --give-agents-to USER; or remove them first",
    ),
    (
        lambda hub, of: hub.accounts.remove(of.owner, "ada", "zoe"),
        NotFound,
        "user_not_found",
        "There is no such person",
        USERS,
    ),
    (
        lambda hub, of: hub.webhooks.make(of.ada, "bot", "User ", None, secret=False),
        Invalid,
        "invalid_source",
        'A webhook never speaks as a person: source "user" is refused',
        "name what speaks, for example: ci",
    ),
    (
        lambda hub, of: hub.webhooks.make(of.owner, "ada", "ci", None, secret=False),
        NotFound,
        "agent_not_found",
        "Agent not found",
        AGENTS,
    ),
    (
        lambda hub, of: hub.webhooks.remove(of.ada, "bot", "wh_none"),
        NotFound,
        "webhook_not_found",
        "There is no such webhook",
        "see: bellpull webhook list",
    ),
    (
        lambda hub, of: hub.nudges.tell(of.bot, "bot", NudgeDraft("User", "hello")),
        Denied,
        "not_a_person",
        'Only a person\'s key may nudge with the source "user"',
        "choose another source",
    ),
    (
        lambda hub, of: hub.nudges.tell(of.owner, "ada", NudgeDraft("ci", "hello")),
        Invalid,
        "not_an_agent",
        "ada is a person: only agents are nudged",
        AGENTS,
    ),
    (
        lambda hub, of: hub.nudges.confirm(of.bob, "bot", ["nudge_1"]),
        Denied,
        "not_your_nudges",
        "Only the agent itself, or a program of its owner, may take its nudges",
        None,
    ),
    (
        lambda hub, of: hub.questions.ask(of.bot, choice(), must_show=True),
        Conflict,
        "headless",
        "Nobody who may answer has a surface that shows text",
        "open the hub's page",
    ),
    (
        lambda hub, of: hub.notification(of.ada, "notif_none"),
        NotFound,
        "notification_not_found",
        "Notification not found",
        None,
    ),
]


@pytest.mark.parametrize(
    "verb, kind, code, sentence, hint", REFUSED, ids=lambda value: value if type(value) is str else ""
)
def test_verb_is_refused_with_its_reason_and_a_way_out(
    stage: Stage, people: People, verb: Verb, kind: type[BellpullError], code: str, sentence: str, hint: str | None
) -> None:
    with pytest.raises(kind) as error:
        stage.do(verb(stage.hub, people))
    assert (error.value.code, error.value.sentence) == (code, sentence)
    if code != "name_taken":
        assert error.value.hint == hint


@pytest.mark.parametrize(
    "secret, hint",
    [
        ("", "make one with: bellpull key create --agent NAME"),
        ("bp_none", "make one with: bellpull key create --agent NAME"),
    ],
)
def test_invalid_key_is_refused_with_the_way_to_a_valid_one(stage: Stage, secret: str, hint: str) -> None:
    with pytest.raises(Unauthorized) as error:
        stage.do(stage.hub.access.admit(secret))
    assert (error.value.code, error.value.sentence) == ("invalid_key", "Invalid or inactive key")
    assert error.value.hint == invalid_key(secret).hint == hint


def test_agent_of_one_project_is_not_the_agent_of_another(stage: Stage) -> None:
    def key(name: str, project: str | None) -> None:
        stage.do(stage.hub.access.make_key(stage.owner, "agent", name, None, project))

    key("aaa", "/home/ada/first")
    key("bot", None)
    key("bot", "/home/ada/shop")
    key("bot", "/home/ada/shop")
    with pytest.raises(Conflict) as error:
        key("bot", "/home/ada/other")
    assert error.value.sentence == "bot is the agent of another project"
    assert (error.value.code, error.value.hint) == ("project_taken", "choose another name: --agent")
    agents, _ = stage.do(stage.hub.access.agents(stage.owner))
    projects = {agent.name: agent.project for agent in agents}
    assert (projects["aaa"], projects["bot"]) == ("/home/ada/first", "/home/ada/shop")
    stage.do(stage.store.write(lambda writer: ensure_project(writer, stage.owner, "aaa", None)))


def test_question_is_handed_over_by_the_agent_that_asked(stage: Stage, people: People) -> None:
    question = asked(stage, people.bot)
    with pytest.raises(Denied) as error:
        stage.do(stage.hub.questions.handed(people.ada, question.id))
    assert (error.value.code, error.value.sentence) == ("not_your_question", "Only the agent that asked may do this")


def test_answer_to_a_client_becomes_no_nudge_however_late_its_client_is(stage: Stage, people: People) -> None:
    wanted = Request("per_1", PERMISSION, "event", None, {"permission": "bash", "metadata": {"command": "ls"}})
    sign = Sign("opencode:ses_1", "waiting", requests=(wanted,))
    [told] = stage.do(stage.hub.sessions.sign(people.bot, [sign])).requests
    settled = stage.do(stage.hub.questions.answer(people.ada, told.question_ids[0], Answer(choice=ONCE), "page"))
    assert settled.outcome == ACCEPTED
    for _ in range(3):
        stage.passes(3600)
    assert stage.do(stage.hub.nudges.pending(people.bot, "bot", None, 0)).nudges == []


def test_histogram_counts_what_took_at_most_as_long_as_each_bound() -> None:
    histogram = Histogram((0.1, 1.0))
    assert histogram.read() == ([0, 0, 0], 0.0)
    for seconds in (0.05, 0.1, 0.5, 2.0, 3.0):
        histogram.add(seconds)
    upto, total = histogram.read()
    assert upto == [2, 3, 5]
    assert total == pytest.approx(5.65)
