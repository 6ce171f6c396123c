import Y4M

/// How much of a picture is seen at each place of another, in rows.
///
/// Places are counted in luma samples from the centre of the first one.
protocol Cover {
  /// Whether shares change so little from one luma sample to the next that a subsampled sample may
  /// have the share of its centre. Else it has the mean over its footprint.
  var isSmooth: Bool { get }
  /// Whether rows differ.
  var variesDown: Bool { get }

  /// Writes the shares of a row's varied part.
  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces) -> CoverSpan
}

/// The places of a row of samples: sample `i` is at `x + i * step`. They are whole, and `step` is
/// 1, where a cover is not smooth.
struct CoverPlaces: BitwiseCopyable {
  let x: Float
  let step: Float
  let y: Float
  let count: Int
}

/// What is known of a row of shares: it has one share, then shares of its own, then one share
/// again.
struct CoverSpan {
  var left: UInt16
  /// The samples that have shares of their own.
  var varied: Range<Int>
  var right: UInt16

  /// A row with one share.
  static func even(_ share: UInt16) -> CoverSpan {
    CoverSpan(left: share, varied: 0..<0, right: share)
  }

  /// A row in which each of `count` samples has a share of its own.
  static func varied(_ count: Int) -> CoverSpan {
    CoverSpan(left: 0, varied: 0..<count, right: 0)
  }

  /// A row with a step before sample `place`, which may lie outside.
  static func step(_ left: UInt16, at place: Int, _ right: UInt16, count: Int) -> CoverSpan {
    let place = min(max(place, 0), count)
    return CoverSpan(left: left, varied: place..<place, right: right)
  }
}

/// What lies under a cover, or is seen by its shares.
enum CoverSide {
  case from
  case to
  case color(TransitionColor)

  /// A row of a plane; a colour's is filled before the rows are walked through.
  @inline(__always)
  fileprivate func row<S: Sample>(
    _ y: Int, _ plane: TransitionPlane<S>, _ color: UnsafeMutablePointer<S>
  ) -> UnsafePointer<S> {
    switch self {
    case .from: plane.from.row(y)
    case .to: plane.to.row(y)
    case .color: UnsafePointer(color)
    }
  }

  /// A row of the colour; nothing is read of it where a side is none.
  fileprivate func fillColor<S: Sample>(_ plane: TransitionPlane<S>, _ scratch: Scratch)
    -> UnsafeMutablePointer<S>
  {
    guard case .color(let color) = self else { return plane.target.row(0) }
    let row = scratch.take(S.self, plane.width)
    row.update(repeating: S(truncatingIfNeeded: color[plane.role]), count: plane.width)
    return row
  }
}

/// Mixes two pictures by a cover.
struct CoverKernel<C: Cover>: TransitionKernel {
  let cover: C
  /// What is seen where the share is 0, and where it is whole.
  var under = CoverSide.from
  var over = CoverSide.to

  func callAsFunction<S: Sample>(
    _ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch
  ) {
    let lines = CoverLines(cover, planes.layout, scratch)
    let colors = scratch.take(UnsafeMutablePointer<S>.self, 2 * planes.count)
    for (index, plane) in planes.enumerated() {
      colors[2 * index] = under.fillColor(plane, scratch)
      colors[2 * index + 1] = over.fillColor(plane, scratch)
    }
    var span = cover.variesDown ? CoverSpan.even(0) : lines.fill(rows.lowerBound)
    let alpha = planes.straightAlpha == nil ? nil : planes.firstIndex { $0.role == .alpha }
    let weighed = scratch.take(UInt16.self, alpha == nil ? 0 : planes.layout.width)
    for y in rows {
      if cover.variesDown { span = lines.fill(y) }
      if let alpha {
        // Colours have shares of their own, so all shares are written down.
        let width = planes.layout.width
        lines.shares.update(repeating: span.left, count: span.varied.lowerBound)
        let end = span.varied.upperBound
        (lines.shares + end).update(repeating: span.right, count: width - end)
        span = .varied(width)
        let plane = planes[alpha]
        weigh(
          lines.shares, under.row(y, plane, colors[2 * alpha]),
          over.row(y, plane, colors[2 * alpha + 1]), count: width, to: weighed)
      }
      for index in planes.indices {
        let plane = planes[index]
        let isWeighed = alpha != nil && plane.role != .alpha
        mix(
          plane.target.row(y), under.row(y, plane, colors[2 * index]),
          over.row(y, plane, colors[2 * index + 1]), span, isWeighed ? weighed : lines.shares,
          width: plane.width)
      }
    }
  }

  /// Mixes a row by the shares of its three parts.
  @inline(__always)
  private func mix<S: Sample>(
    _ target: UnsafeMutablePointer<S>, _ first: UnsafePointer<S>,
    _ second: UnsafePointer<S>, _ span: CoverSpan, _ shares: UnsafeMutablePointer<UInt16>,
    width: Int
  ) {
    let (start, end) = (span.varied.lowerBound, span.varied.upperBound)
    mixRows(target, first, second, share: span.left, count: start)
    mixRows(
      target + start, first + start, second + start, shares: shares + start, count: end - start)
    mixRows(target + end, first + end, second + end, share: span.right, count: width - end)
  }
}
