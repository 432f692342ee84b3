"""The least that a window in Python can be: Tk, empty, shown."""

import tkinter

tkinter.Tk().mainloop()
