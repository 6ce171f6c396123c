import Fonts
import Synchronization
import Text
import Timeline

/// The fonts of subtitles, each looked for once.
final class CueFonts: Sendable {
  private let fonts: TextFonts
  /// What the layer's parameters ask for.
  private let wish: TextFonts.Wish
  private let found = Mutex<[TextFonts.Wish: TextFonts.Stack]>([:])
  /// How many fonts are kept.
  private static let most = 256

  init(_ fonts: TextFonts, wish: TextFonts.Wish) {
    self.fonts = fonts
    self.wish = wish
  }

  private func wish(for style: CueStyle) -> TextFonts.Wish {
    var wish = wish
    if let face = style.face {
      wish.names.insert(FontList.Name(face), at: 0)
      wish.variations = []
    }
    wish.weight = style.weight
    if style.isItalic { wish.style = .italic }
    return wish
  }

  /// The fonts for a style.
  ///
  /// A face that is a path and cannot be read is passed over: scripts come with film from others.
  func stack(for style: CueStyle) throws(RenderError) -> TextFonts.Stack {
    let wish = wish(for: style)
    if let stack = found.withLock({ $0[wish] }) { return stack }
    var stack: TextFonts.Stack
    do throws(RenderError) {
      stack = try fonts.stack(for: wish)
    } catch {
      guard style.face != nil else { throw error }
      var plain = style
      plain.face = nil
      stack = try fonts.stack(for: self.wish(for: plain))
      stack.warnings.append(error)
    }
    return found.withLock { found in
      if found.count >= Self.most { found.removeAll() }
      found[wish] = stack
      return stack
    }
  }
}

/// The height of a font's lines as Windows has it, which the sizes of ASS are.
struct CueCell {
  /// In ems.
  let ascent: Double
  let descent: Double

  init(_ font: Font) {
    let em = Double(max(font.unitsPerEm, 1))
    // usWinAscent and usWinDescent (OpenType, OS/2).
    if let table = font.table(Tag("OS/2")), let ascent = table.u16(74), let descent = table.u16(76),
      ascent + descent > 0
    {
      self.ascent = Double(ascent) / em
      self.descent = Double(descent) / em
    } else {
      ascent = max(font.metrics.ascent / em, 0.01)
      descent = max(-font.metrics.descent / em, 0)
    }
  }

  var height: Double { ascent + descent }
}
