import Bytes
import Filters
import Interchange
import Shell
import Timeline

/// Reads bytes as timelines of other programs, checks what is made of them, and writes its cut.
enum ImportTarget {
  static func run(_ bytes: [UInt8], as formats: [ImportFormat]) {
    let source = SourceText(name: "a", bytes: bytes)
    for format in formats {
      for usesStandIns in [false, true] {
        var settings = ImportSettings()
        settings.rate = usesStandIns ? FrameRate(30_000, 1001) : nil
        settings.finder = MediaFinder(
          files: usesStandIns ? MediaFiles([]) : nil, usesStandIns: usesStandIns)
        let (text, diagnostics) = Import.timeline(of: source, as: format, settings)
        // Without a timeline there is a reason, with its place.
        precondition((text == nil) == diagnostics.hasErrors)
        precondition(diagnostics.isEmpty || !DiagnosticText(source).text(of: diagnostics).isEmpty)
        if let text { check(text, format) }
      }
    }
  }

  private static func decode(_ source: SourceText, _ rate: FrameRate) -> DecodedDocument {
    var knowledge = Document.Knowledge(rate: rate, streamLength: Time(seconds: 60))
    knowledge.ignoresSounds = true
    return Document.decode(source, vocabulary: Language.vocabulary, knowing: knowledge)
  }

  /// What is imported is a valid timeline, whose cut can be written and read again.
  private static func check(_ text: String, _ format: ImportFormat) {
    guard let usual = FrameRate(25, 1) else { return }
    let source = SourceText(name: "t.json", text: text)
    let first = decode(source, usual)
    // Times in frames count at the rate that the canvas says.
    let rate = first.soundPart.flatMap { CanvasFormat.rate($0.canvas) } ?? usual
    let decoded = decode(source, rate)
    guard let document = decoded.document else {
      preconditionFailure("\(format): \(DiagnosticText(source).text(of: decoded.diagnostics))")
    }
    let (edit, faults) = EditList.make(document.clips, lengths: [])
    guard !faults.hasErrors, edit.end != nil, !document.clips.isEmpty else { return }
    let timeline = ExportedTimeline(
      document, edit, rate: rate, vocabulary: Language.vocabulary)
    for written in ExportFormat.allCases {
      guard let cut = Export.text(of: timeline, as: written, finder: MediaFinder()).text else {
        continue
      }
      let again = Import.timeline(
        of: SourceText(name: "cut", text: cut), as: written == .otio ? .otio : .edl,
        ImportSettings())
      precondition(again.text != nil, "what was written can't be read: \(cut)")
    }
  }
}
