/// Marks on bases, on ligatures and on marks, and letters that hang on each other.
extension LookupApplier {
  mutating func attachToBase(_ subtable: Subtable) -> Bool {
    let mark = bytes.coverageIndex(subtable.coverage, buffer.current.glyph)
    guard mark >= 0, subtable.format == 1 else { return false }
    let coverage = bytes.offset(subtable.start + 4, from: subtable.start)
    findBase { applier, index in
      // Only the first glyph of several that a base became is one, unless the font says otherwise.
      applier.begins(index)
        || applier.bytes.coverageIndex(coverage, applier.buffer.info[index].glyph) >= 0
    }
    guard lastBase >= 0 else { return false }
    let base = bytes.coverageIndex(coverage, buffer.info[lastBase].glyph)
    guard base >= 0 else { return false }
    let array = bytes.offset(subtable.start + 10, from: subtable.start)
    return attach(subtable, mark: mark, to: lastBase, row: base, array: array)
  }

  /// Looks for the last glyph that is no mark; what was seen before is not looked at again.
  private mutating func findBase(_ accepts: (LookupApplier, Int) -> Bool) {
    if lastBaseEnd > buffer.index {
      lastBaseEnd = 0
      lastBase = -1
    }
    var walker = walker(from: buffer.index)
    walker.flags = Lookup.ignoresMarks
    var index = buffer.index
    while index > lastBaseEnd {
      index -= 1
      buffer.steps &-= 1
      let record = buffer.info[index]
      guard skip(record, walker) == .no, record.mask & mask != 0 else { continue }
      if accepts(self, index) {
        lastBase = index
        break
      }
    }
    lastBaseEnd = buffer.index
  }

  private func begins(_ index: Int) -> Bool {
    let record = buffer.info[index]
    guard record.isMultiplied, record.ligatureComponent != 0, index > 0 else { return true }
    let previous = buffer.info[index - 1]
    return previous.isMark || !previous.isMultiplied
      || record.ligatureNumber != previous.ligatureNumber
      || record.ligatureComponent != previous.ligatureComponent + 1
  }

  mutating func attachToLigature(_ subtable: Subtable) -> Bool {
    let mark = bytes.coverageIndex(subtable.coverage, buffer.current.glyph)
    guard mark >= 0, subtable.format == 1 else { return false }
    let coverage = bytes.offset(subtable.start + 4, from: subtable.start)
    findBase { applier, index in
      // Of several glyphs that a letter became the first may be of a ligature before it.
      let record = applier.buffer.info[index]
      return !record.isMultiplied || record.ligatureComponent == 0
        || applier.bytes.coverageIndex(coverage, record.glyph) >= 0
    }
    guard lastBase >= 0 else { return false }
    let index = bytes.coverageIndex(coverage, buffer.info[lastBase].glyph)
    let list = bytes.offset(subtable.start + 10, from: subtable.start)
    guard index >= 0, list > 0, index < bytes.u16(list) else { return false }
    let array = bytes.offset(list + 2 + 2 * index, from: list)
    let count = array > 0 ? bytes.u16(array) : 0
    guard count > 0 else { return false }
    let (own, ligature) = (buffer.current, buffer.info[lastBase])
    let belongs =
      ligature.ligatureNumber != 0 && ligature.ligatureNumber == own.ligatureNumber
      && own.ligatureComponent > 0
    let component = belongs ? min(count, own.ligatureComponent) - 1 : count - 1
    return attach(subtable, mark: mark, to: lastBase, row: component, array: array)
  }

  mutating func attachToMark(_ subtable: Subtable) -> Bool {
    let mark = bytes.coverageIndex(subtable.coverage, buffer.current.glyph)
    guard mark >= 0, subtable.format == 1 else { return false }
    var walker = walker(from: buffer.index)
    walker.flags = flags & ~Lookup.ignoring
    guard backward(&walker), buffer.info[walker.index].isMark else { return false }
    let (own, other) = (buffer.current, buffer.info[walker.index])
    let isOnSame =
      if own.ligatureNumber == other.ligatureNumber {
        own.ligatureNumber == 0 || own.ligatureComponent == other.ligatureComponent
      } else {
        // One of them may be a ligature of marks itself.
        (own.ligatureNumber > 0 && own.ligatureComponent == 0)
          || (other.ligatureNumber > 0 && other.ligatureComponent == 0)
      }
    guard isOnSame else { return false }
    let coverage = bytes.offset(subtable.start + 4, from: subtable.start)
    let row = bytes.coverageIndex(coverage, other.glyph)
    guard row >= 0 else { return false }
    let array = bytes.offset(subtable.start + 10, from: subtable.start)
    return attach(subtable, mark: mark, to: walker.index, row: row, array: array)
  }

  /// Puts the current mark's anchor on that of its class in a row of `array`.
  private mutating func attach(
    _ subtable: Subtable, mark: Int, to index: Int, row: Int, array: Int
  ) -> Bool {
    let classes = bytes.u16(subtable.start + 6)
    let marks = bytes.offset(subtable.start + 8, from: subtable.start)
    guard marks > 0, array > 0, mark < bytes.u16(marks), row < bytes.u16(array) else {
      return false
    }
    let record = marks + 2 + 4 * mark
    let number = bytes.u16(record)
    guard number < classes else { return false }
    let target = bytes.offset(array + 2 + 2 * (row * classes + number), from: array)
    guard target > 0 else { return false }
    let own = bytes.offset(record + 2, from: marks)
    let to = anchor(target)
    let from = own > 0 ? anchor(own) : (x: 0, y: 0)
    buffer.places[buffer.index].x = Int32(truncatingIfNeeded: to.x - from.x)
    // Across the line it stays where its base is by now, as HarfBuzz has it.
    buffer.places[buffer.index].y =
      buffer.height(of: index) &+ Int32(truncatingIfNeeded: to.y - from.y)
    buffer.places[buffer.index].attachment = .mark
    buffer.places[buffer.index].chain = Int32(truncatingIfNeeded: index - buffer.index)
    hasAttachments = true
    buffer.index += 1
    return true
  }

