import Bytes
import Filters
import Timeline

/// Checks a timeline with and without a known stream, and writes down what is wrong with it.
enum TimelineTarget {
  static func run(_ bytes: [UInt8]) {
    let source = SourceText(name: "t.json", bytes: bytes)
    check(source, rate: nil, length: nil)
    check(source, rate: FrameRate(30_000, 1001), length: Time(seconds: 7))
  }

  private static func check(_ source: SourceText, rate: FrameRate?, length: Time?) {
    let decoded = Document.decode(
      source, vocabulary: Registry.vocabulary,
      knowing: .init(rate: rate, streamLength: length))
    let (document, diagnostics) = (decoded.document, decoded.diagnostics)
    let text = DiagnosticText(source).text(of: diagnostics)
    precondition(DiagnosticJSON.text(of: diagnostics, in: source).utf8.last == 0x0A)
    // Without a document there is a reason.
    precondition(document != nil || (diagnostics.hasErrors && !text.isEmpty))
    precondition(document == nil || decoded.soundPart != nil)
    guard let document else { return }
    for time in [Time.zero, Time(seconds: 1), Time(seconds: 1_000_000)] {
      for layer in document.layers(at: time) { precondition(layer.range.contains(time)) }
    }
  }
}
