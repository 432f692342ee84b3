"""What was said lately in a project, typed and spoken, as one conversation.

VoiceMode's log is its machine's owner's: only admins hear what was spoken, and the owner's agents, each in its own
project.
"""

import asyncio

from bellpull.conversation.folder import VoiceModeFolder
from bellpull.domain.exchange import Exchange, latest
from bellpull.domain.identity import Principal
from bellpull.hub.access import OWNER
from bellpull.hub.ports import Reader, Store


class Conversation:
    def __init__(self, store: Store, voice: VoiceModeFolder) -> None:
        self._store = store
        self._voice = voice

    async def history(self, who: Principal, project: str | None, limit: int) -> list[Exchange]:
        """The last exchanges that `who` may see, oldest first; without a project, those of all."""

        def look(reader: Reader) -> tuple[list[Exchange], bool]:
            return reader.questions.exchanges(who, project, limit), _may_hear(reader, who, project)

        own, hears = await self._store.read(look)
        if not hears:
            return own
        voice = await asyncio.to_thread(self._voice.exchanges, project, limit)
        return latest([*own, *voice], limit)


def _may_hear(reader: Reader, who: Principal, project: str | None) -> bool:
    if who.is_person:
        return who.admin
    # An agent has no business in the projects of others.
    own = next((agent.project for agent in reader.agents(who) if agent.name == who.name), None)
    return own is not None and own == project and reader.owner(who.name) == OWNER