  // MARK: Cursive

  mutating func attachCursively(_ subtable: Subtable) -> Bool {
    guard subtable.format == 1,
      let entry = cursiveAnchor(subtable, buffer.current.glyph, isExit: false)
    else { return false }
    var walker = walker(from: buffer.index)
    guard backward(&walker),
      let exit = cursiveAnchor(subtable, buffer.info[walker.index].glyph, isExit: true)
    else { return false }
    let (first, second) = (walker.index, buffer.index)
    let (exitX, entryX) = (Int32(truncatingIfNeeded: exit.x), Int32(truncatingIfNeeded: entry.x))
    if isRightToLeft {
      let shift = exitX &+ buffer.places[first].x
      buffer.places[first].advance &-= shift
      buffer.places[first].x &-= shift
      buffer.places[second].advance = entryX &+ buffer.places[second].x
    } else {
      buffer.places[first].advance = exitX &+ buffer.places[first].x
      let shift = entryX &+ buffer.places[second].x
      buffer.places[second].advance &-= shift
      buffer.places[second].x &-= shift
    }
    let hangsFirst = flags & Lookup.isRightToLeft != 0
    let (child, parent) = hangsFirst ? (first, second) : (second, first)
    let rise = Int32(truncatingIfNeeded: hangsFirst ? entry.y - exit.y : exit.y - entry.y)
    turnChain(child, to: parent)
    buffer.places[child].attachment = .cursive
    buffer.places[child].chain = Int32(truncatingIfNeeded: parent - child)
    buffer.places[child].y = rise
    if buffer.places[parent].chain == -buffer.places[child].chain {
      buffer.places[parent].chain = 0
      buffer.places[parent].y = 0
    }
    hasAttachments = true
    buffer.index += 1
    return true
  }

  private func cursiveAnchor(
    _ subtable: Subtable, _ glyph: Int, isExit: Bool
  ) -> (x: Int, y: Int)? {
    let index = bytes.coverageIndex(subtable.coverage, glyph)
    guard index >= 0, index < bytes.u16(subtable.start + 4) else { return nil }
    let record = subtable.start + 6 + 4 * index + (isExit ? 2 : 0)
    let start = bytes.offset(record, from: subtable.start)
    return start > 0 ? anchor(start) : nil
  }

  /// Turns the links of the chain that `child` hung on around, so that all of it hangs on `parent`.
  private mutating func turnChain(_ child: Int, to parent: Int) {
    var links: [(from: Int, to: Int, chain: Int32, y: Int32)] = []
    var index = child
    while buffer.places.indices.contains(index) {
      let place = buffer.places[index]
      guard place.chain != 0, place.attachment == .cursive else { break }
      buffer.places[index].chain = 0
      let next = index + Int(place.chain)
      guard next != parent, buffer.places.indices.contains(next) else { break }
      links.append((index, next, place.chain, place.y))
      index = next
    }
    for link in links.reversed() {
      buffer.places[link.to].y = 0 &- link.y
      buffer.places[link.to].chain = 0 &- link.chain
      buffer.places[link.to].attachment = .cursive
    }
  }
}

extension GlyphBuffer {
  /// Moves what is attached with what it is attached to; advances are final by now.
  mutating func resolveAttachments() {
    var sums = [Int32](repeating: 0, count: places.count + 1)
    for index in places.indices { sums[index + 1] = sums[index] &+ places[index].advance }
    var path: [(index: Int, parent: Int)] = []
    for start in places.indices where places[start].chain != 0 {
      path.removeAll(keepingCapacity: true)
      var index = start
      while places[index].chain != 0 {
        let parent = index + Int(places[index].chain)
        places[index].chain = 0
        guard places.indices.contains(parent) else { break }
        path.append((index, parent))
        index = parent
      }
      for link in path.reversed() { settle(link.index, on: link.parent, sums) }
    }
  }

  /// How high a glyph stands with all that it hangs on.
  func height(of start: Int) -> Int32 {
    var (index, height) = (start, places[start].y)
    for _ in 0..<LookupApplier.deepest {
      let next = index + Int(places[index].chain)
      guard next != index, places[index].attachment == .cursive, places.indices.contains(next)
      else { break }
      index = next
      height &+= places[index].y
    }
    return height
  }

  private mutating func settle(_ index: Int, on parent: Int, _ sums: [Int32]) {
    guard places[index].attachment == .mark else {
      places[index].y &+= places[parent].y
      return
    }
    places[index].x &+= places[parent].x
    // Sums are signed: what a mark is attached to may stand behind it in a font with "kerx".
    if isRightToLeft {
      places[index].x &+= sums[index + 1] &- sums[parent + 1]
    } else {
      places[index].x &-= sums[index] &- sums[parent]
    }
  }
}
