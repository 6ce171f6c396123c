extension GlyphBuffer {
  /// Marks what goes on with the grapheme before it: beside marks, what emoji are made of.
  mutating func markGraphemes() {
    guard info.contains(where: { $0.code >= 0x80 }) else { return }
    var index = 0
    while index < info.count {
      let code = info[index].code
      switch code {
      case 0x1F3FB...0x1F3FF where info[index].scalarTraits.contains(.modifierSymbol),
        0xFF9E...0xFF9F, 0xE0020...0xE007F:
        info[index].scalarTraits.insert(.continuation)
      case 0x200D:
        info[index].scalarTraits.insert(.continuation)
        if index + 1 < info.count, Self.isPictographic(info[index + 1].code) {
          index += 1
          info[index].scalarTraits.insert(.continuation)
        }
      case 0x1F1E6...0x1F1FF where index > 0:
        // Flags are pairs.
        let last = info[index - 1]
        if 0x1F1E6...0x1F1FF ~= last.code, !last.scalarTraits.contains(.continuation) {
          info[index].scalarTraits.insert(.continuation)
        }
      default: break
      }
      index += 1
    }
  }

  private static func isPictographic(_ code: UInt32) -> Bool {
    Unicode.Scalar(code).map { $0.emojiProperties.contains(.extendedPictographic) } ?? false
  }

  mutating func mergeGraphemes() {
    guard
      seen.contains(.continuation)
        || info.contains(where: { $0.scalarTraits.contains(.continuation) })
    else { return }
    var start = 0
    while start < info.count {
      let end = graphemeEnd(start)
      mergeClusters(start, end)
      start = end
    }
  }
}
