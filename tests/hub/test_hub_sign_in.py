"""Signing in: by a password or by a link; for twelve hours, renewed for thirty days; and guessing is slowed down."""

from datetime import timedelta

import jwt
import pytest

from bellpull.domain.errors import BellpullError
from bellpull.domain.identity import Principal
from bellpull.hub.logins import SignedIn
from bellpull.hub.passwords import LANES, MEMORY_KIB, NOBODYS, ROUNDS
from bellpull.hub.sign_in import MOST
from support.in_process import START, Stage, refused

PASSWORD, OTHER = "correct horse battery", "another battery"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
HERE, ELSEWHERE = "10.0.0.1", "10.0.0.2"


@pytest.fixture
def ada(stage: Stage) -> Stage:
    """A stage with a person who has a password."""
    stage.do(stage.hub.accounts.add(stage.owner, "ada", PASSWORD, admin=False))
    return stage


def log_in(stage: Stage, password: str = PASSWORD, name: str = "ada", origin: str = HERE) -> str:
    return stage.do(stage.hub.logins.login(name, password, origin)).token


def admitted(stage: Stage, token: str) -> Principal:
    return stage.do(stage.hub.access.admit(token))


def lets_in(stage: Stage, *tokens: str) -> list[bool]:
    return [isinstance(one, Principal) for one in stage.at_once(*map(stage.hub.access.admit, tokens))]


def renewed(stage: Stage, token: str) -> str:
    return stage.do(stage.hub.logins.renew(admitted(stage, token))).token


# Passwords


def test_password_lets_its_person_in_by_a_name_in_any_case(ada: Stage) -> None:
    for name in ("ada", "ADA"):
        who = admitted(ada, log_in(ada, name=name))
        assert (who.name, who.scope, who.admin) == ("ada", "user", False)


@pytest.mark.parametrize(
    ("name", "password"),
    [("ada", "wrong password"), ("ada", PASSWORD + " "), ("ada", ""), ("nobody", PASSWORD), ("owner", PASSWORD)],
)
def test_wrong_password_unknown_name_and_name_without_a_password_sound_alike(
    ada: Stage, name: str, password: str
) -> None:
    with refused("wrong_login") as told:
        log_in(ada, password, name)
    assert (told.value.sentence, told.value.hint) == ("Wrong name or password", None)


def test_name_of_an_agent_is_no_way_in(ada: Stage) -> None:
    ada.agent("bot")
    with refused("wrong_login"):
        log_in(ada, name="bot")


def test_password_that_nobody_has_costs_as_much_as_those_that_are_kept() -> None:
    assert NOBODYS.startswith(f"$argon2id$v=19$m={MEMORY_KIB},t={ROUNDS},p={LANES}$")


def test_new_password_ends_every_sign_in_and_no_key(ada: Stage) -> None:
    tokens, key = [log_in(ada) for _ in range(2)], ada.person("ada")
    assert ada.do(ada.hub.accounts.change_password(key, "ada", OTHER, None)) == 2
    assert lets_in(ada, *tokens) == [False, False]
    assert ada.do(ada.hub.accounts.me(key)) == (None, True)
    with refused("wrong_login"):
        log_in(ada)
    assert lets_in(ada, log_in(ada, OTHER)) == [True]


def test_browser_says_the_old_password_with_the_new_one(ada: Stage) -> None:
    who, change = admitted(ada, log_in(ada)), ada.hub.accounts.change_password
    for current in (None, "wrong password"):
        with refused("wrong_login"):
            ada.do(change(who, "ada", OTHER, current))
    ada.do(change(who, "ada", OTHER, PASSWORD))
    assert lets_in(ada, log_in(ada, OTHER)) == [True]


@pytest.mark.parametrize(
    ("by", "name", "code"),
    [
        ("bob", "ada", "admin_required"),
        ("bot", "bot", "person_required"),
        ("owner", "nobody-here", "user_not_found"),
        ("owner", "bot", "user_not_found"),
    ],
)
def test_password_of_somebody_else_is_changed_by_admins_alone(ada: Stage, by: str, name: str, code: str) -> None:
    people = {"bob": ada.person("bob"), "bot": ada.agent("bot"), "owner": ada.owner}
    with refused(code):
        ada.do(ada.hub.accounts.change_password(people[by], name, OTHER, None))
    assert ada.do(ada.hub.accounts.change_password(ada.owner, "ada", OTHER, None)) == 0


