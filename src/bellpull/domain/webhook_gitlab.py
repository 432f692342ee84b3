"""What GitLab says, as one line for an agent. Shapes are those of GitLab's reference of webhook events."""

from collections.abc import Callable

from bellpull.domain.webhook_ci import deployed, ended, place
from bellpull.domain.webhook_github import pushed
from bellpull.domain.webhook_parts import WRITTEN, Ignored, Part, joined

_MERGE_REQUEST = {
    "open": "opened",
    "close": "closed",
    "reopen": "reopened",
    "merge": "merged",
    "approved": "approved",
    "approval": "approved",
    "unapproved": "took back the approval of",
    "unapproval": "took back the approval of",
    "update": "updated",
}
_ISSUE = {"open": "opened", "close": "closed", "reopen": "reopened", "update": "updated"}
_RELEASE = {"create": "published", "update": "edited", "delete": "deleted"}
_NOTE_ON = {"MergeRequest": ("merge_request", "merge request !"), "Issue": ("issue", "issue #")}
#: So many failed jobs of a pipeline are named.
_MOST_NAMED = 5


def gitlab(event: str, said: Part) -> str | Ignored:
    told = _KINDS.get(said.text("object_kind"), _nothing)(said)
    return told if told is not None else _unknown(event, said)


def _push(said: Part) -> str | None:
    return pushed(_who(said), said, _where(said), max(said.count("commits"), said.count("total_commits_count")))


def _merge_request(said: Part) -> str | None:
    request, who = said.part("object_attributes"), _who(said)
    verb = _MERGE_REQUEST.get(request.text("action"))
    if verb is None:
        return None
    branches = joined(request.text("source_branch"), request.text("target_branch"), by=" into ")
    title = request.quoted("title") or '"?"'
    end = joined(f"{title} ({branches})" if branches else title, request.address("url"))
    name = f"merge request !{request.text('iid') or '?'} of {_where(said)}"
    if verb == "updated" and _is_ready_now(said):
        return f"{who} marked {name} ready for review: {end}"
    if verb == "updated" and request.has("oldrev"):
        verb = "pushed to"
    return f"{who} {verb} {name}: {end}"


def _is_ready_now(said: Part) -> bool:
    draft = said.part("changes").part("draft")
    return draft.true("previous") and not draft.true("current")


def _issue(said: Part) -> str | None:
    issue = said.part("object_attributes")
    verb, kind = _ISSUE.get(issue.text("action")), issue.text("type").lower() or "issue"
    end = joined(issue.quoted("title") or '"?"', issue.address("url"))
    return verb and f"{_who(said)} {verb} {kind} #{issue.text('iid') or '?'} of {_where(said)}: {end}"


def _note(said: Part) -> str | Ignored:
    note = said.part("object_attributes")
    if note.true("system"):
        return Ignored("a note that GitLab wrote itself")
    verb = "edited a comment on" if note.text("action") == "update" else "commented on"
    field, name = _NOTE_ON.get(note.text("noteable_type"), ("", ""))
    subject = said.part(field)
    about = f"{name}{subject.text('iid') or '?'}" if name else _commit_or_snippet(said, note)
    head = joined(f"{_who(said)} {verb} {about} of {_where(said)}", subject.quoted("title"), by=" ")
    return joined(joined(head, note.quoted("note", most=WRITTEN), by=": "), note.address("url"))


def _commit_or_snippet(said: Part, note: Part) -> str:
    commit = said.part("commit").short("id") or note.short("commit_id")
    return f"commit {commit}" if commit else joined("a snippet", said.part("snippet").quoted("title"), by=" ")


def _pipeline(said: Part) -> str | Ignored:
    pipeline = said.part("object_attributes")
    failed = [one.text("name") for one in said.parts("builds") if _counts_as_failed(one)]
    named = ", ".join(filter(None, failed[:_MOST_NAMED])) + (", …" if len(failed) > _MOST_NAMED else "")
    what = joined(f"pipeline {pipeline.text('id') or '?'}", named and f"({named} failed)", by=" ")
    where = place(pipeline.text("ref"), pipeline.short("sha"), _where(said))
    address = pipeline.address("url") or _beneath(said, "pipelines", pipeline.text("id"))
    return ended(pipeline.text("status"), where, what, address)


def _counts_as_failed(build: Part) -> bool:
    return build.text("status") == "failed" and not build.true("allow_failure")


def _job(said: Part) -> str | Ignored:
    state, stage = said.text("build_status"), said.quoted("build_stage")
    what = joined(said.text("build_name") or "a job", stage and f"(stage {stage})", by=" ")
    why = said.text("build_failure_reason").replace("_", " ") if state == "failed" else ""
    allowed = "allowed to fail" if state == "failed" and said.true("build_allow_failure") else ""
    where = place(said.text("ref"), said.short("sha"), _where(said))
    return ended(state, where, what, why, allowed, _beneath(said, "jobs", said.text("build_id")))


def _release(said: Part) -> str | None:
    verb, tag = _RELEASE.get(said.text("action")), said.text("tag") or "?"
    title = said.quoted("name") if said.text("name") != tag else ""
    head = joined(f"Release {tag} of {_where(said)} was {verb}", title, by=": ")
    return verb and joined(head, said.address("url"))


def _deployment(said: Part) -> str | Ignored:
    where = place(said.text("ref"), said.text("short_sha"), _where(said))
    address = said.address("environment_external_url", "deployable_url")
    return deployed(said.text("status"), where, said.text("environment"), address)


def _nothing(said: Part) -> None:
    return None


def _unknown(event: str, said: Part) -> str:
    """`gitlab: Wiki Page Hook create in acme/shop by dana`"""
    action = said.part("object_attributes").text("action") or said.text("action", "event_name")
    repository = said.part("project").text("path_with_namespace", most=200)
    what = joined(f"gitlab: {event or said.text('object_kind') or 'something'}", action, by=" ")
    who = said.part("user").text("username", "name") or said.text("user_username", "user_name")
    return f"{what}{repository and f' in {repository}'}{who and f' by {who}'}"


def _who(said: Part) -> str:
    named = said.part("user").text("username", "name")
    return named or said.text("user_username", "user_name") or "somebody"


def _where(said: Part) -> str:
    return (
        said.part("project").text("path_with_namespace", "name", most=200) or said.text("project_name") or "a project"
    )


def _beneath(said: Part, kind: str, id: str) -> str:
    home = said.part("project").address("web_url") or said.part("repository").address("homepage")
    return f"{home}/-/{kind}/{id}" if home and id.isdecimal() else ""


_KINDS: dict[str, Callable[[Part], str | Ignored | None]] = {
    "push": _push,
    "tag_push": _push,
    "merge_request": _merge_request,
    "issue": _issue,
    "work_item": _issue,
    "note": _note,
    "pipeline": _pipeline,
    "build": _job,
    "release": _release,
    "deployment": _deployment,
}
