import Bytes
import Shell
import Timeline
import Y4M

/// The chosen frames of a film with their hashes, as a text in the form of ffmpeg's framemd5: a
/// file `frames.md5`.
struct GoldenList: Equatable {
  /// A frame that is kept.
  struct Entry: Equatable {
    /// Its number in the output, from 0.
    let frame: Int
    /// The MD5 of its payload, in hexadecimal digits.
    let hash: String
  }

  /// What is said of the whole stream, such as `640x360 420jpeg, 25 frames a second`.
  let stream: String
  /// The file name of the timeline, for whose folder others have the name, too; nil if it is not
  /// said.
  let timeline: String?
  /// How many bytes a frame has.
  let frameBytes: Int
  /// In the order of their numbers.
  let entries: [Entry]

  init(stream: String, timeline: String? = nil, frameBytes: Int, entries: [Entry]) {
    self.timeline = timeline
    (self.stream, self.frameBytes, self.entries) = (stream, frameBytes, entries)
  }

  private static let columns = "#stream#, dts,        pts, duration,     size, hash"
  private static let streamLine = "#stream 0: "
  private static let timelineLine = "#timeline: "

  /// The whole file.
  var text: String {
    var lines = ["#format: frame checksums", "#version: 2", "#hash: MD5"]
    if let timeline, !timeline.contains(where: \.isNewline) {
      lines.append(Self.timelineLine + timeline)
    }
    lines += [Self.streamLine + stream, Self.columns]
    let rows = entries.map { entry in
      let number = entry.frame.padded(to: 10, with: " ")
      let size = frameBytes.padded(to: 8, with: " ")
      return "0, \(number), \(number),        1, \(size), \(entry.hash)"
    }
    return (lines + rows).map { $0 + "\n" }.joined()
  }

  /// What is wrong with a file, and in which line.
  struct Fault: Error, Equatable {
    /// From 1.
    let line: Int
    let message: String
  }

  /// Reads the file; lines that begin with # are passed over, but for those about the stream and
  /// the timeline.
  ///
  /// Lines may end with CR and LF, as git on Windows writes them, and there may be a mark of UTF-8
  /// before them.
  init(parsing text: String) throws(Fault) {
    var stream = ""
    var timeline: String?
    var bytes: Int?
    var entries: [Entry] = []
    let scalars = text.unicodeScalars
    let unmarked = String(scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...])
    // CR and LF are one character.
    let lines = unmarked.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      if line.hasPrefix(Self.streamLine) { stream = String(line.dropFirst(Self.streamLine.count)) }
      if line.hasPrefix(Self.timelineLine) {
        timeline = String(line.dropFirst(Self.timelineLine.count))
      }
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let row = Self.row(line) else {
        throw Fault(
          line: index + 1, message: "a line of framemd5 is expected, of six columns with commas")
      }
      guard row.entry.frame > entries.last?.frame ?? -1 else {
        throw Fault(line: index + 1, message: "frame \(row.entry.frame) is out of order")
      }
      bytes = bytes ?? row.bytes
      entries.append(row.entry)
    }
    guard !entries.isEmpty else { throw Fault(line: 1, message: "there is no frame in it") }
    self.init(stream: stream, timeline: timeline, frameBytes: bytes ?? 0, entries: entries)
  }

  private static func row(_ line: Substring) -> (entry: Entry, bytes: Int)? {
    let cells = line.split(separator: ",", omittingEmptySubsequences: false).map { cell in
      cell.filter { $0 != " " }
    }
    guard cells.count == 6, cells[0] == "0", let frame = Int(cells[2]), frame >= 0,
      let bytes = Int(cells[4]), cells[5].utf8.count == 32, cells[5].allSatisfy(\.isHexDigit)
    else { return nil }
    return (Entry(frame: frame, hash: cells[5].lowercased()), bytes)
  }
}
