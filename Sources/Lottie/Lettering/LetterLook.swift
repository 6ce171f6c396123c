import Bytes
import Geometry

/// How one letter differs from how its text says it is.
struct LetterLook {
  var anchor = Vector(0, 0)
  var position = Vector(0, 0)
  var scale = Vector(1, 1)
  /// In degrees.
  var rotation = 0.0
  var tilt = Vector(0, 0)
  var skew = 0.0
  var skewAxis = 0.0
  /// From 0 to 1, of all and of its parts.
  var opacity = 1.0
  var fillOpacity = 1.0
  var lineOpacity = 1.0
  var fill: [Double]?
  var line: [Double]?
  var lineWidth: Double
  var tracking = 0.0

  /// The map of a letter about its own place.
  var map: Affine {
    // The upper left of the product of the turns about x, y and z.
    let (x, y) = (Affine.rotation(degrees: tilt.x), Affine.rotation(degrees: tilt.y))
    return Affine(a: y.a, b: x.b * y.b, c: 0, d: x.a, tx: 0, ty: 0)
      .after(.rotation(degrees: rotation))
      .after(.rotation(degrees: -skewAxis))
      .after(.skew(degreesX: -min(max(skew, -89.9), 89.9), degreesY: 0))
      .after(.rotation(degrees: skewAxis))
      .after(.scale(scale.x, scale.y))
      .after(.translation(-anchor.x, -anchor.y))
  }
}

/// The numbers of an animator at a frame.
struct LetterChange {
  private let animator: LottieTextAnimator
  private let frame: Double

  init(_ animator: LottieTextAnimator, at frame: Double) {
    (self.animator, self.frame) = (animator, frame)
  }

  /// Changes looks by as much as their weights say.
  func change(_ looks: inout [LetterLook], _ weights: [Double]) {
    if let place = animator.anchor?.vector(at: frame) {
      each(&looks, weights) { $0.anchor = $0.anchor.plus(place, times: $1) }
    }
    if let place = animator.position?.vector(at: frame) {
      each(&looks, weights) { $0.position = $0.position.plus(place, times: $1) }
    }
    if let scale = animator.scale?.value(at: frame), let x = scale.first {
      let y = scale.count > 1 ? scale[1] : x
      each(&looks, weights) {
        $0.scale = Vector(
          $0.scale.x * (1 + (x / 100 - 1) * $1), $0.scale.y * (1 + (y / 100 - 1) * $1))
      }
    }
    turn(&looks, weights)
    color(&looks, weights)
    if let tracking = animator.tracking?.number(at: frame) {
      each(&looks, weights) { $0.tracking += tracking * $1 }
    }
  }

  private func turn(_ looks: inout [LetterLook], _ weights: [Double]) {
    if let rotation = animator.rotation?.number(at: frame) {
      each(&looks, weights) { $0.rotation += rotation * $1 }
    }
    if let tilt = animator.tilt {
      let both = Vector(tilt.x.number(at: frame), tilt.y.number(at: frame))
      each(&looks, weights) { $0.tilt = $0.tilt.plus(both, times: $1) }
    }
    if let skew = animator.skew?.number(at: frame) {
      let axis = animator.skewAxis?.number(at: frame) ?? 0
      each(&looks, weights) {
        $0.skew += skew * $1
        $0.skewAxis += axis * $1
      }
    }
  }

  private func color(_ looks: inout [LetterLook], _ weights: [Double]) {
    func share(_ track: LottieTrack) -> Double {
      min(max(track.number(at: frame, 100) / 100, 0), 1)
    }
    if let opacity = animator.opacity.map(share) {
      each(&looks, weights) { $0.opacity *= 1 + (opacity - 1) * max($1, 0) }
    }
    if let opacity = animator.fillOpacity.map(share) {
      each(&looks, weights) { $0.fillOpacity *= 1 + (opacity - 1) * max($1, 0) }
    }
    if let opacity = animator.lineOpacity.map(share) {
      each(&looks, weights) { $0.lineOpacity *= 1 + (opacity - 1) * max($1, 0) }
    }
    if let color = animator.fill?.value(at: frame) {
      each(&looks, weights) { $0.fill = Self.mixed($0.fill, color, $1) }
    }
    if let color = animator.line?.value(at: frame) {
      each(&looks, weights) { $0.line = Self.mixed($0.line, color, $1) }
    }
    if let width = animator.lineWidth?.number(at: frame) {
      each(&looks, weights) { $0.lineWidth += width * $1 }
    }
  }

  private static func mixed(_ one: [Double]?, _ other: [Double], _ share: Double) -> [Double]? {
    guard let one, one.count > 2, other.count > 2 else { return one }
    let share = max(share, 0)
    return (0..<3).map { one[$0] + (other[$0] - one[$0]) * share }
  }

  private func each(
    _ looks: inout [LetterLook], _ weights: [Double],
    _ change: (inout LetterLook, Double) -> Void
  ) {
    for index in looks.indices where weights[index] != 0 { change(&looks[index], weights[index]) }
  }
}
