import Fonts

/// GSUB or GPOS of a font: its scripts and features, and its lookups made ready.
struct LayoutTable: Sendable {
  /// A font may have so many lookups; more are not seen.
  private static let mostLookups = 20000
  /// How much is read beforehand, as a multiple of the table's length: tables may overlap, and a
  /// hostile font would otherwise have few bytes read without end.
  private static let workFactor = 64
  private static let leastWork = 16384

  let bytes: LayoutBytes
  let isPositioning: Bool
  let lookups: [Lookup]
  private let scripts: Int
  private let features: Int
  private let variations: Int

  init(_ bytes: [UInt8], positioning: Bool) {
    let table = LayoutBytes(bytes)
    self.bytes = table
    isPositioning = positioning
    let hasVersion = table.u16(0) == 1
    scripts = hasVersion ? table.offset(4, from: 0) : 0
    features = hasVersion ? table.offset(6, from: 0) : 0
    variations = hasVersion && table.u16(2) >= 1 ? table.longOffset(10, from: 0) : 0
    let list = hasVersion ? table.offset(8, from: 0) : 0
    var work = max(bytes.count * Self.workFactor, Self.leastWork)
    var lookups: [Lookup] = []
    let count = list > 0 ? min(table.u16(list), Self.mostLookups) : 0
    for index in 0..<count {
      guard work > 0 else { break }
      let start = table.offset(list + 2 + 2 * index, from: list)
      lookups.append(Lookup(table, at: start, positioning: positioning, work: &work))
    }
    self.lookups = lookups
  }

  /// The script of a font that is taken for a text's: the first of the wished tags that it has, or
  /// one of those that stand for all.
  struct ChosenScript: Sendable {
    let tag: Tag?
    let isFound: Bool
    let start: Int
  }

  func script(_ wished: [Tag]) -> ChosenScript {
    for tag in wished {
      if let start = entry(tag, in: scripts) {
        return ChosenScript(tag: tag, isFound: true, start: start)
      }
    }
    for tag: Tag in ["DFLT", "dflt", "latn"] {
      if let start = entry(tag, in: scripts) {
        return ChosenScript(tag: tag, isFound: false, start: start)
      }
    }
    return ChosenScript(tag: nil, isFound: false, start: 0)
  }

  /// The language system: that of the first tag that the script has, or its default; 0 for none.
  func language(_ wished: [Tag], in script: ChosenScript) -> Int {
    guard script.start > 0 else { return 0 }
    for tag in wished + ["dflt"] {
      let count = bytes.u16(script.start + 2)
      for index in 0..<count {
        let record = script.start + 4 + 6 * index
        if bytes.u32(record) == Int(tag.value) {
          return bytes.offset(record + 4, from: script.start)
        }
      }
    }
    return bytes.offset(script.start, from: script.start)
  }

  /// The feature that a language system always has.
  func requiredFeature(in language: Int) -> (index: Int, tag: Tag)? {
    guard language > 0 else { return nil }
    let index = bytes.u16(language + 2)
    guard index != 0xFFFF, features > 0, index < bytes.u16(features) else { return nil }
    return (index, Tag(UInt32(truncatingIfNeeded: bytes.u32(features + 2 + 6 * index))))
  }

  /// The number of a feature in a language system.
  func feature(_ tag: Tag, in language: Int) -> Int? {
    guard language > 0, features > 0 else { return nil }
    let known = bytes.u16(features)
    for position in 0..<bytes.u16(language + 4) {
      let index = bytes.u16(language + 6 + 2 * position)
      if index < known, bytes.u32(features + 2 + 6 * index) == Int(tag.value) { return index }
    }
    return nil
  }

  /// The lookups of a feature at a place of the design space.
  func lookups(of feature: Int, variation: Int?) -> [Int] {
    guard features > 0 else { return [] }
    var start = bytes.offset(features + 2 + 6 * feature + 4, from: features)
    if let variation, let other = substitute(for: feature, in: variation) { start = other }
    guard start > 0 else { return [] }
    let count = min(bytes.u16(start + 2), Self.mostLookups)
    return (0..<count).map { bytes.u16(start + 4 + 2 * $0) }.filter { $0 < lookups.count }
  }

  /// The place of a tag's record in a list of six-byte records, in whatever order they stand.
  private func entry(_ tag: Tag, in list: Int) -> Int? {
    guard list > 0 else { return nil }
    for index in 0..<bytes.u16(list) {
      let record = list + 2 + 6 * index
      if bytes.u32(record) == Int(tag.value) {
        let start = bytes.offset(record + 4, from: list)
        return start > 0 ? start : nil
      }
    }
    return nil
  }

  // MARK: Feature variations

  /// The set of substitutions for a place of the design space, -1...1 on each axis. OpenType,
  /// "FeatureVariations table".
  func variation(at coordinates: [Double]) -> Int? {
    guard variations > 0, !coordinates.isEmpty else { return nil }
    for index in 0..<min(bytes.u32(variations + 4), Self.mostLookups) {
      let record = variations + 8 + 8 * index
      let conditions = bytes.longOffset(record, from: variations)
      if holds(conditions, at: coordinates) {
        return bytes.longOffset(record + 4, from: variations)
      }
    }
    return nil
  }

  private func holds(_ set: Int, at coordinates: [Double]) -> Bool {
    guard set > 0 else { return true }
    for index in 0..<bytes.u16(set) {
      let condition = bytes.longOffset(set + 2 + 4 * index, from: set)
      guard condition > 0, bytes.u16(condition) == 1 else { return false }
      let axis = bytes.u16(condition + 2)
      let place = axis < coordinates.count ? coordinates[axis] : 0
      let least = Double(bytes.i16(condition + 4)) / 16384
      let most = Double(bytes.i16(condition + 6)) / 16384
      if !(least...max(least, most) ~= place) { return false }
    }
    return true
  }

  private func substitute(for feature: Int, in set: Int) -> Int? {
    guard set > 0 else { return nil }
    for index in 0..<bytes.u16(set + 4) {
      let record = set + 6 + 6 * index
      if bytes.u16(record) == feature {
        let start = bytes.longOffset(record + 2, from: set)
        return start > 0 ? start : nil
      }
    }
    return nil
  }
}
