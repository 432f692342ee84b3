"""`bellpull demo`: three scripted agents, so that a newcomer sees everything without connecting anything."""
