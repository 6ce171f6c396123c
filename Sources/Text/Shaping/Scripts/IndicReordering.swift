/// The first reordering of a syllable: its base is found, and every character gets its place.
struct IndicReordering {
  let plan: IndicPlan
  let start: Int
  var base: Int
  let end: Int
  private var hasReph = false

  init(_ plan: IndicPlan, _ start: Int, _ end: Int) {
    self.plan = plan
    self.start = start
    self.end = end
    base = end
  }

  mutating func run(_ buffer: inout GlyphBuffer) {
    if plan.script == .kannada, start + 3 <= end, buffer.info[start].isIndic(IndicClass.ra.bit),
      buffer.info[start + 1].isIndicHalant, buffer.info[start + 2].isIndic(IndicClass.joiner.bit)
    {
      buffer.mergeClusters(start + 1, start + 3)
      buffer.info.swapAt(start + 1, start + 2)
    }
    findBase(buffer)
    placeAroundBase(&buffer)
    if plan.isOld { moveHalant(&buffer) }
    attachMarks(&buffer)
    sort(&buffer)
    setMasks(&buffer)
  }

  // MARK: Base

  private mutating func findBase(_ buffer: GlyphBuffer) {
    var limit = start
    if plan.mask(.rphf) != 0, start + 3 <= end, isRephCandidate(buffer.info[start + 2]) {
      let glyphs = (0..<3).map { buffer.info[start + $0].glyph }
      let isExplicit = plan.rules.rephMode == .explicit
      if plan.would(.rphf, Array(glyphs.prefix(2)))
        || (isExplicit && plan.would(.rphf, glyphs))
      {
        limit += 2
        hasReph = true
      }
    } else if plan.rules.rephMode == .encoded, buffer.info[start].indicClass == .repha {
      limit += 1
      hasReph = true
    }
    if hasReph {
      while limit < end, buffer.info[limit].isIndicJoiner { limit += 1 }
      base = start
    }
    searchBase(buffer, limit)
    // Nothing but the ra: it is the base.
    if hasReph, base == start, limit - base <= 2 { hasReph = false }
  }

  private func isRephCandidate(_ third: GlyphRecord) -> Bool {
    switch plan.rules.rephMode {
    case .implicit: !third.isIndicJoiner
    case .explicit: third.indicClass == .joiner
    case .encoded: false
    }
  }

  /// Goes back to the last consonant that has no form below or behind others.
  private mutating func searchBase(_ buffer: GlyphBuffer, _ limit: Int) {
    var index = end
    var hasBelow = false
    repeat {
      index -= 1
      let record = buffer.info[index]
      if record.isIndicConsonant {
        base = index
        if record.indicPlace != .below, record.indicPlace != .post || hasBelow { return }
        if record.indicPlace == .below { hasBelow = true }
      } else if index > start, record.indicClass == .joiner,
        buffer.info[index - 1].indicClass == .halant
      {
        // A joiner behind a halant asks for a half form.
        return
      }
    } while index > limit
  }

  private func placeAroundBase(_ buffer: inout GlyphBuffer) {
    for index in start..<max(base, start) {
      buffer.info[index].indicPlace = min(.beforeConsonant, buffer.info[index].indicPlace)
    }
    if base < end { buffer.info[base].indicPlace = .base }
    if hasReph { buffer.info[start].indicPlace = .reph }
  }

  /// The older tags have the halant behind the letter that it belongs to.
  private func moveHalant(_ buffer: inout GlyphBuffer) {
    guard base + 1 < end,
      let halant = (base + 1..<end).first(where: { buffer.info[$0].indicClass == .halant })
    else { return }
    let stopsAtHalant = plan.script == .kannada
    var last = end - 1
    while last > halant,
      !buffer.info[last].isIndicConsonant,
      !(stopsAtHalant && buffer.info[last].indicClass == .halant)
    {
      last -= 1
    }
    guard last > halant, buffer.info[last].indicClass != .halant else { return }
    let moved = buffer.info.remove(at: halant)
    buffer.info.insert(moved, at: last)
  }

  // MARK: Marks

