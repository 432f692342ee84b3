"""The Store's contract for people, sign-ins, shares, the audit and the past."""

from collections.abc import Callable
from typing import Any

from records import Run, people

from bellpull.domain.identity import Key, Principal
from bellpull.domain.notification import Draft, acknowledge, create
from bellpull.hub.audit import note
from bellpull.hub.ports import Reader, Store, Writer
from bellpull.hub.record_ports import Bounds, Past, SigningKey

ADMIN = Principal("user", "owner", True, "")
ADA = Principal("user", "ada", False, "")
THEN, NOW, LATER = (f"2026-0{month}-01T00:00:00.000Z" for month in (1, 2, 3))


def after(with_store: Run, change: Callable[[Writer], object], look: Callable[[Reader], Any]) -> Any:
    """What is seen in another life of the store."""

    async def write(store: Store) -> None:
        await store.write(lambda writer: (people(writer), change(writer)))

    async def read(store: Store) -> Any:
        return await store.read(look)

    with_store(write)
    return with_store(read)


def sign_in(id: str, user: str, until: str, label: str = "sign-in") -> Callable[[Writer], None]:
    return lambda writer: writer.add_key(Key(id, "user", user, label, THEN, None, None, until), id.encode(), user)


def test_admins_see_everybody_and_others_themselves(with_store: Run) -> None:
    seen = after(
        with_store,
        lambda writer: writer.accounts.set_password("ada", "kept"),
        lambda reader: (reader.accounts.listed(ADMIN), reader.accounts.listed(ADA), reader.accounts.password("ada")),
    )
    assert [user.name for user in seen[0]] == sorted(user.name for user in seen[0])
    assert {"ada", "owner"} <= {user.name for user in seen[0]}
    assert [(user.name, user.has_password) for user in seen[1]] == [("ada", True)]
    assert seen[2] == "kept"


def test_a_sign_in_is_found_until_it_is_ended_and_counts_as_expired_after_its_time(with_store: Run) -> None:
    def change(writer: Writer) -> None:
        for id in ("one", "two", "three"):
            sign_in(id, "ada", NOW)(writer)
        sign_in("page", "ada", None, "page")(writer)  # type: ignore[arg-type]
        writer.accounts.renew("two", LATER)
        writer.revoke("three", THEN)

    def look(reader: Reader) -> Any:
        found = [reader.accounts.sign_in(id) is not None for id in ("one", "two", "three", "page")]
        expired = [key.id for key in reader.accounts.expired(NOW, 10)]
        return found, expired, {key.id for key in reader.accounts.in_browsers("ada")}

    assert after(with_store, change, look) == ([True, True, False, False], ["one"], {"one", "two", "page"})


def test_the_newest_key_signs_and_older_ones_are_still_found(with_store: Run) -> None:
    old, new = SigningKey("old", b"o" * 32, THEN), SigningKey("new", b"n" * 32, NOW)

    def change(writer: Writer) -> None:
        writer.accounts.add_signing_key(new)
        writer.accounts.add_signing_key(old)

    def look(reader: Reader) -> Any:
        return [reader.accounts.signing_key(id) for id in (None, "old", "none")]

    assert after(with_store, change, look) == [new, old, None]


def test_a_share_gives_sight_and_taking_it_back_ends_it(with_store: Run) -> None:
    async def run(store: Store) -> list[Any]:
        await store.write(people)
        await store.write(lambda writer: writer.add_user("bob", False, NOW))
        bob = Principal("user", "bob", False, "")
        seen = []
        for change in ("share", "share", "unshare", "unshare"):
            news = await store.write(lambda writer: getattr(writer.accounts, change)("bot", "bob"))  # noqa: B023
            seen.append((news, await store.read(lambda reader: "bot" in (reader.sight(bob) or ()))))
        return seen

    assert with_store(run) == [(True, True), (False, True), (True, False), (False, False)]


def test_agents_that_are_given_away_are_their_new_owner_s_alone(with_store: Run) -> None:
    def change(writer: Writer) -> None:
        writer.add_user("bob", False, NOW)
        owner = writer.owner("bot") or ""
        writer.accounts.share("bot", "bob")
        assert "bot" in writer.accounts.give_agents(owner, "bob")

    seen = after(with_store, change, lambda reader: (reader.owner("bot"), reader.accounts.shares("bot")))
    assert seen == ("bob", [])


def test_the_audit_is_read_from_its_newest_entry_by_whatever_it_is_about(with_store: Run) -> None:
    def change(writer: Writer) -> None:
        note(writer, ADMIN, "user_added", THEN, "ada")
        note(writer, ADA, "nudge_told", NOW, "nudge_1", "bot")
        note(writer, ADA, "signed_out", LATER, "ada")

    def look(reader: Reader) -> Any:
        def seqs(*which: Any) -> list[int]:
            return [entry.seq for entry in reader.audit.listed(*which)]

        return [
            seqs(None, None, None, 100, 10),
            seqs("ada", None, None, 100, 10),
            seqs(None, "user_added", None, 100, 10),
            seqs(None, None, "ada", 100, 10),
            seqs(None, None, "bot", 100, 10),
            seqs(None, None, None, 3, 1),
        ]

    assert after(with_store, change, look) == [[3, 2, 1], [3, 2], [1], [3, 1], [2], [2]]


def test_counted_records_are_those_that_are_pruned(with_store: Run) -> None:
    def change(writer: Writer) -> None:
        for number in range(7):
            told = create(Draft("info", "x"), id=f"notif_{number:016}", agent_name="bot", now=THEN)
            writer.add(told)
            if number:
                writer.save(acknowledge(told, "ada", THEN))
        note(writer, ADA, "signed_out", THEN)
        note(writer, ADA, "signed_out", LATER)
        writer.remember("bot", "k", b"", "notif", THEN)

    async def prune(store: Store) -> tuple[Past, Past, Past]:
        bounds = Bounds(NOW, NOW, NOW, 10**6, NOW)
        counted = await store.read(lambda reader: reader.past.count(bounds))
        gone = Past()
        while any(step := await store.write(lambda writer: writer.past.prune(bounds, 2))):
            gone = Past(*map(sum, zip(gone, step, strict=True)))
        return counted, gone, await store.read(lambda reader: reader.past.count(bounds))

    after(with_store, change, lambda reader: reader.past.bytes())
    counted, gone, left = with_store(prune)
    assert counted == gone
    assert (gone.notifications, gone.audit, gone.idempotency) == (6, 1, 1)
    assert left == Past()
