"""Access: keys, agents, people and what they share; what each may see and do is the rights' of that moment."""

import json
from typing import Any

import pytest

from bellpull.domain.identity import Key, Principal
from bellpull.domain.notification import Draft
from bellpull.domain.nudge import NudgeDraft
from bellpull.hub.ports import Filters
from support.asks import CHOSEN, asked, choice
from support.in_process import Stage, refused

PASSWORD = "correct horse battery"


def keys(stage: Stage, who: Principal) -> dict[str, Key]:
    return {key.id: key for key in stage.do(stage.hub.access.keys(who))}


def changes(stage: Stage, who: Principal) -> list[tuple[str, str]]:
    """Whose rights changed, and how, as this person hears of it."""
    events = stage.do(stage.store.read(lambda reader: reader.events(who, 0, 10**6, 10**6)))
    heard = [one for one in events if one.type == "access_changed"]
    return [(one.agent_name, json.loads(one.data)["change"]) for one in heard]


# Keys


def test_key_is_shown_once_and_lets_in_who_it_stands_for(stage: Stage) -> None:
    made = stage.do(stage.hub.access.make_key(stage.owner, "agent", "bot", "laptop", "/home/ada"))
    who = stage.do(stage.hub.access.admit(made.secret, "10.0.0.1"))
    assert who == Principal("agent", "bot", False, made.id, "10.0.0.1")
    key = keys(stage, stage.owner)[made.id]
    assert (key.scope, key.name, key.label, key.revoked_at) == ("agent", "bot", "laptop", None)
    assert made.secret not in str(keys(stage, stage.owner))
    ((agent,), _) = stage.do(stage.hub.access.agents(stage.owner))
    assert (agent.name, agent.owner, agent.project) == ("bot", "owner", "/home/ada")


@pytest.mark.parametrize("secret", ["", "bp_1_x", "a.b.c", "k" * 20_000, "ключ", "' OR 1=1 --"])
def test_unknown_key_lets_nobody_in(stage: Stage, secret: str) -> None:
    with refused("invalid_key"):
        stage.do(stage.hub.access.admit(secret))


def test_revoked_key_is_refused_at_once_and_the_others_stay(stage: Stage) -> None:
    access = stage.hub.access
    first, second = (stage.do(access.make_key(stage.owner, "agent", "bot", None)) for _ in range(2))
    who = stage.do(access.admit(first.secret))
    at = stage.do(access.revoke_key(stage.owner, first.id))
    with refused("invalid_key"):
        stage.do(access.admit(first.secret))
    with refused("invalid_key"):
        stage.do(stage.hub.tell(who, Draft("info", "x")))
    stage.passes(60)
    assert stage.do(access.revoke_key(stage.owner, first.id)) == at
    assert stage.do(access.admit(second.secret)).name == "bot"


def test_last_use_of_a_key_is_written_down_with_the_others(stage: Stage) -> None:
    made = stage.do(stage.hub.access.make_key(stage.owner, "agent", "bot", None))
    stage.passes(60)
    stage.do(stage.hub.access.admit(made.secret))
    assert keys(stage, stage.owner)[made.id].last_used_at is None
    stage.do(stage.hub.access.flush_used())
    assert keys(stage, stage.owner)[made.id].last_used_at == "2026-01-01T00:01:00.000Z"


def test_people_see_and_revoke_keys_of_their_own(stage: Stage) -> None:
    ada, bob = stage.person("ada"), stage.person("bob")
    bot = stage.agent("bot", ada)
    assert set(keys(stage, ada)) == {ada.key_id, bot.key_id}
    assert set(keys(stage, stage.owner)) == {stage.owner.key_id, ada.key_id, bob.key_id, bot.key_id}
    with refused("key_not_found"):
        stage.do(stage.hub.access.revoke_key(bob, bot.key_id))
    for verb in (
        lambda: stage.hub.access.keys(bot),
        lambda: stage.hub.access.revoke_key(bot, bot.key_id),
        lambda: stage.hub.access.make_key(bot, "agent", "bot", None),
    ):
        with refused("person_required"):
            stage.do(verb())


