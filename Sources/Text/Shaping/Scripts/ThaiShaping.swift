/// Thai and Lao: the vowel sign "am" is drawn as a ring over the letter and a vowel behind it.
enum ThaiShaping {
  static func prepare(_ buffer: inout GlyphBuffer) {
    guard buffer.info.contains(where: { isAm($0.code) }) else { return }
    buffer.beginOutput()
    while buffer.index < buffer.count, buffer.out.count < buffer.longest {
      let code = buffer.current.code
      guard isAm(code) else {
        buffer.next()
        continue
      }
      // Nikhahit, and sara aa.
      buffer.insert(Int(code) - 0xE33 + 0xE4D)
      let ring = buffer.out.count - 1
      buffer.out[ring].findFacts()
      buffer.out[ring].scalarTraits.formUnion([.continuation, .mark, .nonspacingMark])
      buffer.current.code = code - 1
      buffer.current.findFacts()
      buffer.next()
      // The ring goes below the tone marks.
      var start = ring
      while start > 0, isAbove(buffer.out[start - 1].code) { start -= 1 }
      if start < ring {
        buffer.mergeOutputClusters(start, ring + 2)
        let moved = buffer.out.remove(at: ring)
        buffer.out.insert(moved, at: start)
      } else if start > 0 {
        buffer.mergeOutputClusters(start - 1, ring + 2)
      }
    }
    buffer.endOutput()
  }

  private static func isAm(_ code: UInt32) -> Bool { code & ~0x80 == 0xE33 }

  private static func isAbove(_ code: UInt32) -> Bool {
    switch code & ~0x80 {
    case 0xE31, 0xE34...0xE37, 0xE3B, 0xE47...0xE4E: true
    default: false
    }
  }
}
