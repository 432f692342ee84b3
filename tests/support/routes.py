"""Every route of the hub, as the reference lists them."""

# Who may use these is in web/test_questions_access.py, and for the last one in web/test_sign_in.py.
QUESTION_ROUTES = [
    "POST /api/questions",
    "GET /api/questions",
    "GET /api/questions/{id}",
    "POST /api/questions/{id}/await",
    "POST /api/questions/{id}/answer",
    "POST /api/questions/{id}/release",
    "POST /api/questions/{id}/withdraw",
    "POST /api/questions/{id}/handed",
    "GET /api/surfaces",
    "GET /api/history",
    "POST /api/agents/{name}/nudges/claim",
    "POST /api/agents/{name}/nudges/confirm",
    "POST /api/agents/{name}/nudges/release",
    "POST /api/sign-in-links",
    "POST /api/sign-in",
]
# Who may use these is in web/test_nudges_told.py.
NUDGE_ROUTES = [
    "POST /api/agents/{name}/nudges",
    "GET /api/agents/{name}/nudges",
    "POST /api/sessions/signs",
    "GET /api/sessions",
    "POST /api/sessions/jump",
    "POST /api/servers",
    "GET /api/servers",
    "GET /api/watch",
    "GET /api/agents/{name}/trail",
]
# Who may use these is in web/test_webhooks_access.py.
WEBHOOK_ROUTES = [
    "POST /api/agents/{name}/webhooks",
    "GET /api/agents/{name}/webhooks",
    "DELETE /api/agents/{name}/webhooks/{id}",
    "GET /api/webhooks",
    "POST /api/webhooks/{token}",
]
# Who may use this is in hooks/test_hook_route.py.
HOOK_ROUTES = ["POST /api/clients/{client}/hook"]
# Who may use these is in web/test_preferences.py.
PREFERENCE_ROUTES = ["GET /api/preferences", "PUT /api/preferences"]
ROUTES = [
    "POST /api/notifications",
    "GET /api/notifications",
    "GET /api/notifications/count",
    "POST /api/notifications/acknowledge",
    "POST /api/notifications/dismiss",
    "POST /api/notifications/acknowledge-all",
    "POST /api/notifications/dismiss-all",
    "GET /api/notifications/{id}",
    "GET /api/notifications/{id}/trail",
    "POST /api/notifications/{id}/acknowledge",
    "POST /api/notifications/{id}/dismiss",
    "GET /api/agents",
    "DELETE /api/agents/{name}",
    "GET /api/agents/{name}/notifications",
    "GET /api/agents/{name}/notifications/count",
    "GET /api/agents/{name}/numbers",
    "POST /api/markup",
    "POST /api/keys",
    "GET /api/keys",
    "DELETE /api/keys/{id}",
    "GET /api/me",
    "GET /metrics",
    "GET /openapi.json",
    "GET /health",
    *QUESTION_ROUTES,
    *NUDGE_ROUTES,
    *WEBHOOK_ROUTES,
    *HOOK_ROUTES,
    *PREFERENCE_ROUTES,
]
