"""REST of people: signing in and out, and who there is."""

from bellpull.domain.errors import Invalid
from bellpull.hub.logins import SignedIn
from bellpull.hub.tokens import LASTS
from bellpull.web import account_wire as wire
from bellpull.web.credentials import set_cookie
from bellpull.web.endpoint import Call, Reply, Route, json_reply
from bellpull.web.rules import Rule


async def sign_in(call: Call) -> Reply:
    """The token is good for twelve hours, and only as long as the sign-in is there. 401 `wrong_login` for a wrong name
    or a wrong password. After several failures 429 `too_many_logins`, with `Retry-After`."""
    need_https(call, call.body.cookie)
    made = await call.hub.logins.login(call.body.name, call.body.password, call.came.origin)
    return _signed_in(made, cookie=call.body.cookie)


async def renew_sign_in(call: Call) -> Reply:
    """Until thirty days after signing in. 409 `not_a_sign_in` for a key."""
    return _signed_in(await call.hub.logins.renew(call.who), cookie=call.came.by_cookie)


async def sign_out(call: Call) -> Reply:
    """Ends the sign-in that asks, or the page's own key. 409 `not_a_sign_in` for other keys."""
    ended = await call.hub.logins.logout(call.who)
    reply = json_reply(200, wire.SignedOut(call.who.key_id, ended))
    return reply._replace(headers=(*reply.headers, set_cookie("", 0))) if call.came.by_cookie else reply


async def list_users(call: Call) -> wire.UserList:
    """Everybody for admins, else yourself."""
    found = await call.hub.accounts.users(call.who)
    return wire.UserList(len(found), [wire.user_shape(user) for user in found])


async def create_user(call: Call) -> wire.UserShape:
    """Without a password the person signs in with links and keys."""
    body: wire.CreateUser = call.body
    return wire.user_shape(await call.hub.accounts.add(call.who, body.name, body.password, admin=body.admin))


async def remove_user(call: Call) -> wire.UserRemoved:
    """Removes the person with what they sent, their keys and sign-ins. If the person owns agents, `give_agents_to`
    names who owns them then, else 409 `owns_agents`."""
    name = call.path["name"]
    return wire.UserRemoved(name, *await call.hub.accounts.remove(call.who, name, call.query.give_agents_to or None))


async def change_password(call: Call) -> wire.PasswordChanged:
    """Your own, or as an admin anybody's. It signs the person out of every browser; keys of programs stay."""
    name, body = call.path["name"], call.body
    return wire.PasswordChanged(
        name, await call.hub.accounts.change_password(call.who, name, body.password, body.current)
    )


def need_https(call: Call, cookie: bool) -> None:
    if cookie and not call.came.https:
        hint = "without TLS a token is kept by whoever asked for it"
        raise Invalid("cookie_needs_https", "A cookie is given over https only", hint)


def _signed_in(made: SignedIn, *, cookie: bool) -> Reply:
    reply = json_reply(200, wire.logged_in_shape(made, cookie=cookie))
    return with_cookie(reply, made) if cookie else reply


def with_cookie(reply: Reply, made: SignedIn) -> Reply:
    return reply._replace(headers=(*reply.headers, set_cookie(made.token, int(LASTS.total_seconds()))))


ROUTES = (
    Route(
        "POST",
        "/api/login",
        sign_in,
        "Sign in with name and password",
        wire.LoggedIn,
        body=wire.Login,
        refuses=(401, 429),
        tag="Signing in",
        example={"name": "ada", "password": "correct horse battery"},
        may=Rule.ANYBODY,
    ),
    Route(
        "POST",
        "/api/login/renew",
        renew_sign_in,
        "Stay signed in for twelve hours more",
        wire.LoggedIn,
        refuses=(409,),
        tag="Signing in",
        may=Rule.PERSON,
    ),
    Route(
        "POST", "/api/logout", sign_out, "Sign out", wire.SignedOut, refuses=(409,), tag="Signing in", may=Rule.PERSON
    ),
    Route(
        "GET",
        "/api/users",
        list_users,
        "List people",
        wire.UserList,
        tag="People",
        may=Rule.PERSON,
    ),
    Route(
        "POST",
        "/api/users",
        create_user,
        "Add a person",
        wire.UserShape,
        (201,),
        body=wire.CreateUser,
        refuses=(409,),
        tag="People",
        example={"name": "bob", "password": "another horse battery"},
        answers={"name": "bob"},
        may=Rule.ADMIN,
    ),
    Route(
        "DELETE",
        "/api/users/{name}",
        remove_user,
        "Remove a person",
        wire.UserRemoved,
        query=wire.RemoveUserQuery,
        refuses=(404, 409),
        tag="People",
        answers={"name": "bob"},
        may=Rule.ADMIN,
    ),
    Route(
        "PUT",
        "/api/users/{name}/password",
        change_password,
        "Change a password",
        wire.PasswordChanged,
        body=wire.ChangePassword,
        refuses=(404, 429),
        tag="People",
        example={"password": "another horse battery"},
        answers={"name": "bob"},
        may=Rule.PERSON,
    ),
)
