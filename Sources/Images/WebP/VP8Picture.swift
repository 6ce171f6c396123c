/// Decodes lossy pictures, which are key frames of VP8 (RFC 6386).
enum VP8Picture {
  /// Decodes the picture that lies in `range` to red, green, blue and 255.
  static func pixels(_ bytes: [UInt8], in range: Range<Int>) throws(ImageError) -> [UInt8] {
    let header = try VP8Header(bytes, in: range)
    var planes = VP8Planes(header)
    var edges: [VP8Edges] = []
    edges.reserveCapacity(header.columns * header.rows)
    var modes = VP8Modes(header)
    var coefficients = VP8Coefficients(header)
    var partitions = header.partitions
    for row in 0..<header.rows {
      modes.beginRow()
      coefficients.beginRow()
      let part = row & (partitions.count - 1)
      for column in 0..<header.columns {
        let block = modes.read(column)
        var hasAny = false
        if block.isSkipped {
          coefficients.skip(block, column)
        } else {
          hasAny = coefficients.read(block, column, &partitions[part])
        }
        planes.draw(block, coefficients, isEmpty: !hasAny, column: column, row: row)
        let segment = header.segments[block.segment]
        var edge = block.isSplit ? segment.split : segment.whole
        if hasAny { edge.isInside = true }
        edges.append(edge)
      }
      guard !modes.isOver, !partitions[part].isOver else {
        throw .truncated(at: .byte(range.upperBound))
      }
    }
    VP8LoopFilter(header.filter).run(&planes, edges, columns: header.columns)
    return VP8Colors.pixels(planes, width: header.width, height: header.height)
  }
}
