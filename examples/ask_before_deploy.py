"""A deployment that asks first, and tells when it is done. Answer it with `bellpull answer`, or on the page."""

import sys

from bellpull import Agent

agent = Agent("deployer")


def deploy(version: str) -> None:
    print(f"deploying {version}")


def main() -> int:
    version = "2.4.0"
    answer = agent.ask(f"Deploy {version} to production?", ["Deploy", "Not now"], urgency="high", timeout=600)
    if answer.outcome == "timeout":
        print("nobody answered; the question stays open")
        return 3
    if answer.choice != "Deploy":
        print(f"not deployed: {answer.text or answer.outcome}")
        return 1
    deploy(version)
    agent.notify(f"{version} is live", type="completion", category="deploy", metadata={"version": version})
    return 0


if __name__ == "__main__":
    sys.exit(main())
