import Filters
import Fonts
import Options
import Pipes
import Shell
import Subtitles
import Timeline

/// `vfx lint`: says what is wrong with files of subtitles.
enum Lint: Subcommand {
  private static let limits = SubtitleLimits()

  static let format = Option<ReportFormat>(
    "format", .choice, default: .text, shown: "text",
    "text is for people, json for programs: an array of objects with file, line, column, severity "
      + "and message.")
  static let encoding = Option<SubtitleEncoding?>(
    "encoding", .encoding,
    "The character encoding of files without a byte order mark. Default: guessed from their bytes.")
  static let speed = Option<Double>(
    "max-cps", .number("N", in: 1...1000), default: limits.charactersPerSecond, shown: "20",
    "The most characters a second. Netflix allows 20 for adults and 17 for children, as the BBC "
      + "does.")
  static let lineLength = Option<Int>(
    "max-length", .integer(in: 1...1000), default: limits.charactersPerLine,
    "The most characters of a line.")
  static let lines = Option<Int>(
    "max-lines", .integer(in: 1...100), default: limits.lines, "The most lines at a time.")

  static let size = Option<PictureSize>(
    "size", short: "s", .size, default: PictureSize(width: 1920, height: 1080),
    shown: "1920x1080", "The size of the picture that the text has to fit on.")

  static let command = Command(
    "lint", "report problems in subtitles",
    description: [
      "Reads SubRip (.srt), WebVTT (.vtt) and ASS (.ass, .ssa) files and reports, with file, line "
        + "and column: overlaps; times that end before they start; cues that are shown for less "
        + "than 5/6 s or more than 7 s; more characters than can be read in the time; lines that "
        + "are too many or too long, or do not fit on the picture; characters that no font has; "
        + "fonts that are not there; tags that are wrong or have no effect; missing styles; and "
        + "everything else that breaks the format.",
      "The exit status is 0 when nothing was found, 1 when something was, and 2 when a file cannot be "
        + "read or holds no subtitles.",
    ],
    operands: [Operand("FILE", isRepeatable: true, "Subtitles, - for standard input.")],
    options: [format, JSONSwitch.option, encoding, speed, lineLength, lines, size],
    examples: [Example("vfx lint film.srt", "Prints every problem with its line and column.")])

  static func run(_ session: Session) throws -> ExitCode {
    var limits = SubtitleLimits()
    limits.charactersPerSecond = try session.value(of: speed)
    limits.charactersPerLine = try session.value(of: lineLength)
    limits.lines = try session.value(of: lines)
    let encoding = try session.value(of: encoding)
    let isJSON = try session.value(of: JSONSwitch.option) || session.value(of: format) == .json
    let size = try session.value(of: size)
    let fonts = try FontOptions.folders().library()
    var reports: [(Diagnostics, SourceText)] = []
    var code = ExitCode.success
    for path in session.invocation.operands {
      let (diagnostics, source, isReadable) = try report(path, encoding, limits, size, fonts)
      reports.append((diagnostics, source))
      if !isReadable {
        code = .usage
      } else if !diagnostics.isEmpty, code == .success {
        code = .failure
      }
    }
    if isJSON {
      try Console.printVerdict(DiagnosticJSON.text(of: reports))
    } else {
      for (diagnostics, source) in reports where !diagnostics.isEmpty {
        try Console.printVerdict(DiagnosticText(source).text(of: diagnostics))
      }
    }
    return code
  }

  private static func report(
    _ path: String, _ encoding: SubtitleEncoding?, _ limits: SubtitleLimits,
    _ size: PictureSize, _ fonts: FontLibrary
  ) throws -> (Diagnostics, SourceText, isReadable: Bool) {
    let bytes: [UInt8]
    do {
      bytes =
        path == "-"
        ? try Files.loadStandardInput(limit: SubtitleText.mostBytes)
        : try Files.load(path, limit: SubtitleText.mostBytes, takesStreams: true)
    } catch {
      throw CommandFailure("\(error)", code: .usage)
    }
    var diagnostics = Diagnostics()
    do throws(SubtitleError) {
      let file = try SubtitleFile(bytes, kind: SubtitleKind(path: path), encoding: encoding)
      let findings =
        SubtitleLint.findings(in: file, limits: limits)
        + SubtitleFit.findings(in: file, width: size.width, height: size.height, fonts: fonts)
      for finding in findings {
        let text = "\(finding.message) [\(finding.rule.rawValue)]"
        if finding.isError {
          diagnostics.error(text, at: finding.range)
        } else {
          diagnostics.warning(text, at: finding.range)
        }
      }
      return (diagnostics, SourceText(name: path, bytes: file.text.bytes), true)
    } catch {
      diagnostics.error(error.message, at: 0..<0)
      let text = try? SubtitleText(bytes, encoding: encoding)
      return (diagnostics, SourceText(name: path, bytes: text?.bytes ?? []), false)
    }
  }
}

extension ValueReader where Value == SubtitleEncoding {
  /// Takes the name of an encoding, as a layer of subtitles does.
  fileprivate static var encoding: Self {
    let names = SubtitleEncoding.names
    return Self(.oneOf(names), expected: "one of \(names.joined(separator: ", "))") {
      SubtitleEncoding(named: $0)
    }
  }
}
