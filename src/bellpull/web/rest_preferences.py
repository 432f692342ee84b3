"""REST of what a person prefers on all their surfaces."""

from typing import Annotated

from msgspec import Meta, Struct

from bellpull.web.endpoint import Call, Route
from bellpull.web.rules import Rule

PATH = "/api/preferences"
_TIME = "([01]?[0-9]|2[0-3]):[0-5][0-9]"


class PreferencesShape(Struct):
    quiet_hours: str | None
    default_quiet_hours: str


class ChangePreferences(Struct, forbid_unknown_fields=True):
    quiet_hours: Annotated[str, Meta(extra_json_schema={"pattern": f"^({_TIME}-{_TIME})?$"})] | None


async def preferences(call: Call) -> PreferencesShape:
    return PreferencesShape(*await call.hub.preferences.of(call.who))


async def change_preferences(call: Call) -> PreferencesShape:
    return PreferencesShape(*await call.hub.preferences.keep_quiet(call.who, call.body.quiet_hours))


ROUTES = (
    Route("GET", PATH, preferences, "What you prefer on all your surfaces", PreferencesShape, may=Rule.PERSON),
    Route(
        "PUT",
        PATH,
        change_preferences,
        "Prefer something else",
        PreferencesShape,
        body=ChangePreferences,
        may=Rule.PERSON,
    ),
)
