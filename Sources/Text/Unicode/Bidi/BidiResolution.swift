/// Resolves one isolating run sequence: weak types, brackets, neutrals, levels (W1 to I2).
struct BidiResolution {
  private let sequence: BidiEmbedding.Sequence
  private var types: [BidiClass]
  /// The types before W1.
  private let originals: [BidiClass]
  private let scalars: [Unicode.Scalar]

  init(
    _ sequence: BidiEmbedding.Sequence, in embedding: BidiEmbedding, text: [Unicode.Scalar]
  ) {
    self.sequence = sequence
    types = sequence.indices.map { embedding.types[$0] }
    originals = types
    scalars = sequence.indices.map { text[$0] }
  }

  mutating func run(pairsBrackets: Bool) {
    resolveWeak()
    resolveSeparators()
    if pairsBrackets { resolveBrackets() }
    resolveNeutrals()
  }

  /// I1 and I2.
  func level(at place: Int) -> UInt8 {
    let level = sequence.level
    switch types[place] {
    case .r: return level | 1
    case .an, .en: return (level + 2) & ~1
    default: return level & 1 == 0 ? level : level + 1
    }
  }

  /// W1 to W3.
  private mutating func resolveWeak() {
    var previous = sequence.start
    var strong = sequence.start
    for place in types.indices {
      if types[place] == .nsm {
        let isAfterIsolate = previous.isIsolateInitiator || previous == .pdi
        types[place] = isAfterIsolate ? .on : previous
      }
      previous = types[place]
      switch types[place] {
      case .l, .r: strong = types[place]
      case .al:
        strong = .al
        types[place] = .r
      case .en where strong == .al: types[place] = .an
      default: break
      }
    }
  }

  /// W4 to W7.
  private mutating func resolveSeparators() {
    for place in types.indices.dropFirst().dropLast() {
      let (before, after) = (types[place - 1], types[place + 1])
      guard before == after else { continue }
      switch types[place] {
      case .es where before == .en, .cs where before == .en: types[place] = .en
      case .cs where before == .an: types[place] = .an
      default: break
      }
    }
    var place = 0
    while place < types.count {
      let start = place
      while place < types.count, types[place] == .et { place += 1 }
      if place > start {
        let touches =
          (start > 0 && types[start - 1] == .en) || (place < types.count && types[place] == .en)
        for index in start..<place { types[index] = touches ? .en : .on }
      } else {
        place += 1
      }
    }
    var strong = sequence.start
    for place in types.indices {
      switch types[place] {
      case .es, .cs: types[place] = .on
      case .l, .r: strong = types[place]
      case .en where strong == .l: types[place] = .l
      default: break
      }
    }
  }

  /// N0.
  private mutating func resolveBrackets() {
    let embedding: BidiClass = sequence.level & 1 == 0 ? .l : .r
    for pair in bracketPairs() {
      var hasOther = false
      var found: BidiClass?
      for place in (pair.open + 1)..<pair.close {
        guard let strong = Self.strong(types[place]) else { continue }
        if strong == embedding {
          found = embedding
          break
        }
        hasOther = true
      }
      if found == nil, hasOther {
        let before = types[..<pair.open].reversed().lazy.compactMap(Self.strong).first
        let context = before ?? sequence.start
        found = context == embedding ? embedding : context
      }
      guard let found else { continue }
      for place in [pair.open, pair.close] {
        types[place] = found
        var next = place + 1
        while next < types.count, originals[next] == .nsm {
          types[next] = found
          next += 1
        }
      }
    }
  }

  /// Numbers count as letters that go from right to left.
  private static func strong(_ type: BidiClass) -> BidiClass? {
    switch type {
    case .l: .l
    case .r, .en, .an: .r
    default: nil
    }
  }

  /// BD16, in the order of the opening brackets.
  private func bracketPairs() -> [(open: Int, close: Int)] {
    let maximumDepth = 63
    var open: [(closing: UInt32, place: Int)] = []
    var pairs: [(open: Int, close: Int)] = []
    for place in types.indices where types[place] == .on {
      guard let entry = ScalarPairs.brackets[scalars[place].value] else { continue }
      if entry.opens {
        if open.count == maximumDepth { break }
        open.append((Self.canonical(entry.other.value), place))
      } else {
        let closing = Self.canonical(entry.scalar)
        guard let match = open.lastIndex(where: { $0.closing == closing }) else { continue }
        pairs.append((open[match].place, place))
        open.removeSubrange(match...)
      }
    }
    return pairs.sorted { $0.open < $1.open }
  }

  /// U+2329 and U+232A are canonically equivalent to U+3008 and U+3009.
  private static func canonical(_ code: UInt32) -> UInt32 {
    switch code {
    case 0x2329: 0x3008
    case 0x232A: 0x3009
    default: code
    }
  }

  /// N1 and N2.
  private mutating func resolveNeutrals() {
    let embedding: BidiClass = sequence.level & 1 == 0 ? .l : .r
    var before = sequence.start
    var place = 0
    while place < types.count {
      guard types[place].isNeutral else {
        before = Self.strong(types[place]) ?? before
        place += 1
        continue
      }
      let start = place
      while place < types.count, types[place].isNeutral { place += 1 }
      let after = place < types.count ? Self.strong(types[place]) ?? embedding : sequence.end
      for index in start..<place { types[index] = before == after ? before : embedding }
    }
  }
}
