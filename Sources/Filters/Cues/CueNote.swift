import Geometry
import Text

/// What stands small over some letters to say how they are read: `<rt>` of WebVTT.
struct CueNote: Sendable {
  let layout: TextLayout
  /// The runs of the letters below it.
  private let bases: Range<Int>
  /// What stands between these for its sake, in pixels.
  private var gap = 0.0

  private static let most = 256

  /// Takes the notes out of spans, and makes room for them in what they stand over: letters are
  /// moved apart where the note is wider, and lines are higher.
  static func take(from spans: inout [LayoutSpan], _ cue: CueLook) -> [CueNote] {
    guard cue.runs.contains(where: { $0.style.ruby == .annotation }) else { return [] }
    var notes: [CueNote] = []
    var kept: [LayoutSpan] = []
    var index = 0
    while index < spans.count {
      let part = spans[index...].prefix { cue.runs[$0.tag].style.ruby == .annotation }
      index += max(part.count, 1)
      guard !part.isEmpty else {
        kept.append(spans[index - 1])
        continue
      }
      let first = kept.lastIndex { cue.runs[$0.tag].style.ruby != .base }.map { $0 + 1 } ?? 0
      // Not those that have a note already.
      let from = max(
        first, kept.firstIndex { $0.tag >= (notes.last?.bases.upperBound ?? 0) } ?? first)
      guard from < kept.count, notes.count < most, let head = part.first else { continue }
      var note = CueNote(TextLayout(Array(part)), over: kept[from].tag..<head.tag)
      note.makeRoom(in: &kept[from...])
      notes.append(note)
    }
    spans = kept
    return notes
  }

  private init(_ layout: TextLayout, over bases: Range<Int>) {
    self.layout = layout
    self.bases = bases
  }

  /// How far a run's letters are moved to the right, so that there is as much room on both sides.
  func nudge(of run: Int) -> Double { bases.contains(run) ? gap / 2 : 0 }

  private mutating func makeRoom(in bases: inout ArraySlice<LayoutSpan>) {
    let width = TextLayout(Array(bases)).contentWidth
    let count = bases.reduce(0) { $0 + $1.text.count }
    gap = max(layout.contentWidth - width, 0) / Double(max(count, 1))
    for index in bases.indices {
      bases[index].letterSpacing += gap
      guard let font = bases[index].fonts.first else { continue }
      let unit = bases[index].size / Double(max(font.unitsPerEm, 1))
      var extents =
        bases[index].extents
        ?? LineExtents(
          ascent: font.metrics.ascent * unit, descent: -font.metrics.descent * unit,
          gap: font.metrics.lineGap * unit)
      extents.ascent += layout.height
      bases[index].extents = extents
    }
  }

  /// Where its top left stands in a layout; nil when its letters are not there.
  func place(over text: TextLayout) -> Vector? {
    guard let first = text.glyphs.first(where: { bases.contains($0.tag) }) else { return nil }
    let below = text.glyphs.filter { bases.contains($0.tag) && $0.line == first.line }
    let left = below.map(\.x).min() ?? first.x
    let right = below.map { $0.x + $0.advance }.max() ?? left
    let segments = text.segments.filter { $0.line == first.line && bases.contains($0.tag) }
    let ascent = segments.map(\.ascent).max() ?? first.size
    // The note is the top of what its letters take.
    return Vector(
      (left + right + gap - layout.contentWidth) / 2, text.lines[first.line].baseline - ascent)
  }
}
