"""Makes the screenshots of the browser small: 256 colors instead of three bytes for each pixel."""
import zlib
from collections import Counter

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind, data):
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def rows(data):
    """Returns the width and the rows of a PNG file with three bytes for each pixel (W3C PNG, section 9)."""
    position, packed, width = len(SIGNATURE), b"", 0
    while position < len(data):
        size, kind = int.from_bytes(data[position:position + 4], "big"), data[position + 4:position + 8]
        content = data[position + 8:position + 8 + size]
        if kind == b"IHDR":
            width = int.from_bytes(content[:4], "big")
            if content[8:] != b"\x08\x02\0\0\0":
                raise ValueError("the screenshot has another format")
        elif kind == b"IDAT":
            packed += content
        position += 12 + size
    stride, raw, above, result = width * 3, zlib.decompress(packed), None, []
    for start in range(0, len(raw), stride + 1):
        rule, line = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        above = above or bytearray(stride)
        for index in range(stride) if rule else ():
            left = line[index - 3] if index >= 3 else 0
            corner = above[index - 3] if index >= 3 else 0
            up = above[index]
            guess = left + up - corner
            paeth = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
            line[index] = (line[index] + (0, left, up, (left + up) // 2, paeth)[rule]) & 255
        result.append(bytes(line))
        above = line
    return width, result


def reduced(data, comment):
    """Returns the picture with at most 256 colors, and with a comment."""
    width, lines = rows(data)
    pixels = [[line[index:index + 3] for index in range(0, len(line), 3)] for line in lines]
    counts = Counter(pixel for line in pixels for pixel in line)
    palette = [color for color, _ in counts.most_common(256)]
    number = {color: index for index, color in enumerate(palette)}
    for color in counts:
        if color not in number:
            number[color] = min(range(len(palette)), key=lambda index: sum(
                (a - b) ** 2 for a, b in zip(color, palette[index])))
    packed = zlib.compress(b"".join(b"\0" + bytes(number[pixel] for pixel in line) for line in pixels), 9)
    header = width.to_bytes(4, "big") + len(lines).to_bytes(4, "big") + b"\x08\x03\0\0\0"
    return (SIGNATURE + chunk(b"IHDR", header) + chunk(b"tEXt", b"Comment\0" + comment.encode())
            + chunk(b"PLTE", b"".join(palette)) + chunk(b"IDAT", packed) + chunk(b"IEND", b""))
