import Bytes
import Pipes

/// The colour profile of a picture of another kind than PNG, as its file has it.
///
/// ffmpeg hands on those of TIFF, and leaves out the others.
package struct StillProfile {
  /// The profile (ICC.1), whose contents nobody has looked at.
  package let bytes: [UInt8]

  /// More bytes than profiles have.
  static let limit = 4 << 20

  /// The profile in a file; nil where there is none that can be found.
  package init?(of still: StillStore.Still) { self.init(ofFile: still.path, kind: still.kind) }

  init?(ofFile path: String, kind: String) {
    guard let bytes = PictureParts.reading(path, { $0.profile(of: kind) }), !bytes.isEmpty else {
      return nil
    }
    self.bytes = bytes
  }

  /// A PNG with this profile, where nothing in it says more.
  func added(to png: [UInt8]) -> [UInt8] { ColorChunk(profile: bytes).added(to: png) }
}

/// The parts of a picture's file, as far as colour profiles go.
struct PictureParts {
  /// So many bytes at a place of the file, all of them or nil.
  let read: (_ count: Int, _ place: Int) -> [UInt8]?

  /// What is found in a file; nil where it can't be opened.
  static func reading<Value>(_ path: String, _ find: (PictureParts) -> Value?) -> Value? {
    guard let file = try? FileDescriptor(opening: path, isBlocking: false) else { return nil }
    defer { try? file.close() }
    return find(PictureParts { count, place in file.whole(count, at: place) })
  }

  /// More than a file has beside one another.
  static let most = 1024

  /// The profile in a file of a kind as ``SourceKind/still(_:)`` names it.
  func profile(of kind: String) -> [UInt8]? {
    switch kind {
    case "AVIF", "HEIC": itemProfile
    case "JPEG 2000": jpeg2000Profile
    case "PSD": photoshopProfile
    case "TIFF": TIFFDirectory.place(of: 34675, bytes: read).flatMap(bytes)
    default: nil
    }
  }

  private func bytes(_ range: Range<Int>) -> [UInt8]? {
    range.count <= StillProfile.limit ? read(range.count, range.lowerBound) : nil
  }

  func number(_ count: Int, _ place: Int, isBig: Bool = true) -> Int? {
    read(count, place).map { TIFFDirectory.number($0[...], isBig: isBig) }
  }

  // MARK: - Boxes

  /// The boxes within a range: their names and contents (ISO/IEC 14496-12, 4.2; ISO/IEC 15444-1,
  /// I.4).
  func boxes(in range: Range<Int>) -> [(name: String, content: Range<Int>)] {
    var found: [(name: String, content: Range<Int>)] = []
    var place = range.lowerBound
    for _ in 0..<Self.most {
      guard range.upperBound - place >= 8, let head = read(8, place) else { break }
      var (start, size) = (place + 8, TIFFDirectory.number(head[..<4], isBig: true))
      if size == 1 {
        // Files are shorter than numbers of 62 bits.
        guard let long = number(8, start), long >= 0, long < 1 << 62 else { break }
        (start, size) = (start + 8, long)
      } else if size == 0 {
        size = range.upperBound - place
      }
      guard size >= start - place, size <= range.upperBound - place else { break }
      found.append((String(decoding: head[4...], as: UTF8.self), start..<place + size))
      place += size
    }
    return found
  }

  /// The contents of boxes of a name within a range.
  func boxes(_ name: String, in range: Range<Int>) -> [Range<Int>] {
    boxes(in: range).filter { $0.name == name }.map(\.content)
  }

  /// What a file says of its items (ISO/IEC 14496-12, 8.11.1).
  var itemBoxes: Range<Int>? {
    guard let meta = boxes("meta", in: Self.wholeFile).first, meta.count >= 4 else { return nil }
    // A version and flags stand first.
    return meta.dropFirst(4)
  }

  /// What is said of the items one by one (ISO/IEC 23008-12, 9.3).
  var itemProperties: Range<Int>? {
    itemBoxes.flatMap { boxes("iprp", in: $0).first }.flatMap { boxes("ipco", in: $0).first }
  }

  private static let wholeFile = 0..<1 << 62

  /// The profile of a file's first picture (ISO/IEC 23008-12, 6.5.5). Where nothing is said of that
  /// picture's colours it is the first of any item, for tiles may have that of their picture.
  private var itemProfile: [UInt8]? {
    let own = primaryProperties.filter { $0.name == "colr" }.map(\.content)
    guard own.isEmpty else { return profile(among: own) }
    return itemProperties.flatMap { profile(among: boxes("colr", in: $0)) }
  }

  /// The first profile among boxes of colours.
  private func profile(among colors: [Range<Int>]) -> [UInt8]? {
    for color in colors where color.count > 4 {
      guard let kind = read(4, color.lowerBound) else { return nil }
      if kind.elementsEqual("prof".utf8) || kind.elementsEqual("rICC".utf8) {
        return bytes(color.dropFirst(4))
      }
    }
    return nil
  }

  /// The profile in the first box of colours, which alone counts (ISO/IEC 15444-1, I.5.3.3).
  private var jpeg2000Profile: [UInt8]? {
    guard let header = boxes("jp2h", in: Self.wholeFile).first,
      let color = boxes("colr", in: header).first, color.count > 3,
      // Method 2 has a profile of a matrix or of grey, method 3 of part 2 any.
      let method = number(1, color.lowerBound), method == 2 || method == 3
    else { return nil }
    return bytes(color.dropFirst(3))
  }

  /// The profile among the resources of an image (Adobe Photoshop File Formats, Image Resources),
  /// of number 1039.
  private var photoshopProfile: [UInt8]? {
    // The header, then a table of colours with its length before it.
    guard let colors = number(4, 26), let length = number(4, 30 + colors) else { return nil }
    var place = 34 + colors
    let end = place + length
    for _ in 0..<Self.most {
      guard place < end, let head = read(7, place), head.starts(with: "8BIM".utf8) else {
        return nil
      }
      // A name with its length, both together even; then the length of what follows, also even.
      let start = place + 6 + (Int(head[6]) + 2) / 2 * 2
      guard let size = number(4, start) else { return nil }
      if TIFFDirectory.number(head[4..<6], isBig: true) == 1039 {
        return bytes(start + 4..<start + 4 + size)
      }
      place = start + 4 + size + size % 2
    }
    return nil
  }
}

extension Range<Int> {
  /// The range without so many at its beginning; it has as many.
  func dropFirst(_ count: Int) -> Self { lowerBound + count..<upperBound }
}
