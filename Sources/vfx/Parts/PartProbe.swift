import Bytes
import Clips
import Pipes
import Shell

/// Asks ffprobe what the file of a part holds.
struct PartProbe {
  /// What a file says and holds.
  struct Contents: Hashable {
    /// Its comment; empty without one.
    var comment = ""
    /// How many pictures there are, counted one by one.
    var packets = 0
    /// What a decoder has to know: codec, size, layout of samples, and the digest of the codec's
    /// own header.
    var coding = ""
  }

  private let program: String
  private let interrupt: Interrupt

  /// - Parameter ffmpeg: as the user gives it; ffprobe is looked for beside it, then on the search
  ///   path.
  init(ffmpeg: String, interrupt: Interrupt) throws {
    let folder = ffmpeg.lastIndex(of: "/").map { ffmpeg[...$0] } ?? ""
    let name = ["\(folder)ffprobe", "ffprobe"].first { Programs.find($0) != nil }
    program = try FilmPlan.program(name ?? "ffprobe")
    self.interrupt = interrupt
  }

  private static let options = [
    "-v", "error", "-protocol_whitelist", "file", "-count_packets", "-show_data_hash", "md5",
    "-select_streams", "v:0", "-show_entries",
    "stream=codec_name,profile,width,height,pix_fmt,extradata_hash,nb_read_packets"
      + ":format_tags=comment", "-of", "default",
  ]

  /// What the files hold, in their order; as many are read at a time as there are cores.
  ///
  /// - Throws: the first that cannot be read as a film.
  func contents(of paths: [String]) throws -> [Contents] {
    var all: [Contents] = []
    try OrderedWorkers.run(
      workers: min(Host.processorCount, paths.count), interrupt: interrupt,
      makeItem: { Item() },
      produce: { _, index in index < paths.count },
      transform: { item, index, _ in item.contents = try contents(of: paths[index]) },
      consume: { item, _ in all.append(item.contents) })
    return all
  }

  private final class Item {
    var contents = Contents()
  }

  /// - Throws: what cannot be read as a film.
  func contents(of path: String) throws -> Contents {
    guard Files.modificationTime(path) != nil else {
      throw CommandFailure("\(path): there is no such file", code: .usage)
    }
    let isMedia = try Self.isMedia(path)
    let child = try ChildProcess(
      program, Self.options + ["file:\(path)"], interrupt: interrupt, patience: 600)
    do {
      return Self.parse(String(decoding: try child.output(limit: 1 << 16), as: UTF8.self))
    } catch {
      if let reason = interrupt.reason { throw reason }
      guard case .childFailed(_, .exited, _) = error else {
        throw CommandFailure("\(path): \(error)")
      }
      guard isMedia else {
        throw CommandFailure("\(path): it is no film; vfx make --part makes parts", code: .usage)
      }
      throw CommandFailure("\(path): it is no whole film; make it again")
    }
  }

  /// Whether a file begins as films, sounds and pictures do.
  ///
  /// - Throws: why it cannot be read, which ffprobe does not say apart.
  private static func isMedia(_ path: String) throws -> Bool {
    let file = try FileDescriptor(opening: path, isBlocking: false)
    defer { try? file.close() }
    guard file.kind != .directory else { throw PipeError.notAFile(name: path, kind: .directory) }
    guard file.kind == .regular else { return true }
    var source = ByteSource(file)
    return FileMagic(of: try source.readBytes(FileMagic.length)) != nil
  }

  /// Understands what ffprobe writes.
  static func parse(_ text: String) -> Contents {
    var contents = Contents()
    for line in text.split(whereSeparator: \.isNewline) {
      guard let sign = line.firstIndex(of: "=") else { continue }
      let value = String(line[line.index(after: sign)...])
      switch line[..<sign] {
      case "nb_read_packets": contents.packets = Int(value) ?? 0
      case "TAG:comment", "TAG:COMMENT": contents.comment = value
      default: contents.coding += "\(line) "
      }
    }
    return contents
  }
}
