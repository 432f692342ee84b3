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
    """What you prefer."""

    quiet_hours: (
        Annotated[
            str,
            Meta(
                description="Like 22:00-07:00; empty for none, null for the hub's own",
                extra_json_schema={"pattern": f"^({_TIME}-{_TIME})?$"},
            ),
        ]
        | None
    )


async def get_preferences(call: Call) -> PreferencesShape:
    """In quiet hours only what is urgent is shown, and questions that a caller waits for. `null` means the hub's own
    setting, `default_quiet_hours`."""
    return PreferencesShape(*await call.hub.preferences.of(call.who))


async def change_preferences(call: Call) -> PreferencesShape:
    """Your surfaces follow at once."""
    return PreferencesShape(*await call.hub.preferences.keep_quiet(call.who, call.body.quiet_hours))


ROUTES = (
    Route(
        "GET",
        PATH,
        get_preferences,
        "Get what you prefer on all your surfaces",
        PreferencesShape,
        tag="People",
        may=Rule.PERSON,
    ),
    Route(
        "PUT",
        PATH,
        change_preferences,
        "Change what you prefer",
        PreferencesShape,
        body=ChangePreferences,
        tag="People",
        example={"quiet_hours": "22:00-07:00"},
        may=Rule.PERSON,
    ),
)
