import Pipes
import Y4M

/// Reads a stream to its end, in each way to end it, from a source that gives few bytes at a time.
enum StreamTarget {
  /// Larger frames are left alone, so that memory and time stay small.
  private static let largestFrame = 1 << 20

  static func run(_ bytes: [UInt8]) {
    let step = Int(bytes.last ?? 0) + 1
    var frameCounts: [Int] = []
    for truncation in Truncation.allCases {
      guard let count = frames(of: ByteSource(bytes, step: step), truncation) else { return }
      frameCounts.append(count)
    }
    // Whole frames come out either way, and a padded one is one more.
    let (whole, dropped, padded) = (frameCounts[0], frameCounts[1], frameCounts[2])
    precondition(whole == dropped && (dropped...dropped + 1).contains(padded))
  }

  /// How many frames come out; nil when there is no header, or one of large frames.
  private static func frames(of source: ByteSource, _ truncation: Truncation) -> Int? {
    do {
      var reader = try FrameReader(source, truncation: truncation)
      check(reader.header)
      guard reader.header.format.frameBytes <= largestFrame else { return nil }
      let frame = Frame(reader.header.format)
      do {
        while try reader.read(into: frame) {}
      } catch {
        precondition(!"\(error)".isEmpty)
      }
      return reader.frameCount
    } catch {
      precondition(!"\(error)".isEmpty)
      return nil
    }
  }

  /// A header says the same when it is read again, and when it is made anew.
  private static func check(_ header: StreamHeader) {
    precondition((try? StreamHeader(parsing: header.line)) == header)
    guard let made = header.changing(format: header.format, rate: header.rate) else {
      preconditionFailure("a format that was read cannot be said")
    }
    let again = try? StreamHeader(parsing: made.line)
    precondition(again?.format == header.format && again?.rate == header.rate)
  }
}
