import Bytes
import Filters
import Pipes
import Timeline
import Y4M

/// A timeline on disk: its text, for messages, and the folder that its paths start from.
struct TimelineFile {
  /// The longest timeline that is read, in bytes; the parser has the same bound.
  private static let longest = 16 << 20
  /// The largest file that a timeline may name, in bytes.
  private static let largestAsset = 1 << 30

  let source: SourceText
  private let folder: String

  /// Reads the file; `-` is standard input.
  init(_ path: String) throws {
    let bytes =
      path == "-"
      ? try Files.load("/dev/stdin", limit: Self.longest, takesStreams: true)
      : try Self.load(path)
    source = SourceText(name: path, bytes: bytes)
    // What comes through a descriptor, as `<(command)` of a shell does, has no folder of its own.
    let isStream = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    folder = isStream ? "" : path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private static func load(_ path: String) throws -> [UInt8] {
    do {
      return try Files.load(path, limit: longest, takesStreams: true)
    } catch {
      throw CommandFailure("\(error)", code: .usage)
    }
  }

  /// Finds everything that is wrong with the timeline and with the files that it names, for a
  /// stream of the format `input`.
  func faults(rate: FrameRate?, streamLength: Time?, input: PixelFormat?) -> Diagnostics {
    faults(of: decode(rate, streamLength), input)
  }

  private func decode(_ rate: FrameRate?, _ streamLength: Time?) -> DecodedDocument {
    Document.decode(
      source, vocabulary: Registry.vocabulary, rate: rate, streamLength: streamLength)
  }

  /// What is wrong with the text, and with the files that its sound part names.
  private func faults(of decoded: DecodedDocument, _ input: PixelFormat?) -> Diagnostics {
    var diagnostics = decoded.diagnostics
    if let part = decoded.soundPart, let input {
      lookAtFiles(of: part, input, &diagnostics)
    }
    return diagnostics
  }

  private func lookAtFiles(
    of document: Document, _ input: PixelFormat, _ diagnostics: inout Diagnostics
  ) {
    var warnings: [RenderError] = []
    do throws(RenderFaults) {
      let renderer = try Renderer(
        document, input: input, range: .limited,
        matrix: .automatic(width: input.width, height: input.height), loader: loader)
      warnings = renderer.warnings
    } catch {
      warnings = error.warnings
      for fault in error.faults { diagnostics.error(fault.message, at: fault.place ?? 0..<0) }
    }
    for warning in warnings { diagnostics.warning(warning.message, at: warning.place ?? 0..<0) }
  }

  /// Checks the timeline and says everything that is wrong with it.
  ///
  /// The files that it names are looked at only when there are errors, to tell all of them at once;
  /// the renderer looks at them otherwise. While the format of the stream is not known, one of
  /// 1920x1080 stands in.
  ///
  /// - Throws: a ``CommandFailure`` of exit code 2 when there are errors; they are written by then.
  func document(
    rate: FrameRate?, streamLength: Time? = nil, input: PixelFormat? = nil, isQuiet: Bool = false
  ) throws -> Document {
    let decoded = decode(rate, streamLength)
    let diagnostics =
      decoded.document == nil
      ? faults(of: decoded, input ?? PixelFormat(width: 1920, height: 1080)) : decoded.diagnostics
    if !diagnostics.isEmpty, !isQuiet || diagnostics.hasErrors {
      Console.write(DiagnosticText(source).text(of: diagnostics))
    }
    guard let document = decoded.document else {
      let count = diagnostics.sorted.filter { $0.severity == .error }.count + diagnostics.dropped
      throw CommandFailure(
        "\(source.name): \(count) \(count == 1 ? "error" : "errors")", code: .usage)
    }
    return document
  }

  /// Reads the files that the timeline names.
  var loader: AssetLoader {
    AssetLoader { [folder] path in
      let whole = path.hasPrefix("/") ? path : folder + path
      do {
        return .success(try Files.load(whole, limit: Self.largestAsset))
      } catch {
        return .failure(RenderError(message: "\(error)", place: nil))
      }
    }
  }

  /// Says what turned out to be wrong when the timeline was made ready or drawn.
  ///
  /// - Returns: what to throw; faults with a place are written by then.
  func failure(
    _ faults: [RenderError], warnings: [RenderError] = [], code: ExitCode
  ) -> CommandFailure {
    var diagnostics = Diagnostics()
    for warning in warnings { diagnostics.warning(warning.message, at: warning.place ?? 0..<0) }
    for fault in faults { diagnostics.error(fault.message, at: fault.place ?? 0..<0) }
    Console.write(DiagnosticText(source).text(of: diagnostics))
    return CommandFailure(
      "\(source.name): \(faults.count) \(faults.count == 1 ? "error" : "errors")", code: code)
  }

  /// Says what is wrong and can be lived with.
  func warn(_ faults: [RenderError]) {
    var diagnostics = Diagnostics()
    for fault in faults { diagnostics.warning(fault.message, at: fault.place ?? 0..<0) }
    if !diagnostics.isEmpty { Console.write(DiagnosticText(source).text(of: diagnostics)) }
  }
}
