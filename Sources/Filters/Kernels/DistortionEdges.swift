import Timeline
import Y4M

/// What lies beyond a picture that is distorted.
enum DistortionEdges: Equatable, Sendable {
  /// The samples at its edge, again and again.
  case repeated
  /// The picture's mirror image.
  case mirrored
  /// The picture again.
  case wrapped
  /// One colour: Y, Cb, Cr and alpha in picture units, as the frame has them.
  case filled(SIMD4<UInt16>)

  /// Whether distortions above one another with such edges can be drawn as one: between them, a
  /// place beyond the picture is led back to one within it.
  var canJoin: Bool { self == .repeated || self == .mirrored }

  /// Leads coordinates back into planes with such edges, where that changes what is read.
  func fold(_ coordinates: Coordinates, count: Int, _ plane: PlaneEdges) {
    switch self {
    case .mirrored: coordinates.mirror(count: count, plane)
    case .wrapped: coordinates.wrap(count: count, width: plane.width, height: plane.height)
    case .repeated, .filled: break
    }
  }
}

/// Where the edges of the picture lie in a plane: the same lines in all planes, wherever their
/// samples are.
struct PlaneEdges {
  /// The plane's samples.
  let width: Int
  let height: Int
  /// The picture's first edges and its last ones, in 1/256 sample from the centre of sample 0.
  let low: SIMD2<Int32>
  let high: SIMD2<Int32>

  /// - Parameter picture: the size of the picture, in luma samples.
  init(_ layout: PlaneLayout, picture: (width: Int, height: Int)) {
    (width, height) = (layout.width, layout.height)
    let extent = layout.extent(
      of: Box(x: 0, y: 0, width: picture.width, height: picture.height))
    // Samples are halved at most twice, and lie on halves of those of luma: all of it is whole.
    func units(_ place: Double) -> Int32 { Int32(((place - 0.5) * 256).rounded()) }
    low = SIMD2(units(extent.x.lowerBound), units(extent.y.lowerBound))
    high = SIMD2(units(extent.x.upperBound), units(extent.y.upperBound))
  }
}

extension Coordinates {
  /// Brings the first `count` positions to those of the same samples, were planes of this size laid
  /// side by side: from 0 up to one sample beyond the last.
  func wrap(count: Int, width: Int, height: Int) {
    Self.wrap(x, count, Int32(truncatingIfNeeded: width) &<< 8)
    Self.wrap(y, count, Int32(truncatingIfNeeded: height) &<< 8)
  }

  private static func wrap(_ values: UnsafeMutablePointer<Int32>, _ count: Int, _ period: Int32) {
    guard isAnyBeyond(values, count, to: period) else { return }
    for i in 0..<count {
      let rest = values[i] % period
      values[i] = rest < 0 ? rest &+ period : rest
    }
  }
}

extension PlaneSource {
  /// Writes `count` samples read from this plane at `coordinates`, which are folded and located in
  /// it, with these edges.
  func sample(
    _ coordinates: Coordinates, count: Int, to target: UnsafeMutablePointer<S>,
    _ sampling: WarpSampling, _ edges: DistortionEdges
  ) {
    sample(coordinates, count: count, to: target, sampling: sampling)
    switch edges {
    case .repeated, .mirrored: break
    case .wrapped: joinSeams(coordinates, count, target, sampling)
    case .filled(let color): surround(coordinates, count, target, color)
    }
  }

  /// Reads anew what lies between the last samples and the first.
  private func joinSeams(
    _ coordinates: Coordinates, _ count: Int, _ target: UnsafeMutablePointer<S>,
    _ sampling: WarpSampling
  ) {
    // A curve through four samples begins to see the other side one sample sooner.
    let near: Int32 = sampling == .bilinear ? 0 : 256
    let endX = Int32(truncatingIfNeeded: width &- 1) &<< 8 &- near
    let endY = Int32(truncatingIfNeeded: height &- 1) &<< 8 &- near
    for i in 0..<count {
      let (x, y) = (coordinates.x[i], coordinates.y[i])
      if x >= near, y >= near, x <= endX, y <= endY { continue }
      target[i] = wrapped(Int(x), Int(y), sampling)
    }
  }

  /// The sample at a position, were the plane laid side by side with itself.
  private func wrapped(_ x: Int, _ y: Int, _ sampling: WarpSampling) -> S {
    let (across, down) = (Self.weights(x & 255, sampling), Self.weights(y & 255, sampling))
    let (column, line) = (x &>> 8 &- 1, y &>> 8 &- 1)
    func inside(_ index: Int, _ count: Int) -> Int {
      let rest = index % count
      return rest < 0 ? rest &+ count : rest
    }
    var sum: Float = 0
    for j in 0..<4 {
      let samples = row(inside(line &+ j, height))
      for i in 0..<4 {
        sum += Float(samples[inside(column &+ i, width)]) * across[i] * down[j]
      }
    }
    let value = min(max(sum, 0), Float(peak))
    return S(truncatingIfNeeded: (value + 8_388_608).bitPattern)
  }

  /// The weights of four samples from the one before on, for a position in 1/256 sample.
  private static func weights(_ phase: Int, _ sampling: WarpSampling) -> SIMD4<Float> {
    switch sampling {
    case .bilinear:
      let share = Float(phase) * (1 / 256)
      return SIMD4(0, 1 - share, share, 0)
    case .bicubic:
      var weights = SIMD4<Float>.zero
      CubicPhases.shared.withLanes { weights = $0[phase] }
      return weights
    }
  }

  /// Mixes in what lies around the picture, by how far beyond its outermost samples places are:
  /// within one sample, as if the next were of that colour.
  private func surround(
    _ coordinates: Coordinates, _ count: Int, _ target: UnsafeMutablePointer<S>,
    _ color: SIMD4<UInt16>
  ) {
    let endX = Int32(truncatingIfNeeded: width) &<< 8
    let endY = Int32(truncatingIfNeeded: height) &<< 8
    guard
      Coordinates.isAnyBeyond(coordinates.x, count, to: endX &- 255)
        || Coordinates.isAnyBeyond(coordinates.y, count, to: endY &- 255)
    else { return }
    let unit: UInt16
    switch role {
    case .luma: unit = color.x
    case .blue: unit = color.y
    case .red: unit = color.z
    case .alpha: unit = color.w
    }
    let fill = Int32(truncatingIfNeeded: (Int(unit) &* (peak &+ 1)) &>> 16)
    for i in 0..<count {
      let (x, y) = (coordinates.x[i], coordinates.y[i])
      let across = min(max(min(x &+ 256, endX &- x), 0), 256)
      let down = min(max(min(y &+ 256, endY &- y), 0), 256)
      let cover = across &* down
      if cover == 65536 { continue }
      let sample = Int64(target[i]) &* Int64(cover) &+ Int64(fill) &* Int64(65536 &- cover)
      target[i] = S(truncatingIfNeeded: (sample &+ 32768) &>> 16)
    }
  }
}
