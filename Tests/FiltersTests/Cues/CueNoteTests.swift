import Bytes
import Fonts
import Subtitles
import Testing
import Text
import Timeline

@testable import Filters

@Suite struct CueNoteTests {
  /// The spans of a text in which what stands in brackets is a note on the word before it, marked
  /// by a star.
  private func cue(_ parts: [(String, MarkupStyle.Ruby)]) throws -> ([LayoutSpan], CueLook) {
    let stack = try FontLibrary.builtInOnly.stack(FontRequest(names: []))
    var look = CueLook()
    var spans: [LayoutSpan] = []
    for (index, part) in parts.enumerated() {
      var style = CueStyle()
      style.ruby = part.1
      look.runs.append(CueRun(content: .text(part.0), style: style))
      spans.append(
        LayoutSpan(
          part.0, fonts: stack.fonts, size: part.1 == .annotation ? 10 : 20, tag: index))
    }
    return (spans, look)
  }

  private func middle(_ layout: TextLayout, _ tag: Int, _ note: CueNote) -> Double {
    let letters = layout.glyphs.filter { $0.tag == tag }
    let left = letters.map(\.x).min() ?? 0
    let right = letters.map { $0.x + $0.advance }.max() ?? 0
    return (left + right) / 2 + note.nudge(of: tag)
  }

  @Test func `a note stands over the middle of its word, above its letters`() throws {
    var (spans, look) = try cue([
      ("before ", .none), ("wideword", .base), ("n", .annotation), ("x", .base),
      ("a long note", .annotation), (" after", .none),
    ])
    let plain = TextLayout(spans.filter { look.runs[$0.tag].style.ruby != .annotation })
    let notes = CueNote.take(from: &spans, look)
    #expect(notes.count == 2 && spans.map(\.tag) == [0, 1, 3, 5])
    let layout = TextLayout(spans)
    for (note, tag) in zip(notes, [1, 3]) {
      let place = try #require(note.place(over: layout))
      #expect(
        abs(place.x + note.layout.contentWidth / 2 - middle(layout, tag, note)) < 1e-6)
      // Its last line ends where the letters' own height begins.
      let top = layout.lines[0].baseline - (plain.lines[0].baseline - plain.lines[0].top)
      #expect(abs(place.y + note.layout.height - top) < 0.01)
    }
    // Only where a note is wider than its word are letters moved apart.
    #expect(notes[0].nudge(of: 1) == 0 && notes[1].nudge(of: 3) > 0)
    #expect(notes[1].nudge(of: 5) == 0)
    // The notes themselves stay where they are put.
    #expect(notes[1].nudge(of: 4) == 0)
    #expect(layout.height > plain.height + 8)
  }

  @Test func `a note without a word is left out`() throws {
    var (spans, look) = try cue([("a", .none), ("note", .annotation), ("b", .none)])
    #expect(CueNote.take(from: &spans, look).isEmpty)
    #expect(spans.map(\.tag) == [0, 2])
  }

  @Test func `text without notes stays as it is`() throws {
    var (spans, look) = try cue([("a", .none), ("b", .base)])
    #expect(CueNote.take(from: &spans, look).isEmpty && spans.count == 2)
  }
}
