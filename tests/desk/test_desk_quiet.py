"""The quiet hours that a person chooses in the hub hold on their desk: from its start, and as soon as they change."""

import pytest
from test_desk_telling import around_now, banners, shown

from support.answers import done
from support.desk import at_desk
from support.desktop import Desktop
from support.hub import Caller, Hub, HubMaker
from support.notifiers import Fake, fake_notifyd


def keep_quiet(person: Caller, hours: str | None) -> None:
    done(person.call("PUT", "/api/preferences", json={"quiet_hours": hours}))


def is_held_back(sender: Caller, server: Fake) -> None:
    """Two things, while the urgent one that follows them is shown."""
    before = len(banners(server))
    sender.send("Report one")
    sender.send("Report two")
    sender.send(f"Urgent thing {before}", priority="urgent")
    shown(server, f"Urgent thing {before}")
    assert len(banners(server)) == before + 1, banners(server)


def test_quiet_hours_of_a_person_hold_from_the_start_at_once_and_over_the_desks_own(
    desktop: Desktop, own_hub: Hub
) -> None:
    server, sender, other = fake_notifyd(desktop), own_hub.new_agent(name="tester"), own_hub.new_person()
    keep_quiet(own_hub.owner, "")
    with at_desk(desktop, own_hub, quiet_hours=around_now()):
        sender.send("Never quiet")
        shown(server, "Never quiet")
        keep_quiet(other, around_now())
        sender.send("Somebody else keeps quiet")
        shown(server, "Somebody else keeps quiet")
        keep_quiet(own_hub.owner, around_now())
        is_held_back(sender, server)
        keep_quiet(own_hub.owner, "")
        shown(server, "2 notifications")
        keep_quiet(own_hub.owner, None)
        is_held_back(sender, server)


@pytest.mark.slow
def test_the_hubs_hours_hold_for_a_person_who_chose_none(desktop: Desktop, fresh_hub: HubMaker) -> None:
    hub, server = fresh_hub(quiet_hours=around_now()), fake_notifyd(desktop)
    with at_desk(desktop, hub):
        is_held_back(hub.new_agent(name="tester"), server)
