/// The second reordering of a syllable, when half forms and others are known: left matras, the reph
/// and the ra before the base go to their places.
struct IndicFinish {
  private let plan: IndicPlan
  private let start: Int
  private let end: Int
  private var base: Int
  private var triesPrebase: Bool

  init(_ plan: IndicPlan, _ start: Int, _ end: Int) {
    self.plan = plan
    self.start = start
    self.end = end
    base = end
    triesPrebase = plan.mask(.pref) != 0
  }

  mutating func run(_ buffer: inout GlyphBuffer) {
    recoverHalants(&buffer)
    findBase(&buffer)
    moveMatras(&buffer)
    moveReph(&buffer)
    if triesPrebase { movePrebase(&buffer) }
    if buffer.info[start].indicPlace == .beforeMatra,
      start == 0 || !buffer.info[start - 1].scalarTraits.contains(.wordPart)
    {
      buffer.info[start].mask |= plan.mask(.initial)
    }
  }

  /// A halant that was ligated and taken apart again is one again.
  private func recoverHalants(_ buffer: inout GlyphBuffer) {
    guard let virama = plan.virama else { return }
    for index in start..<end
    where buffer.info[index].glyph == virama && buffer.info[index].isLigated
      && buffer.info[index].isMultiplied
    {
      buffer.info[index].category = IndicClass.halant.rawValue
      buffer.info[index].glyphTraits.subtract([.ligated, .multiplied])
    }
  }

  // MARK: Base

  private mutating func findBase(_ buffer: inout GlyphBuffer) {
    if let found = (start..<end).first(where: { buffer.info[$0].indicPlace >= .base }) {
      base = found
      if triesPrebase { skipUnformedPrebase(&buffer) }
      if plan.script == .malayalam { skipUnformedBelow(&buffer) }
      if base < end, base > start, buffer.info[base].indicPlace > .base { base -= 1 }
    }
    if base == end, start < base, buffer.info[base - 1].isIndic(IndicClass.joiner.bit) { base -= 1 }
    if base < end {
      let passed = IndicClass.nukta.bit | IndicClass.halant.bit
      while start < base, buffer.info[base].isIndic(passed) { base -= 1 }
    }
  }

  /// A ra that should have gone before the base and has no form for it is the base's neighbour.
  private mutating func skipUnformedPrebase(_ buffer: inout GlyphBuffer) {
    guard base + 1 < end,
      let found = (base + 1..<end).first(where: {
        buffer.info[$0].mask & plan.mask(.pref) != 0
      })
    else { return }
    let record = buffer.info[found]
    guard !(record.isSubstituted && record.isLigatedAndNotMultiplied) else { return }
    base = found
    while base < end, buffer.info[base].isIndicHalant { base += 1 }
    if base < end { buffer.info[base].indicPlace = .base }
    triesPrebase = false
  }

  private mutating func skipUnformedBelow(_ buffer: inout GlyphBuffer) {
    var index = base + 1
    while index < end {
      while index < end, buffer.info[index].isIndicJoiner { index += 1 }
      guard index < end, buffer.info[index].isIndicHalant else { return }
      index += 1
      while index < end, buffer.info[index].isIndicJoiner { index += 1 }
      if index < end, buffer.info[index].isIndicConsonant, buffer.info[index].indicPlace == .below {
        base = index
        buffer.info[base].indicPlace = .base
      }
      index += 1
    }
  }

  private var hasHalfForms: Bool { plan.script != .malayalam && plan.script != .tamil }

  // MARK: Matras

  private mutating func moveMatras(_ buffer: inout GlyphBuffer) {
    guard start + 1 < end, start < base else { return }
    var target = max(base == end ? base - 2 : base - 1, start)
    if hasHalfForms { target = matraTarget(buffer, target) }
    guard start < target, buffer.info[target].indicPlace != .beforeMatra else {
      if let first = (start..<base).first(where: {
        buffer.info[$0].indicPlace == .beforeMatra
      }) {
        buffer.mergeClusters(first, min(end, base + 1))
      }
      return
    }
    for index in stride(from: target, to: start, by: -1)
    where buffer.info[index - 1].indicPlace == .beforeMatra {
      let old = index - 1
      if old < base, base <= target { base -= 1 }
      let moved = buffer.info.remove(at: old)
      buffer.info.insert(moved, at: target)
      buffer.mergeClusters(target, min(end, base + 1))
      target -= 1
    }
  }

  /// Behind the last halant that stands alone before the base.
  private func matraTarget(_ buffer: GlyphBuffer, _ from: Int) -> Int {
    let stops = IndicClass.matra.bit | IndicClass.matraAfter.bit | IndicClass.halant.bit
    var target = from
    while true {
      while target > start, !buffer.info[target].isIndic(stops) { target -= 1 }
      guard buffer.info[target].isIndicHalant, buffer.info[target].indicPlace != .beforeMatra
      else { return start }
      // A joiner behind it keeps the matra on its left.
      guard target + 1 < end, buffer.info[target + 1].indicClass == .joiner, target > start else {
        return target
      }
      target -= 1
    }
  }

  // MARK: Reph

  private mutating func moveReph(_ buffer: inout GlyphBuffer) {
    guard start + 1 < end, buffer.info[start].indicPlace == .reph,
      (buffer.info[start].indicClass == .repha) != buffer.info[start].isLigatedAndNotMultiplied
    else { return }
    let target = rephTarget(buffer)
    buffer.mergeClusters(start, target + 1)
    let moved = buffer.info.remove(at: start)
    buffer.info.insert(moved, at: target)
    if start < base, base <= target { base -= 1 }
  }

  private func rephTarget(_ buffer: GlyphBuffer) -> Int {
    let place = plan.rules.reph
    // Behind the first halant that is seen.
    if let halant = (start + 1..<max(base, start + 1)).first(where: {
      buffer.info[$0].isIndicHalant
    }) {
      return halant + 1 < base && buffer.info[halant + 1].isIndicJoiner ? halant + 1 : halant
    }
    if place == .afterMain || place == .afterSub, base < end {
      var target = base
      while target + 1 < end {
        let next = buffer.info[target + 1].indicPlace
        if place == .afterMain ? next > .afterMain : [.post, .afterPost, .modifier].contains(next) {
          break
        }
        target += 1
      }
      return target
    }
    var target = end - 1
    while target > start, buffer.info[target].indicPlace == .modifier { target -= 1 }
    // Before the halant of a matra, so that it may join the matra.
    if buffer.info[target].isIndicHalant, base + 1 < target {
      for index in base + 1..<target {
        let kind = buffer.info[index].indicClass
        if kind == .matra || kind == .matraAfter { target -= 1 }
      }
    }
    return max(target, start)
  }

  // MARK: Ra before the base

  private mutating func movePrebase(_ buffer: inout GlyphBuffer) {
    guard base + 1 < end,
      let old = (base + 1..<end).first(where: { buffer.info[$0].mask & plan.mask(.pref) != 0 }),
      buffer.info[old].isLigatedAndNotMultiplied
    else { return }
    let stops = IndicClass.matra.bit | IndicClass.matraAfter.bit | IndicClass.halant.bit
    var target = base
    if hasHalfForms {
      while target > start, !buffer.info[target - 1].isIndic(stops) { target -= 1 }
    }
    if target > start, buffer.info[target - 1].isIndicHalant, buffer.info[target].isIndicJoiner {
      target += 1
    }
    buffer.mergeClusters(target, old + 1)
    let moved = buffer.info.remove(at: old)
    buffer.info.insert(moved, at: target)
    if target <= base, base < old { base += 1 }
  }
}