@pytest.mark.parametrize(
    ("by", "scope", "name", "code"),
    [
        ("ada", "user", "bob", "admin_required"),
        ("ada", "agent", "bot", "agent_denied"),
        ("owner", "agent", "ada", "name_taken"),
        ("owner", "agent", "Ada", "name_taken"),
        ("owner", "agent", "BOT", "name_taken"),
        ("owner", "user", "bot", "name_taken"),
        ("owner", "user", "OWNER", "name_taken"),
        ("owner", "agent", "-a", "invalid_name"),
        ("owner", "agent", "é", "invalid_name"),
        ("owner", "user", "x" * 65, "invalid_name"),
    ],
)
def test_key_that_may_not_be_made_is_refused_and_makes_nobody(
    stage: Stage, by: str, scope: str, name: str, code: str
) -> None:
    people = {"owner": stage.owner, "ada": stage.person("ada")}
    stage.agent("bot")
    before = keys(stage, stage.owner)
    with refused(code):
        stage.do(stage.hub.access.make_key(people[by], scope, name, None))
    assert keys(stage, stage.owner) == before


def test_agent_works_in_one_project(stage: Stage) -> None:
    make = stage.hub.access.make_key
    for project in (None, "/shop", "/shop", None):
        stage.do(make(stage.owner, "agent", "bot", None, project))
    with refused("project_taken"):
        stage.do(make(stage.owner, "agent", "bot", None, "/site"))


def test_owner_is_made_once_and_a_new_key_ends_the_one_that_was_lost(stage: Stage) -> None:
    ensure = stage.hub.access.ensure_owner
    made = stage.do(ensure(None))
    assert made is not None
    assert stage.do(ensure(made.secret)) is None
    again = stage.do(ensure("bp_unknown"))
    assert again is not None
    with refused("invalid_key"):
        stage.do(stage.hub.access.admit(made.secret))
    assert stage.do(stage.hub.access.admit(again.secret)).admin


# Agents


def test_removal_of_an_agent_takes_all_that_is_its_own(stage: Stage) -> None:
    bot, pet = stage.agent("bot"), stage.agent("pet")
    for who in (bot, bot, pet):
        stage.do(stage.hub.tell(who, Draft("info", "x")))
    id = asked(stage, bot).id
    stage.do(stage.hub.nudges.tell(stage.owner, "bot", NudgeDraft("user", "x")))
    counts = stage.do(stage.hub.access.remove_agent(stage.owner, "bot"))
    assert (counts["notifications"], counts["keys"]) == (3, 1)
    assert [one.agent_name for one in stage.do(stage.hub.notifications(stage.owner, Filters()))] == ["pet"]
    for verb in (stage.hub.tell(bot, Draft("info", "x")), stage.hub.questions.ask(bot, choice())):
        with refused("invalid_key"):
            stage.do(verb)  # type: ignore[arg-type]
    with refused("question_not_found"):
        stage.do(stage.hub.questions.find(stage.owner, id))
    again = stage.agent("bot")
    assert stage.do(stage.hub.notifications(again, Filters())) == []
    assert changes(stage, stage.owner)[-3:] == [
        ("bot", "agent_removed"),
        ("bot", "agent_added"),
        ("bot", "key_created"),
    ]


def test_agent_that_is_removed_while_it_writes_leaves_nothing_behind(stage: Stage) -> None:
    bot = stage.agent("bot")
    tells = [stage.hub.tell(bot, Draft("info", f"{number}")) for number in range(10)]
    outcomes = stage.at_once(*tells[:5], stage.hub.access.remove_agent(stage.owner, "bot"), *tells[5:])
    assert [isinstance(one, Exception) for one in outcomes] == [False] * 6 + [True] * 5
    assert stage.do(stage.hub.notifications(stage.owner, Filters())) == []


