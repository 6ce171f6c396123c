/// Clusters grow where glyphs of several mix, so that they never go back and forth.
extension GlyphBuffer {
  /// Makes one cluster of what `start..<end` and its neighbours of the same clusters are.
  mutating func mergeClusters(_ start: Int, _ end: Int) {
    guard end - start >= 2, start >= 0, end <= info.count else { return }
    var least = info[start].cluster
    for index in start + 1..<end { least = min(least, info[index].cluster) }
    var (start, end) = (start, end)
    if least != info[end - 1].cluster {
      while end < info.count, info[end - 1].cluster == info[end].cluster { end += 1 }
    }
    if least != info[start].cluster {
      while index < start, info[start - 1].cluster == info[start].cluster { start -= 1 }
      if index == start, hasOutput, info[start].cluster != least {
        let old = info[start].cluster
        var position = out.count
        while position > 0, out[position - 1].cluster == old {
          out[position - 1].cluster = least
          position -= 1
        }
      }
    }
    for index in start..<end { info[index].cluster = least }
    steps &-= end - start
  }

  /// The same for what a pass has written.
  mutating func mergeOutputClusters(_ start: Int, _ end: Int) {
    guard end - start >= 2, start >= 0, end <= out.count else { return }
    var least = out[start].cluster
    for index in start + 1..<end { least = min(least, out[index].cluster) }
    var (start, end) = (start, end)
    while start > 0, out[start - 1].cluster == out[start].cluster { start -= 1 }
    while end < out.count, out[end - 1].cluster == out[end].cluster { end += 1 }
    if end == out.count {
      let old = out[end - 1].cluster
      var position = index
      while position < info.count, info[position].cluster == old {
        info[position].cluster = least
        position += 1
      }
    }
    for index in start..<end { out[index].cluster = least }
    steps &-= end - start
  }

  /// Removes the current glyph; its cluster goes to a neighbour.
  mutating func deleteCurrent() {
    let cluster = info[index].cluster
    let followed = index + 1 < info.count && info[index + 1].cluster == cluster
    let preceded = hasOutput && out.last?.cluster == cluster
    if !followed && !preceded {
      if let last = out.last, hasOutput {
        if cluster < last.cluster {
          var position = out.count
          while position > 0, out[position - 1].cluster == last.cluster {
            out[position - 1].cluster = cluster
            position -= 1
          }
        }
      } else if index + 1 < info.count {
        mergeClusters(index, index + 2)
      }
    }
    skip()
  }

  /// Removes the glyphs that `isRemoved` names; their clusters go to neighbours.
  mutating func removePlaced(where isRemoved: (GlyphRecord) -> Bool) {
    var kept = 0
    let count = info.count
    for index in 0..<count {
      guard isRemoved(info[index]) else {
        info[kept] = info[index]
        if index < places.count { places[kept] = places[index] }
        kept += 1
        continue
      }
      let cluster = info[index].cluster
      if index + 1 < count, info[index + 1].cluster == cluster { continue }
      if kept > 0 {
        let old = info[kept - 1].cluster
        if cluster < old {
          var position = kept
          while position > 0, info[position - 1].cluster == old {
            info[position - 1].cluster = cluster
            position -= 1
          }
        }
      } else if index + 1 < count {
        self.index = 0
        mergeClusters(index, index + 2)
      }
    }
    info.removeLast(count - kept)
    if places.count == count { places.removeLast(count - kept) }
  }

  /// Puts `start..<end` in order, equal ones as they are; what passes another shares its cluster.
  mutating func sort(_ start: Int, _ end: Int, by key: (GlyphRecord) -> UInt8) {
    guard start + 1 < end else { return }
    for index in start + 1..<end {
      var place = index
      while place > start, key(info[place - 1]) > key(info[index]) { place -= 1 }
      guard place < index else { continue }
      mergeClusters(place, index + 1)
      let moved = info.remove(at: index)
      info.insert(moved, at: place)
    }
  }
}
