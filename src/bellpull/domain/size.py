"""Sizes of files and disks as people read them."""

UNITS = ("kB", "MB", "GB", "TB")


def size_text(bytes: float) -> str:
    unit = "bytes"
    for larger in UNITS:
        if round(bytes, 1) < 1000:
            break
        bytes, unit = bytes / 1000, larger
    return f"{bytes} bytes" if unit == "bytes" else f"{bytes:.1f} {unit}"