  private func attachMarks(_ buffer: inout GlyphBuffer) {
    let attached: UInt32 = [
      IndicClass.joiner, .nonJoiner, .nukta, .registerShifter, .medial, .halant,
    ].reduce(0) { $0 | $1.bit }
    var last = IndicPlace.start
    for index in start..<end {
      let kind = buffer.info[index].indicClass
      if kind.bit & attached != 0 {
        buffer.info[index].indicPlace = last
        if kind == .halant, last == .beforeMatra {
          // A halant does not go to the left with a matra.
          for other in stride(from: index, to: start, by: -1)
          where buffer.info[other - 1].indicPlace != .beforeMatra {
            buffer.info[index].indicPlace = buffer.info[other - 1].indicPlace
            break
          }
        }
      } else if buffer.info[index].indicPlace != .modifier {
        if kind == .matraAfter, index > start, buffer.info[index - 1].indicClass == .modifier {
          buffer.info[index - 1].indicPlace = buffer.info[index].indicPlace
        }
        last = buffer.info[index].indicPlace
      }
    }
    // A letter behind the base takes what stands between it and the one before.
    var owner = base
    for index in min(base + 1, end)..<end {
      let record = buffer.info[index]
      if record.isIndicConsonant {
        for other in min(owner + 1, index)..<index where buffer.info[other].indicPlace < .modifier {
          buffer.info[other].indicPlace = record.indicPlace
        }
        owner = index
      } else if record.indicClass == .matra || record.indicClass == .matraAfter {
        owner = index
      }
    }
  }

  // MARK: Order

  private mutating func sort(_ buffer: inout GlyphBuffer) {
    let order = (start..<end).sorted {
      (buffer.info[$0].position, $0) < (buffer.info[$1].position, $1)
    }
    let sorted = order.map { buffer.info[$0] }
    buffer.info.replaceSubrange(start..<end, with: sorted)
    base = (start..<end).first { buffer.info[$0].indicPlace == .base } ?? end
    reverseLeftMatras(&buffer)
    if plan.isOld || end - start > 127 {
      buffer.mergeClusters(base, end)
      return
    }
    // What has gone from one side of another to the other side shares its cluster.
    var old = order
    for index in base..<end where old[index - start] >= 0 {
      var (least, most, next) = (index, index, old[index - start])
      while next != index, next >= start, next < end {
        least = min(least, next)
        most = max(most, next)
        let following = old[next - start]
        old[next - start] = -1
        next = following
      }
      buffer.mergeClusters(max(base, least), most + 1)
    }
  }

  /// Several matras on the left stand in the order in which they are read.
  private func reverseLeftMatras(_ buffer: inout GlyphBuffer) {
    let left = (start..<end).filter { buffer.info[$0].indicPlace == .beforeMatra }
    guard let first = left.first, let last = left.last, first < last else { return }
    buffer.info[first...last].reverse()
    // Each matra before its own marks.
    var begin = first
    for index in first...last
    where [.matra, .matraAfter].contains(buffer.info[index].indicClass) {
      buffer.info[begin...index].reverse()
      begin = index + 1
    }
  }

  // MARK: Masks

  private func setMasks(_ buffer: inout GlyphBuffer) {
    var index = start
    while index < end, buffer.info[index].indicPlace == .reph {
      buffer.info[index].mask |= plan.mask(.rphf)
      index += 1
    }
    let before =
      plan.mask(.half) | (!plan.isOld && plan.rules.hasBelowBeforeBase ? plan.mask(.blwf) : 0)
    for index in start..<base { buffer.info[index].mask |= before }
    let behind = plan.mask(.blwf) | plan.mask(.abvf) | plan.mask(.pstf)
    for index in min(base + 1, end)..<end { buffer.info[index].mask |= behind }
    if plan.isOld, plan.script == .devanagari { markEyelash(&buffer) }
    markPrebase(&buffer)
    stopHalfForms(&buffer)
  }

  /// A ra under a half form has the form below too.
  private func markEyelash(_ buffer: inout GlyphBuffer) {
    for index in start..<max(base - 1, start)
    where buffer.info[index].indicClass == .ra && buffer.info[index + 1].indicClass == .halant {
      if index + 2 == base || buffer.info[index + 2].indicClass != .joiner {
        buffer.info[index].mask |= plan.mask(.blwf)
        buffer.info[index + 1].mask |= plan.mask(.blwf)
      }
    }
  }

  /// A halant and ra that go before the base.
  private func markPrebase(_ buffer: inout GlyphBuffer) {
    guard plan.mask(.pref) != 0, base + 2 < end else { return }
    for index in base + 1..<end - 1 {
      let glyphs = [buffer.info[index].glyph, buffer.info[index + 1].glyph]
      guard plan.would(.pref, glyphs) else { continue }
      buffer.info[index].mask |= plan.mask(.pref)
      buffer.info[index + 1].mask |= plan.mask(.pref)
      return
    }
  }

  /// A non-joiner forbids half forms before it.
  private func stopHalfForms(_ buffer: inout GlyphBuffer) {
    for index in start + 1..<max(end, start + 1) where buffer.info[index].isIndicJoiner {
      let isNon = buffer.info[index].indicClass == .nonJoiner
      var other = index
      repeat {
        other -= 1
        if isNon { buffer.info[other].mask &= ~plan.mask(.half) }
      } while other > start && !buffer.info[other].isIndicConsonant
    }
  }
}
