"""Who may see what, as a condition inside each query: people see the agents they own or share, and what they sent
themselves; agents see their own; admins see everything."""

from bellpull.domain.identity import Principal

NAMES_OF_USER = (
    "SELECT name FROM agents WHERE owner = ? UNION SELECT agent_name FROM shares WHERE user = ? UNION SELECT ?"
)


def seen_by(who: Principal) -> tuple[str, list[object]]:
    """The condition on `agent_name`, to stand after AND."""
    if who.admin:
        return "TRUE", []
    if who.is_person:
        return f"agent_name IN ({NAMES_OF_USER})", [who.name] * 3
    return "agent_name = ?", [who.name]
