/// The classes of a syllable's characters, and the parts that a grammar of syllables is made of.
///
/// A part goes from a set of places to all places that it may end at: bits that count from the
/// syllable's start. A syllable of more than 62 characters, which no language has, is cut.
struct SyllablePlaces<Class: RawRepresentable<UInt8>> {
  typealias Places = UInt64

  private static var longest: Int { 62 }

  private let classes: [Class]
  /// For each class, where it stands.
  private var found: [Places] = Array(repeating: 0, count: 64)

  init(_ classes: [Class]) { self.classes = classes }

  /// Looks at what begins at `start`.
  mutating func begin(at start: Int) {
    for index in found.indices { found[index] = 0 }
    for offset in 0..<min(Self.longest, classes.count - start) {
      found[Int(classes[start + offset].rawValue)] |= 1 << Places(offset)
    }
  }

  /// The longest of some kinds of syllables; of equally long ones, the first.
  static func longest<Kind>(_ ends: [(Kind, Places)]) -> (kind: Kind, length: Int)? {
    var best: (kind: Kind, length: Int)?
    for (kind, places) in ends {
      let length = places == 0 ? 0 : 63 - places.leadingZeroBitCount
      if length > best?.length ?? 0 { best = (kind, length) }
    }
    return best
  }

  func one(_ from: Places, _ class: Class) -> Places {
    (from & found[Int(`class`.rawValue)]) << 1
  }

  func one(_ from: Places, _ first: Class, _ second: Class) -> Places {
    one(from, first) | one(from, second)
  }

  func optional(_ from: Places, _ class: Class) -> Places { from | one(from, `class`) }

  func any(_ from: Places, _ class: Class) -> Places { repeated(from) { one($0, `class`) } }

  func repeated(_ from: Places, _ part: (Places) -> Places) -> Places {
    var all = from
    var fresh = from
    while fresh != 0 {
      fresh = part(fresh) & ~all
      all |= fresh
    }
    return all
  }
}
