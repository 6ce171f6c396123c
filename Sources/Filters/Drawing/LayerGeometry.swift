import Geometry
import Timeline

/// How a picture fills the box it is given, with CSS object-fit's names and meanings.
enum Fit: String, Choice {
  /// Stretched to the box.
  case fill
  /// As large as fits whole, centred.
  case contain
  /// As small as leaves nothing empty, centred, the rest cut off.
  case cover
  /// At its own size, centred, what is outside the box cut off.
  case none
  /// The smaller of `none` and `contain`.
  case scaleDown = "scale-down"
}

/// Which way a picture is mirrored.
enum Flip: String, Choice {
  case none
  case horizontal
  case vertical
  case both

  /// The factors of x and y that mirror.
  var factors: Vector {
    switch self {
    case .none: Vector(1, 1)
    case .horizontal: Vector(-1, 1)
    case .vertical: Vector(1, -1)
    case .both: Vector(-1, -1)
    }
  }
}

/// Where a layer is, as its parameters say at one moment: lengths resolved, in canvas pixels.
struct LayerGeometry: Hashable {
  /// Where the anchor is placed.
  var position = Vector(0, 0)
  /// The point of the box that stands at `position`, as shares of the box.
  var anchor = Vector(0, 0)
  /// The box's sides; nil follows from the other side or from the picture.
  var width: Double?
  var height: Double?
  var fit = Fit.fill
  var scale = Vector(1, 1)
  /// Clockwise, in degrees.
  var rotation = 0.0
  /// The width of a pixel whose height is 1, for that turn.
  var pixelWidth = 1.0
  /// As CSS `skew()`, in degrees.
  var skew = Vector(0, 0)
  var flip = Flip.none
  /// The point of the box that rotation, skew, scale and flip leave in place, as shares of the box.
  var pivot = Vector(0.5, 0.5)
  /// Shares of the picture cut off at its left, top, right and bottom.
  var crop = SIMD4<Double>(repeating: 0)

  /// The least part of a picture that is drawn, in samples.
  private static let leastSpan = 1.0 / 65_536

  /// The placement of a picture of this size, or nil when nothing of it can be seen.
  func placement(pictureWidth: Double, pictureHeight: Double, sampling: Sampling) -> Placement? {
    var domain = Placement.Domain(
      left: crop[0] * pictureWidth, top: crop[1] * pictureHeight,
      right: (1 - crop[2]) * pictureWidth, bottom: (1 - crop[3]) * pictureHeight)
    let natural = Vector(domain.right - domain.left, domain.bottom - domain.top)
    guard natural.x > 0, natural.y > 0 else { return nil }
    let box = boxSize(natural: natural)
    guard box.x > 0, box.y > 0 else { return nil }

    let zoom = fit.scale(natural, in: box)
    guard zoom.x > 0, zoom.y > 0 else { return nil }
    let offset = Vector((box.x - natural.x * zoom.x) / 2, (box.y - natural.y * zoom.y) / 2)
    let content = Affine(
      a: zoom.x, b: 0, c: 0, d: zoom.y, tx: offset.x - domain.left * zoom.x,
      ty: offset.y - domain.top * zoom.y)
    if offset.x < 0 {
      domain.left -= offset.x / zoom.x
      domain.right += offset.x / zoom.x
    }
    if offset.y < 0 {
      domain.top -= offset.y / zoom.y
      domain.bottom += offset.y / zoom.y
    }
    // A box that is hardly there leaves nothing of a picture that it cuts.
    guard domain.right - domain.left >= Self.leastSpan,
      domain.bottom - domain.top >= Self.leastSpan
    else { return nil }
    let map = boxMap(box).after(content).snapped
    guard map.isBounded(by: 1e9) else { return nil }
    guard (map.a * map.d - map.b * map.c).magnitude > 1e-9 else { return nil }
    return Placement(domain: domain, map: map, sampling: sampling)
  }

  /// The sides of the box: as given, or keeping the picture's aspect where one is automatic.
  func boxSize(natural: Vector) -> Vector {
    switch (width, height) {
    case (let width?, let height?): Vector(width, height)
    case (let width?, nil): Vector(width, width * natural.y / natural.x)
    case (nil, let height?): Vector(height * natural.x / natural.y, height)
    case (nil, nil): natural
    }
  }

  /// From the box, whose top left corner is the origin, to the canvas.
  func boxMap(_ box: Vector) -> Affine {
    let turn = Vector(pivot.x * box.x, pivot.y * box.y)
    var map = Affine.translation(-turn.x, -turn.y)
    let mirror = flip.factors
    map = Affine.scale(scale.x * mirror.x, scale.y * mirror.y).after(map)
    if skew != Vector(0, 0) {
      map = Affine.skew(degreesX: skew.x, degreesY: skew.y).after(map)
    }
    if rotation != 0 {
      map = Affine.rotation(degrees: rotation, pixelWidth: pixelWidth).after(map)
    }
    return Affine.translation(
      position.x - anchor.x * box.x + turn.x, position.y - anchor.y * box.y + turn.y
    ).after(map)
  }
}
