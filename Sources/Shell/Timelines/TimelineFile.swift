import Bytes
import Clips
import Filters
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
  package let source: SourceText
  private let folder: String

  /// Reads the file; `-` is standard input.
  package init(_ path: String) throws {
    let bytes =
      path == "-"
      ? try Files.loadStandardInput(limit: Self.longest)
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

  /// Where a file lies that the timeline names.
  package func path(_ name: String) -> String { name.hasPrefix("/") ? name : folder + name }

  /// Reads the files that the timeline names; `tools` turn pictures of other kinds into PNG.
  package func loader(_ tools: MediaTools) -> AssetLoader {
    AssetLoader { name in
      if SubtitleKind(path: name) != nil { return text(name) }
      do throws(Fault) {
        return .success(try picture(name, nil, tools))
      } catch {
        return .failure(RenderError(message: error.message, place: nil))
      }
    }
  }

  /// The bytes of a file that is no picture, which no other program is asked about.
  private func text(_ name: String) -> Result<[UInt8], RenderError> {
    do {
      return .success(try Files.load(path(name), limit: SubtitleText.mostBytes))
    } catch {
      return .failure(RenderError(message: "\(error)", place: nil))
    }
  }

  /// The bytes of a picture file, of PNG or GIF in the end.
  package func picture(
    _ name: String, _ place: Range<Int>?, _ tools: MediaTools
  ) throws(Fault) -> [UInt8] {
    let path = path(name)
    let bytes: [UInt8]
    do { bytes = try Files.load(path, limit: Self.largestAsset) } catch {
      throw Fault("\(error)", at: place)
    }
    let kind = SourceKind(bytes.prefix(SourceKind.looksAt))
    do throws(ClipError.Fault) {
      switch kind {
      case .still(let kind):
        if let fault = SourceKind.fault(ofName: name) { throw fault }
        return try StillConverter.png(of: path, kind: kind, tools)
      // The first picture of a movie; what is none either is for others to refuse.
      case .movie where tools.isAllowed && SourceKind.fault(ofName: name) == nil:
        return (try? StillConverter.png(of: path, kind: "movie", tools)) ?? bytes
      default: return bytes
      }
    } catch {
      throw Fault(ClipError(error, source: name, place: place ?? 0..<0))
    }
  }

  /// Writes what was found.
  package func say(_ diagnostics: Diagnostics) {
    Console.write(DiagnosticText(source).text(of: diagnostics))
  }

  /// What to throw for errors that were written.
  package func failure(_ diagnostics: Diagnostics, code: ExitCode) -> CommandFailure {
    let count = diagnostics.sorted.filter { $0.severity == .error }.count + diagnostics.dropped
    return CommandFailure(
      "\(source.name): \(count) \(count == 1 ? "error" : "errors")", code: code)
  }

  /// Says what turned out to be wrong when the timeline was drawn, and gives what to throw.
  package func failure(_ faults: [Fault], code: ExitCode) -> CommandFailure {
    var diagnostics = Diagnostics()
    for fault in faults { diagnostics.error(fault.message, at: fault.place ?? 0..<0) }
    say(diagnostics)
    return failure(diagnostics, code: code)
  }
}