@pytest.mark.parametrize(
    ("by", "name", "code"),
    [
        ("ada", "bot", "agent_denied"),
        ("bot", "bot", "person_required"),
        ("owner", "ada", "agent_not_found"),
        ("owner", "nobody-here", "agent_not_found"),
    ],
)
def test_agent_is_removed_by_its_owner_and_admins_alone(stage: Stage, by: str, name: str, code: str) -> None:
    people = {"owner": stage.owner, "ada": stage.person("ada"), "bot": stage.agent("bot")}
    stage.do(stage.hub.sharing.share(stage.owner, "bot", "ada"))
    with refused(code):
        stage.do(stage.hub.access.remove_agent(people[by], name))
    assert [agent.name for agent in stage.do(stage.hub.access.agents(stage.owner))[0]] == ["bot"]


# People


def test_person_is_made_by_admins_and_listed_for_those_who_may_see(stage: Stage) -> None:
    accounts = stage.hub.accounts
    made = stage.do(accounts.add(stage.owner, "ada", PASSWORD, admin=False))
    assert (made.name, made.admin, made.has_password, made.agents, made.last_sign_in_at) == (
        *("ada", False, True, 0, None),
    )
    ada, bot = stage.person("ada"), stage.agent("bot", stage.person("ada"))
    stage.passes(60)
    stage.do(stage.hub.logins.login("Ada", PASSWORD, "10.0.0.1"))
    (seen,) = stage.do(accounts.users(ada))
    assert (seen.agents, seen.last_sign_in_at) == (1, "2026-01-01T00:01:00.000Z")
    assert {user.name for user in stage.do(accounts.users(stage.owner))} == {"ada", "owner"}
    with refused("admin_required"):
        stage.do(accounts.add(ada, "bob", None, admin=False))
    with refused("person_required"):
        stage.do(accounts.users(bot))


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("ada", None, "name_taken"),
        ("ADA", None, "name_taken"),
        ("bot", None, "name_taken"),
        ("a b", None, "invalid_name"),
        ("bob", "123456789", "password_too_short"),
        ("bob", "é" * 513, "password_too_long"),
        ("somebody-long", "somebody-long", "password_is_name"),
    ],
)
def test_person_who_may_not_be_made_is_refused(stage: Stage, name: str, password: str | None, code: str) -> None:
    stage.person("ada")
    stage.agent("bot")
    with refused(code):
        stage.do(stage.hub.accounts.add(stage.owner, name, password, admin=False))
    assert {user.name for user in stage.do(stage.hub.accounts.users(stage.owner))} == {"ada", "owner"}


def test_removal_of_a_person_takes_what_lets_them_in_and_what_they_sent(stage: Stage) -> None:
    ada, spare = stage.person("ada"), stage.person("ada")
    for _ in range(2):
        stage.do(stage.hub.tell(ada, Draft("info", "x")))
    assert stage.do(stage.hub.accounts.remove(stage.owner, "ada", None)) == (2, 2, 0)
    for who in (ada, spare):
        with refused("invalid_key"):
            stage.do(stage.hub.tell(who, Draft("info", "x")))
    assert stage.do(stage.hub.notifications(stage.owner, Filters())) == []
    with refused("user_not_found"):
        stage.do(stage.hub.accounts.remove(stage.owner, "ada", None))


def test_person_who_owns_agents_is_removed_with_an_heir_alone(stage: Stage) -> None:
    ada, bob = stage.person("ada"), stage.person("bob")
    bot = stage.agent("bot", ada)
    id = asked(stage, bot).id
    stage.do(stage.hub.sharing.share(ada, "bot", "bob"))
    remove = stage.hub.accounts.remove
    for heir, code in ((None, "owns_agents"), ("ada", "owns_agents"), ("nobody", "user_not_found")):
        with refused(code):
            stage.do(remove(stage.owner, "ada", heir))
    assert stage.do(remove(stage.owner, "ada", "bob")).agents_given == 1
    assert stage.do(stage.hub.questions.answer(bob, id, CHOSEN, "page")).by == "bob"
    assert stage.do(stage.hub.sharing.shares(bob, "bot")) == []
    assert ("bot", "given") in changes(stage, bob)


