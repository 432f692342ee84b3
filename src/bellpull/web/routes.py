"""Every route of the REST interface. A fixed path stands before the one with a name in its place."""

from bellpull.web import rest, rest_around, rest_questions

ROUTES = (*rest.ROUTES, *rest_questions.ROUTES, *rest_around.ROUTES)
