"""What hosts of code send, in the shapes of their own references, and the line that an agent reads."""

from pathlib import Path

import pytest

from bellpull.domain.webhook import Said, describe
from bellpull.domain.webhook_parts import Ignored

SAMPLES = Path(__file__).parent / "webhook_samples"
HUB, LAB, TEA = "https://github.com/acme/shop", "https://gitlab.example/acme/shop", "https://git.example/acme/shop"
REQUEST = f'"Fix the login" (fix-login into main), {HUB}/pull/7'
MERGE = f'"Fix the login" (fix-login into main), {LAB}/-/merge_requests/7'

#: By the sample's name, which begins with the host and GitHub's word for the event.
LINES = {
    "github.push": 'dana pushed 3 commits to main of acme/shop: "Fix the login" (1a2b3c4)',
    "github.push.one": 'dana force-pushed 1 commit to main of acme/shop: "Fix the login" (1a2b3c4)',
    "github.push.tag": "dana pushed tag v1.2.0 of acme/shop (1a2b3c4)",
    "github.push.new_branch": "dana created branch fix-login of acme/shop (1a2b3c4)",
    "github.push.deleted": "dana deleted branch fix-login of acme/shop",
    "github.pull_request.opened": f"dana opened pull request #7 of acme/shop: {REQUEST}",
    "github.pull_request.closed": f"dana closed pull request #7 of acme/shop: {REQUEST}",
    "github.pull_request.merged": f"dana merged pull request #7 of acme/shop: {REQUEST}",
    "github.pull_request.reopened": f"dana reopened pull request #7 of acme/shop: {REQUEST}",
    "github.pull_request.synchronize": f"dana pushed to pull request #7 of acme/shop: {REQUEST}",
    "github.pull_request.ready_for_review": f"dana marked pull request #7 of acme/shop ready for review: {REQUEST}",
    "github.pull_request.review_requested": f"dana asked kim to review pull request #7 of acme/shop: {REQUEST}",
    "github.pull_request.labeled": 'github: pull_request labeled in acme/shop by dana: #7 "Fix the login"',
    "github.pull_request_review.approved": (
        f'dana approved pull request #7 of acme/shop "Fix the login", {HUB}/pull/7#pullrequestreview-237895671'
    ),
    "github.pull_request_review.changes_requested": (
        'dana asked for changes in pull request #7 of acme/shop "Fix the login":'
        f' "The token is logged. Please remove that.", {HUB}/pull/7#pullrequestreview-237895672'
    ),
    "github.pull_request_review_comment.created": (
        'dana commented on login.py:265 in pull request #7 of acme/shop "Fix the login":'
        f' "This waits for ever.", {HUB}/pull/7#discussion_r284312630'
    ),
    "github.issue_comment.created": (
        'dana commented on issue #4 of acme/shop "The login asks twice":'
        f' "It does on my machine as well.", {HUB}/issues/4#issuecomment-492700400'
    ),
    "github.issue_comment.on_pull_request": (
        'dana commented on pull request #7 of acme/shop "Fix the login":'
        f' "Can we have a test?", {HUB}/pull/7#issuecomment-492700401'
    ),
    "github.issues.opened": f'dana opened issue #4 of acme/shop: "The login asks twice", {HUB}/issues/4',
    "github.check_run.completed": f'CI timed out on main of acme/shop: lint ("2 problems"), {HUB}/runs/128620228',
    "github.check_suite.completed": "CI passed on main of acme/shop: all checks of GitHub Actions",
    "github.workflow_run.completed": (
        f'CI failed on main of acme/shop: workflow "tests" (run 163), {HUB}/actions/runs/289782451'
    ),
    "github.workflow_run.cancelled": (
        f'CI was cancelled on main of acme/shop: workflow "tests" (run 163), {HUB}/actions/runs/289782451'
    ),
    "github.workflow_job.completed": (
        'CI failed on main of acme/shop: build (workflow "tests"), at step "Run pytest",'
        f" {HUB}/actions/runs/289782451/job/1291536064"
    ),
    "github.status.failure": (
        'CI failed on main of acme/shop: ci/jenkins ("Build #5 failed"), https://ci.example/shop/5'
    ),
    "github.release.published": (
        f'dana published release v1.2.0 of acme/shop: "The quiet one", {HUB}/releases/tag/v1.2.0'
    ),
    "github.create.tag": "dana created tag v1.2.0 of acme/shop",
    "github.delete.branch": "dana deleted branch fix-login of acme/shop",
    "github.deployment_status.success": (
        "Deployment of main of acme/shop to production succeeded, https://shop.example"
    ),
    "github.star.created": "github: star created in acme/shop by dana",
    "gitlab.push": 'dana pushed 24 commits to main of acme/shop: "Fix the login" (1a2b3c4)',
    "gitlab.push.deleted": "dana deleted branch fix-login of acme/shop",
    "gitlab.tag_push": "dana pushed tag v1.2.0 of acme/shop (1a2b3c4)",
    "gitlab.merge_request.open": f"dana opened merge request !7 of acme/shop: {MERGE}",
    "gitlab.merge_request.merge": f"dana merged merge request !7 of acme/shop: {MERGE}",
    "gitlab.merge_request.update": f"dana pushed to merge request !7 of acme/shop: {MERGE}",
    "gitlab.merge_request.ready": f"dana marked merge request !7 of acme/shop ready for review: {MERGE}",
    "gitlab.merge_request.approved": f"dana approved merge request !7 of acme/shop: {MERGE}",
    "gitlab.note.merge_request": (
        'dana commented on merge request !7 of acme/shop "Fix the login":'
        f' "This needs a test.", {LAB}/-/merge_requests/7#note_1244'
    ),
    "gitlab.note.issue": (
        'dana commented on issue #23 of acme/shop "The login asks twice":'
        f' "It does here as well.", {LAB}/-/issues/23#note_1241'
    ),
    "gitlab.note.commit": (
        'dana commented on commit 1a2b3c4 of acme/shop: "Why twice?",'
        f" {LAB}/-/commit/1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d#note_1243"
    ),
    "gitlab.pipeline.failed": f"CI failed on main of acme/shop: pipeline 31 (unit failed), {LAB}/-/pipelines/31",
    "gitlab.pipeline.success": f"CI passed on main of acme/shop: pipeline 31, {LAB}/-/pipelines/31",
    "gitlab.build.failed": (f'CI failed on main of acme/shop: unit (stage "test"), script failure, {LAB}/-/jobs/1977'),
    "gitlab.issue.open": f'dana opened issue #23 of acme/shop: "The login asks twice", {LAB}/-/issues/23',
    "gitlab.issue.close": f'dana closed issue #23 of acme/shop: "The login asks twice", {LAB}/-/issues/23',
    "gitlab.release.create": (f'Release v1.2.0 of acme/shop was published: "The quiet one", {LAB}/-/releases/v1.2.0'),
    "gitlab.deployment.success": (
        "Deployment of 1a2b3c4d of acme/shop to staging succeeded, https://staging.shop.example"
    ),
    "gitlab.wiki_page.create": "gitlab: Wiki Page Hook create in acme/shop by dana",
    "gitea.push": 'dana pushed 1 commit to main of acme/shop: "Fix the login" (1a2b3c4)',
    "gitea.pull_request.synchronized": (
        f'dana pushed to pull request #7 of acme/shop: "Fix the login" (fix-login into main), {TEA}/pulls/7'
    ),
}
IGNORED = {
    "github.ping": "a ping: the webhook works",
    "github.workflow_run.requested": "CI is requested; only how it ends is told",
    "github.workflow_job.in_progress": "CI is in_progress; only how it ends is told",
    "github.workflow_job.skipped": "CI was skipped",
    "github.status.pending": "CI is pending; only how it ends is told",
    "github.release.created": "a release is created: told when it is published",
    "github.deployment_status.in_progress": "a deployment is in_progress; only how it ends is told",
    "gitlab.pipeline.running": "CI is running; only how it ends is told",
    "gitlab.note.system": "a note that GitLab wrote itself",
}


def headers_of(name: str) -> dict[str, str]:
    host, event = name.split(".")[:2]
    if host == "gitlab":
        return {"x-gitlab-event": event.replace("_", " ").title() + " Hook"}
    # Gitea sends GitHub's header too.
    return {"x-github-event": event} | ({"x-gitea-event": event} if host == "gitea" else {})


def described(name: str) -> Said | Ignored:
    return describe(headers_of(name), "application/json", (SAMPLES / f"{name}.json").read_bytes())


@pytest.mark.parametrize(("name", "expected"), LINES.items(), ids=list(LINES))
def test_an_event_becomes_one_readable_line(name: str, expected: str) -> None:
    assert described(name) == Said(expected, label=name.split(".")[0])


@pytest.mark.parametrize(("name", "why"), IGNORED.items(), ids=list(IGNORED))
def test_call_that_is_no_news_is_ignored_with_a_reason(name: str, why: str) -> None:
    assert described(name) == Ignored(why)


def test_every_sample_has_its_line() -> None:
    assert {path.stem for path in SAMPLES.iterdir()} == {*LINES, *IGNORED}
