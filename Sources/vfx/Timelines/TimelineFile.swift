import Bytes
import Filters
import Pipes
import Timeline

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
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private static func load(_ path: String) throws -> [UInt8] {
    do {
      return try Files.load(path, limit: longest, takesStreams: true)
    } catch {
      throw CommandFailure("\(error)", code: .usage)
    }
  }

  /// Checks the timeline and says everything that is wrong with it.
  ///
  /// - Throws: a ``CommandFailure`` of exit code 2 when there are errors; they are written by then.
  func document(
    rate: FrameRate?, streamLength: Time? = nil, isQuiet: Bool = false
  ) throws -> Document {
    let (document, diagnostics) = Document.decode(
      source, vocabulary: Registry.vocabulary, rate: rate, streamLength: streamLength)
    if !diagnostics.isEmpty, !isQuiet || diagnostics.hasErrors {
      Console.write(DiagnosticText(source).text(of: diagnostics))
    }
    guard let document else {
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
  func failure(_ faults: [RenderError], code: ExitCode) -> CommandFailure {
    var diagnostics = Diagnostics()
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
