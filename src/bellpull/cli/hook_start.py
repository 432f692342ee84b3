"""What `connect` lets a coding tool run: `python -I -S …/hook_start.py CLIENT [options]`. A script is compiled at each
start, so this one only loads `hook_fast`, which was compiled before."""

import sys
from _frozen_importlib_external import SourceFileLoader

if __name__ == "__main__":
    name, file = "bellpull_hook", __file__[: -len("start.py")] + "fast.py"
    scope = {"__name__": name, "__file__": file}
    exec(SourceFileLoader(name, file).get_code(name), scope)  # type: ignore[arg-type]  # noqa: S102
    scope["main"](sys.argv[1:])  # type: ignore[operator]
