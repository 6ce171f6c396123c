import Bytes
import Y4M

/// The cover of a region for every plane of a format, kept while the region stands still.
///
/// Unchecked: it is written by one owner and then only read; when no one reads it any more, its
/// memory may be used for another.
final class RegionMask: @unchecked Sendable {
  private var region: PlacedRegion?
  private var format: PixelFormat?
  /// The part of the picture that the mask holds.
  private var box = Box.empty
  private var planes: [(box: Box, cover: UnsafeMutablePointer<UInt16>)] = []
  private let memory = Scratch(leastBlock: 0)

  /// Makes it the mask of `region`, within `box`.
  func fill(_ region: PlacedRegion, format: PixelFormat, box: Box) {
    self.region = region
    self.format = format
    self.box = box
    memory.giveBackAll()
    planes.removeAll(keepingCapacity: true)
    let picture = Box(x: 0, y: 0, width: format.width, height: format.height)
    for (index, layout) in format.planes.enumerated() {
      if let same = format.planes[..<index].firstIndex(where: { $0.map == layout.map }) {
        planes.append(planes[same])
        continue
      }
      let part = layout.box(covering: box)
      let cover = memory.take(UInt16.self, part.width * part.height)
      for y in part.y..<part.maxY {
        region.cover(
          layout, y: y, columns: part.x..<part.maxX, picture: picture,
          to: cover + (y - part.y) * part.width)
      }
      planes.append((part, cover))
    }
  }

  /// Makes it the mask of what the alpha of a frame of layers leaves to be seen below it, within
  /// `box`.
  func fill(hiddenBy layer: Frame, format: PixelFormat, box: Box, _ scratch: Scratch) {
    region = nil
    self.format = format
    self.box = box
    memory.giveBackAll()
    planes.removeAll(keepingCapacity: true)
    let alpha = layer.format.planes[3]
    for (index, layout) in format.planes.enumerated() {
      if let same = format.planes[..<index].firstIndex(where: { $0.map == layout.map }) {
        planes.append(planes[same])
        continue
      }
      let part = layout.box(covering: box)
      let cover = memory.take(UInt16.self, part.width * part.height)
      scratch.scope {
        let line = scratch.take(Float.self, part.width)
        let rows = SiteRows(layer.samples16(alpha), alpha, at: layout, peak: 65535, scratch)
        for y in part.y..<part.maxY {
          rows.read(y, part.x..<part.maxX, to: line)
          let target = cover + (y - part.y) * part.width
          for x in 0..<part.width {
            target[x] = ~UInt16(truncatingIfNeeded: (line[x] + 8_388_608).bitPattern)
          }
        }
      }
      planes.append((part, cover))
    }
  }

  /// Whether it is the mask of a region for frames of a format, within a box.
  func isMask(of region: PlacedRegion, _ format: PixelFormat, _ box: Box) -> Bool {
    self.region == region && self.box == box && self.format == format
  }

  /// The cover of row `y` of a plane from column `x` on, which must lie in the mask's box.
  func row(plane: Int, x: Int, y: Int) -> UnsafeMutablePointer<UInt16> {
    let (box, cover) = planes[plane]
    return cover + (y - box.y) * box.width + x - box.x
  }

  /// The same for the plane of a role; nil where the format has none.
  func row(_ role: PlaneRole, x: Int, y: Int) -> UnsafeMutablePointer<UInt16>? {
    format?.roles.firstIndex(of: role).map { row(plane: $0, x: x, y: y) }
  }
}

/// The latest mask of a region, which most often stands still.
final class MaskStore: Sendable {
  private struct State {
    var latest: RegionMask?
    var retired = Retired<RegionMask>()
  }

  private let state = Mutex(State())

  func mask(_ region: PlacedRegion, format: PixelFormat, box: Box) -> RegionMask {
    let (latest, unused) = state.withLock { state in
      let isSame = state.latest?.isMask(of: region, format, box) ?? false
      return isSame ? (state.latest, nil) : (nil, state.retired.takeUnused())
    }
    if let latest { return latest }
    let mask = unused ?? RegionMask()
    mask.fill(region, format: format, box: box)
    state.withLock { state in
      if let latest = state.latest { state.retired.add(latest) }
      state.latest = mask
    }
    return mask
  }

  /// Says that a mask was used: under the lock, so that who finds it unused there knows that no one
  /// reads it any more.
  func finish(_ mask: RegionMask) { withExtendedLifetime(mask) { state.withLock { _ in } } }

  func removeAll() { state.withLock { $0 = State() } }
}
