import Y4M

extension Frame {
  /// Copies the rows of all planes that `box` meets, or of those with some roles, from `other`,
  /// which has the same format.
  func copyRows(
    from other: Frame, of box: Box, where isMeant: (PlaneRole) -> Bool = { _ in true }
  ) {
    for (index, layout) in format.planes.enumerated() where isMeant(format.roles[index]) {
      let rows = layout.box(covering: box)
      let stride = layout.width * format.sampleBytes
      let start = layout.offset + rows.y * stride
      let part = start..<start + rows.height * stride
      UnsafeMutableRawBufferPointer(rebasing: bytes[part]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: other.bytes[part]))
    }
  }

  /// Takes the samples of `box` from `other`, which has the same format; all others stay.
  func copy(from other: Frame, within box: Box) {
    for layout in format.planes {
      let part = layout.box(covering: box)
      let count = part.width * format.sampleBytes
      for y in part.y..<part.maxY {
        let start = layout.offset + (y * layout.width + part.x) * format.sampleBytes
        UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + count]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: other.bytes[start..<start + count]))
      }
    }
  }

  /// Takes the lines of one field, in the planes' rows that `box` meets, from `other`, which has
  /// the same format.
  ///
  /// - Parameter first: the first line of the field.
  func copyField(from other: Frame, firstLine first: Int, of box: Box) {
    for layout in format.planes {
      let rows = layout.box(covering: box)
      let stride = layout.width * format.sampleBytes
      for y in rows.y..<rows.maxY where y & 1 == first & 1 {
        let start = layout.offset + y * stride
        UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + stride]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: other.bytes[start..<start + stride]))
      }
    }
  }
}
