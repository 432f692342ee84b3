"""What GitHub says, and Gitea and Forgejo in its words, as one line for an agent: code, requests, issues, releases.

Not here: how checks and deployments end (`webhook_github_ci`). The shapes are those of GitHub's own reference.
"""

from collections.abc import Callable

from bellpull.domain.webhook_github_ci import ABOUT_CI
from bellpull.domain.webhook_parts import WRITTEN, Ignored, Part, joined

_PULL_REQUEST = {
    "opened": "opened",
    "closed": "closed",
    "merged": "merged",
    "reopened": "reopened",
    "synchronize": "pushed to",
    "synchronized": "pushed to",
    "converted_to_draft": "made a draft of",
}
_REVIEW = {"approved": "approved", "changes_requested": "asked for changes in", "commented": "reviewed"}
_ISSUE = {"opened": "opened", "closed": "closed", "reopened": "reopened", "deleted": "deleted"}
_COMMENT = {"created": "commented on", "edited": "edited a comment on", "deleted": "deleted a comment on"}
_RELEASE = {"published": "published", "edited": "edited", "deleted": "deleted", "unpublished": "took back"}
#: GitHub says these of a release that it also says `published` of.
_SAID_ALREADY = ("created", "released", "prereleased")


def github(event: str, said: Part, host: str = "github") -> str | Ignored:
    if event == "ping":
        return Ignored("a ping: the webhook works")
    told = _EVENTS.get(event, _nothing)(said)
    return told if told is not None else _unknown(host, event, said)


def pushed(who: str, said: Part, repository: str, count: int) -> str | None:
    """Of a branch or a tag; GitLab says it in the same fields. None where these are not there."""
    if not (said.text("ref") and said.text("after")):
        return None
    kind, name = _branch_or_tag(said)
    new, head = said.short("after"), said.part("head_commit")
    if not new:
        return f"{who} deleted {kind} {name} of {repository}"
    if kind == "tag":
        return f"{who} pushed tag {name} of {repository} ({new})"
    if not count:
        verb = "created branch" if not said.short("before") else "moved"
        return f"{who} {verb} {name} of {repository} ({new})"
    last = head.first_line("message") or _last_commit(said).first_line("message")
    verb = "force-pushed" if said.true("forced") else "pushed"
    many = "1 commit" if count == 1 else f"{count} commits"
    return joined(f"{who} {verb} {many} to {name} of {repository}", joined(last, f"({new})", by=" "), by=": ")


def _last_commit(said: Part) -> Part:
    commits = said.parts("commits")
    return commits[-1] if commits else Part(None)


def _branch_or_tag(said: Part) -> tuple[str, str]:
    ref = said.text("ref")
    kind = "tag" if ref.startswith("refs/tags/") else "branch"
    return kind, ref.removeprefix("refs/heads/").removeprefix("refs/tags/") or "?"


def _push(said: Part) -> str | None:
    return pushed(_who(said), said, _where(said), max(said.count("commits"), said.count("total_commits")))


def _pull_request(said: Part) -> str | None:
    action, request, who = said.text("action"), said.part("pull_request"), _who(said)
    if action == "closed" and (request.true("merged") or request.has("merged_at")):
        action = "merged"
    branches = joined(request.part("head").text("ref"), request.part("base").text("ref"), by=" into ")
    end = joined(f"{_titled(request)} ({branches})" if branches else _titled(request), request.address("html_url"))
    name = _numbered("pull request", request, said)
    if action == "ready_for_review":
        return f"{who} marked {name} ready for review: {end}"
    if action == "review_requested":
        return f"{who} asked {_reviewer(said)} to review {name}: {end}"
    return f"{who} {_PULL_REQUEST[action]} {name}: {end}" if action in _PULL_REQUEST else None


def _reviewer(said: Part) -> str:
    return said.part("requested_reviewer").text("login") or said.part("requested_team").text("name") or "somebody"


