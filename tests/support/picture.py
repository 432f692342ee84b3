"""A picture of a screen: its pixels, and where a colour is."""

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

Colour = tuple[int, int, int]
Point = tuple[int, int]


@dataclass(frozen=True)
class Picture:
    width: int
    height: int
    #: Red, green, blue of each pixel, row by row.
    pixels: bytes

    @classmethod
    def of_ppm(cls, data: bytes) -> "Picture":
        kind, width, height, depth = data.split(maxsplit=4)[:4]
        assert (kind, depth) == (b"P6", b"255"), data[:20]
        pixels = data[len(data) - int(width) * int(height) * 3 :]
        return cls(int(width), int(height), pixels)

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    def pixel(self, x: int, y: int) -> Colour:
        at = (y * self.width + x) * 3
        red, green, blue = self.pixels[at : at + 3]
        return red, green, blue

    def find(self, colour: Colour, tolerance: int = 0) -> list[Point]:
        """Every pixel of this colour."""
        near = [bytes(abs(value - wanted) <= tolerance for value in range(256)) for wanted in colour]
        channels = [int.from_bytes(self.pixels[place::3].translate(near[place]), "big") for place in range(3)]
        found = (channels[0] & channels[1] & channels[2]).to_bytes(self.width * self.height, "big")
        points, at = [], found.find(1)
        while at >= 0:
            points.append((at % self.width, at // self.width))
            at = found.find(1, at + 1)
        return points

    def box(self, colour: Colour, tolerance: int = 0) -> tuple[int, int, int, int] | None:
        """Left, top, right, bottom of what has this colour."""
        points = self.find(colour, tolerance)
        if not points:
            return None
        across, down = [x for x, _ in points], [y for _, y in points]
        return min(across), min(down), max(across), max(down)

    def part(self, x: int, y: int, width: int, height: int) -> "Picture":
        rows = range(max(y, 0), min(y + height, self.height))
        x, right = max(x, 0), min(x + width, self.width)
        lines = [self.pixels[(row * self.width + x) * 3 : (row * self.width + right) * 3] for row in rows]
        return Picture(right - x, len(rows), b"".join(lines))

    def colours(self) -> dict[Colour, int]:
        """How often each colour is there."""
        counted: dict[Colour, int] = {}
        for at in range(0, len(self.pixels), 3):
            red, green, blue = self.pixels[at : at + 3]
            counted[red, green, blue] = counted.get((red, green, blue), 0) + 1
        return counted

    def save(self, path: Path) -> None:
        """As PNG, for people's eyes."""
        step = self.width * 3
        rows = b"".join(b"\0" + self.pixels[row * step : (row + 1) * step] for row in range(self.height))
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
        packed = [
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            for name, data in chunks
        ]
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(packed))
