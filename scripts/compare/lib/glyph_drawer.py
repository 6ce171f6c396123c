"""The program that draws glyphs as the product does: Benchmarks/Sources/glyphs."""

import subprocess

import numpy as np


class Drawer:
    """The program that draws as the product does."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def tell(self, line):
        self.process.stdin.write((line + "\n").encode())
        self.process.stdin.flush()

    def draw(self, line):
        """The place of a mask's first pixel and its samples."""
        self.tell(line)
        x, y, width, height, channels = map(int, self.process.stdout.readline().split())
        data = self.process.stdout.read(width * height * channels)
        shape = (height, width) if channels == 1 else (height, width, channels)
        return x, y, np.frombuffer(data, np.uint8).reshape(shape)
