"""Reads and writes Y4M with numpy, for 8 bits at 4:2:0."""

import sys

import numpy


class Stream:
    """Standard input, frame by frame; what is made of a frame goes to standard output."""

    def __init__(self):
        self.source, self.target = sys.stdin.buffer, sys.stdout.buffer
        self.header = self.source.readline()
        words = self.header.split()
        number = {word[:1]: word[1:] for word in words[1:]}
        self.width, self.height = int(number[b"W"]), int(number[b"H"])
        seconds = number[b"F"].split(b":")
        self.rate = int(seconds[0]) / int(seconds[1])
        self.is_centred = number.get(b"C", b"420jpeg") in (b"420jpeg", b"420")
        self.sizes = [(self.height, self.width)] + 2 * [(self.height // 2, self.width // 2)]

    def frames(self):
        """The planes of each frame, in memory that the next frame takes."""
        count = sum(height * width for height, width in self.sizes)
        memory = bytearray(count)
        planes, start = [], 0
        for height, width in self.sizes:
            plane = numpy.frombuffer(memory, numpy.uint8, height * width, start)
            planes.append(plane.reshape(height, width))
            start += height * width
        self.target.write(self.header)
        while self.source.readline():
            if self.source.readinto(memory) < count:
                return
            yield planes

    def write(self, planes):
        self.target.write(b"FRAME\n")
        for plane in planes:
            self.target.write(numpy.ascontiguousarray(plane).data)
