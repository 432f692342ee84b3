"""Every route of the REST interface. A fixed path stands before the one with a name in its place."""

from bellpull.web import (
    rest,
    rest_accounts,
    rest_around,
    rest_ending,
    rest_markup,
    rest_nudges,
    rest_preferences,
    rest_questions,
    rest_sessions,
    rest_team,
    rest_webhooks,
)

ROUTES = (
    *rest.ROUTES,
    *rest_ending.ROUTES,
    *rest_questions.ROUTES,
    *rest_around.ROUTES,
    *rest_preferences.ROUTES,
    *rest_markup.ROUTES,
    *rest_nudges.ROUTES,
    *rest_sessions.ROUTES,
    *rest_webhooks.ROUTES,
    *rest_accounts.ROUTES,
    *rest_team.ROUTES,
)
