import Timeline
import Y4M

/// What is seen where a map reads beyond the picture.
struct PictureEdges: BitwiseCopyable {
  /// How places beyond the picture lead back into it.
  enum Fold: BitwiseCopyable {
    /// To the nearest place at its edge.
    case clamp
    /// As by mirrors at its edges.
    case mirror
    /// To the other end.
    case wrap
  }

  let fold: Fold
  /// What lies behind the picture, which then ends at its edges; nil where it goes on.
  let backing: PictureBacking?

  init(_ fold: Fold, backing: PictureBacking? = nil) {
    self.fold = fold
    self.backing = backing
  }

  /// - Parameter color: what lies there at ``EdgeMode/color``.
  init(_ mode: EdgeMode, color: Color, _ job: EffectJob) {
    switch mode {
    case .clamp: self.init(.clamp)
    case .mirror: self.init(.mirror)
    case .wrap: self.init(.wrap)
    case .transparent: self.init(.clamp, backing: .color(.init(.transparent, job)))
    case .color: self.init(.clamp, backing: .color(.init(color, job)))
    }
  }

  /// Leads places back into a picture of this size.
  func lead(_ places: PicturePlaces, count: Int, width: Float, height: Float) {
    Self.lead(places.x, count: count, fold, side: width)
    Self.lead(places.y, count: count, fold, side: height)
  }

  private static func lead(
    _ places: UnsafeMutablePointer<Float>, count: Int, _ fold: Fold, side: Float
  ) {
    // Further away it no longer matters how far; what is not a number is taken for far away.
    let far: Float = 1_000_000
    switch fold {
    case .clamp:
      for i in 0..<count {
        let low = places[i] > -4 ? places[i] : -4
        places[i] = low < side + 4 ? low : side + 4
      }
    case .mirror:
      let (period, share) = (2 * side, 0.5 / side)
      for i in 0..<count {
        let low = places[i] > -far ? places[i] : -far
        let place = low < far ? low : far
        let rest = place - period * Float((place * share).flooredToInt32)
        // The nearer of the two ways to the start of the period.
        places[i] = rest < side ? rest : period - rest
      }
    case .wrap:
      let share = 1 / side
      for i in 0..<count {
        let low = places[i] > -far ? places[i] : -far
        let place = low < far ? low : far
        places[i] = place - side * Float((place * share).flooredToInt32)
      }
    }
  }
}

/// What lies behind a picture that ends at its edges.
enum PictureBacking: BitwiseCopyable {
  case color(BackingColor)
  /// What the target holds already.
  case target
}

/// A colour as the code values of a frame's planes.
struct BackingColor: BitwiseCopyable {
  private let codes: SIMD4<UInt16>

  /// - Parameter color: what is not opaque in it is left out where alpha is not changed.
  init(_ color: Color, _ job: EffectJob) {
    var seen = color
    if !job.includesAlpha {
      // What cannot be seen through is black.
      if seen.alpha == 0 { seen = .black }
      seen.alpha = 1
    }
    let depth = job.source.format.depth
    let units = PremultipliedColor(seen, coding: job.coding)
    let peak = UInt32(job.source.format.peak)
    func code(_ units: UInt16) -> UInt16 {
      let half = (UInt32(1) << UInt32(16 - depth)) >> 1
      return UInt16(truncatingIfNeeded: min((UInt32(units) + half) >> UInt32(16 - depth), peak))
    }
    let alpha = (UInt32(units.a) * peak + 32767) / 65535
    codes = SIMD4(
      code(units.y), code(units.u), code(units.v), UInt16(truncatingIfNeeded: alpha))
  }

  /// The code value of a plane's samples.
  subscript(role: PlaneRole) -> UInt16 {
    switch role {
    case .luma: codes[0]
    case .blue: codes[1]
    case .red: codes[2]
    case .alpha: codes[3]
    }
  }
}
