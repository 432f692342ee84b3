"""Signing in with name and password, the password itself, and sign-ins that are renewed and ended."""

import json
from typing import Any

import pytest

from support.accounts import PASSWORD, change_password, new_member, signed_in, try_log_in
from support.answers import done, refused, until
from support.browser import Tab, Visit
from support.hub import Caller, HubMaker
from support.questions import ask_text

KEPT = "localStorage.getItem('bellpull.key')"
ANOTHER = "four words and more"
#: The page is told that its sign-in ends in so many hours; what it says then to a renewal may be refused.
ENDS = """
const real = window.fetch;
window.fetch = async (path, how) => {{
  if (String(path).endsWith("/api/login/renew") && {refuses})
    return new Response('{{"detail": "You signed in thirty days ago", "code": "sign_in_over"}}', {{ status: 401 }});
  const answer = await real(path, how);
  if (path !== "/api/me" || !answer.ok) return answer;
  const said = await answer.json();
  const expires_at = new Date(Date.now() + {hours} * 3600e3).toISOString();
  return new Response(JSON.stringify({{ ...said, expires_at }}), {{ headers: answer.headers }});
}};
"""


@pytest.fixture
def member(hub: Any) -> Caller:
    return new_member(hub)


def fill(tab: Tab, field: str, text: str) -> None:
    tab.click(field)
    tab.run(f"document.querySelector({json.dumps(field)}).select()")
    tab.type(text)


#: Before, keys go nowhere for a moment: the form was not to be used while the hub was asked.
TO_BE_TYPED_ANEW = """(field => field.id === 'password-password'
    && field.selectionStart === 0 && field.selectionEnd > 0)(document.activeElement)"""


def log_in(tab: Tab, name: str, password: str = PASSWORD) -> None:
    tab.until("document.querySelector('.log-in:not([inert])')")
    fill(tab, "#name", name)
    fill(tab, "#password-password", password)
    tab.press("Enter")


def at_home(open_tab: Visit, member: Caller, first: str = "", beside: Tab | None = None) -> Tab:
    """Signed in with the password."""
    tab = open_tab(beside=beside)
    tab.before_pages(first)
    tab.go(f"{member.hub.url}/")
    if beside is None:
        log_in(tab, member.name)
    tab.sees("Live")
    return tab


def account(tab: Tab) -> None:
    tab.run("location.hash = '#/settings'")
    tab.click("#change-password")
    tab.until("document.activeElement.closest('.own-password')")


def sign_ins(member: Caller) -> list[dict[str, Any]]:
    keys = done(member.get("/api/keys"))["keys"]
    return [key for key in keys if key["expires_at"] and not key["revoked_at"]]


