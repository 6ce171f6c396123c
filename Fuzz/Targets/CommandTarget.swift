import Bytes
import Images
import Options
import Pipes
import Shell
import Timeline
import Y4M

/// A command line, a newline, and a timeline: understood, checked, laid out and charted as the
/// programs do it, with no stream and no other program.
///
/// The first word names the program. The timeline may name the files that ``files`` are, and no
/// others.
enum CommandTarget {
  static func run(_ bytes: [UInt8]) {
    let halves = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let words = String(decoding: halves[0], as: UTF8.self).split(separator: " ").map(String.init)
    let text = Array(halves.count > 1 ? halves[1] : [])
    guard let program = words.first, !leadsElsewhere(text), let interrupt = try? Interrupt() else {
      return
    }
    let session = SessionParts(
      words: Array(words.dropFirst()), interrupt: interrupt,
      timeline: TimelineFile(SourceText(name: "t.json", bytes: text), folder: folder))
    do {
      if program == "afx" {
        try SoundCommandTarget.run(session)
      } else {
        try PictureCommandTarget.run(session)
      }
    } catch {
      precondition(!"\(error)".isEmpty)
    }
  }

  /// What both programs get.
  struct SessionParts {
    let words: [String]
    let interrupt: Interrupt
    let timeline: TimelineFile

    /// The command line, for `program`; nil where only help or the version is wanted.
    func session(_ program: Program) throws -> Session? {
      let invocation = try Invocation(words, for: program)
      guard case .run = invocation.request else { return nil }
      return Session(invocation: invocation, interrupt: interrupt)
    }
  }

  /// Whether a timeline may name other files: paths have slashes, or hide them behind escapes.
  private static func leadsElsewhere(_ text: [UInt8]) -> Bool {
    let text = String(decoding: text, as: UTF8.self)
    return text.contains("\\u002") || text.contains("\"/") || text.contains("/..")
      || text.contains("../")
  }

  // MARK: - Files

  /// What is put before the names of files.
  private static let folder: String = {
    let folder = "\(TemporaryFile.standardFolder)/vfx-fuzz-"
    for (name, bytes) in files { try? Files.write(bytes, to: folder + name) }
    return folder
  }()

  /// A picture, some frames, some samples and a cue, all of them small.
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("p.png", picture), ("v.y4m", stream), ("s.wav", sound),
    ("c.srt", Array("1\n00:00:00,000 --> 00:00:02,000\nHi\n".utf8)),
  ]

  private static let picture: [UInt8] = {
    let samples = (0..<48).map { UInt8(truncatingIfNeeded: $0 * 53) }
    return PNGEncoder.encode(Picture(width: 4, height: 3, samples: .eight(samples)))
  }()

  private static let stream: [UInt8] = {
    var bytes = Array("YUV4MPEG2 W8 H6 F25:1 Ip A1:1 C444\n".utf8)
    for frame in 0..<6 {
      bytes += Array("FRAME\n".utf8)
      bytes += (0..<144).map { UInt8(truncatingIfNeeded: 16 + ($0 * 7 + frame * 31) % 200) }
    }
    return bytes
  }()

  /// A hundredth of a second of one channel at 8 kHz, 16 bits.
  private static let sound: [UInt8] = {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let samples = (0..<80).flatMap { number(($0 * 997) & 0x3FFF, 2) }
    let format =
      number(1, 2) + number(1, 2) + number(8000, 4) + number(16_000, 4) + number(2, 2)
      + number(16, 2)
    return Array("RIFF".utf8) + number(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
      + number(16, 4) + format + Array("data".utf8) + number(samples.count, 4) + samples
  }()
}
