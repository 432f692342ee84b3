"""The agent that can be told something while it works, and that needs a permission."""

from bellpull.demo.actor import IDLE, Actor, Permission, Scene

SCENE = Scene(
    "Checkout page",
    "/demo/shop",
    "checkout",
    ("Read the old checkout", "Move the orders", "Fix the total", "Run the tests", "Clean up"),
)
DIFF = """--- a/src/checkout.py
+++ b/src/checkout.py
@@ -12,5 +12,6 @@ def total(cart):
     amount = sum(item.price for item in cart)
-    amount = amount - cart.discount
+    # A discount is never more than the goods are worth.
+    amount = max(amount - cart.discount, 0)
     if cart.country in TAXED:
         amount = amount * (1 + tax(cart.country))
-    return amount
+    return round(amount, 2)
"""
EDIT = Permission("src/checkout.py", DIFF, "src/*")
INVITATION = """I am about to try the migration on my own copy of the orders.
If you would rather see it on staging, tell me:

```
{command}
```

The field beside my session does the same."""
COPY, STAGING = "copy", "staging"


def play(me: Actor, tell: str) -> None:
    """`tell` is the command that tells this agent to use staging."""
    me.work("read", "src/checkout.py", 3)
    me.finish()
    me.tell("status", "I have begun with the checkout page", "Five steps; the first is done.", "low", "checkout")
    me.work("bash", "pg_dump orders", 4)
    Orders(me).move(tell)
    me.finish()
    me.work("read", "src/checkout.py", 4)
    _fix_the_total(me)
    me.finish()
    me.work("bash", "make test", 5)
    me.finish()
    me.finish()
    me.tell(
        "completion", "The checkout page is done", "214 tests pass, and nothing is left to do.", category="checkout"
    )
    me.say("has finished and is idle.")
    me.sign(IDLE)


class Orders:
    """Are moved on the agent's own copy, or on staging if somebody says so; a late word moves them once more."""

    def __init__(self, me: Actor) -> None:
        self._me = me
        self._database = COPY

    def move(self, tell: str) -> None:
        # Somebody may have told it before it asked to be.
        told = " ".join(self._me.told or self._listen(tell)).strip()
        database = _database_in(told)
        if told:
            self._me.say(f"read it with its next tool result: “{told}”. It uses {database} now.")
        else:
            self._me.say("was told nothing so far, and goes on with its own copy.")
        self._me.heeds = self._heed
        self._migrate(database, told)

    def _listen(self, tell: str) -> list[str]:
        me = self._me
        me.tell("info", "Which orders should I move?", INVITATION.format(command=tell), category="checkout")
        patience = f"It waits {me.pace.patience:.0f} s for a word, and a later one counts too:"
        me.say(f"is about to use its own copy of the orders. Tell it to use staging. {patience}", tell)
        me.sign("working", ("bash", f"make migrate DATABASE={COPY}"))
        return [nudge["message"] for nudge in me.hear(me.pace.patience)]

    def _heed(self, told: str) -> bool:
        if self._database == STAGING or _database_in(told) != STAGING:
            return False
        self._me.say(f"read it late, but read it: “{told}”. It runs the migration again, on staging.")
        self._migrate(STAGING, told)
        return True

    def _migrate(self, database: str, told: str) -> None:
        self._database = database
        self._me.work("bash", f"make migrate DATABASE={database}", 4)
        if self._database != database:
            return  # it was told otherwise meanwhile, and has done that
        why = f"You told me: “{told}”" if told else "Nobody told me otherwise."
        ran = f"I ran: make migrate DATABASE={database}"
        self._me.tell("status", f"The orders are moved: {database}", f"{why}\n\n{ran}", "low", "checkout")


def _database_in(told: str) -> str:
    return STAGING if STAGING in told.lower() else COPY


def _fix_the_total(me: Actor) -> None:
    me.say("needs a permission 🔒 to edit a file, and shows the diff. Allow it, or reject it with a reason.")
    reply = me.need(EDIT)
    if reply is None:
        me.say("got no permission, and leaves the file alone: silence is never consent.")
        me.tell(
            "info",
            f"I left {EDIT.path} alone",
            "Nobody allowed the edit. Silence is never consent.",
            category="checkout",
        )
    elif reply["reply"] == "reject":
        reason = reply["message"]
        me.say(f"was refused{f': “{reason}”' if reason else ''}, and leaves the file alone.")
        me.tell(
            "info",
            f"I left {EDIT.path} alone",
            f"You said: “{reason}”" if reason else "You said no.",
            category="checkout",
        )
    else:
        always = reply["reply"] == "always"
        me.say("was allowed to, and edits the file." + (" It will not ask again." if always else ""))
        me.work("edit", EDIT.path, 3)
        me.tell(
            "status", f"{EDIT.path} is fixed", "A discount is never more than the goods are worth.", "low", "checkout"
        )
