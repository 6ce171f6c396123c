import Bytes
import Fonts

/// What shaping has found out about a font, kept as long as it is among those used last.
final class ShapingFace: Sendable {
  /// So many fonts are kept, and so many plans of each.
  private static let mostFaces = 64
  private static let mostPlans = 64

  private struct Faces {
    var byFont: [Int: ShapingFace] = [:]
    var order: [Int] = []
  }

  private static let faces = Mutex(Faces())

  let font: Font
  let unitsPerEm: Int
  let substitution: LayoutTable?
  let positioning: LayoutTable?
  /// What substitutes instead of ``substitution`` where the font has it.
  let morphs: MorphTable?
  let definitions: GlyphDefinitions
  let kern: KernTable?
  /// The places that "kerx" attaches glyphs by.
  let anchors: AnchorTable?
  let coordinates: [Double]
  /// The glyph of the space, which ignorable characters are drawn with.
  let space: Int?
  private let plans = Mutex<[ShapingPlan.Key: ShapingPlan]>([:])

  /// The face of a font, made when it is asked for the first time.
  static func of(_ font: Font) -> ShapingFace {
    if let face = faces.withLock({ $0.byFont[font.identity] }) { return face }
    let face = ShapingFace(font)
    return faces.withLock { faces in
      if let other = faces.byFont[font.identity] { return other }
      if faces.order.count >= mostFaces { faces.byFont[faces.order.removeFirst()] = nil }
      faces.order.append(font.identity)
      faces.byFont[font.identity] = face
      return face
    }
  }

  private init(_ font: Font) {
    func bytes(_ tag: Tag) -> [UInt8]? { font.table(tag)?.copied }
    self.font = font
    unitsPerEm = font.unitsPerEm
    coordinates = font.normalizedCoordinates
    substitution = bytes("GSUB").map { LayoutTable($0, positioning: false) }
    positioning = bytes("GPOS").map { LayoutTable($0, positioning: true) }
    morphs = bytes("morx").flatMap { MorphTable($0) }
    definitions = GlyphDefinitions(bytes("GDEF") ?? [], coordinates: coordinates)
    kern =
      bytes("kerx").flatMap { KernTable(extended: $0) } ?? bytes("kern").flatMap { KernTable($0) }
    anchors = kern?.isExtended == true ? bytes("ankr").flatMap { AnchorTable($0) } : nil
    space = font.glyph(for: " ").map(Int.init)
  }

  /// The plan for runs of such a kind.
  func plan(_ key: ShapingPlan.Key) -> ShapingPlan {
    if let plan = plans.withLock({ $0[key] }) { return plan }
    let plan = ShapingPlan(key, face: self)
    plans.withLock { plans in
      if plans.count >= Self.mostPlans { plans.removeAll() }
      plans[key] = plan
    }
    return plan
  }

  func glyph(_ code: UInt32) -> Int? {
    Unicode.Scalar(code).flatMap { font.glyph(for: $0) }.map(Int.init)
  }

  func glyph(_ code: UInt32, selector: UInt32) -> Int? {
    guard let scalar = Unicode.Scalar(code), let selector = Unicode.Scalar(selector) else {
      return nil
    }
    return font.glyph(for: scalar, selector: selector).map(Int.init)
  }

  func advance(_ glyph: Int) -> Int32 {
    let advance = font.advance(of: GlyphID(truncatingIfNeeded: glyph)).rounded()
    return Int32(min(max(advance, -1e6), 1e6))
  }
}
