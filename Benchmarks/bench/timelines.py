"""Timelines that are too long to write out."""


def sticker(index, start, end):
    x, y = 40 + 170 * (index % 10), 60 + 83 * (index % 11)
    return {
        "type": "image", "source": "small.png", "start": round(start, 4), "end": round(end, 4),
        "position": {"from": [x, y], "to": [x + 40, y + 25], "duration": round(end - start, 4)},
    }


def many_stickers(seconds, count=200, active=10):
    """Moving pictures, of which so many are on at any time."""
    step = seconds / (count - active + 1)
    return [
        sticker(index, max(0, index - active + 1) * step, min(index + 1, count - active + 1) * step)
        for index in range(count)
    ]


def ten_stickers(seconds):
    """As many as are on at any time, all of the time."""
    return [sticker(index, 0, seconds) for index in range(10)]
