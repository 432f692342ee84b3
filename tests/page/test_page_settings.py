"""The settings: keys, surfaces and quiet hours, as the hub has them afterwards."""

import json
from typing import Any

import pytest

from support.answers import done, refused, until
from support.browser import Tab, Visit
from support.hub import Caller, Hub, HubMaker

KEPT = "localStorage.getItem('bellpull.key')"


def settings(visit: Visit, person: Caller, first: str = "", **how: Any) -> Tab:
    tab = visit(person, first, **how)
    tab.run("location.hash = '#/settings'")
    tab.until("document.querySelector('#settings-keys .line')")
    return tab


def keys(person: Caller) -> dict[str, dict[str, Any]]:
    return {key["id"]: key for key in done(person.get("/api/keys"))["keys"]}


def line(tab: Tab, key_id: str) -> str:
    return str(tab.until(f"document.querySelector('[data-key={json.dumps(key_id)}]')?.innerText"))


def preferred(person: Caller) -> Any:
    return done(person.get("/api/preferences"))["quiet_hours"]


def test_a_key_of_a_new_agent_is_shown_once_and_works(person: Caller, visit: Visit) -> None:
    tab = settings(visit, person)
    name = f"courier-of-{person.name}"
    tab.click("input[name=name]")
    tab.type(name)
    tab.click("input[name=label]")
    tab.type("the evening run")
    tab.press("Enter")
    tab.sees("It is shown this once")
    assert tab.run("document.querySelector('#secret').spellcheck") is False, "some checkers send it away"
    made = Caller(person.hub, tab.run("document.querySelector('#secret').value"), name, "")
    assert done(made.get("/api/me"))["name"] == name
    assert "the evening run" in line(tab, done(made.get("/api/me"))["key_id"])
    tab.click("button", "Done")
    tab.until("!document.querySelector('#secret')")
    assert made.key not in tab.run("document.documentElement.outerHTML")
    assert made.key not in tab.run("JSON.stringify([{...localStorage}, {...sessionStorage}])")


@pytest.mark.slow
def test_a_secret_that_nobody_put_away_is_gone_with_the_view(person: Caller, visit: Visit) -> None:
    tab = settings(visit, person)
    tab.choose("select[name=whose]", "me")
    tab.click("button", "Make a key")
    secret = tab.until("document.querySelector('#secret')?.value")
    assert done(Caller(person.hub, secret, "", "").get("/api/me"))["name"] == person.name
    tab.run("location.hash = '#/'")
    tab.until("!document.querySelector('#settings-keys')")
    tab.run("location.hash = '#/settings'")
    tab.until("document.querySelector('input[name=name]')")
    assert secret not in tab.run("document.documentElement.outerHTML")


@pytest.mark.slow
def test_copy_takes_the_whole_key(person: Caller, visit: Visit) -> None:
    record = "navigator.clipboard.writeText = async (text) => { window.copied = text; };"
    tab = settings(visit, person, record)
    tab.choose("select[name=whose]", "me")
    tab.click("button", "Make a key")
    tab.click("button", "Copy")
    tab.sees("Copied")
    assert tab.run("copied === document.querySelector('#secret').value")


@pytest.mark.slow
def test_a_name_that_is_taken_or_none_is_refused_with_the_reason(person: Caller, visit: Visit) -> None:
    tab = settings(visit, person)
    tab.click("input[name=name]")
    tab.type(person.name)
    tab.press("Enter")
    tab.sees(f"Not sent: {person.name} is a user's name")
    tab.run("document.querySelector('input[name=name]').select()")
    tab.type("not a name")
    assert not tab.run("document.querySelector('input[name=name]').checkValidity()")


@pytest.mark.slow
def test_only_an_admin_makes_keys_for_another_person(hub: Hub, person: Caller, visit: Visit) -> None:
    offered = "[...document.querySelectorAll('select[name=whose] option')].map((one) => one.value)"
    assert settings(visit, person).run(offered) == ["agent", "me"]
    tab = settings(visit, hub.owner)
    tab.until(f"{offered}.length === 3")
    tab.choose("select[name=whose]", "person")
    tab.click("input[name=name]")
    tab.type(f"friend-of-{person.name}")
    tab.press("Enter")
    secret = tab.until("document.querySelector('#secret')?.value")
    assert done(Caller(hub, secret, "", "").get("/api/me"))["name"] == f"friend-of-{person.name}"


def test_revoking_takes_a_second_click_and_ends_the_key(person: Caller, visit: Visit) -> None:
    agent = person.hub.new_agent(person)
    tab = settings(visit, person)
    button = f"[data-key='{agent.key_id}'] button"
    tab.click(button, "Revoke")
    tab.sees("Really revoke?")
    done(agent.get("/api/me"))
    tab.click(button, "Really revoke?")
    until(lambda: agent.get("/api/me").status_code == 401, "the key is revoked")
    tab.sees("1 revoked key")
    assert tab.run(f"document.querySelector(\"details [data-key='{agent.key_id}']\") !== null")
    assert not tab.run(f'document.querySelector("{button}")')


@pytest.mark.slow
def test_a_double_click_revokes_nothing(person: Caller, visit: Visit) -> None:
    agent = person.hub.new_agent(person)
    tab = settings(visit, person, "performance.now = () => 1000;")
    button = f"[data-key='{agent.key_id}'] button"
    tab.click(button)
    tab.click(button)
    tab.sees("Really revoke?")
    assert keys(person)[agent.key_id]["revoked_at"] is None


