import Bytes
import Clips
import NUT
import Options
import Pipes
import Shell
import Timeline
import Y4M

/// A stream of a command line, Y4M or NUT, whose faults say which it is.
struct NamedStream {
  /// What is read of it.
  private(set) var input: PictureInput
  /// What stood before the frame that was read last, where the stream is NUT: the same text stands
  /// for the same packets. Behind the last frame, what followed it.
  private(set) var passed = ""
  /// The packet of the frame that was read last, where the stream is NUT.
  private var packet: NUTPacket?
  private let path: String

  var header: StreamHeader { input.header }
  /// The frames that were read.
  var frameCount: Int {
    switch input {
    case .y4m(let reader): reader.frameCount
    case .nut(let film): film.frameCount
    }
  }

  /// When the frame that was read last is shown, where the stream says it.
  var time: Time? {
    guard let packet, let film = input.film else { return nil }
    return Time(film.time(of: packet))
  }

  /// The most bytes between two frames that are held at a time.
  private static let mostPassed = 1 << 20

  /// Opens a file, or standard input where the path is `-`.
  init(_ path: String, _ session: Session) throws {
    let source = try Console.open(path, session)
    do {
      input = try PictureInput(source, truncation: .error)
    } catch let error as any PipeCaused {
      throw Fault(path: path, error: error)
    }
    self.path = path
  }

  /// Reads the next frame; false where there is none.
  mutating func read(into frame: Frame) throws -> Bool {
    do {
      switch input {
      case .y4m(var reader):
        defer { input = .y4m(reader) }
        return try reader.read(into: frame)
      case .nut(let film): return try read(film, into: frame)
      }
    } catch let error as any PipeCaused {
      throw Fault(path: path, error: error)
    }
  }

  private mutating func read(_ film: NUTFilm, into frame: Frame) throws(NUTError) -> Bool {
    var digest = MD5()
    while film.waiting == nil, !film.hasEnded {
      for item in try film.passed(atMost: Self.mostPassed) { digest.update(item) }
    }
    (passed, packet) = (digest.hexDigest, film.waiting)
    return try film.read(into: frame)
  }

  /// What is wrong with the stream, and its path.
  struct Fault: PipeCaused, CustomStringConvertible {
    let path: String
    let error: any PipeCaused

    var pipeError: PipeError? { error.pipeError }
    var description: String {
      // A failure of the system names its file itself.
      if path == "-" || pipeError != nil { return "\(error)" }
      return "\(path.shownPath): \(isEmpty ? "the file is empty" : "\(error)")"
    }

    private var isEmpty: Bool { error as? StreamError == .empty }
  }
}

extension MD5 {
  /// Takes in what an item says, but not where it stands.
  fileprivate mutating func update(_ item: NUTFilm.Passed) {
    switch item {
    case .packet(let packet, let data):
      update(
        Array("\(packet.stream) \(packet.ticks) \(packet.isKey) \(packet.isEnd) ".utf8))
      update(Array("\(packet.sideData.count) \(data.count) ".utf8))
      update(packet.sideData)
      update(data)
    case .info(let body):
      update(Array("info \(body.count) ".utf8))
      update(body)
    }
  }
}