def test_last_admin_and_the_owner_have_to_stay(stage: Stage) -> None:
    stage.do(stage.hub.accounts.add(stage.owner, "root", None, admin=True))
    root = stage.person("root")
    with refused("last_admin"):
        stage.do(stage.hub.accounts.remove(root, "owner", None))
    stage.do(stage.hub.accounts.remove(stage.owner, "root", None))
    with refused("admin_required"):
        stage.do(stage.hub.accounts.remove(stage.person("ada"), "owner", None))


# Sharing


def sees(stage: Stage, who: Principal, id: str) -> bool:
    return any(one.id == id for one in stage.do(stage.hub.notifications(who, Filters())))


def test_share_gives_sight_answers_and_nudges_and_its_end_takes_them(stage: Stage) -> None:
    hub, ada = stage.hub, stage.person("ada")
    bot = stage.agent("bot")
    told, first, second = stage.do(hub.tell(bot, Draft("info", "x")))[0].id, asked(stage, bot).id, None
    assert not sees(stage, ada, told)
    stage.do(hub.sharing.share(stage.owner, "bot", "ada"))
    stage.do(hub.sharing.share(stage.owner, "bot", "ada"))
    assert sees(stage, ada, told)
    assert [agent.shared_with for agent in stage.do(hub.access.agents(ada))[0]] == [("ada",)]
    assert stage.do(hub.sharing.shares(ada, "bot")) == ["ada"]
    assert stage.do(hub.questions.answer(ada, first, CHOSEN, "page")).by == "ada"
    assert stage.do(hub.acknowledge(ada, told)).acknowledged_by == "ada"
    nudge, _ = stage.do(hub.nudges.tell(ada, "bot", NudgeDraft("user", "for later")))
    second = asked(stage, bot).id
    stage.do(hub.sharing.unshare(stage.owner, "bot", "ada"))
    assert not sees(stage, ada, told)
    with refused("question_not_found"):
        stage.do(hub.questions.answer(ada, second, CHOSEN, "page"))
    with refused("agent_denied"):
        stage.do(hub.nudges.tell(ada, "bot", NudgeDraft("user", "x")))
    assert nudge in stage.do(hub.nudges.pending(bot, "bot", None, 0)).nudges
    assert changes(stage, stage.owner)[-2:] == [("bot", "shared"), ("bot", "unshared")]


def test_shared_agent_stays_its_owner_s(stage: Stage) -> None:
    hub, ada, bob = stage.hub, stage.person("ada"), stage.person("bob")
    bot = stage.agent("bot", ada)
    webhook = stage.do(hub.webhooks.make(ada, "bot", "ci", None, secret=False)).webhook
    stage.do(hub.sharing.share(ada, "bot", "bob"))
    verbs: list[Any] = [
        lambda: hub.access.remove_agent(bob, "bot"),
        lambda: hub.access.make_key(bob, "agent", "bot", None),
        lambda: hub.webhooks.make(bob, "bot", "ci", None, secret=False),
        lambda: hub.webhooks.remove(bob, "bot", webhook.id),
        lambda: hub.sharing.share(bob, "bot", "owner"),
        lambda: hub.sharing.unshare(bob, "bot", "bob"),
    ]
    for verb in verbs:
        with refused("agent_denied"):
            stage.do(verb())
    assert bot.key_id not in keys(stage, bob)
    of_bob = stage.agent("pet", bob)
    with refused("agent_denied"):
        stage.do(hub.nudges.pending(of_bob, "bot", None, 0))


@pytest.mark.parametrize(
    ("by", "agent", "user", "code"),
    [
        ("owner", "bot", "nobody-here", "user_not_found"),
        ("owner", "bot", "bot", "user_not_found"),
        ("owner", "bot", "ada", "already_owner"),
        ("owner", "nobody-here", "ada", "agent_not_found"),
        ("owner", "ada", "bob", "agent_not_found"),
        ("bob", "bot", "bob", "agent_denied"),
        ("bot", "bot", "bob", "person_required"),
    ],
)
def test_share_that_makes_no_sense_is_refused(stage: Stage, by: str, agent: str, user: str, code: str) -> None:
    ada, bob = stage.person("ada"), stage.person("bob")
    people = {"owner": stage.owner, "bob": bob, "bot": stage.agent("bot", ada)}
    with refused(code):
        stage.do(stage.hub.sharing.share(people[by], agent, user))
    assert stage.do(stage.hub.sharing.shares(ada, "bot")) == []


