import Bytes
import Shell
import Timeline

/// The files of all parts of a film, in order.
struct PartFiles {
  private let files: [(path: String, part: FilmPart)]

  init(_ paths: [String], _ probe: PartProbe) throws {
    let contents = try probe.contents(of: paths)
    let found = Dictionary(zip(paths, contents), uniquingKeysWith: { first, _ in first })
    try self.init(paths) { found[$0] ?? PartProbe.Contents() }
  }

  /// - Parameter contents: what a file says and holds.
  /// - Throws: everything that makes the files no whole film, the first fault of each kind.
  init(_ paths: [String], contents: (String) throws -> PartProbe.Contents) throws {
    var found: [(path: String, part: FilmPart, coding: String)] = []
    for path in paths {
      guard !path.contains(where: \.isNewline) else {
        throw CommandFailure("\(path): its name has a line break", code: .usage)
      }
      let contents = try contents(path)
      guard let part = FilmPart(comment: contents.comment) else {
        throw CommandFailure(
          "\(path): it does not say that it is a part of a film; vfx make --part makes parts",
          code: .usage)
      }
      guard contents.packets == part.frames else {
        throw CommandFailure(
          "\(path): it has \(contents.packets) of its \(part.frames) frames; make it again")
      }
      found.append((path, part, contents.coding))
    }
    found.sort { $0.part.number.index < $1.part.number.index }
    try Self.check(found)
    files = found.map { ($0.path, $0.part) }
  }

  private static func check(_ files: [(path: String, part: FilmPart, coding: String)]) throws {
    guard let first = files.first else { return }
    for file in files {
      guard file.part.film == first.part.film else {
        throw CommandFailure(
          "\(file.path): it is a part of another film than \(first.path): the timeline, a value, a source "
            + "or an option was another", code: .failure)
      }
      guard file.part.number.count == first.part.number.count else {
        throw CommandFailure(
          "\(file.path): it is part \(file.part.number.text), and \(first.path) is part "
            + first.part.number.text, code: .failure)
      }
    }
    for (file, next) in zip(files, files.dropFirst())
    where file.part.number.index == next.part.number.index {
      throw CommandFailure(
        "\(next.path): it is part \(next.part.number.text), as \(file.path) is", code: .failure)
    }
    let count = first.part.number.count
    let there = Set(files.map(\.part.number.index))
    let missing = (1...count).filter { !there.contains($0) }
    guard missing.isEmpty else {
      throw CommandFailure(
        "of \(count) parts \(missing.count == 1 ? "one is" : "\(missing.count) are") missing: "
          + missing.prefix(20).map { "\($0)" }.joined(separator: ", ")
          + (missing.count > 20 ? ", ..." : ""), code: .failure)
    }
    for (file, next) in zip(files, files.dropFirst()) {
      guard file.part.end == next.part.start, file.part.rate == next.part.rate else {
        throw CommandFailure(
          "\(next.path): it begins at \(next.part.start), but \(file.path) ends at \(file.part.end)",
          code: .failure)
      }
      guard next.coding == first.coding else {
        throw CommandFailure(
          "\(next.path): its encoder was another one than that of \(first.path), so that no decoder "
            + "plays both as one film", code: .failure)
      }
    }
  }

  /// The list that ffmpeg's concat demuxer reads.
  ///
  /// It adds up lengths in microseconds; each is rounded so that the sum never is off by more than
  /// half of one.
  var list: String {
    var lines = ["ffconcat version 1.0"]
    var done = Rational.zero
    var written: Int128 = 0
    for (path, part) in files {
      done = done + Time(frame: part.frames, rate: part.rate).value
      let sum = (done * Rational(1_000_000) + (Rational(1, 2) ?? .zero)).floor
      let name = path.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''")
      lines += ["file 'file:\(name)'", "duration \(sum - written)us"]
      written = sum
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
