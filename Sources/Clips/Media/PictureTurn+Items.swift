import Bytes

extension PictureTurn {
  /// A turn by so many quarters against the clock and, after it, top and bottom exchanged.
  fileprivate init(quarters: Int, isMirrored: Bool) {
    let turns: [PictureTurn] =
      isMirrored
      ? [.upsideDown, .mirroredLeft, .mirrored, .mirroredRight] : [.none, .left, .half, .right]
    self = turns[quarters & 3]
  }
}

extension PictureParts {
  /// How the first picture of a file of items is turned, by its properties (ISO/IEC 23008-12,
  /// 6.5.10 and 6.5.12).
  var itemTurn: PictureTurn? {
    guard itemProperties != nil else { return nil }
    var (quarters, isMirrored) = (0, false)
    // They are applied in their order.
    for (name, content) in primaryProperties {
      guard let value = number(1, content.lowerBound) else { continue }
      switch name {
      // Quarters against the clock; behind a mirror they go the other way round.
      case "irot": quarters += isMirrored ? 4 - value & 3 : value & 3
      // 0 exchanges top and bottom; 1 left and right, which is the same and half a turn.
      case "imir":
        quarters += value & 1 == 0 ? 0 : 2
        isMirrored.toggle()
      default: break
      }
    }
    return PictureTurn(quarters: quarters, isMirrored: isMirrored)
  }

  /// The properties of the first picture of a file of items, in the order in which they apply.
  var primaryProperties: [(name: String, content: Range<Int>)] {
    guard let items = itemBoxes, let properties = boxes("iprp", in: items).first,
      let container = boxes("ipco", in: properties).first,
      let primary = boxes("pitm", in: items).first, let version = number(1, primary.lowerBound),
      let item = number(version == 0 ? 2 : 4, primary.lowerBound + 4)
    else { return [] }
    let said = boxes(in: container)
    return places(ofProperties: boxes("ipma", in: properties), of: item)
      .compactMap { said.indices.contains($0 - 1) ? said[$0 - 1] : nil }
  }

  /// The numbers of an item's properties, from 1 on (ISO/IEC 14496-12, 8.11.14).
  private func places(ofProperties boxes: [Range<Int>], of item: Int) -> [Int] {
    for box in boxes {
      guard let head = number(4, box.lowerBound), let count = number(4, box.lowerBound + 4) else {
        continue
      }
      let (idBytes, bytes) = (head >> 24 == 0 ? 2 : 4, head & 1 == 0 ? 1 : 2)
      var place = box.lowerBound + 8
      for _ in 0..<min(count, Self.most) {
        guard place < box.upperBound, let id = number(idBytes, place),
          let properties = number(1, place + idBytes)
        else { break }
        place += idBytes + 1
        if id == item {
          // The highest bit says whether the property is essential.
          let mask = 1 << (8 * bytes - 1) - 1
          return (0..<properties).compactMap { number(bytes, place + bytes * $0) }.map { $0 & mask }
        }
        place += bytes * properties
      }
    }
    return []
  }
}