@pytest.mark.parametrize("what", ["agent", "person"])
def test_share_ends_with_its_agent_and_with_its_person(stage: Stage, what: str) -> None:
    stage.person("ada")
    stage.agent("bot")
    stage.do(stage.hub.sharing.share(stage.owner, "bot", "ada"))
    if what == "agent":
        stage.do(stage.hub.access.remove_agent(stage.owner, "bot"))
    else:
        stage.do(stage.hub.accounts.remove(stage.owner, "ada", None))
    ada, bot = stage.person("ada"), stage.agent("bot")
    assert not sees(stage, ada, stage.do(stage.hub.tell(bot, Draft("info", "x")))[0].id)


def test_claim_of_an_agent_that_is_given_away_in_between_takes_nothing(stage: Stage) -> None:
    """Between a look at the store and what is decided after that look."""
    ada, bob = stage.person("ada"), stage.person("bob")
    stage.agent("bot", ada)
    stage.do(stage.hub.nudges.tell(stage.owner, "bot", NudgeDraft("user", "for its owner")))
    glance = stage.store.glance

    async def then_given_away(look: Any) -> Any:
        seen = await glance(look)
        stage.store.glance = glance  # type: ignore[method-assign]
        await stage.store.write(lambda writer: writer.accounts.give_agents("ada", "bob"))
        return seen

    stage.store.glance = then_given_away  # type: ignore[method-assign]
    with refused("agent_denied"):
        stage.do(stage.hub.nudges.claim(ada, "bot", "process:1", "watcher"))
    (nudge,) = stage.do(stage.hub.nudges.pending(bob, "bot", None, 0)).nudges
    assert nudge.lease_until is None


# Preferences


@pytest.mark.parametrize(
    ("hours", "kept"), [("22:00-07:00", "22:00-07:00"), ("9:00-17:30", "09:00-17:30"), ("", ""), (None, None)]
)
def test_quiet_hours_are_a_person_s_own_and_outlive_the_hub(stage: Stage, hours: str | None, kept: str | None) -> None:
    ada = stage.person()
    preferences = stage.hub.preferences
    assert stage.do(preferences.of(ada)) == (None, "")
    assert stage.do(preferences.keep_quiet(ada, hours)).quiet_hours == kept
    stage.reopen()
    assert stage.do(stage.hub.preferences.of(ada)).quiet_hours == kept
    assert stage.do(stage.hub.preferences.of(stage.owner)).quiet_hours is None


@pytest.mark.parametrize("hours", ["late", "25:00-07:00", "22:00", "22:00-22:00", "22:00 - 07:00 - 09:00"])
def test_quiet_hours_that_are_none_are_refused_and_change_nothing(stage: Stage, hours: str) -> None:
    stage.do(stage.hub.preferences.keep_quiet(stage.owner, "22:00-07:00"))
    with refused("invalid_quiet_hours"):
        stage.do(stage.hub.preferences.keep_quiet(stage.owner, hours))
    assert stage.do(stage.hub.preferences.of(stage.owner)).quiet_hours == "22:00-07:00"
    bot = stage.agent()
    with refused("person_required"):
        stage.do(stage.hub.preferences.keep_quiet(bot, "22:00-07:00"))


def test_change_of_quiet_hours_is_told_once_to_its_person(stage: Stage) -> None:
    ada, keep = stage.person(), stage.hub.preferences.keep_quiet
    for hours in ("22:00-07:00", "22:00-07:00", "21:00-07:00"):
        stage.do(keep(ada, hours))
    for who, expected in ((ada, [{"quiet_hours": "21:00-07:00"}]), (stage.person("bob"), [])):
        events = stage.do(stage.store.read(lambda reader, who=who: reader.events(who, 0, 10**6, 100)))  # type: ignore[misc]
        assert [json.loads(one.data) for one in events if one.type == "preferences_changed"] == expected


# The audit


