/// The Unicode Bidirectional Algorithm (UAX #9) on one paragraph: which way each scalar goes.
///
/// Time and memory are in proportion to the paragraph's length, but for deeply nested brackets.
package struct Bidi: Sendable {
  /// Which way a paragraph goes.
  package enum Direction: Hashable, Sendable {
    /// As its first strong letter does, otherwise from left to right.
    case auto
    case leftToRight
    case rightToLeft
  }

  /// 0 if the paragraph goes from left to right, 1 from right to left.
  let baseLevel: UInt8
  /// Each scalar's level before L1; an odd one goes from right to left. Scalars that rule X9
  /// removes have the level of the one before.
  package let levels: [UInt8]
  private let classes: [BidiClass]

  /// Takes a paragraph; it may end in its separator.
  package init(_ text: [Unicode.Scalar], direction: Direction = .auto) {
    self.init(text, direction: direction, pairsBrackets: true)
  }

  /// Takes a paragraph from left to right of which each part goes as if the others were not there,
  /// and brackets go as any other sign does, as in libass.
  ///
  /// - Parameter cuts: where parts begin but for the first, in order.
  init(_ text: [Unicode.Scalar], cutAt cuts: [Int]) {
    let parts = zip([0] + cuts, cuts + [text.count]).map { start, end in
      Bidi(Array(text[start..<end]), direction: .leftToRight, pairsBrackets: false)
    }
    baseLevel = 0
    levels = parts.flatMap(\.levels)
    classes = parts.flatMap(\.classes)
  }

  private init(_ text: [Unicode.Scalar], direction: Direction, pairsBrackets: Bool) {
    let classes = text.map(\.bidiClass)
    self.classes = classes
    let base: UInt8 =
      switch direction {
      case .auto: Self.firstStrong(in: classes[...]) == .rightToLeft ? 1 : 0
      case .leftToRight: 0
      case .rightToLeft: 1
      }
    baseLevel = base
    if base == 0, classes.allSatisfy(\.isPlain) {
      levels = [UInt8](repeating: 0, count: text.count)
      return
    }
    var embedding = BidiEmbedding(classes, baseLevel: base)
    for sequence in embedding.sequences() {
      var resolution = BidiResolution(sequence, in: embedding, text: text)
      resolution.run(pairsBrackets: pairsBrackets)
      for (place, index) in sequence.indices.enumerated() {
        embedding.levels[index] = resolution.level(at: place)
      }
    }
    embedding.fillRemoved()
    levels = embedding.levels
  }

  /// The direction of the first strong scalar outside isolates (P2); nil if there is none.
  package static func firstStrong(in text: [Unicode.Scalar]) -> Direction? {
    firstStrong(in: text.map(\.bidiClass)[...])
  }

  static func firstStrong(in classes: ArraySlice<BidiClass>) -> Direction? {
    var depth = 0
    for type in classes {
      switch type {
      case .l where depth == 0: return .leftToRight
      case .r where depth == 0, .al where depth == 0: return .rightToLeft
      case .lri, .rli, .fsi: depth += 1
      case .pdi: depth = max(depth - 1, 0)
      case .b: return nil
      default: break
      }
    }
    return nil
  }

  /// The levels of a line, with its white space at separators and at its end set back (L1).
  package func levels(ofLine range: Range<Int>) -> [UInt8] {
    var result = Array(levels[range])
    var resets = true
    for index in range.reversed() {
      switch classes[index] {
      case .b, .s: resets = true
      case .ws, .fsi, .lri, .rli, .pdi: break
      case let type where type.isRemoved: break
      default: resets = false
      }
      if resets { result[index - range.lowerBound] = baseLevel }
    }
    return result
  }

  /// The order, from left to right, of things that have these levels (L2).
  static func visualOrder(of levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), let lowestOdd = levels.filter({ $0 & 1 == 1 }).min()
    else { return order }
    for level in (lowestOdd...highest).reversed() {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
    }
    return order
  }
}

extension BidiClass {
  /// Whether rule X9 takes scalars of this class out.
  var isRemoved: Bool {
    switch self {
    case .lre, .rle, .lro, .rlo, .pdf, .bn: true
    default: false
    }
  }

  var isIsolateInitiator: Bool {
    switch self {
    case .lri, .rli, .fsi: true
    default: false
    }
  }

  /// Whether a text of such scalars alone stays at level 0.
  fileprivate var isPlain: Bool {
    switch self {
    case .l, .en, .es, .et, .cs, .nsm, .bn, .b, .s, .ws, .on: true
    default: false
    }
  }

  /// Whether the scalar takes its direction from around it (NI in UAX #9).
  var isNeutral: Bool {
    switch self {
    case .b, .s, .ws, .on, .fsi, .lri, .rli, .pdi: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether a text that goes from the left may go from the right where the scalar stands.
  package var mayTurnText: Bool { !bidiClass.isPlain }
}
