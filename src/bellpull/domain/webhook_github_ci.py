"""How GitHub's checks, workflows, commit states and deployments ended. What only begins or goes on is ignored."""

from collections.abc import Callable

from bellpull.domain.webhook_ci import NOT_ENDED, deployed, ended, place
from bellpull.domain.webhook_parts import Ignored, Part, joined

#: What never ran, or was overtaken, has no end worth telling.
_NEVER_RAN = ("skipped", "stale")


def _workflow_run(said: Part) -> str | Ignored:
    run = said.part("workflow_run")
    name = run.quoted("name") or said.part("workflow").quoted("name")
    number = run.text("run_number")
    what = joined(f"workflow {name}" if name else "a workflow", number and f"(run {number})", by=" ")
    return _completed(said, run, run.text("head_branch"), what)


def _workflow_job(said: Part) -> str | Ignored:
    job = said.part("workflow_job")
    workflow = job.quoted("workflow_name")
    what = joined(job.text("name") or "a job", workflow and f"(workflow {workflow})", by=" ")
    failed = [step for step in job.parts("steps") if step.text("conclusion") == "failure"]
    step = failed[0].quoted("name") if failed else ""
    return _completed(said, job, job.text("head_branch"), what, step and f"at step {step}")


def _check_run(said: Part) -> str | Ignored:
    run = said.part("check_run")
    title = run.part("output").quoted("title")
    what = joined(run.text("name") or "a check", title and f"({title})", by=" ")
    return _completed(said, run, run.part("check_suite").text("head_branch"), what)


def _check_suite(said: Part) -> str | Ignored:
    suite = said.part("check_suite")
    app = suite.part("app").text("name")
    return _completed(said, suite, suite.text("head_branch"), f"all checks{app and f' of {app}'}")


def _completed(said: Part, run: Part, branch: str, what: str, *more: str) -> str | Ignored:
    action, conclusion = said.text("action"), run.text("conclusion")
    if action != "completed":
        return Ignored(f"CI is {action or 'in no state'}; {NOT_ENDED}")
    if conclusion in _NEVER_RAN:
        return Ignored(f"CI was {conclusion}")
    where = place(branch, run.short("head_sha"), said.part("repository").text("full_name", most=200))
    return ended(conclusion, where, what, *more, run.address("html_url", "details_url"))


def _status(said: Part) -> str | Ignored:
    """The state of a commit; of the branches that it is on, the first is named."""
    branches = said.parts("branches")
    branch = branches[0].text("name") if branches else ""
    description = said.quoted("description")
    what = joined(said.text("context") or "a check", description and f"({description})", by=" ")
    where = place(branch, said.short("sha"), said.part("repository").text("full_name", "name", most=200))
    return ended(said.text("state"), where, what, said.address("target_url"))


def _deployment_status(said: Part) -> str | Ignored:
    status, deployment = said.part("deployment_status"), said.part("deployment")
    where = place(deployment.text("ref"), deployment.short("sha"), said.part("repository").text("full_name", most=200))
    environment = status.text("environment") or deployment.text("environment")
    return deployed(
        status.text("state"), where, environment, status.address("environment_url", "log_url", "target_url")
    )


ABOUT_CI: dict[str, Callable[[Part], str | Ignored]] = {
    "workflow_run": _workflow_run,
    "workflow_job": _workflow_job,
    "check_run": _check_run,
    "check_suite": _check_suite,
    "status": _status,
    "deployment_status": _deployment_status,
}
