"""Where a session runs, and the way there: host, process, terminal, and what shows that terminal."""
