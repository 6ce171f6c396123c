import Y4M

/// Where a screen's matte is measured: at the samples of 4:2:0 chroma, whatever the frame has.
///
/// How unlike the screen a colour is depends on chroma alone, and films have no more of it than
/// that.
struct ScreenGrid: Sendable {
  let sites: PlaneLayout
  /// Whether the frame has chroma between the grid's places.
  let isCoarser: Bool

  init(_ format: PixelFormat) {
    let own = format.planes.count > 2 ? format.planes[1] : format.planes[0]
    let isLeft = own.shiftX > 0 && own.originX == 0
    let grid = PixelFormat(
      width: format.width, height: format.height, siting: isLeft ? .left : .center)
    sites = grid?.planes[1] ?? format.planes[0]
    isCoarser = format.planes.count > 2 && (own.shiftX == 0 || own.shiftY == 0)
  }

  var width: Int { sites.width }
  var height: Int { sites.height }
  var count: Int { sites.width * sites.height }

  /// The grid's rows that tell of a part of the picture, and so many on either side.
  func rows(of box: Box, margin: Int) -> Range<Int> {
    let part = sites.box(covering: box)
    let first = min(max(part.y - margin, 0), height)
    return first..<max(min(part.maxY + margin, height), first)
  }

  /// Some rows, and so many on either side.
  func rows(_ rows: Range<Int>, margin: Int) -> Range<Int> {
    max(rows.lowerBound - margin, 0)..<min(rows.upperBound + margin, height)
  }
}
