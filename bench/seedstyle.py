"""A small server in the seed's own style, written from the seed's text: what an ordinary version of it costs.

FastAPI and pydantic; synchronous sqlite3 inside `async def`; every request with a key looks it up and counts its use; a
create awaits every listening socket in turn before it answers. As in the text, /ws gets the event's JSON, made once for
all, and /ws/events gets the event itself, which each of its sockets sends as JSON. Rights are looked up when one opens.
"""

import json
import sys
from typing import Annotated, Any

from fastapi import Depends, FastAPI, HTTPException, WebSocket, WebSocketDisconnect
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from bench.host import serve
from bench.seedstore import Database, Notification, NotificationCreate, User

TYPES = ("alert", "info", "status", "completion", "question")
PRIORITIES = ("low", "normal", "high", "urgent")


class ConnectionManager:
    """/ws: everybody gets everything."""

    def __init__(self) -> None:
        self.active: list[WebSocket] = []

    async def broadcast(self, message: str) -> None:
        for socket in self.active:
            try:
                await socket.send_text(message)
            except RuntimeError:
                continue


class FilteredConnectionManager:
    """/ws/events: everybody gets the events of the agents that they may see."""

    def __init__(self) -> None:
        self.active: dict[WebSocket, User] = {}

    async def broadcast_filtered(self, event: dict[str, Any]) -> None:
        for socket, user in list(self.active.items()):
            if user.role != "admin" and user.agent_name != event["agent_name"]:
                continue
            try:
                await socket.send_json(event)
            except RuntimeError:
                self.active.pop(socket, None)


app = FastAPI()
manager = ConnectionManager()
filtered_manager = FilteredConnectionManager()
bearer = HTTPBearer()


async def get_current_user(credentials: Annotated[HTTPAuthorizationCredentials, Depends(bearer)]) -> User:
    key = database.use_key(credentials.credentials)
    if key is None:
        raise HTTPException(status_code=401, detail="Could not validate credentials")
    return database.user(key["user_id"], key["agent_name"])


async def broadcast_notification(notification: Notification) -> None:
    fields = {"agent_name", "notification_type", "title", "priority", "category"}
    event = {"type": "agent_notification", "notification_id": notification.id} | notification.model_dump(include=fields)
    event["timestamp"] = notification.created_at
    await manager.broadcast(json.dumps(event))
    await filtered_manager.broadcast_filtered(event)


@app.post("/api/notifications", response_model=Notification, status_code=201)
async def create_notification(
    data: NotificationCreate, current_user: Annotated[User, Depends(get_current_user)]
) -> Notification:
    if data.notification_type not in TYPES:
        raise HTTPException(400, f"Invalid notification_type. Must be one of: {', '.join(TYPES)}")
    if data.priority not in PRIORITIES:
        raise HTTPException(400, f"Invalid priority. Must be one of: {', '.join(PRIORITIES)}")
    if len(data.title) > 200:
        raise HTTPException(400, "Title too long (max 200 characters)")
    notification = database.create_notification(current_user.agent_name or current_user.username, data)
    await broadcast_notification(notification)
    return notification


@app.websocket("/ws")
async def everything(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(json.dumps({"type": "connected"}))
    manager.active.append(socket)
    try:
        while True:
            await socket.receive_text()
    except WebSocketDisconnect:
        manager.active.remove(socket)


@app.websocket("/ws/events")
async def events(socket: WebSocket, token: str) -> None:
    key = database.use_key(token)
    if key is None:
        await socket.close(code=4001)
        return
    await socket.accept()
    filtered_manager.active[socket] = database.user(key["user_id"], key["agent_name"])
    await socket.send_text(json.dumps({"type": "connected"}))
    try:
        while True:
            await socket.receive_text()
    except WebSocketDisconnect:
        filtered_manager.active.pop(socket, None)


if __name__ == "__main__":
    database = Database(sys.argv[1])
    serve(app)
