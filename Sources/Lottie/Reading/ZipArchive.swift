import Images

/// The files of a ZIP archive (PKWARE's APPNOTE 6.3, without encryption, parts and 64 bits).
struct ZipArchive {
  private struct Entry {
    let name: String
    let method: Int
    let packed: Int
    let size: Int
    /// Where its own header is.
    let start: Int
  }

  /// The most files that are looked at.
  private static let most = 10_000
  private static let magic: [UInt8] = [0x50, 0x4B, 3, 4]

  private let bytes: [UInt8]
  private let entries: [Entry]

  /// Whether bytes begin as an archive.
  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// The names of its files.
  var names: [String] { entries.map(\.name) }

  /// Reads the directory, which stands at the end.
  init(_ bytes: [UInt8]) throws(LottieError) {
    self.bytes = bytes
    func number(_ at: Int, _ count: Int) -> Int {
      guard at >= 0, at + count <= bytes.count else { return 0 }
      return (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << ($1 * 8) }
    }
    // Behind the last record is a remark of at most 64 KiB.
    var end = bytes.count - 22
    let farthest = max(end - 65_535, 0)
    while end >= farthest, number(end, 4) != 0x0605_4B50 { end -= 1 }
    guard end >= farthest else { throw .truncated(byte: bytes.count) }
    var entries: [Entry] = []
    var at = number(end + 16, 4)
    while entries.count < min(number(end + 10, 2), Self.most), number(at, 4) == 0x0201_4B50 {
      let length = number(at + 28, 2)
      guard at + 46 + length <= bytes.count else { throw .truncated(byte: bytes.count) }
      entries.append(
        Entry(
          name: String(decoding: bytes[at + 46..<at + 46 + length], as: UTF8.self),
          method: number(at + 10, 2), packed: number(at + 20, 4), size: number(at + 24, 4),
          start: number(at + 42, 4)))
      at += 46 + length + number(at + 30, 2) + number(at + 32, 2)
    }
    self.entries = entries
  }

  /// The bytes of a file.
  func file(_ name: String) throws(LottieError) -> [UInt8] {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw .unsupported("the archive has no file \(name)")
    }
    let head = entry.start
    guard head + 30 <= bytes.count, entry.size <= LottieLimits.bytes else {
      throw .malformed("a file of the archive does not lie in it", byte: head)
    }
    let names = Int(bytes[head + 26]) | Int(bytes[head + 27]) << 8
    let extra = Int(bytes[head + 28]) | Int(bytes[head + 29]) << 8
    let start = head + 30 + names + extra
    guard start + entry.packed <= bytes.count else { throw .truncated(byte: bytes.count) }
    switch entry.method {
    case 0: return Array(bytes[start..<start + entry.packed])
    case 8: return try Self.inflated(bytes, start..<start + entry.packed)
    default: throw .unsupported("the archive is packed by method \(entry.method)")
    }
  }

  /// What deflate has packed.
  static func inflated(_ bytes: [UInt8], _ range: Range<Int>) throws(LottieError) -> [UInt8] {
    do throws(ImageError) {
      return try DeflatedBytes.unpack(bytes, in: range, most: LottieLimits.bytes)
    } catch {
      throw LottieError(unpacking: error, from: range.lowerBound)
    }
  }
}

extension LottieError {
  /// Why something could not be unpacked that begins at a byte.
  init(unpacking error: ImageError, from start: Int) {
    switch error {
    case .truncated(at: .byte(let byte)): self = .truncated(byte: byte)
    case .malformed(_, at: .byte(let byte)), .unsupported(_, at: .byte(let byte)):
      self = .malformed("what is packed can't be unpacked", byte: byte)
    default: self = .malformed("what is packed can't be unpacked", byte: start)
    }
  }
}
