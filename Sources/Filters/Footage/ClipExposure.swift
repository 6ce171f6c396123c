import Bytes
import Geometry
import Timeline
import Y4M

/// How a clip's picture is seen as it moves while the shutter is open: the frame of one time, at
/// the places of others.
struct ClipExposure: Sendable {
  private let motion: ClipMotion
  private let shutter: Shutter
  private let canvas: Box

  /// - Parameter blur: what the clip or the canvas says.
  /// - Returns: nil for a picture that never moves or is not blurred.
  init?(_ motion: ClipMotion, _ blur: MotionBlur?, _ setting: LayerSetting) {
    guard !motion.isStill,
      let shutter = Shutter(blur, rate: setting.rate ?? Document.provisionalRate)
    else { return nil }
    (self.motion, self.shutter) = (motion, shutter)
    canvas = setting.format.box
  }

  /// The way of a picture of this size in a frame; nil where it stands still, and where the moment
  /// of a film in which the clip stands is drawn.
  func way(width: Int, height: Int, at time: Time, _ workspace: Workspace?) -> LayerWay? {
    guard workspace?.exposure == nil else { return nil }
    let places = shutter.steps(of: time).map {
      motion.placement(width: width, height: height, at: $0)
    }
    let way = LayerWay(boxes(places)) { step in
      places[step].map { $0.bounds.grown(by: 2).intersection(canvas) } ?? .empty
    }
    return way.isSeen ? way : nil
  }

  /// The part of the picture that is seen in the middle of the time, and where it goes; all of it
  /// where that part changes.
  private func boxes(_ places: [Placement?]) -> [(size: Vector, map: Affine)?] {
    let middle = places[places.count / 2]
    if let middle, let inverse = middle.map.inverse,
      places.allSatisfy({ $0?.domain == middle.domain })
    {
      let seen = middle.bounds.intersection(canvas)
      if !seen.isEmpty {
        let start = inverse.after(.translation(Double(seen.x), Double(seen.y)))
        return places.map { place in
          place.map { (Vector(Double(seen.width), Double(seen.height)), $0.map.after(start)) }
        }
      }
    }
    return places.map { place in
      place.map { place in
        let domain = place.domain
        return (
          Vector(domain.right - domain.left, domain.bottom - domain.top),
          place.map.after(.translation(domain.left, domain.top))
        )
      }
    }
  }

  /// The shares of the open shutter at which a way is drawn.
  func shares(_ way: LayerWay) -> [Rational] {
    let count = min(shutter.count(way.fastest), SampleSums.most)
    return (0..<count).map { Shutter.share($0, of: count) }
  }

  /// The time whose place the picture has: another one while the shutter is open.
  func moment(at time: Time, _ share: Rational?) -> Time {
    share.map { shutter.moment(at: $0, of: time) } ?? time
  }
}

/// Where a clip's picture is in a frame: in one place, or in that of each moment while the shutter
/// is open.
struct ClipPlaces {
  /// Nil where nothing is seen.
  let placements: [Placement?]
  /// What the moments are as shares of that time; empty where the picture is seen in one place.
  let shares: [Rational]
  /// The samples of the canvas that it may touch.
  let bounds: Box
  /// How opaque it is, 0 to 65,535.
  let opacity: UInt16
  /// Whether nothing of the canvas is seen beside it.
  let covers: Bool
  /// Whether nothing of it is mixed with the canvas, if it is opaque itself: all its sides lie
  /// between samples.
  let isSharp: Bool

  /// - Parameters:
  ///   - exposure: how a picture that moves is seen; nil where it is sharp.
  ///   - width: of the picture.
  ///   - height: of the picture.
  init(
    _ motion: ClipMotion, _ exposure: ClipExposure?, width: Int, height: Int, at time: Time,
    _ canvas: PixelFormat, _ workspace: Workspace
  ) {
    let way = exposure?.way(width: width, height: height, at: time, workspace)
    shares = way.flatMap { exposure?.shares($0) } ?? []
    let moments: [Rational?] = shares.isEmpty ? [workspace.exposure] : shares
    placements = moments.map { share in
      motion.placement(
        width: width, height: height, at: exposure?.moment(at: time, share) ?? time)
    }
    bounds = way?.bounds.intersection(canvas.box) ?? canvas.box
    opacity = motion.opacity(at: time)
    covers = placements.allSatisfy {
      $0?.covers(width: canvas.width, height: canvas.height) ?? false
    }
    isSharp = shares.isEmpty && opacity == 65535 && placements[0]?.hasWholeSides ?? false
  }

  var isMoving: Bool { !shares.isEmpty }
}
