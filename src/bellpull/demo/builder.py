"""The agent that can be told something while it works, and that needs a permission."""

from bellpull.demo.actor import IDLE, Actor, Permission, Scene

SCENE = Scene(
    "Checkout page",
    "/demo/shop",
    "checkout",
    ("Read the old checkout", "Move the orders", "Mend the total", "Run the tests", "Clean up"),
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
LISTENING = 1 / 2


def play(me: Actor, tell: str) -> None:
    """`tell` is the command that tells this agent to use staging."""
    me.work("read", "src/checkout.py", 3)
    me.finish()
    me.tell("status", "I have begun with the checkout page", "Five steps; the first is done.", "low", "checkout")
    me.work("bash", "pg_dump orders", 4)
    _move_the_orders(me, tell)
    me.finish()
    me.work("read", "src/checkout.py", 4)
    _mend_the_total(me)
    me.finish()
    me.work("bash", "make test", 5)
    me.finish()
    me.finish()
    me.tell(
        "completion", "The checkout page is done", "214 tests pass, and nothing is left to do.", category="checkout"
    )
    me.say("has finished, and idles.")
    me.sign(IDLE)


def _move_the_orders(me: Actor, tell: str) -> None:
    # Somebody may have told it before it asked to be.
    told = " ".join(me.told or _listen(me, tell)).strip()
    database = "staging" if "staging" in told.lower() else "copy"
    if told:
        me.say(f"read it with its next tool result: “{told}”. It uses {database} now.")
    else:
        me.say("was told nothing, and goes on with its own copy.")
    me.work("bash", f"make migrate DATABASE={database}", 4)
    why = f"You told me: “{told}”" if told else "Nobody told me otherwise."
    me.tell(
        "status",
        f"The orders are moved: {database}",
        f"{why}\n\nI ran: make migrate DATABASE={database}",
        "low",
        "checkout",
    )


def _listen(me: Actor, tell: str) -> list[str]:
    me.tell("info", "Which orders shall I move?", INVITATION.format(command=tell), category="checkout")
    me.say("works, and can be told something meanwhile. Tell it another way to go:", tell)
    me.sign("working", ("bash", "make migrate DATABASE=copy"))
    return [nudge["message"] for nudge in me.hear(me.pace.patience * LISTENING)]


def _mend_the_total(me: Actor) -> None:
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
            "status", f"{EDIT.path} is mended", "A discount is never more than the goods are worth.", "low", "checkout"
        )
