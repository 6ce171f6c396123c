import Bytes
import Filters
import Options
import Timeline
import Y4M

/// Width and height of a picture, in samples.
struct PictureSize: Hashable, Sendable {
  let width: Int
  let height: Int

  /// The header of a stream that is not there, of this size or 1920x1080.
  static func header(_ size: PictureSize?, rate: FrameRate?) throws -> StreamHeader {
    let size = size ?? PictureSize(width: 1920, height: 1080)
    guard let format = PixelFormat(width: size.width, height: size.height),
      let header = StreamHeader(format: format, rate: rate ?? Document.provisionalRate)
    else { throw size.tooLarge }
    return header
  }

  /// The fault of a size whose frames would take too much memory.
  var tooLarge: UsageError {
    .other(
      "--size: a frame of \(width)x\(height) would be too large; the limit is "
        + "\(PixelFormat.largestFrame >> 20) MiB")
  }
}

extension ValueReader where Value == PictureSize {
  /// Takes `1920x1080`.
  static var size: Self {
    Self(.text("WxH"), expected: "a size such as 1920x1080, with sides of 1 to 65535") { text in
      let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
        return nil
      }
      let sides = 1...PixelFormat.largestSide
      guard sides.contains(width), sides.contains(height) else { return nil }
      return PictureSize(width: width, height: height)
    }
  }
}

extension ValueReader where Value == Colorspace {
  /// Takes the word of a C tag, such as `420p10`.
  static var colorspace: Self {
    let names = Colorspace.all.map(\.name)
    return Self(
      .oneOf(names), expected: "a pixel format; known are \(names.joined(separator: ", "))"
    ) {
      Colorspace.named($0)
    }
  }
}

extension ValueReader where Value == Matrix? {
  /// Takes `auto`, which is nil, or the name of a matrix.
  static var matrix: Self {
    let words = ["auto"] + Matrix.allCases.map(\.rawValue)
    return Self(.oneOf(words), expected: "one of \(words.joined(separator: ", "))") { text in
      text == "auto" ? .some(nil) : Matrix(rawValue: text).map { .some($0) }
    }
  }
}

extension ValueReader where Value == ColorRange? {
  /// Takes `auto`, which is nil, `limited` or `full`.
  static var range: Self {
    let words = ["auto", "limited", "full"]
    return Self(.oneOf(words), expected: "one of \(words.joined(separator: ", "))") { text in
      switch text {
      case "auto": .some(nil)
      case "limited": .some(.limited)
      case "full": .some(.full)
      default: nil
      }
    }
  }
}
