extension ImageError: CustomStringConvertible {
  /// What is wrong and where, in one line without a full stop.
  package var description: String {
    switch self {
    case .malformed(let fault, let place): "\(fault), \(place)"
    case .unsupported(let limitation, let place):
      limitation.hasPlace ? "\(limitation), \(place)" : "\(limitation)"
    case .truncated(.byte(0)): "the file is empty"
    case .truncated(let place): "the file ends too early, \(place)"
    }
  }
}

extension ImageError {
  /// What is wrong with a file, behind its name; of a text, with the place as compilers give it.
  package func described(in name: String) -> String {
    switch self {
    case .malformed(let fault, .text(let line, let column)): "\(name):\(line):\(column): \(fault)"
    case .truncated(.text(let line, let column)):
      "\(name):\(line):\(column): the file ends too early"
    default: "\(name): \(self)"
    }
  }
}

extension ImageError.Place: CustomStringConvertible {
  package var description: String {
    switch self {
    case .byte(let offset): "at byte \(offset)"
    case .frame(let index): "in frame \(index)"
    case .text(let line, let column): "in line \(line), column \(column)"
    }
  }
}

extension ImageError.Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .checksum(let name): "wrong checksum of chunk \(name)"
    case .chunk(let name): "chunk \(name) is missing, repeated, out of place or of a wrong length"
    case .segment(let name):
      "segment \(name) is missing, out of place or of a wrong length"
    case .repeated(let name): "\(name) appears twice"
    case .colorType(let type, let depth): "no PNG has colour type \(type) with \(depth) bits"
    case .field(let name, let value): "\(name) can't be \(value)"
    case .size(let width, let height): "a picture can't be \(width)x\(height) pixels"
    case .frameOutside: "a frame lies outside the picture"
    case .sequence(let number, let expected):
      "sequence number \(number) where \(expected) should stand"
    case .deflate(let fault): "broken compressed data (\(fault))"
    case .coded(let what): "broken picture data (\(what))"
    case .code(let code): "LZW code \(code) is not in the table"
    case .noFrames: "the file has no picture in it"
    case .profile(let what): "broken colour profile (\(what))"
    case .animation(let what): what
    case .primaries: "chromaticities that are no primaries"
    }
  }
}

extension ImageError.DeflateFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .header: "no zlib header"
    case .blockType: "reserved block type"
    case .storedLength: "length of a stored block"
    case .codeLengths: "impossible code lengths"
    case .symbol: "undefined symbol"
    case .distance: "distance too far back"
    case .checksum: "wrong checksum"
    }
  }
}

extension ImageError.Limitation {
  /// Whether it is one of a place, and not of the whole file.
  fileprivate var hasPlace: Bool {
    switch self {
    case .format, .undrawn, .animation: false
    default: true
    }
  }
}

extension ImageError.Limitation: CustomStringConvertible {
  package var description: String {
    switch self {
    case .format: "not a picture of a known format; known are \(ImageFormat.list)"
    case .size(let width, let height): "a picture of \(width)x\(height) pixels is too large"
    case .criticalChunk(let name): "chunk \(name) is not known"
    case .jpeg(let what): "a JPEG with \(what) is not read"
    case .frames(let limit): "more than \(limit) frames"
    case .undrawn(let what), .animation(let what): what
    case .packed(let most): "more than \(most) bytes when unpacked"
    case .profile(let what): "a colour profile with \(what) is not read"
    case .codingPoints(let primaries, let transfer):
      "colours of primaries \(primaries) and transfer \(transfer) are not read"
    }
  }
}
