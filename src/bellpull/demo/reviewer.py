"""The agent that finds something wrong, and waits for a choice. A sub-agent works for it."""

from bellpull.demo.actor import ENDED, IDLE, WORKING, Actor, Scene

SCENE = Scene(
    "Review of pull request 42", "/demo/shop", "main", ("Read the changes", "Run the tests", "Say what to do")
)
ALERT = """Since 4f2a91c, on main:

```
FAILED tests/test_cart.py::test_an_empty_cart_costs_nothing
FAILED tests/test_cart.py::test_a_discount_is_never_negative
2 failed, 212 passed in 8.31 s
```"""
TITLE = "How should I fix it?"
QUESTION = """Two tests fail because `total()` can be **negative** when a discount is large.

1. *Fix the code*: never below zero
2. *Fix the tests*: they ask for too much

Which one?"""
CODE, TESTS, NEITHER = "Fix the code", "Fix the tests", "Leave it as it is"
HELPER = ("tests", "Find what else fails", ("grep", "cart.discount"))


def play(me: Actor) -> None:
    name, title, tool = HELPER
    me.work("webfetch", "pull request 42", 2)
    me.finish()
    me.sign_helper(name, WORKING, title, tool)
    me.work("bash", "pytest -q", 3)
    me.tell("alert", "2 tests fail on main", ALERT, "high", "tests")
    me.say("tells you something: an alert. Acknowledge it, or dismiss it.")
    me.work("bash", "git bisect run pytest -q", 9)
    me.sign_helper(name, ENDED, title, tool)
    me.finish()
    _ask(me)
    me.finish()
    me.tell("completion", "Pull request 42 is reviewed", "Three comments, nothing serious.", category="review")
    me.say("has finished and is idle.")
    me.sign(IDLE)


def _ask(me: Actor) -> None:
    me.say("asks something 🔔 and waits for your click. Every surface shows it; the first answer wins.")
    me.sign(WORKING, ("bellpull_ask_user", TITLE))
    found = me.ask(TITLE, QUESTION, (CODE, TESTS, NEITHER), free_text=True, urgency="high")
    choice = found["choice"]
    if choice is None:
        closed = found["state"] == "settled"
        me.say(
            "sees that you closed it, and decides nothing."
            if closed
            else f"waited {_waited(me)}; its question stays open."
        )
        return
    me.say(f"has your answer: “{choice}”, and goes on.")
    me.work("edit", "tests/test_cart.py" if choice == TESTS else "src/cart.py", 5)
    done = {CODE: "The code is fixed", TESTS: "The tests are fixed", NEITHER: "I left it as it is"}
    me.tell("status", done.get(choice, "I did what you wrote"), f"You chose: “{choice}”", "low", "tests")


def _waited(me: Actor) -> str:
    return f"{me.pace.patience:.0f} s"