def test_name_and_password_sign_in_and_a_reload_stays_so(member: Caller, open_tab: Visit) -> None:
    tab = open_tab().go(f"{member.hub.url}/")
    tab.until("document.querySelector('#name')")
    hints = "[...document.querySelectorAll('.log-in input')].map((one) => one.autocomplete)"
    assert tab.run(hints) == ["username", "current-password"]
    assert tab.run("[...document.querySelectorAll('.log-in input')].map((one) => one.spellcheck)") == [False, False]
    fill(tab, "#password-password", PASSWORD)
    tab.click(".look-in button", "Show")
    assert tab.run("document.querySelector('#password-password').type") == "text"
    tab.click(".look-in button", "Hide")
    assert tab.run("document.querySelector('#password-password').type") == "password"
    log_in(tab, member.name)
    tab.sees(member.name)
    assert PASSWORD not in tab.run("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    (mine,) = sign_ins(member)
    assert done(Caller(member.hub, tab.run(KEPT), "", "").get("/api/me"))["key_id"] == mine["id"]
    tab.reload().sees(member.name)


def test_a_wrong_password_and_a_hub_that_is_away_are_said(member: Caller, open_tab: Visit) -> None:
    tab = open_tab().go(f"{member.hub.url}/")
    log_in(tab, member.name, "not the password")
    tab.sees("Wrong name or password.")
    tab.until(TO_BE_TYPED_ANEW)
    tab.lose("**/api/login")
    tries = len(tab.asked("/api/login"))
    # On a slow machine the browser may drop a key that comes just when the form can be used again.
    until(lambda: tab.press("Enter") or len(tab.asked("/api/login")) > tries, "Enter tries it again")
    tab.sees("the hub does not answer")
    tab.until(TO_BE_TYPED_ANEW)  # a late frame would take the focus from the name
    tab.find("**/api/login")
    log_in(tab, member.name)
    tab.sees("Live")


@pytest.mark.slow
def test_too_many_guesses_have_to_wait_and_the_seconds_are_counted(fresh_hub: HubMaker, open_tab: Visit) -> None:
    hub = fresh_hub()
    member = new_member(hub)
    tab = open_tab().go(f"{hub.url}/")
    tab.until("document.querySelector('#name')")
    for _ in range(5):
        refused(try_log_in(hub, member.name, "a guess"), 401, "wrong_login")
    until(lambda: try_log_in(hub, member.name, "a guess").status_code == 401, "the sixth guess is taken")
    log_in(tab, member.name)
    tab.sees("Too many wrong passwords.")
    tab.sees("You can try again in 0:0")
    assert tab.run("document.querySelector('.log-in .first').ariaDisabled") == "true"
    tab.until(TO_BE_TYPED_ANEW)
    tab.record.requests.clear()
    tab.press("Enter")
    assert tab.asked("/api/login") == []
    tab.sees_no("You can try again")
    tab.press("Enter")
    tab.sees("Live")


@pytest.mark.slow
def test_a_browser_that_makes_no_keys_of_people_offers_none(member: Caller, open_tab: Visit, visit: Visit) -> None:
    offered = "[...document.querySelectorAll('select[name=whose] option')].map((one) => one.value)"
    for tab in (at_home(open_tab, member), visit(member)):
        tab.run("location.hash = '#/settings'")
        tab.until("document.querySelector('#settings-keys .line')")
        assert tab.run(offered) == ["agent"]


@pytest.mark.slow
def test_signing_out_ends_the_sign_in_in_every_tab(member: Caller, open_tab: Visit) -> None:
    tab = at_home(open_tab, member)
    beside = at_home(open_tab, member, beside=tab)
    asked = ask_text(member.hub.new_agent(member), title="A draft")
    tab.click(f'[data-id="{asked["id"]}"] textarea')
    tab.type("half a thought")
    beside.click("#sign-out")
    beside.sees("You are signed out.")
    tab.sees("You are signed out.")
    until(lambda: sign_ins(member) == [], "the sign-in is ended")
    assert tab.run("Object.keys(localStorage)") == []
    done(member.get("/api/me"))


@pytest.mark.slow
def test_a_password_changed_elsewhere_is_said_in_both_tabs(member: Caller, open_tab: Visit) -> None:
    tab = at_home(open_tab, member)
    beside = at_home(open_tab, member, beside=tab)
    done(change_password(member, member.name, ANOTHER))
    for one in (tab, beside):
        one.sees("the password was changed" if "This browser" in one.text() else "The password was changed")
    assert tab.run("Object.keys(localStorage)") == []
    log_in(tab, member.name, ANOTHER)
    tab.sees("Live")
    beside.sees("Live")


@pytest.mark.slow
def test_a_person_who_was_removed_is_told_so(member: Caller, open_tab: Visit) -> None:
    tab = at_home(open_tab, member)
    done(member.hub.owner.delete(f"/api/users/{member.name}"))
    # The socket, which is told why, or a request, which is only refused, hears of it first.
    tab.until("/account was removed|This browser was signed out/.test(document.body.innerText)")


def test_a_person_changes_the_password_and_signs_in_with_the_new_one(member: Caller, open_tab: Visit) -> None:
    tab = at_home(open_tab, member)
    account(tab)
    tab.sees("At least 10 characters")
    tab.sees("All your browsers are signed out by this")
    fill(tab, "#password-current", "not the current one")
    fill(tab, "#password-new", ANOTHER)
    fill(tab, "#password-again", ANOTHER + "!")
    tab.press("Enter")
    tab.sees("The two new ones are not the same.")
    fill(tab, "#password-again", ANOTHER)
    tab.press("Enter")
    tab.sees("That is not your current password.")
    fill(tab, "#password-current", PASSWORD)
    tab.press("Enter")
    tab.sees("The password was changed, and every browser was signed out.")
    log_in(tab, member.name, ANOTHER)
    tab.sees("Live")


@pytest.mark.slow
def test_a_first_password_needs_no_current_one(person: Caller, visit: Visit) -> None:
    tab = visit(person)
    tab.run("location.hash = '#/settings'")
    tab.sees("You have no password yet.")
    account(tab)
    assert not tab.run("document.querySelector('#password-current')")
    for field in ("#password-new", "#password-again"):
        fill(tab, field, "short")
    tab.press("Enter")
    tab.sees("a password has at least 10 characters")
    for field in ("#password-new", "#password-again"):
        fill(tab, field, PASSWORD)
    tab.press("Enter")
    tab.sees("The password was changed")
    log_in(tab, person.name)
    tab.sees("Live")


@pytest.mark.slow
def test_sign_ins_are_listed_with_their_end_and_can_be_ended(member: Caller, open_tab: Visit) -> None:
    tab = at_home(open_tab, member)
    other = signed_in(member.hub, member.name)
    tab.run("location.hash = '#/settings'")
    tab.until("document.querySelector('#signed-in-until')?.innerText.startsWith('Signed in here until')")
    line = f"[data-key='{other.key_id}']"
    assert "sign-in" in tab.until(f'document.querySelector("{line}")?.innerText')
    assert " · until " in tab.run(f'document.querySelector("{line}").innerText')
    tab.run("performance.now = ((at) => () => (at += 1000))(0)")
    tab.click(f"{line} button", "End")
    tab.click(f"{line} button", "Really end it?")
    until(lambda: other.get("/api/me").status_code == 401, "the other sign-in is ended")
    tab.sees("Live")


@pytest.mark.parametrize(
    "comes_back",
    [False, True],
    ids=["at half its time", "when somebody comes back"],
)
def test_a_sign_in_is_renewed_without_anybody_noticing(member: Caller, open_tab: Visit, comes_back: bool) -> None:
    tab = at_home(open_tab, member)
    beside = at_home(open_tab, member, ENDS.format(hours=11 if comes_back else 5, refuses="false"), beside=tab)
    if comes_back:
        assert beside.asked("/api/login/renew") == []
    back = "document.dispatchEvent(new Event('visibilitychange'))" if comes_back else "0"
    until(lambda: (beside.run(back), beside.asked("/api/login/renew"))[1], "it is renewed")
    asked = ask_text(member.hub.new_agent(member), title="Still here?")
    for one in (tab, beside):
        one.until(f"document.querySelector('[data-id=\"{asked['id']}\"]')")
        assert len(one.record.sockets) == 1, "nothing was begun anew"
    assert len(sign_ins(member)) == 1


@pytest.mark.slow
def test_a_refused_renewal_leads_to_the_sign_in_with_the_reason(member: Caller, open_tab: Visit) -> None:
    tab = open_tab()
    tab.before_pages(ENDS.format(hours=5, refuses="true"))
    tab.go(f"{member.hub.url}/")
    log_in(tab, member.name)
    tab.sees("Your sign-in has ended: its time was up.")
    assert tab.run(KEPT) is None