def _review(said: Part) -> str | None:
    review, request = said.part("review"), said.part("pull_request")
    if said.text("action") == "dismissed":
        verb: str | None = "dismissed a review of"
    else:
        verb = _REVIEW.get(review.text("state").lower()) if said.text("action") == "submitted" else None
    return verb and _about(said, verb, "pull request", request, review)


def _review_comment(said: Part) -> str | None:
    comment, request = said.part("comment"), said.part("pull_request")
    verb = _COMMENT.get(said.text("action"))
    if verb is None:
        return None
    file = joined(comment.text("path", most=WRITTEN), comment.text("line", "original_line"), by=":")
    return _about(said, f"{verb} {file} in" if file else verb, "pull request", request, comment)


def _issue_comment(said: Part) -> str | None:
    issue = said.part("issue")
    verb = _COMMENT.get(said.text("action"))
    kind = "pull request" if issue.has("pull_request") or said.true("is_pull") else "issue"
    return verb and _about(said, verb, kind, issue, said.part("comment"))


def _about(said: Part, verb: str, kind: str, thing: Part, written: Part) -> str:
    head = joined(f"{_who(said)} {verb} {_numbered(kind, thing, said)}", thing.quoted("title"), by=" ")
    text = written.quoted("body", "content", most=WRITTEN)
    return joined(joined(head, text, by=": "), written.address("html_url") or thing.address("html_url"))


def _issues(said: Part) -> str | None:
    issue, verb = said.part("issue"), _ISSUE.get(said.text("action"))
    end = joined(_titled(issue), issue.address("html_url"))
    return verb and f"{_who(said)} {verb} {_numbered('issue', issue, said)}: {end}"


def _release(said: Part) -> str | Ignored | None:
    release, action = said.part("release"), said.text("action")
    if action in _SAID_ALREADY:
        return Ignored(f"a release is {action}: told when it is published")
    if action not in _RELEASE:
        return None
    name = release.text("tag_name") or "?"
    title = release.quoted("name") if release.text("name") != name else ""
    head = joined(f"{_who(said)} {_RELEASE[action]} release {name} of {_where(said)}", title, by=": ")
    return joined(head, release.address("html_url"))


def _created(said: Part) -> str:
    return _ref(said, "created")


def _deleted(said: Part) -> str:
    return _ref(said, "deleted")


def _ref(said: Part, verb: str) -> str:
    kind, name = said.text("ref_type") or "branch", said.text("ref").removeprefix("refs/heads/")
    return f"{_who(said)} {verb} {kind} {name or '?'} of {_where(said)}"


def _nothing(said: Part) -> None:
    return None


def _unknown(host: str, event: str, said: Part) -> str:
    """`github: star created in acme/shop by dana`"""
    subject = said.part("pull_request" if said.has("pull_request") else "issue")
    number = subject.text("number")
    about = joined(f"#{number}" if number else "", subject.quoted("title"), by=" ")
    what = joined(f"{host}: {event}", said.text("action"), by=" ")
    repository, who = said.part("repository").text("full_name"), said.part("sender").text("login")
    head = f"{what}{repository and f' in {repository}'}{who and f' by {who}'}"
    return joined(head, about, by=": ")


def _numbered(kind: str, thing: Part, said: Part) -> str:
    number = thing.text("number") or said.text("number")
    return f"{kind} #{number or '?'} of {_where(said)}"


def _titled(thing: Part) -> str:
    return thing.quoted("title") or '"?"'


def _who(said: Part) -> str:
    return said.part("sender").text("login", "username") or said.part("pusher").text("name", "login") or "somebody"


def _where(said: Part) -> str:
    return said.part("repository").text("full_name", "name", most=200) or "a repository"


_EVENTS: dict[str, Callable[[Part], str | Ignored | None]] = {
    "push": _push,
    "pull_request": _pull_request,
    "pull_request_review": _review,
    "pull_request_review_comment": _review_comment,
    "issue_comment": _issue_comment,
    "pull_request_comment": _issue_comment,
    "issues": _issues,
    "release": _release,
    "create": _created,
    "delete": _deleted,
    **ABOUT_CI,
}
