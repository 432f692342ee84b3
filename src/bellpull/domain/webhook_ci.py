"""How a check, a pipeline or a deployment ended, in the words that an agent reads; the same for every host of code."""

from bellpull.domain.webhook_parts import Ignored, joined

#: By the word of the host. What is missing here is still under way, or never ran.
ENDINGS = {
    "success": "passed",
    "failure": "failed",
    "failed": "failed",
    "error": "failed",
    "timed_out": "timed out",
    "cancelled": "was cancelled",
    "canceled": "was cancelled",
    "action_required": "waits for somebody's action",
    "startup_failure": "could not start",
    "neutral": "ended without a verdict",
}
NOT_ENDED = "only how it ends is told"


def ended(state: str, where: str, what: str, *more: str) -> str | Ignored:
    """`CI failed on main of acme/shop: build (workflow "tests"), https://…`"""
    ending = ENDINGS.get(state)
    if ending is None:
        return _ignored("CI", state)
    return joined(joined(f"CI {ending}{where and f' on {where}'}", what, by=": "), *more)


def deployed(state: str, where: str, environment: str, address: str) -> str | Ignored:
    ending = "succeeded" if state == "success" else ENDINGS.get(state)
    if ending is None:
        return _ignored("a deployment", state)
    return joined(f"Deployment{where and f' of {where}'}{environment and f' to {environment}'} {ending}", address)


def place(branch: str, commit: str, repository: str) -> str:
    return joined(branch or commit, repository, by=" of ")


def _ignored(what: str, state: str) -> Ignored:
    return Ignored(f"{what} is {state or 'in no state'}; {NOT_ENDED}")
