import Y4M

/// What lies around a picture, for effects that read beyond it: a larger frame, in whose middle the
/// picture is.
struct FrameBorder {
  /// As far beyond a picture as anything is told from its edge, in samples of luma.
  static let widest = 1024

  let mode: EdgeMode
  /// Samples of luma at each side; a multiple of 4, so that chroma keeps its places.
  let width: Int
  /// The larger frame's.
  let format: PixelFormat

  /// Nil where a picture is enough: where nothing beyond it is read, and where its edge goes on.
  ///
  /// - Parameters:
  ///   - reading: how many samples around the box are read.
  ///   - box: what is changed of the picture.
  init?(_ mode: EdgeMode, reading: Int, around box: Box, of inner: PixelFormat) {
    let read = box.grown(by: min(max(reading, 0), 1 << 20))
    let canvas = Box(x: 0, y: 0, width: inner.width, height: inner.height)
    guard mode != .clamp, read.intersection(canvas) != read else { return nil }
    var width = min((reading + 3) & ~3, Self.widest)
    // The largest pictures have less around them.
    while width >= 4 {
      if let format = Self.format(inner, width) {
        (self.mode, self.width, self.format) = (mode, width, format)
        return
      }
      width = (width / 2) & ~3
    }
    return nil
  }

  /// The format of a picture with so many samples more at each side; nil where that is too large.
  static func format(_ inner: PixelFormat, _ width: Int) -> PixelFormat? {
    PixelFormat(
      width: inner.width + 2 * width, height: inner.height + 2 * width, depth: inner.depth,
      chroma: inner.chroma, hasAlpha: inner.hasAlpha, siting: inner.siting)
  }

  /// Puts a picture into the middle of a larger frame, and what lies beyond it around that.
  ///
  /// - Parameter code: the code value of a colour in a plane.
  func surround(_ picture: Frame, in target: Frame, _ code: (PlaneRole) -> UInt16) {
    for (plane, role) in picture.format.roles.enumerated() {
      if format.sampleBytes == 1 {
        surround(picture, target, plane, UInt8(truncatingIfNeeded: code(role)))
      } else {
        surround(picture, target, plane, code(role))
      }
    }
  }

  private func surround<S: Sample>(
    _ picture: Frame, _ target: Frame, _ plane: Int, _ code: S
  ) {
    let (inner, outer) = (picture.format.planes[plane], format.planes[plane])
    let source: UnsafeMutablePointer<S> = picture.samples(inner)
    let result: UnsafeMutablePointer<S> = target.samples(outer)
    let (left, top) = (width >> inner.shiftX, width >> inner.shiftY)
    for y in 0..<outer.height {
      let row = result + y * outer.width
      guard let from = place(y - top, of: inner.height) else {
        row.update(repeating: code, count: outer.width)
        continue
      }
      let line = source + from * inner.width
      (row + left).update(from: line, count: inner.width)
      for x in 0..<left { row[x] = place(x - left, of: inner.width).map { line[$0] } ?? code }
      for x in left + inner.width..<outer.width {
        row[x] = place(x - left, of: inner.width).map { line[$0] } ?? code
      }
    }
  }

  /// The sample of a line of `count` that is seen at a place; nil where that is a colour.
  private func place(_ index: Int, of count: Int) -> Int? {
    if index >= 0, index < count { return index }
    switch mode {
    case .clamp: return min(max(index, 0), count - 1)
    case .mirror:
      let rest = Self.remainder(index, 2 * count)
      return rest < count ? rest : 2 * count - 1 - rest
    case .wrap: return Self.remainder(index, count)
    case .transparent, .color: return nil
    }
  }

  private static func remainder(_ index: Int, _ period: Int) -> Int {
    let rest = index % period
    return rest < 0 ? rest + period : rest
  }

  /// Takes a box of the picture from the middle of a larger frame.
  func extract(_ box: Box, from larger: Frame, to picture: Frame) {
    copy(box, larger, to: picture, isInward: true)
  }

  /// Puts a box of the picture into the middle of a larger frame.
  func insert(_ box: Box, of picture: Frame, to larger: Frame) {
    copy(box, larger, to: picture, isInward: false)
  }

  private func copy(_ box: Box, _ larger: Frame, to picture: Frame, isInward: Bool) {
    let size = format.sampleBytes
    for (inner, outer) in zip(picture.format.planes, format.planes) {
      let part = inner.box(covering: box)
      let (left, top) = (width >> inner.shiftX, width >> inner.shiftY)
      for y in part.y..<part.maxY {
        let near = inner.offset + (y * inner.width + part.x) * size
        let far = outer.offset + ((y + top) * outer.width + part.x + left) * size
        let count = part.width * size
        let (one, two) = (picture.bytes[near..<near + count], larger.bytes[far..<far + count])
        UnsafeMutableRawBufferPointer(rebasing: isInward ? one : two).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: isInward ? two : one))
      }
    }
  }
}
