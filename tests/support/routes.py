"""Every route of the hub, as the reference lists them."""

OPEN_ROUTES = ["GET /health"]
ROUTES = [
    "POST /api/notifications",
    "GET /api/notifications",
    "GET /api/notifications/count",
    "POST /api/notifications/dismiss-all",
    "GET /api/notifications/{id}",
    "GET /api/notifications/{id}/trail",
    "POST /api/notifications/{id}/acknowledge",
    "POST /api/notifications/{id}/dismiss",
    "GET /api/agents",
    "DELETE /api/agents/{name}",
    "GET /api/agents/{name}/notifications",
    "GET /api/agents/{name}/notifications/count",
    "POST /api/keys",
    "GET /api/keys",
    "DELETE /api/keys/{id}",
    "GET /api/me",
    "GET /metrics",
    "GET /openapi.json",
    *OPEN_ROUTES,
]