def test_old_password_does_not_let_in_behind_the_new_one(ada: Stage) -> None:
    """A change comes between the sign-ins, at each place that it may have there."""
    old, change, login = PASSWORD, ada.hub.accounts.change_password, ada.hub.logins.login
    for number in range(5):
        new = f"the password {number}"
        verbs: list[object] = [login("ada", old, f"10.0.{number}.{n}") for n in range(4)]
        verbs.insert(number, change(ada.owner, "ada", new, None))
        said = ada.at_once(*verbs)  # type: ignore[arg-type]
        tokens = [one.token for one in said if isinstance(one, SignedIn)]
        assert lets_in(ada, *tokens) == [False] * len(tokens)
        assert lets_in(ada, log_in(ada, new, origin=f"10.1.1.{number}")) == [True]
        old = new


# Time


def test_sign_in_ends_after_twelve_hours_used_or_not_and_so_does_what_it_opened(ada: Stage) -> None:
    used, unused = log_in(ada), log_in(ada)
    who = admitted(ada, used)
    ada.passes(12 * HOUR - timedelta(seconds=1))
    assert lets_in(ada, used) == [True]
    ada.passes(1)
    assert lets_in(ada, used, unused) == [False, False]
    # Sockets ask whether the key still holds.
    assert ada.do(ada.store.read(lambda reader: reader.holds(who.key_id)))
    ada.do(ada.hub.logins.end_expired())
    assert not ada.do(ada.store.read(lambda reader: reader.holds(who.key_id)))


def test_renewed_sign_in_leaves_its_old_token_good_for_as_long_as_that_says(ada: Stage) -> None:
    old = log_in(ada)
    ada.passes(6 * HOUR)
    new = renewed(ada, old)
    assert admitted(ada, new) == admitted(ada, old)
    ada.passes(7 * HOUR)
    assert lets_in(ada, old, new) == [False, True]


def test_sign_in_is_renewed_for_thirty_days_and_then_asks_for_the_password(ada: Stage) -> None:
    token = log_in(ada)
    with pytest.raises(BellpullError) as over:
        while ada.clock.now < START + 40 * DAY:
            ada.passes(11 * HOUR)
            token = renewed(ada, token)
    assert over.value.code in ("sign_in_over", "invalid_key")
    assert 29.5 < (ada.clock.now - START) / DAY < 30.5
    assert lets_in(ada, log_in(ada)) == [True]


def test_token_outlives_the_key_that_signed_it_being_replaced(ada: Stage) -> None:
    ada.passes(30 * DAY - 4 * HOUR)
    log_in(ada)  # the first key is made only now
    ada.passes(30 * DAY - 4 * HOUR)
    before = log_in(ada)
    ada.passes(6 * HOUR)
    later = log_in(ada)
    assert jwt.get_unverified_header(before)["kid"] != jwt.get_unverified_header(later)["kid"]
    assert lets_in(ada, before, later) == [True, True]


def test_token_outlives_the_hub(ada: Stage) -> None:
    token = log_in(ada)
    ada.reopen()
    assert lets_in(ada, token) == [True]


def test_sign_ins_that_ended_long_ago_are_forgotten_but_each_person_s_last(ada: Stage) -> None:
    for _ in range(3):
        log_in(ada)
        ada.passes(DAY)
    ada.do(ada.hub.logins.end_expired())
    ada.passes(100 * DAY)
    ada.do(ada.hub.upkeep.prune())
    signed_in = [key for key in ada.do(ada.hub.access.keys(ada.owner)) if key.label == "sign-in"]
    assert [key.created_at[:10] for key in signed_in] == ["2026-01-03"]
    (user,) = [one for one in ada.do(ada.hub.accounts.users(ada.owner)) if one.name == "ada"]
    assert user.last_sign_in_at == signed_in[0].created_at


# Signing out


def test_sign_out_ends_this_sign_in_at_once_and_no_other(ada: Stage) -> None:
    one, other = log_in(ada), log_in(ada)
    who = admitted(ada, one)
    ada.do(ada.hub.logins.logout(who))
    assert lets_in(ada, one, other) == [False, True]
    for verb in (ada.hub.logins.logout, ada.hub.logins.renew):
        with refused("invalid_key"):
            ada.do(verb(who))  # type: ignore[operator]


def test_key_is_not_renewed_and_not_signed_out(ada: Stage) -> None:
    who = ada.person("ada")
    for verb in (ada.hub.logins.renew, ada.hub.logins.logout):
        with refused("not_a_sign_in"):
            ada.do(verb(who))  # type: ignore[operator]
    assert ada.do(ada.hub.accounts.me(who)) == (None, True)


def test_renewal_at_once_with_a_sign_out_brings_nothing_back(ada: Stage) -> None:
    token = log_in(ada)
    who = admitted(ada, token)
    logins = ada.hub.logins
    outcomes = ada.at_once(logins.renew(who), logins.logout(who), logins.renew(who))
    tokens = [one.token for one in outcomes if isinstance(one, SignedIn)]
    assert len(tokens) == 1
    assert lets_in(ada, token, *tokens) == [False, False]


