"""The Store's contract for preferences: each person's own, there after reopening, changed as often as one likes."""

from records import Run, people

from bellpull.hub.ports import Reader, Store, Writer


def test_quiet_hours_are_a_person_s_own_and_can_be_changed(with_store: Run) -> None:
    def choose(writer: Writer) -> None:
        people(writer)
        for hours in ("22:00-07:00", None, ""):
            writer.preferences.set_quiet_hours("ada", hours)
        writer.preferences.set_quiet_hours("owner", "01:00-02:00")

    def look(reader: Reader) -> list[str | None]:
        return [reader.preferences.quiet_hours(name) for name in ("ada", "owner", "nobody")]

    async def write(store: Store) -> list[str | None]:
        await store.write(choose)
        return await store.write(look)

    async def read(store: Store) -> list[str | None]:
        return await store.read(look)

    assert with_store(write) == with_store(read) == ["", "01:00-02:00", None]
