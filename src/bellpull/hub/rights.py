"""What somebody needs to be allowed something, each refusal with its sentence. What they may see is not here: that is a
condition inside the store's queries."""

from bellpull.domain.errors import BellpullError, Denied, NotFound, Unauthorized
from bellpull.domain.identity import Principal
from bellpull.hub.ports import Reader
from bellpull.hub.tokens import looks_like_token


def invalid_key(secret: str = "") -> BellpullError:
    """`secret` is what was sent, where that is known: whoever was signed out needs no key."""
    ended = looks_like_token(secret)
    hint = "sign in again" if ended else "make one with: bellpull key create --agent NAME"
    return Unauthorized("invalid_key", "Invalid or inactive key", hint)


def not_found_agent() -> BellpullError:
    return NotFound("agent_not_found", "Agent not found", "see: bellpull agent list")


def need_person(who: Principal) -> None:
    if not who.is_person:
        hint = "use a key made with: bellpull key create --user NAME"
        raise Denied("person_required", "Only a person's key may do this", hint)


def need_admin(who: Principal) -> None:
    if not who.admin:
        raise Denied("admin_required", "Only an admin may do this", "ask the hub's owner")


def need_valid(reader: Reader, who: Principal) -> None:
    """The key may have been revoked, or its agent removed, since it was admitted."""
    if not reader.holds(who.key_id):
        raise invalid_key()


def need_agent(reader: Reader, who: Principal, name: str, *, owner: bool = False) -> None:
    """`name` must exist and be seen by `who`; with `owner`, be owned by `who`."""
    owned_by = reader.owner(name)
    if owned_by is None:
        raise not_found_agent()
    sight = reader.sight(who)
    if sight is not None and name not in sight:
        raise denied_agent()
    if sight is not None and owner and owned_by != who.name:
        raise Denied("agent_denied", "Only its owner or an admin may do this", f"ask its owner, {owned_by}")


def need_no_browser(reader: Reader, who: Principal) -> None:
    """Whoever finds a browser that somebody left open is out again when that is signed out, or the password changed: so
    nothing that would stay is made there, no key of a person and no link. A page that was signed in by a link, of
    somebody without a password, has only itself."""
    key = next((key for key in reader.accounts.in_browsers(who.name) if key.id == who.key_id), None)
    if key is not None and (key.expires_at is not None or reader.accounts.password(who.name) is not None):
        hint = "do it at a terminal: bellpull key create --user NAME, or bellpull page"
        raise Denied("not_in_a_browser", "A browser makes no keys of people and no links", hint)


def check_sight(reader: Reader, who: Principal, agent_name: str | None) -> None:
    """A filter for an agent that `who` may not see is refused, whether there is such an agent or not."""
    sight = reader.sight(who)
    if agent_name is not None and sight is not None and agent_name not in sight:
        raise denied_agent()


def denied_agent() -> BellpullError:
    return Denied("agent_denied", "Access denied to agent", "its owner or an admin can give you access")