def test_person_who_is_removed_and_made_again_is_somebody_else(ada: Stage) -> None:
    token = log_in(ada)
    ada.do(ada.hub.accounts.remove(ada.owner, "ada", None))
    ada.do(ada.hub.accounts.add(ada.owner, "ada", PASSWORD, admin=False))
    assert lets_in(ada, token) == [False]


def test_browser_makes_nothing_that_outlives_it(ada: Stage) -> None:
    who = admitted(ada, log_in(ada))
    for verb in (ada.hub.sign_in.offer(who), ada.hub.access.make_key(who, "user", "ada", "page")):
        with refused("not_in_a_browser"):
            ada.do(verb)  # type: ignore[arg-type]
    assert ada.do(ada.hub.access.make_key(who, "agent", "adas", None)).name == "adas"


# Links


def test_link_signs_its_person_in_once(ada: Stage) -> None:
    who, links = ada.person("ada"), ada.hub.sign_in
    link = ada.do(links.offer(who))
    assert link.expires_at == "2026-01-01T00:10:00.000Z"
    assert links.address(link) is None  # this hub has no address that others know
    signed_in = ada.do(ada.hub.logins.sign_in(links.redeem(link.secret)))
    assert admitted(ada, signed_in.token).name == "ada"
    for secret in (link.secret, "guessed", signed_in.token):
        with refused("link_used"):
            links.redeem(secret)


@pytest.mark.parametrize(("seconds", "good"), [(599, True), (600, False)])
def test_link_is_good_for_ten_minutes(ada: Stage, seconds: int, good: bool) -> None:
    link = ada.do(ada.hub.sign_in.offer(ada.owner))
    ada.passes(seconds)
    if good:
        assert ada.hub.sign_in.redeem(link.secret) == ada.owner
        return
    with refused("link_used"):
        ada.hub.sign_in.redeem(link.secret)


def test_link_whose_key_was_revoked_signs_nobody_in(ada: Stage) -> None:
    who = ada.person("ada")
    link = ada.do(ada.hub.sign_in.offer(who))
    ada.do(ada.hub.access.revoke_key(ada.owner, who.key_id))
    with refused("invalid_key"):
        ada.do(ada.hub.logins.sign_in(ada.hub.sign_in.redeem(link.secret)))


def test_links_of_one_person_push_out_their_own_oldest_and_none_of_another(ada: Stage) -> None:
    who, links = ada.person("ada"), ada.hub.sign_in
    of_owner = ada.do(links.offer(ada.owner))
    made = [ada.do(links.offer(who)) for _ in range(MOST + 1)]
    assert links.redeem(of_owner.secret) == ada.owner
    assert links.redeem(made[1].secret) == who
    with refused("link_used"):
        links.redeem(made[0].secret)


# Guessing


def guess(stage: Stage, count: int, name: str = "ada", origin: str = HERE) -> None:
    for _ in range(count):
        with refused("wrong_login"):
            log_in(stage, "wrong password", name, origin)


def test_guesses_have_to_wait_after_five_and_so_does_the_right_password(ada: Stage) -> None:
    guess(ada, 5)
    with refused("too_many_logins") as told:
        log_in(ada)
    assert told.value.retry_after == 1  # type: ignore[attr-defined]
    ada.passes(1)
    assert lets_in(ada, log_in(ada)) == [True]
    guess(ada, 5)  # the right one has forgotten the wrong ones


def test_guesses_elsewhere_do_not_keep_out_who_has_signed_in_here(ada: Stage) -> None:
    token = log_in(ada)
    guess(ada, 5, origin=ELSEWHERE)
    with refused("too_many_logins"):
        log_in(ada, origin=ELSEWHERE)
    assert lets_in(ada, token, log_in(ada)) == [True, True]


def test_guesses_at_once_are_slowed_down_before_any_has_failed(ada: Stage) -> None:
    guesses = [ada.hub.logins.login("ada", "wrong password", HERE) for _ in range(20)]
    codes = [one.code for one in ada.at_once(*guesses)]
    assert (codes.count("wrong_login"), codes.count("too_many_logins")) == (5, 15)


def test_guesses_of_many_names_are_slowed_down_by_their_address(ada: Stage) -> None:
    for number in range(20):
        guess(ada, 1, f"name{number}")
    with refused("too_many_logins"):
        log_in(ada, name="another")
    assert lets_in(ada, log_in(ada, origin=ELSEWHERE)) == [True]
