"""Sessions: signs of them, what clients ask in them, who waits for a person, and who is told to show one."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bellpull.domain.errors import BellpullError
from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.domain.question import Answer, Question
from bellpull.domain.request import ALWAYS, ONCE, REJECT, Request
from bellpull.domain.session import AskSeen, Session, Sign
from bellpull.domain.watched import ServerSeen, Wait, Watch
from bellpull.hub.requests import Told
from bellpull.hub.sessions import MOST_OF_AGENT
from support.asks import CHOSEN, DISMISSED, asked, choice
from support.in_process import HubRates, Stage, refused

SESSION, BELOW, MANY = "opencode:ses_1", "opencode:ses_2", 100
DB = {"question": "Which db?", "header": "DB", "options": [{"label": "sqlite", "description": "file"}, {"label": "pg"}]}


def bash(id: str = "per_1", command: str = "touch x", always: tuple[str, ...] = ("touch *",)) -> Request:
    said = {"permission": "bash", "metadata": {"command": command}, "always": list(always)}
    return Request(id, "permission", "event", None, said)


def questions(*said: dict[str, Any]) -> Request:
    return Request("que_1", "question", "list", None, {"questions": list(said)})


def give(stage: Stage, who: Principal, state: str = "working", session: str = SESSION, **more: Any) -> list[Told]:
    return stage.do(stage.hub.sessions.sign(who, [Sign(session, state, **more)])).requests


def watch(stage: Stage, who: Principal | None = None) -> Watch:
    return stage.do(stage.hub.sessions.watch(who or stage.owner))


def waits(stage: Stage, who: Principal | None = None) -> list[Wait]:
    return list(watch(stage, who).waits)


def find(stage: Stage, id: str = SESSION, agent: str = "bot") -> Session:
    found = stage.do(stage.store.read(lambda reader: reader.sessions.find(agent, id)))
    assert found is not None
    return found


def look(stage: Stage, id: str) -> Question:
    return stage.do(stage.hub.questions.find(stage.owner, id))


def answered(stage: Stage, id: str, answer: Answer) -> None:
    stage.do(stage.hub.questions.answer(stage.owner, id, answer, "page"))


def later(stage: Stage, seconds: float) -> str:
    return instant(stage.clock.now + timedelta(seconds=seconds))


# Signs


def test_session_is_as_its_last_sign_left_it(stage: Stage) -> None:
    bot = stage.agent()
    more = {"client": "opencode/1", "title": "Fix it", "directory": "/src"}
    give(stage, bot, tools='[{"tool": "bash"}]', todos="[]", **more)
    stage.passes(5)
    give(stage, bot, "waiting", reason="permission: bash", source="plugin", wakes=True)
    stage.reopen()
    known = find(stage)
    assert (known.state, known.reason, known.source, known.wakes) == ("waiting", "permission: bash", "plugin", True)
    assert (known.client, known.title, known.directory) == ("opencode/1", "Fix it", "/src")
    assert known.tools == "[]"  # they belonged to the state before
    page = stage.do(stage.hub.sessions.listed(stage.owner, "bot", 10))
    assert ([one.session.id for one in page.sessions], page.total) == ([SESSION], 1)


def test_change_that_can_be_seen_is_an_event_and_only_the_last_is_kept(stage: Stage) -> None:
    bot = stage.agent()
    changed = [
        stage.do(stage.hub.sessions.sign(bot, [Sign(SESSION, state, **more)])).changed
        for state, more in (
            ("working", {"title": "Main"}),
            ("working", {"title": "Main", "source": "watcher"}),
            ("working", {"title": "Other"}),
            ("working", {"trouble": "answers something else"}),
            ("idle", {}),
        )
    ]
    assert changed == [1, 0, 1, 1, 1]
    events = stage.do(stage.store.read(lambda reader: reader.events(bot, 0, 10**6, 100)))
    assert [one.type for one in events if one.type == "session_changed"] == ["session_changed"]


def test_sign_that_comes_late_or_in_another_state_than_it_is_for_changes_nothing(stage: Stage) -> None:
    bot = stage.agent()
    (told,) = give(stage, bot, requests=(bash(),))
    give(stage, bot, "idle", requests=(), at=later(stage, -10))
    give(stage, bot, "idle", requests=(), unless=("working",))
    assert find(stage).state == "working"
    assert look(stage, told.question_ids[0]).is_open


@pytest.mark.parametrize(
    ("by", "sign", "code"),
    [
        ("bot", Sign("s", "idle", "other"), "not_your_session"),
        ("owner", Sign("s", "idle"), "agent_required"),
        ("owner", Sign("s", "idle", "nobody-here"), "agent_not_found"),
        ("ada", Sign("s", "idle", "bot"), "agent_denied"),
        ("bot", Sign("s", "asleep"), "invalid_state"),
        ("bot", Sign("a\nb", "idle"), "invalid_session"),
    ],
)
def test_sign_that_is_none_or_not_one_s_own_is_refused(stage: Stage, by: str, sign: Sign, code: str) -> None:
    people = {"bot": stage.agent("bot"), "owner": stage.owner, "ada": stage.person()}
    stage.agent("other")
    with refused(code):
        stage.do(stage.hub.sessions.sign(people[by], [Sign("good", "idle", "bot"), sign]))
    assert stage.do(stage.hub.sessions.listed(stage.owner, None, 10)).total == 0


def test_signs_are_held_back(stages: Any) -> None:
    stage = stages(rates=HubRates(signs=2))
    bot = stage.agent()
    for _ in range(2):
        give(stage, bot)
    with refused("too_many"):
        give(stage, bot)
    stage.passes(30)
    give(stage, bot)


def test_agent_with_too_many_sessions_loses_its_own_oldest(stage: Stage) -> None:
    bot, pet = stage.agent("bot"), stage.agent("pet")
    give(stage, pet)
    stage.do(stage.hub.sessions.sign(bot, [Sign(f"test:{number}", "idle") for number in range(MOST_OF_AGENT + 1)]))
    totals = [stage.do(stage.hub.sessions.listed(stage.owner, name, 1)).total for name in ("bot", "pet")]
    assert totals == [MOST_OF_AGENT, 1]


def test_sessions_are_listed_in_pages_for_those_who_see_them(stage: Stage) -> None:
    ada = stage.person()
    bot, other = stage.agent("bot", ada), stage.agent("other")
    for number in range(5):
        give(stage, bot, session=f"test:{number}")
        stage.passes(1)
    give(stage, other)
    read, after = [], None
    while True:
        page = stage.do(stage.hub.sessions.listed(ada, None, 2, after))
        read += [one.session.id for one in page.sessions]
        assert page.total == 5
        if (after := page.next) is None:
            break
    assert read == [f"test:{number}" for number in (4, 3, 2, 1, 0)]
    with refused("agent_denied"):
        stage.do(stage.hub.sessions.listed(ada, "other", 2))
    assert len(watch(stage, ada).sessions) == 5


# Whose session it is


def test_watch_makes_an_agent_for_a_project_that_has_none(stage: Stage) -> None:
    stage.agent("Two", stage.person())
    projects = {"1": "/src/one/app", "2": "/src/two/app", "3": "/src/one/app", "4": "/src/two"}
    for number, project in projects.items():
        give(stage, stage.owner, session=f"test:{number}", project=project)
    give(stage, stage.owner, session="test:5", project="/src/one/app", parent="test:2")
    listed = stage.do(stage.store.read(lambda reader: reader.sessions.listed(stage.owner, None, 10)))
    agents = {one.id: one.agent_name for one in listed}
    assert agents == {"test:1": "app", "test:2": "app-2", "test:3": "app", "test:4": "two-2", "test:5": "app"}


def test_session_that_an_agent_told_of_itself_stays_its_own(stage: Stage) -> None:
    give(stage, stage.agent(), "idle")
    give(stage, stage.owner, "working", project="/src/elsewhere")
    assert find(stage).state == "working"


def test_session_of_another_person_is_claimed_by_nobody(stage: Stage) -> None:
    mallory = stage.person("mallory")
    thief = stage.agent("thief", mallory)
    give(stage, stage.owner, project="/src/app", requests=(bash(),))
    with refused("not_your_session"):
        give(stage, thief, "idle")
    give(stage, thief, "idle", session="squat", title="Squatted")
    give(stage, stage.owner, session="squat", project="/src/app", title="Mine", requests=(bash("per_2"),))
    (mine,) = (one for one in watch(stage).sessions if one.session.id == "squat")
    assert (mine.session.agent_name, mine.session.title) == ("app", "Mine")
    assert [one.session.title for one in watch(stage, mallory).sessions] == ["Squatted"]
    assert not watch(stage, mallory).has_any_permission


def test_sub_agents_end_with_their_session_and_are_beneath_it_alone(stage: Stage) -> None:
    bot, other = stage.agent("bot"), stage.agent("other")
    give(stage, bot, title="Root")
    give(stage, bot, session=BELOW, parent=SESSION, requests=(bash(),))
    give(stage, other, session="foreign", parent=SESSION, requests=(bash(),))
    (root,) = (one for one in watch(stage).sessions if one.session.id == SESSION)
    assert [child.session.id for child in root.children] == [BELOW]
    assert (root.state, [wait.session for wait in root.waits]) == ("waiting", [BELOW])
    give(stage, bot, "ended")
    assert find(stage, BELOW).state == "ended"


# What clients ask


def test_permission_of_a_client_is_a_question_and_its_answer_goes_to_who_reports_it(stage: Stage) -> None:
    bot = stage.agent()
    for number, (answer, outcome, reply) in enumerate(
        (
            (Answer(choice=ONCE), "accepted", {"reply": "once", "message": None}),
            (Answer(choice=ALWAYS), "accepted", {"reply": "always", "message": None}),
            (Answer(choice=REJECT), "declined", {"reply": "reject", "message": None}),
            (Answer(text="use a branch"), "declined", {"reply": "reject", "message": "use a branch"}),
        )
    ):
        requests = (bash(f"per_{number}"),)
        (told,) = give(stage, bot, requests=requests)
        (id,) = told.question_ids
        question = look(stage, id)
        assert (told.state, question.ask.kind, question.ask.options) == ("open", "permission", (ONCE, ALWAYS, REJECT))
        answered(stage, id, answer)
        assert look(stage, id).outcome == outcome
        (told,) = give(stage, bot, requests=requests)
        assert (told.state, told.reply) == ("answered", reply)
        assert stage.do(stage.hub.questions.handed(bot, id))[1]
        (told,) = give(stage, bot, requests=requests)
        assert (told.state, told.reply) == ("closed", None)
    stage.passes(60)
    assert stage.do(stage.hub.nudges.pending(bot, "bot", None, 0)).total == 0, "its answer is never a nudge"


def test_owner_may_carry_out_what_a_client_asked_and_nothing_else(stage: Stage) -> None:
    bot = stage.agent()
    (told,) = give(stage, stage.owner, agent_name="bot", requests=(bash(),))
    answered(stage, told.question_ids[0], Answer(choice=ONCE))
    assert stage.do(stage.hub.questions.handed(stage.owner, told.question_ids[0]))[1]
    with refused("not_your_question"):
        stage.do(stage.hub.questions.handed(stage.owner, asked(stage, bot).id))


def test_agent_cannot_allow_itself_anything(stage: Stage) -> None:
    bot = stage.agent()
    (told,) = give(stage, bot, requests=(bash(),))
    with refused("person_required"):
        stage.do(stage.hub.questions.answer(bot, told.question_ids[0], Answer(choice=ONCE), "rest"))


@pytest.mark.parametrize("how", ["listed no more", "closed", "session ended"])
def test_request_that_is_gone_in_its_client_is_withdrawn_here(stage: Stage, how: str) -> None:
    bot = stage.agent()
    (told,) = give(stage, bot, requests=(bash(),))
    give(stage, bot)  # who says nothing of requests has not looked
    assert [wait.question_id for wait in waits(stage)] == list(told.question_ids)
    if how == "listed no more":
        give(stage, bot, requests=())
    elif how == "closed":
        give(stage, bot, closes=("per_1",))
    else:
        give(stage, bot, "ended")
    settled = look(stage, told.question_ids[0])
    assert (settled.outcome, settled.via) == ("withdrawn", "client")
    assert waits(stage) == []


def test_request_that_one_reporter_did_not_know_yet_is_asked_again(stage: Stage) -> None:
    bot = stage.agent()
    (first,) = give(stage, bot, requests=(bash(),))
    give(stage, stage.owner, agent_name="bot", requests=())
    (again,) = give(stage, stage.owner, agent_name="bot", requests=(bash(),))
    assert (again.state, again.question_ids != first.question_ids) == ("open", True)
    (same,) = give(stage, bot, requests=(bash(),))
    assert same.question_ids == again.question_ids


def test_request_that_was_told_one_by_one_is_not_asked_again_when_it_was_over(stage: Stage) -> None:
    bot = stage.agent()
    (told,) = give(stage, bot, opens=(bash(),))
    give(stage, bot, closes=("per_1",))
    assert give(stage, bot, opens=(bash(),)) == []
    assert look(stage, told.question_ids[0]).outcome == "withdrawn"


def test_request_that_a_person_closed_still_waits_in_its_client_and_is_not_asked_again(stage: Stage) -> None:
    bot = stage.agent()
    (told,) = give(stage, bot, requests=(bash(),))
    answered(stage, told.question_ids[0], DISMISSED)
    (again,) = give(stage, bot, requests=(bash(),))
    assert (again.state, again.question_ids, again.reply) == ("closed", told.question_ids, None)
    (wait,) = waits(stage)
    assert (wait.kind, wait.question_id, wait.request) == ("permission", None, "per_1")


def test_several_questions_of_one_request_are_replied_to_together_and_in_order(stage: Stage) -> None:
    bot = stage.agent()
    request = questions(DB, {"question": "Which name?", "header": "Name"})
    (told,) = give(stage, bot, requests=(request,))
    first, second = told.question_ids
    answered(stage, second, Answer(text="bell, the"))
    (told,) = give(stage, bot, requests=(request,))
    assert (told.state, told.reply) == ("open", None)
    answered(stage, first, Answer(text="sqlite, pg"))
    (told,) = give(stage, bot, requests=(request,))
    assert told.reply == {"answers": [["sqlite", "pg"], ["bell, the"]]}


def test_requests_over_the_limit_of_open_questions_are_told_so(stage: Stage) -> None:
    bot = stage.agent()
    told = give(stage, bot, requests=tuple(bash(f"per_{number}") for number in range(101)))
    assert [one.state for one in told] == ["open"] * 100 + ["too_many"]


# Questions of the hub that a session asked


def test_question_is_its_session_s_once_the_call_is_seen(stage: Stage) -> None:
    bot = stage.agent()
    id = asked(stage, bot).id
    give(stage, bot, "idle", title="Fix it")
    assert [wait.session for wait in waits(stage)] == [None]
    give(stage, bot, "idle", asks=(AskSeen(id, "Merge"),))
    (wait,) = waits(stage)
    assert (wait.question_id, wait.session, wait.source, wait.confidence) == (id, SESSION, "hub", "certain")
    answered(stage, id, CHOSEN)
    give(stage, bot, "idle", asks=(AskSeen(id, "Merge"),))
    assert waits(stage) == []


@pytest.mark.parametrize(("seconds", "joined"), [(-5, False), (-2, True), (0, True), (2, True), (3, False)])
def test_call_without_an_id_is_joined_by_its_words_within_two_seconds(
    stage: Stage, seconds: float, joined: bool
) -> None:
    bot = stage.agent()
    stage.passes(10)
    id = asked(stage, bot).id
    give(stage, bot, "idle", asks=(AskSeen(None, "Merge", "Merge to main?", at=later(stage, seconds)),))
    assert (id in [wait.question_id for wait in waits(stage) if wait.session == SESSION]) is joined


def test_call_that_is_seen_before_its_question_is_joined_when_that_comes(stage: Stage) -> None:
    bot = stage.agent()
    stage.passes(10)
    seen = AskSeen(None, "Merge", "Merge to main?", at=later(stage, -7), running=True)
    give(stage, bot, asks=(seen, seen._replace(title="Other", text="Other?")))
    id = asked(stage, bot, wait=60).id
    assert {(wait.title, wait.question_id) for wait in waits(stage)} == {("Merge", id), ("Other", None)}


def test_person_who_writes_in_the_session_answers_what_it_asked_unless_a_call_waits(stage: Stage) -> None:
    bot = stage.agent()
    left, awaited = asked(stage, bot, choice("Left?")).id, asked(stage, bot, choice("Awaited?"), wait=60).id
    give(stage, bot, asks=(AskSeen(left), AskSeen(awaited)), turn_at=later(stage, -60))
    assert look(stage, left).is_open
    stage.passes(1)
    give(stage, bot, turn_at=later(stage, 0), asks=())
    assert (look(stage, left).outcome, look(stage, left).via) == ("withdrawn", "client")
    assert look(stage, awaited).is_open


def test_sub_agent_that_ends_leaves_its_open_questions_to_its_parent(stage: Stage) -> None:
    bot = stage.agent()
    id = asked(stage, bot).id
    give(stage, bot)
    give(stage, bot, session=BELOW, parent=SESSION, asks=(AskSeen(id),))
    give(stage, bot, "ended", session=BELOW)
    (wait,) = waits(stage)
    assert (wait.question_id, wait.session) == (id, SESSION)


# Servers, and who is told to show a session


def seen(stage: Stage, by: Principal, host: str = "desk", server: str = "http://127.0.0.1:4096") -> ServerSeen:
    return ServerSeen(server, host, "locked", None, None, instant(stage.clock.now), by.name)


def test_servers_are_shown_to_those_who_watch_them_until_nobody_looks(stage: Stage) -> None:
    ada, sessions = stage.person(), stage.hub.sessions
    server = seen(stage, ada)
    sessions.serve(ada, [server])
    assert (sessions.servers(ada), watch(stage, ada).servers) == ([server], (server,))
    assert watch(stage, stage.person("bob")).servers == ()
    sessions.serve(ada, [], gone=[server])
    assert sessions.servers(ada) == []
    sessions.serve(ada, [server])
    stage.passes(91)
    assert sessions.servers(ada) == []
    bot = stage.agent()
    with refused("person_required"):
        sessions.serve(bot, [server])


def test_jump_is_told_if_somebody_watches_that_machine(stage: Stage) -> None:
    bot, jump = stage.agent(), stage.hub.sessions.jump
    give(stage, bot, place='{"host": "desk"}')
    assert stage.do(jump(stage.owner, SESSION))[1] is False
    stage.hub.sessions.serve(stage.owner, [seen(stage, stage.owner)])
    session, told = stage.do(jump(stage.owner, SESSION))
    assert (session.id, told) == (SESSION, True)
    events = stage.do(stage.store.read(lambda reader: reader.events(stage.owner, 0, 10**6, 100)))
    assert [one.type for one in events][-1] == "session_jump"
    for who, id, code in (
        (stage.owner, "nobody", "session_not_found"),
        (stage.person(), SESSION, "session_not_found"),
        (bot, SESSION, "person_required"),
    ):
        with refused(code):
            stage.do(jump(who, id))


# The watch


def test_call_that_waits_for_somebody_who_waits_returns_then(stage: Stage) -> None:
    bot = stage.agent()
    call = stage.start(stage.hub.sessions.until_waiting(stage.owner, 30))
    give(stage, bot)
    assert not call.done()
    id = asked(stage, bot).id
    assert [wait.question_id for wait in stage.do(call).waits] == [id]


def test_call_of_somebody_who_is_removed_while_it_waits_hears_no_more(stage: Stage) -> None:
    ada, bot = stage.person(), stage.agent()
    call = stage.start(stage.hub.sessions.until_waiting(ada, 30))
    stage.do(stage.hub.accounts.remove(stage.owner, "ada", None))
    asked(stage, bot)
    with pytest.raises(BellpullError):
        stage.do(call)


def test_many_who_ask_at_once_share_one_conclusion(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, concluded = 0, stage.hub.sessions._concluded

    async def counted(who: Principal) -> Watch:
        nonlocal looks
        looks += 1
        return await concluded(who)

    monkeypatch.setattr(stage.hub.sessions, "_concluded", counted)
    watches = stage.at_once(*(stage.hub.sessions.watch(stage.owner) for _ in range(MANY)))
    assert len({id(one) for one in watches}) <= 2
    assert looks <= 2


def test_watch_has_in_it_what_happened_before_somebody_asked(stage: Stage) -> None:
    bot, sessions = stage.agent(), stage.hub.sessions

    async def sign(number: int) -> bool:
        await sessions.sign(bot, [Sign(f"test:{number}", "working")])
        return f"test:{number}" in {one.session.id for one in (await sessions.watch(stage.owner)).sessions}

    assert stage.at_once(*(sign(number) for number in range(MANY))) == [True] * MANY


def test_watch_that_is_asked_for_as_a_conclusion_ends_is_the_next_one(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the one that has just ended, over and over: with that the loop would never do anything else."""
    bot, sessions, rounds = stage.agent(), stage.hub.sessions, 0

    async def scenario() -> set[str]:
        concluded, ends, shield = sessions._concluded, asyncio.get_running_loop().create_future(), asyncio.shield

        async def ended(who: Principal) -> Watch:
            found = await concluded(who)
            if not ends.done():
                await sessions.sign(bot, [Sign("test:late", "working")])
                ends.set_result(None)  # who waits for this goes on before anybody hears that the conclusion has ended
            return found

        async def asks_then() -> set[str]:
            await ends
            return {one.session.id for one in (await sessions.watch(stage.owner)).sessions}

        def shielded(looking: asyncio.Future[None]) -> asyncio.Future[None]:
            nonlocal rounds
            rounds += 1
            assert rounds < 10, "it goes round"
            return shield(looking)

        monkeypatch.setattr(sessions, "_concluded", ended)
        monkeypatch.setattr(asyncio, "shield", shielded)
        late = asyncio.create_task(asks_then())
        await asyncio.sleep(0)
        await sessions.watch(stage.owner)
        return await late

    assert stage.do(scenario()) == {"test:late"}
