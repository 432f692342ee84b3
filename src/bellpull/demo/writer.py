"""The agent that wants a typed answer, and that idles until somebody tells it something."""

from bellpull.demo.actor import IDLE, WORKING, Actor, Scene

SCENE = Scene("Release notes", "/demo/website", "main", ("Gather what is new", "Find a name", "Write it down"))
QUESTION = """The notes are nearly ready. **What should the release be called?** The last three were:

- *Copper Kettle*
- *Paper Boat*
- *Tall Grass*"""


def play(me: Actor) -> None:
    me.sign(IDLE)
    me.pace.pass_by(8)
    me.work("bash", "git log --oneline v1.3..", 6)
    me.finish()
    me.tell("status", "31 changes are in the notes", "People will notice 9 of them.", "low", "release")
    me.work("write", "notes/1.4.md", 16)
    name = _name(me)
    me.finish()
    me.work("write", "notes/1.4.md", 4)
    me.finish()
    me.tell(
        "completion",
        f"The release notes are ready: {name}",
        "31 changes; people will notice 9 of them.",
        category="release",
    )
    me.say("has finished and is idle.")
    me.sign(IDLE)


def _name(me: Actor) -> str:
    me.say("asks for something that you type. A draft survives a reload.")
    me.sign(WORKING, ("bellpull_notify", "The name of the release"))
    found = me.ask("The name of the release", QUESTION, kind="text")
    name = " ".join((found["reply"] or "").split())[:60]
    me.say(f"has your answer: “{name}”." if name else "goes on without a name; a late answer still reaches it.")
    return name or "without a name"
