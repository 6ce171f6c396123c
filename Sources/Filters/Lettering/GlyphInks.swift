import Bytes
import Fonts
import Geometry

/// What glyphs cover, kept for all texts that show them in the same size: their outlines, what
/// grows from them, and the coverage of their places within a pixel.
///
/// Letters at rest are placed on a grid of sixteenths of a pixel across, so that the same letter is
/// rasterised sixteen times at most. May be used from any thread; what it gives does not depend on
/// what it has kept.
final class GlyphInks: Sendable {
  /// Places within a pixel across and down. Lines of text have few heights, letters have many
  /// places on them.
  static let steps = Vector(16, 64)
  /// Coverage of larger glyphs is not kept, in samples across and down.
  static let largest = 320

  /// A glyph of a font, grown by some ems at every side.
  struct Glyph: Hashable {
    var font: Int
    var glyph: GlyphID
    var growth: Double
  }

  /// What is known of a glyph, in font units.
  struct Known {
    /// As its font has it, and grown.
    var plain: Outline
    var outline: Outline
    /// What is done about parts of the outline that overlap.
    var overlaps = Rasterizer.Overlaps.found
    /// The box of a glyph in its own colours.
    var coloredBox: Bounds?

    init(_ outline: Outline) {
      plain = outline
      self.outline = outline
    }

    /// The memory that it takes.
    var byteCount: Int { plain.byteCount + (outline == plain ? 0 : outline.byteCount) }
  }

  /// What grows from a glyph.
  struct FormKey: Hashable {
    var glyph: Glyph
    /// From font units to the text's space, but for where the glyph is.
    var place: Affine
    var part: TextForms.Part
    var tolerance: Double
  }

  struct CoverKey: Hashable {
    var glyph: Glyph
    var part: TextForms.Part
    var place: Affine
    /// From the text's space to samples, but for where the text is.
    var map: Affine
    /// Where the glyph is within a sample, in steps.
    var across: Int
    var down: Int
  }

  private struct Kept {
    var glyphs: BoundedCache<Glyph, Known>
    var forms: BoundedCache<FormKey, TextForms.Form>
    var covers: BoundedCache<CoverKey, Coverage>

    /// Outlines take more than what is covered by small letters.
    init(_ budget: CacheBudget) {
      glyphs = BoundedCache(budget / 5 * 2)
      forms = BoundedCache(budget / 5 * 2)
      covers = BoundedCache(budget / 5)
    }
  }

  private let budget: CacheBudget
  private let kept: Mutex<Kept>

  /// - Parameter budget: the memory that all of it may take.
  init(_ budget: CacheBudget) {
    self.budget = budget
    kept = Mutex(Kept(budget))
  }

  func known(_ glyph: Glyph, _ make: () -> Known) -> Known {
    if let found = kept.withLock({ $0.glyphs.find(glyph) }) { return found }
    let made = make()
    _ = kept.withLock { $0.glyphs.insert(made, for: glyph, bytes: made.byteCount) }
    return made
  }

  func form(_ key: FormKey, _ make: () -> TextForms.Form) -> TextForms.Form {
    if let found = kept.withLock({ $0.forms.find(key) }) { return found }
    let made = make()
    _ = kept.withLock { $0.forms.insert(made, for: key, bytes: made.byteCount) }
    return made
  }

  func coverage(_ key: CoverKey, _ make: () -> Coverage) -> Coverage {
    if let found = kept.withLock({ $0.covers.find(key) }) { return found }
    let made = make()
    _ = kept.withLock { $0.covers.insert(made, for: key, bytes: made.bytes.count) }
    return made
  }

  /// A place on the grid: the whole sample, and the steps within it.
  static func place(_ value: Double, steps: Double) -> (whole: Int, step: Int) {
    let count = (value * steps).rounded()
    let whole = (count / steps).rounded(.down)
    return (Int(whole), Int(count - whole * steps))
  }

  /// Forgets everything.
  func release() { kept.withLock { $0 = Kept(budget) } }
}