@pytest.mark.slow
def test_this_browser_s_own_key_is_marked_and_revoking_it_signs_out(person: Caller, visit: Visit) -> None:
    tab = settings(visit, person)
    mine = done(Caller(person.hub, tab.run(KEPT), "", "").get("/api/me"))["key_id"]
    tab.until(f"document.querySelector('[data-key=\"{mine}\"]')?.innerText.includes('this browser')")
    assert "this browser" not in line(tab, person.key_id)
    tab.click(f"[data-key='{mine}'] button", "Revoke")
    tab.click(f"[data-key='{mine}'] button", "Really sign out here?")
    tab.sees("This browser was signed out")
    assert tab.run(KEPT) is None
    done(person.get("/api/me"))


@pytest.mark.slow
def test_keys_that_others_make_and_revoke_come_and_go_by_themselves(person: Caller, visit: Visit) -> None:
    tab = settings(visit, person)
    agent = person.hub.new_agent(person)
    assert agent.name in line(tab, agent.key_id)
    done(person.delete(f"/api/keys/{agent.key_id}"))
    tab.sees("1 revoked key")


@pytest.mark.slow
def test_a_label_full_of_markup_and_turned_letters_is_only_text(person: Caller, visit: Visit) -> None:
    label = "<img src=x onerror='window.harm=1'>\u202egnihton"
    made = done(person.post("/api/keys", {"user": person.name, "label": label}), 201)
    tab = settings(visit, person)
    assert "<img src=x onerror='window.harm=1'>\\u202egnihton" in line(tab, made["id"])
    assert tab.run("window.harm") is None


@pytest.mark.slow
def test_surfaces_come_and_go_by_themselves(person: Caller, visit: Visit) -> None:
    tab = settings(visit, person)
    shown = "document.querySelector('#settings-surfaces').innerText"
    tab.until(f"{shown}.includes('Page Chrome')")
    with person.socket() as desk:
        desk.say({"type": "hello", "surface": "desk", "name": "kitchen", "shows": ["text"]})
        tab.until(f"{shown}.includes('Desk kitchen')")
    tab.until(f"!{shown}.includes('kitchen')")


@pytest.mark.slow
def test_a_person_who_is_no_admin_sees_no_surface_of_others(hub: Hub, person: Caller, visit: Visit) -> None:
    visit(hub.owner)
    tab = settings(visit, person)
    tab.until("document.querySelectorAll('#settings-surfaces .line').length === 1")


def test_quiet_hours_are_chosen_as_one_s_own_none_or_the_hub_s(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub(quiet_hours="23:00-05:30", language="fr")
    tab, owner = settings(visit, hub.owner), hub.owner
    tab.sees("23:00–05:30")
    tab.click("input[name=quiet][value=none]")
    until(lambda: preferred(owner) == "", "none are chosen")
    tab.click("input[name=quiet][value=own]")
    until(lambda: preferred(owner) == "23:00-05:30", "one's own begin with the hub's")
    tab.click("input[name=quiet][value=hub]")
    until(lambda: preferred(owner) is None, "the hub's hold again")


@pytest.mark.slow
def test_quiet_hours_of_one_s_own_are_saved_by_a_click(person: Caller, visit: Visit) -> None:
    tab = settings(visit, person)
    tab.click("input[name=quiet][value=own]")
    until(lambda: preferred(person) == "22:00-07:00", "a night to begin with")
    set_time(tab, "from", "13:15")
    assert preferred(person) == "22:00-07:00"
    tab.click(".own-hours button", "Save")
    until(lambda: preferred(person) == "13:15-07:00", "they are saved")
    set_time(tab, "to", "13:15")
    tab.sees("Choose two different times")
    assert tab.run("document.querySelector('.own-hours button').disabled")


def set_time(tab: Tab, which: str, value: str) -> None:
    field = f"document.querySelector('input[name=quiet-{which}]')"
    tab.until(field)
    tab.run(f"{field}.value = '{value}'; {field}.dispatchEvent(new Event('input', {{bubbles: true}}))")


@pytest.mark.slow
def test_quiet_hours_chosen_elsewhere_are_shown_at_once(hub: Hub, person: Caller, visit: Visit) -> None:
    tab = settings(visit, person)
    other = hub.new_person()
    done(other.call("PUT", "/api/preferences", json={"quiet_hours": "01:00-02:00"}))
    done(person.call("PUT", "/api/preferences", json={"quiet_hours": "21:00-06:00"}))
    tab.until("document.querySelector('input[name=quiet-from]')?.value === '21:00'")


@pytest.mark.slow
def test_a_hub_that_is_away_keeps_nothing_and_the_page_says_so(hub_process: HubMaker, visit: Visit) -> None:
    hub = hub_process()
    tab = settings(visit, hub.owner)
    tab.until("document.querySelector('input[name=quiet]')")
    hub.kill()
    tab.click("input[name=quiet][value=own]")
    tab.sees("Not sent: the hub does not answer")
    assert tab.until("document.querySelector('input[name=quiet][value=hub]').checked")


@pytest.mark.slow
def test_a_stranger_who_is_asked_for_settings_gets_none(hub: Hub, open_tab: Visit) -> None:
    tab = open_tab().go(f"{hub.url}/#/settings")
    tab.sees("Only people who are signed in")
    assert not tab.run("document.querySelector('.panel')")
    refused(hub.nobody("GET", "/api/keys"), 401)
