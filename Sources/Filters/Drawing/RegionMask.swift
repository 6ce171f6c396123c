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

  /// Whether it is the mask of a region for frames of a format, within a box.
  func isMask(of region: PlacedRegion, _ format: PixelFormat, _ box: Box) -> Bool {
    self.region == region && self.box == box && self.format == format
  }

  /// The cover of row `y` of a plane from column `x` on, which must lie in the mask's box.
  func row(plane: Int, x: Int, y: Int) -> UnsafeMutablePointer<UInt16> {
    let (box, cover) = planes[plane]
    return cover + (y - box.y) * box.width + x - box.x
  }
}

extension Frame {
  /// Mixes this frame with what it was before: `mask * mix` of the new samples stay.
  ///
  /// - Parameter mix: 0 to 65,535.
  func mix(over before: Frame, box: Box, mask: RegionMask?, mix: UInt16, includesAlpha: Bool) {
    for (index, layout) in format.planes.enumerated() {
      if format.roles[index] == .alpha, !includesAlpha { continue }
      let part = layout.box(covering: box)
      for y in part.y..<part.maxY {
        let start = y * layout.width + part.x
        let cover = mask?.row(plane: index, x: part.x, y: y)
        if format.depth == 8 {
          mixRow(
            samples8(layout) + start, before.samples8(layout) + start, cover, mix, part.width)
        } else {
          mixRow(
            samples16(layout) + start, before.samples16(layout) + start, cover, mix, part.width)
        }
      }
    }
  }
}

/// Mixes a row of new samples into old ones, in place.
@inline(__always)
private func mixRow<S: Sample>(
  _ new: UnsafeMutablePointer<S>, _ old: UnsafeMutablePointer<S>,
  _ cover: UnsafeMutablePointer<UInt16>?, _ mix: UInt16, _ count: Int
) {
  let whole = UInt32(mix) &+ UInt32(mix &>> 15)
  if let cover {
    for x in 0..<count {
      let share = UInt32(
        truncatingIfNeeded: ((UInt64(cover[x]) &+ UInt64(cover[x] &>> 15)) &* UInt64(whole)) &>> 16)
      new[x] = mixed(new[x], old[x], share)
    }
  } else {
    for x in 0..<count { new[x] = mixed(new[x], old[x], whole) }
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
