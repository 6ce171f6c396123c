import Bytes
import Clips
import Filters
import Images
import Options
import Pipes
import Subtitles
import Timeline
import Y4M

/// A timeline on disk: its text, for messages, and the folder that its paths start from.
package struct TimelineFile {
  /// The longest timeline that is read, in bytes; the parser has the same bound.
  private static let longest = 16 << 20
  /// The largest file that a timeline may name, in bytes.
  private static let largestAsset = 1 << 30

  /// The text and its name, which messages point into.
  package var source: SourceText { reading.source }
  private let folder: String
  private let reading: TimelineReading
  /// The paths of all files that were asked for so far.
  private let named = NamedFiles()

  /// Reads the file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - given: values for its variables.
  ///   - readable: the folders beside its own from which it may read; nil lets it read everything.
  package init(
    _ path: String, given: GivenValues = GivenValues(), readable: [String]? = nil
  ) throws {
    if path != "-" { try Self.refuseMedia(path) }
    let bytes =
      path == "-"
      ? try Files.loadStandardInput(limit: Self.longest)
      : try Self.load(path)
    let source = SourceText(name: path, bytes: bytes)
    // What comes through a descriptor, as `<(command)` of a shell does, has no folder of its own.
    let isStream = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    let folder = isStream ? "" : path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    self.init(source, folder: folder, given: given, readable: readable)
  }

  /// A timeline that is in memory; the paths in it start with `folder`, put before them as it is.
  package init(
    _ source: SourceText, folder: String, given: GivenValues = GivenValues(),
    readable: [String]? = nil
  ) {
    self.folder = folder
    let mayRead = readable.map { others in
      { @Sendable (name: String) in
        Folders.contains(name.hasPrefix("/") ? name : folder + name, in: [folder] + others)
      }
    }
    reading = TimelineReading(source, given: given, mayRead: mayRead) { [named] name in
      do {
        let path = name.hasPrefix("/") ? name : folder + name
        named.add(path)
        return .success(try Files.load(path, limit: Self.longest))
      } catch {
        return .failure(TimelineLoadFault("\(error)"))
      }
    }
  }

  /// Reads a file of values for variables, or takes the values themselves.
  static func values(_ text: String) throws -> SourceText {
    text.hasPrefix("{")
      ? SourceText(name: "--vars", text: text) : SourceText(name: text, bytes: try load(text))
  }

  /// The timeline, or its valid parts, and everything found.
  package func decoded(knowing knowledge: Document.Knowledge) -> DecodedDocument {
    reading.decoded(knowing: knowledge)
  }

  private static func load(_ path: String) throws -> [UInt8] {
    do {
      return try Files.load(path, limit: longest, takesStreams: true)
    } catch {
      throw CommandFailure("\(error)", code: .usage)
    }
  }

  /// Refuses a film, a sound or a picture that is given as a timeline, however long it is.
  private static func refuseMedia(_ path: String) throws {
    guard let file = try? FileDescriptor(opening: path, isBlocking: false) else { return }
    defer { try? file.close() }
    guard file.kind == .regular else { return }
    var source = ByteSource(file)
    // A mark of UTF-16 looks like the beginning of a packet of MP3.
    guard let start = try? source.readBytes(FileMagic.length), !start.starts(with: [0xFF, 0xFE])
    else { return }
    let isStream = start.starts(with: "YUV4MPEG2".utf8)
    guard let kind = isStream ? "Y4M" : FileMagic(of: start)?.name else { return }
    throw CommandFailure("\(visible(path)) is \(kind), not a timeline", code: .usage)
  }

  /// The path of a file that the timeline names.
  package func path(_ name: String) -> String {
    let path = name.hasPrefix("/") ? name : folder + name
    named.add(path)
    return path
  }

  /// The paths of all files that were asked for so far, sorted: pictures, films, sounds, subtitles,
  /// tables of colours, fonts and other timelines.
  package var namedPaths: [String] { named.paths }

  /// The paths of itself and of ``namedPaths``: what is read for it.
  package var readPaths: [String] { [source.name] + namedPaths }

  /// Messages about it for people, as they are written.
  package func text(of diagnostics: Diagnostics) -> String {
    DiagnosticText(source).text(of: diagnostics)
  }

  /// The loader of the files that the timeline names; `tools` convert pictures of other kinds to
  /// PNG.
  package func loader(_ tools: MediaTools) -> AssetLoader {
    AssetLoader(
      remark: { name in
        guard let still = try? still(name, tools), still.kind == StillStore.movie else {
          return nil
        }
        return "\(name) is a film, of which only the first picture is shown"
      },
      doubts: { name in
        guard let still = try? still(name, tools) else { return [] }
        return doubts(about: still, tools).map { "\(name): \($0)" }
      },
      measure: { name in
        if SubtitleKind(path: name) != nil { return .success(nil) }
        do throws(Fault) {
          return .success(try stillSize(name, nil, tools).map { ($0.width, $0.height) })
        } catch {
          return .failure(AssetFault(error.message))
        }
      },
      data: { data($0) }
    ) { name in
      do throws(Fault) {
        return .success(try picture(name, nil, tools))
      } catch {
        return .failure(AssetFault(error.message))
      }
    }
  }

  /// What is to be said of a picture that another program reads.
  private func doubts(about still: StillStore.Still, _ tools: MediaTools) -> [String] {
    let profile = StillProfile(of: still).flatMap { ImageOddity.doubt(ofProfile: $0.bytes) }
    return [
      tools.stills.losesAlpha(still, tools)
        ? "this ffmpeg does not read its transparency; make a PNG of it" : nil,
      tools.stills.unreadMatrix(still, tools).map {
        "its colour matrix is \($0), which ffmpeg takes for another; make a PNG of it"
      }, profile, tools.stills.takeDamage(of: still),
    ].compactMap(\.self)
  }

  /// The bytes of a file that is no picture, which no other program is asked about.
  private func data(_ name: String) -> Result<[UInt8], AssetFault> {
    let limit = SubtitleKind(path: name) == nil ? Self.largestAsset : SubtitleText.mostBytes
    do {
      return .success(try Files.load(path(name), limit: limit))
    } catch {
      return .failure(AssetFault("\(error)"))
    }
  }

  /// The still that another program has to convert, for a file that the timeline names; nil for
  /// formats that are read directly, and for files that are not pictures.
  package func still(
    _ name: String, _ tools: MediaTools
  ) throws(ClipError.Fault) -> StillStore.Still? {
    let path = path(name)
    let kind: SourceKind
    do { kind = try SourceKind(ofFile: path) } catch { throw .opening(name, error) }
    switch kind {
    case .still(let kind):
      if let fault = SourceKind.fault(ofName: name) { throw fault }
      return StillStore.Still(path: path, kind: kind)
    // The first picture of a movie; what is none either is for others to refuse.
    case .movie where tools.isAllowed && SourceKind.fault(ofName: name) == nil:
      return StillStore.Still(path: path, kind: StillStore.movie)
    default: return nil
    }
  }

  /// The size of a picture that another program has to read; nil for any other file.
  func stillSize(
    _ name: String, _ place: Range<Int>?, _ tools: MediaTools
  ) throws(Fault) -> StillSize? {
    try asking(name, place, tools) { (still) throws(ClipError.Fault) in
      try tools.stills.size(of: still, tools)
    }
  }

  /// The bytes of a picture file, of PNG, GIF, JPEG, WebP, Lottie or SVG in the end.
  package func picture(
    _ name: String, _ place: Range<Int>?, _ tools: MediaTools
  ) throws(Fault) -> [UInt8] {
    let made = try asking(name, place, tools) { (still) throws(ClipError.Fault) in
      try tools.stills.png(of: still, tools)
    }
    if let made { return made }
    do { return try Files.load(path(name), limit: Self.largestAsset) } catch {
      throw Fault("\(error)", at: place)
    }
  }

  /// Asks about a picture that another program has to read; nil for any other file, and for one
  /// that is neither a picture nor a film.
  private func asking<Value>(
    _ name: String, _ place: Range<Int>?, _ tools: MediaTools,
    _ body: (StillStore.Still) throws(ClipError.Fault) -> Value
  ) throws(Fault) -> Value? {
    do throws(ClipError.Fault) {
      guard let still = try still(name, tools) else { return nil }
      do throws(ClipError.Fault) { return try body(still) } catch {
        guard still.kind == StillStore.movie, !error.isStop else { throw error }
        guard let film = Self.film(still.path) else { return nil }
        throw .unreadable("it is a film (\(film)), and no picture of it can be read: \(error)")
      }
    } catch {
      throw Fault(ClipError(error, source: name, place: place ?? 0..<0))
    }
  }

  /// What kind of film the file at `path` is by its first bytes; nil for any other file.
  private static func film(_ path: String) -> String? {
    guard let file = try? FileDescriptor(opening: path, isBlocking: false) else { return nil }
    defer { try? file.close() }
    var source = ByteSource(file)
    guard file.kind == .regular, let start = try? source.readBytes(FileMagic.length),
      let magic = FileMagic(of: start), !magic.isSound
    else { return nil }
    return magic.name
  }

  /// Writes what was found.
  package func say(_ diagnostics: Diagnostics) {
    Console.write(text(of: diagnostics))
  }

  /// The error to throw after diagnostics were written.
  package func failure(_ diagnostics: Diagnostics, code: ExitCode) -> CommandFailure {
    failure(diagnostics, code: code, told: text(of: diagnostics))
  }

  private func failure(
    _ diagnostics: Diagnostics, code: ExitCode, details: String = "", told: String = ""
  ) -> CommandFailure {
    let count = diagnostics.sorted.filter { $0.severity == .error }.count + diagnostics.dropped
    return CommandFailure(
      "\(source.name): \(counted(count, "error"))", code: code, details: details,
      told: told)
  }

  /// The error to throw for faults found while drawing.
  ///
  /// Several threads may meet the same fault. Only the one that is thrown in the end is written.
  package func failure(_ faults: [Fault], code: ExitCode) -> CommandFailure {
    var diagnostics = Diagnostics()
    for fault in faults { diagnostics.error(fault.message, at: fault.place ?? 0..<0) }
    return failure(
      diagnostics, code: code, details: text(of: diagnostics))
  }
}
