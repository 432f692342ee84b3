"""What the tests share: a running hub, those who call it, its sockets, and how its answers are read."""
