import Fonts

/// The table "morx" of Apple's fonts, which substitutes glyphs as GSUB does in others: chains of
/// subtables, most of which are state machines. Apple, "TrueType Reference Manual", "The 'morx'
/// table".
struct MorphTable: Sendable {
  /// One step: what it does, and to which runs.
  struct Subtable: Sendable {
    enum Kind: Int, Sendable {
      case rearrangement = 0
      case contextual = 1
      case ligature = 2
      case single = 4
      case insertion = 5
    }

    let kind: Kind
    /// Where its body begins.
    let start: Int
    /// Any of these flags of the chain switches it on.
    let flags: UInt32
    private let coverage: Int

    fileprivate init?(_ bytes: LayoutBytes, at place: Int) {
      coverage = bytes.u32(place + 4)
      guard let kind = Kind(rawValue: coverage & 0xFF) else { return nil }
      self.kind = kind
      start = place + 12
      flags = UInt32(truncatingIfNeeded: bytes.u32(place + 8))
    }

    /// Whether it is for lines from side to side: bit 31 is for vertical ones, bit 29 for all.
    var isHorizontal: Bool { coverage >> 29 & 0b101 != 0b100 }

    /// Whether it goes through the run from its end: bit 30 turns the order, which is that of the
    /// characters with bit 28, and from left to right without it.
    func isBackward(_ isRightToLeft: Bool) -> Bool {
      let isDescending = coverage >> 30 & 1 != 0
      return coverage >> 28 & 1 != 0 ? isDescending : isDescending != isRightToLeft
    }
  }

  private struct Chain: Sendable {
    let defaults: UInt32
    let features: Int
    let featureCount: Int
    let subtables: [Subtable]
  }

  /// A font may have so many chains, and subtables in all; more are not seen.
  private static let mostChains = 256, mostSubtables = 4096

  let bytes: LayoutBytes
  private let chains: [Chain]

  /// Nil for a table that has no version.
  init?(_ table: [UInt8]) {
    let bytes = LayoutBytes(table)
    guard bytes.u16(0) != 0 else { return nil }
    var chains: [Chain] = []
    var place = 8
    var left = Self.mostSubtables
    for _ in 0..<min(bytes.u32(4), Self.mostChains) where place + 16 <= bytes.count {
      let features = min(bytes.u32(place + 8), (bytes.count - place - 16) / 12)
      var next = place + 16 + 12 * features
      var subtables: [Subtable] = []
      for _ in 0..<min(bytes.u32(place + 12), left) where next + 12 <= bytes.count {
        Subtable(bytes, at: next).map { subtables.append($0) }
        left -= 1
        next += max(bytes.u32(next), 12)
      }
      chains.append(
        Chain(
          defaults: UInt32(truncatingIfNeeded: bytes.u32(place)), features: place + 16,
          featureCount: features, subtables: subtables))
      place += max(bytes.u32(place + 4), 16)
    }
    self.bytes = bytes
    self.chains = chains
  }

  /// The subtables that features switch on, in their order.
  func subtables(_ features: [FeatureSetting]) -> [Subtable] {
    let wishes = MorphFeatures(features)
    return chains.flatMap { chain in
      var flags = chain.defaults
      for index in 0..<chain.featureCount {
        let place = chain.features + 12 * index
        guard wishes.contains(type: bytes.u16(place), selector: bytes.u16(place + 2)) else {
          continue
        }
        flags &= UInt32(truncatingIfNeeded: bytes.u32(place + 8))
        flags |= UInt32(truncatingIfNeeded: bytes.u32(place + 4))
      }
      return chain.subtables.filter { $0.flags & flags != 0 && $0.isHorizontal }
    }
  }
}
