import Bytes
import Geometry

/// Where each place of a picture is read from: a map from what is drawn to what is there.
///
/// Places are those of the picture, in luma samples; its corner is at 0, 0.
protocol PictureMap: Sendable {
  /// Whether neighbours are read equally far apart everywhere, and no further than they lie: then
  /// one sample is enough for each.
  var isEven: Bool { get }

  /// Whether the left and the right edge of the picture meet, so that nothing lies beyond them.
  var isRound: Bool { get }

  /// Where a place is read from.
  func source(of place: SIMD2<Float>) -> SIMD2<Float>

  /// Writes where some samples of a row are read from.
  func fill(_ line: PictureLine, _ columns: Range<Int>, _ places: PicturePlaces)

  /// Where some samples of a row are read from, if those places lie evenly on a line.
  func run(_ line: PictureLine, _ columns: Range<Int>) -> PlaceRun?
}

/// A row of a plane's samples, and how they lie in the picture.
struct PictureLine {
  /// The place of sample 0.
  let x: Double
  /// Luma samples from one sample to the next.
  let pitch: Double
  /// The row's place.
  let y: Double
}

/// Room for places that are read.
struct PicturePlaces {
  let x: UnsafeMutablePointer<Float>
  let y: UnsafeMutablePointer<Float>

  init(count: Int, _ scratch: Scratch) {
    x = scratch.take(Float.self, count)
    y = scratch.take(Float.self, count)
  }
}

extension PictureMap {
  var isEven: Bool { false }
  var isRound: Bool { false }

  func run(_ line: PictureLine, _ columns: Range<Int>) -> PlaceRun? { nil }

  /// What the place that is read moves by as the one that is drawn moves by one: across first, x
  /// and y, then down.
  func slopes(at place: SIMD2<Float>) -> SIMD4<Float> {
    let across =
      source(of: place + SIMD2(0.5, 0)) - source(of: place - SIMD2(0.5, 0))
    let down = source(of: place + SIMD2(0, 0.5)) - source(of: place - SIMD2(0, 0.5))
    return SIMD4(lowHalf: across, highHalf: down)
  }
}

/// A map that keeps lines straight and even.
struct AffinePictureMap: PictureMap {
  /// From what is drawn to what is read.
  let map: Affine

  var isEven: Bool { true }

  func source(of place: SIMD2<Float>) -> SIMD2<Float> {
    let point = map(Vector(Double(place.x), Double(place.y)))
    return SIMD2(Float(point.x), Float(point.y))
  }

  func run(_ line: PictureLine, _ columns: Range<Int>) -> PlaceRun? {
    let start = map(Vector(line.x, line.y))
    return PlaceRun(
      start: SIMD2(start.x, start.y), step: SIMD2(map.a * line.pitch, map.b * line.pitch))
  }

  func fill(_ line: PictureLine, _ columns: Range<Int>, _ places: PicturePlaces) {
    run(line, columns)?.fill(columns, at: columns.lowerBound, places)
  }
}

/// Places along a row that lie evenly on a line.
struct PlaceRun {
  /// Where sample 0 of the row is read from, and how far apart two samples are.
  let start: SIMD2<Double>
  let step: SIMD2<Double>

  /// Writes the places of `columns`, of which `first` is the first one that there is room for.
  func fill(_ columns: Range<Int>, at first: Int, _ places: PicturePlaces) {
    let (x, y) = (places.x - first, places.y - first)
    let (start, step) = (SIMD2<Float>(start), SIMD2<Float>(step))
    for i in columns {
      let index = Float(Int32(truncatingIfNeeded: i))
      x[i] = start.x + index * step.x
      y[i] = start.y + index * step.y
    }
  }

  /// The place of a sample.
  subscript(index: Int) -> SIMD2<Double> { start + step * Double(index) }

  /// The same run as seen through mirrors or repetitions at a picture's edges, if all of `columns`
  /// are seen through the same ones and lie within a box; nil otherwise.
  ///
  /// - Parameter inner: the box, a little smaller than the picture.
  func led(
    _ fold: PictureEdges.Fold, _ columns: Range<Int>, size: SIMD2<Double>,
    inner: (low: SIMD2<Double>, high: SIMD2<Double>)
  ) -> PlaceRun? {
    var run = self
    let (first, last) = (self[columns.lowerBound], self[columns.upperBound - 1])
    if fold != .clamp {
      let cell = (first / size).rounded(.down)
      // What is far away, or nowhere, is led back place by place.
      guard all(cell .== (last / size).rounded(.down)), all(cell .> -1e4), all(cell .< 1e4) else {
        return nil
      }
      let isMirrored = cell - 2 * (cell / 2).rounded(.down) .> 0
      if fold == .mirror {
        let (turned, moved) = (size * (cell + 1) - start, start - size * cell)
        run = PlaceRun(
          start: moved.replacing(with: turned, where: isMirrored),
          step: step.replacing(with: SIMD2.zero - step, where: isMirrored))
      } else {
        run = PlaceRun(start: start - size * cell, step: step)
      }
    }
    let ends = (run[columns.lowerBound], run[columns.upperBound - 1])
    let isInside =
      all(ends.0 .>= inner.low) && all(ends.0 .<= inner.high) && all(ends.1 .>= inner.low)
      && all(ends.1 .<= inner.high)
    return isInside ? run : nil
  }
}