def deeds(stage: Stage, **about: Any) -> list[tuple[str, str, str | None, str | None]]:
    """Oldest first: who, what, to what, whose."""
    wanted = {"by": None, "action": None, "about": None, "before": None, "limit": 500} | about
    entries = stage.do(stage.hub.audit.entries(stage.owner, **wanted))
    return [(one.deed.by, one.deed.action, one.deed.subject, one.deed.agent_name) for one in reversed(entries)]


def test_deeds_of_people_are_in_the_audit_once_each(stage: Stage) -> None:
    hub, ada = stage.hub, stage.person("ada")
    bot, before = stage.agent("bot", ada), len(deeds(stage))
    id, other = asked(stage, bot).id, asked(stage, bot, choice("Other?")).id
    stage.do(hub.tell(bot, Draft("info", "x")))
    stage.do(hub.questions.answer(ada, id, CHOSEN, "page"))
    stage.do(hub.dismiss(ada, other))
    nudge, _ = stage.do(hub.nudges.tell(ada, "bot", NudgeDraft("user", "x")))
    stage.do(hub.nudges.tell(bot, "bot", NudgeDraft("ci", "of its own programs")))
    stage.do(hub.sharing.share(ada, "bot", "owner"))
    stage.do(hub.sharing.share(ada, "bot", "owner"))  # changes nothing
    webhook = stage.do(hub.webhooks.make(ada, "bot", "ci", None, secret=False)).webhook
    stage.do(hub.webhooks.remove(ada, "bot", webhook.id))
    stage.do(hub.accounts.change_password(ada, "ada", PASSWORD, None))
    stage.do(hub.access.revoke_key(ada, bot.key_id))
    stage.do(hub.access.revoke_key(ada, bot.key_id))
    stage.do(hub.access.remove_agent(ada, "bot"))
    assert deeds(stage)[before:] == [
        ("ada", "question_answered", id, "bot"),
        ("ada", "question_dismissed", other, "bot"),
        ("ada", "nudge_told", nudge.id, "bot"),
        ("ada", "agent_shared", "owner", "bot"),
        ("ada", "webhook_created", webhook.id, "bot"),
        ("ada", "webhook_removed", webhook.id, "bot"),
        ("ada", "password_changed", "ada", None),
        ("ada", "key_revoked", bot.key_id, "bot"),
        ("ada", "agent_removed", "bot", "bot"),
    ]


def test_audit_is_read_by_admins_in_pages_and_by_filters(stage: Stage) -> None:
    ada = stage.person("ada")
    for number in range(3):
        stage.do(stage.hub.nudges.tell(ada, stage.agent(f"bot{number}", ada).name, NudgeDraft("user", "x")))
    everything = deeds(stage)
    newest = stage.do(stage.hub.audit.entries(stage.owner, None, None, None, None, 2))
    older = stage.do(stage.hub.audit.entries(stage.owner, None, None, None, newest[-1].seq, 500))
    assert len(newest) + len(older) == len(everything)
    assert [one[3] for one in deeds(stage, by="ada", action="nudge_told")] == ["bot0", "bot1", "bot2"]
    assert {one[3] for one in deeds(stage, about="bot1")} == {"bot1"}
    with refused("invalid_action"):
        deeds(stage, action="stolen")
    with refused("admin_required"):
        stage.do(stage.hub.audit.entries(ada, None, None, None, None, 1))


def test_secret_words_are_not_in_the_audit(stage: Stage) -> None:
    ada = stage.do(stage.hub.accounts.add(stage.owner, "ada", PASSWORD, admin=False))
    for name, password in ((ada.name, "wrong password"), (PASSWORD, "wrong password")):
        with refused("wrong_login"):
            stage.do(stage.hub.logins.login(name, password, "10.0.0.1"))
    entries = stage.do(stage.hub.audit.entries(stage.owner, None, "sign_in_failed", None, None, 10))
    assert [(one.deed.by, one.deed.subject, one.deed.origin) for one in entries] == [
        ("", None, "10.0.0.1"),
        ("ada", "ada", "10.0.0.1"),
    ]
    assert PASSWORD not in str(deeds(stage))
