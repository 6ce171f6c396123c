import Bytes

/// The four bytes that name a chunk.
package struct ChunkID: Hashable, Sendable {
  /// The characters as they are written; always four in a stream.
  package let bytes: [UInt8]

  /// A name that the program knows, such as `"fmt "`.
  package init(_ text: StaticString) {
    bytes = text.withUTF8Buffer { Array($0) }
  }

  /// A name as it was read; whether it is one, ``isName`` says.
  package init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  /// Whether these are characters, as a name has them (Multimedia Programming Interface 1.0,
  /// "Chunks"). Writers also take letters beyond ASCII and fill up short names with zeros.
  var isName: Bool {
    let name = bytes.prefix(1) + bytes.dropFirst().reversed().drop { $0 == 0 }
    return bytes.count == 4 && name.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether this is a name that WAV files are known to have, in either case.
  ///
  /// In files that break the rules, these distinguish a chunk from sound.
  package var isKnown: Bool { isName && Self.known.contains(lowercased) }

  /// Whether the chunk is of no use in front of other sound: it takes up room, tells sizes that are
  /// made anew, or the levels of samples that may have changed.
  var isBound: Bool {
    ["junk", "pad ", "fllr", "filr", "fact", "ds64", "peak", "levl", "lgwv"].contains(lowercased)
  }

  private var lowercased: String {
    String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static let known: Set<String> = [
    "fmt ", "data", "fact", "list", "junk", "pad ", "fllr", "filr", "bext", "ixml", "axml", "chna",
    "id3 ", "cue ", "plst", "labl", "note", "ltxt", "smpl", "inst", "acid", "strc", "disp", "peak",
    "levl", "lgwv", "umid", "cart", "_pmx", "afsp", "minf", "elm1", "regn", "afan", "afmd", "link",
    "saur", "ds64", "wavl", "slnt", "mext", "aux ", "r64m", "sndm", "iccp", "tag ", "qlty", "md5 ",
  ]
}

/// A part of a WAV stream other than the sound: what it is, and its bytes without padding.
package struct Chunk: Hashable, Sendable {
  /// What the chunk holds.
  package let id: ChunkID
  /// What follows its name and size.
  package let bytes: [UInt8]

  /// A chunk of any name; its size follows from its bytes.
  package init(id: ChunkID, bytes: [UInt8]) {
    self.id = id
    self.bytes = bytes
  }
}

extension ChunkID: CustomStringConvertible {
  package var description: String { bytes.quotedBytes }
}
