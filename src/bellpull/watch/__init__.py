"""The watch: what runs near the clients, sees their sessions, and brings nudges to those that carry none themselves."""
