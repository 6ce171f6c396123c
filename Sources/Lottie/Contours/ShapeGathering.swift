import Fonts
import Geometry
import Shapes

/// The outline of one shape, which what stands below it in its group may still change.
final class LottieOutline {
  var contours: [LottieContour]
  /// What the contours are a combination of, where they are one of areas.
  var merged: (mode: LottieMerge, parts: [[LottieContour]])?
  /// By how much its area grows.
  var growth = 0.0

  init(_ contours: [LottieContour]) { self.contours = contours }
}

/// An outline as it is seen from a group.
struct OutlineUse {
  let outline: LottieOutline
  let map: Affine
}

/// What is drawn of a group, the uppermost first.
indirect enum LottieDrawing {
  case style(LottieStyle, [OutlineUse])
  case group([LottieDrawing], Affine, opacity: Double)
}

/// Walks the parts of a shape layer as they stand at a frame.
///
/// A style draws what stands above it in its group and in groups above it there; a change is made
/// to what stands above it, and is seen in all styles of that.
struct ShapeGathering {
  let frame: Double
  /// How much may still be drawn.
  var budget: LottieBudget

  init(at frame: Double, _ budget: LottieBudget) {
    (self.frame, self.budget) = (frame, budget)
  }

  /// What a list of parts draws, and the outlines that it leaves for styles further down.
  mutating func gather(
    _ items: [LottieItem]
  ) -> (uses: [OutlineUse], drawings: [LottieDrawing]) {
    var uses: [OutlineUse] = []
    var drawings: [LottieDrawing] = []
    // How many outlines in turn are one path for merges: those that were merged before.
    var counts: [Int] = []
    for item in items {
      guard !budget.isSpent else { break }
      budget.spend(LottieBudget.Cost.item)
      switch item {
      case .path(let path):
        let contour = path.contour(at: frame)
        budget.spend(contour.points.count * LottieBudget.Cost.point)
        if contour.isBounded {
          uses.append(OutlineUse(outline: LottieOutline([contour]), map: .identity))
          counts.append(1)
        }
      case .group(let inner, let transform):
        let map = transform.map(at: frame)
        let gathered = gather(inner)
        budget.spend(gathered.uses.count * LottieBudget.Cost.move)
        uses += gathered.uses.map { OutlineUse(outline: $0.outline, map: map.after($0.map)) }
        counts += gathered.uses.map { _ in 1 }
        drawings.append(
          .group(gathered.drawings, map, opacity: transform.opacity(at: frame)))
      case .style(let style):
        budget.spend(Self.work(uses) + style.work)
        if !budget.isSpent { drawings.append(.style(style, uses)) }
      case .repeater(let copies, let offset, let isAbove, let transform):
        let count = Int(min(max(copies.number(at: frame).rounded(.up), 0), LottieLimits.copies))
        let first = offset.number(at: frame)
        (uses, drawings) = repeated(
          uses, drawings, transform, (count, first, isAbove))
        counts = uses.map { _ in 1 }
      case .merge(.merge): counts = [uses.count]
      case .merge(let mode):
        budget.spend(Self.work(uses))
        if !budget.isSpent { merge(&uses, mode, counts) }
        counts = [uses.count]
      default:
        budget.spend(Self.work(uses, ofPoint: item.workOfPoint(at: frame)))
        if !budget.isSpent { change(uses, item) }
      }
    }
    return (uses, drawings)
  }

  /// How much work it is to draw outlines, or to change them.
  private static func work(
    _ uses: [OutlineUse], ofPoint point: Int = LottieBudget.Cost.point
  ) -> Int {
    uses.reduce(0) { sum, use in
      // Each outline is mapped, however short it is.
      use.outline.contours.reduce(sum) { $0 + $1.points.count * point + LottieBudget.Cost.use }
    }
  }

  private mutating func repeated(
    _ uses: [OutlineUse], _ drawings: [LottieDrawing], _ transform: LottieTransform,
    _ copies: (count: Int, first: Double, isAbove: Bool)
  ) -> ([OutlineUse], [LottieDrawing]) {
    var (all, drawn) = ([OutlineUse](), [LottieDrawing]())
    let work = Self.work(uses) + LottieBudget.Cost.use * drawings.reduce(1) { $0 + $1.count }
    for number in 0..<copies.count {
      budget.spend(work)
      guard !budget.isSpent else { break }
      let map = transform.copy(Double(number) + copies.first, at: frame)
      guard map.isBounded(by: 1e9) else { break }
      let share = copies.count > 1 ? Double(number) / Double(copies.count - 1) : 0
      all += uses.map { OutlineUse(outline: $0.outline, map: map.after($0.map)) }
      drawn.append(
        .group(drawings, map, opacity: transform.opacity(ofCopy: share, at: frame)))
    }
    return (all, copies.isAbove ? drawn.reversed() : drawn)
  }

  /// Makes one outline of all, of which so many in turn are one path.
  private func merge(_ uses: inout [OutlineUse], _ mode: LottieMerge, _ counts: [Int]) {
    var rest = uses[...]
    let parts = counts.filter { $0 > 0 }.map { count in
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).flatMap { use in
        use.outline.contours.map { $0.mapped(by: use.map) }
      }
    }
    guard !parts.isEmpty else { return }
    let outline = LottieOutline(parts.flatMap(\.self))
    outline.merged = (mode, parts)
    uses = [OutlineUse(outline: outline, map: .identity)]
  }

  /// Changes all outlines, each of them once.
  private func change(_ uses: [OutlineUse], _ item: LottieItem) {
    var seen: Set<ObjectIdentifier> = []
    let outlines = uses.map(\.outline).filter { seen.insert(ObjectIdentifier($0)).inserted }
    switch item {
    case .trim(let trim): trim.cut(outlines, at: frame)
    case .corners(let radius):
      let radius = radius.number(at: frame)
      each(outlines) { $0.rounded(radius) }
    case .bloat(let amount):
      let share = amount.number(at: frame) / 100
      each(outlines) { $0.bloated(share) }
    case .zigzag(let size, let ridges, let isSmooth):
      let (size, count) = (size.number(at: frame), ridges.number(at: frame))
      let ridges = count.ridges
      each(outlines) { $0.zigzag(size: size, ridges: ridges, isSmooth: isSmooth) }
    case .offset(let amount):
      let amount = amount.number(at: frame)
      for outline in outlines { outline.growth += amount }
    case .group, .path, .style, .merge, .repeater: break
    }
  }

  private func each(
    _ outlines: [LottieOutline], _ changed: (LottieContour) -> LottieContour
  ) {
    for outline in outlines {
      outline.contours = outline.contours.map(changed)
      if let merged = outline.merged {
        outline.merged = (merged.mode, merged.parts.map { $0.map(changed) })
      }
    }
  }
}

extension LottieDrawing {
  /// How many styles there are in it.
  var count: Int {
    switch self {
    case .style: 1
    case .group(let drawings, _, _): drawings.reduce(1) { $0 + $1.count }
    }
  }

  /// Whether a style mixes with what is below it other than by lying over it.
  var blends: Bool {
    switch self {
    case .style(let style, _): style.blend != .normal
    case .group(let drawings, _, _): drawings.contains { $0.blends }
    }
  }
}

extension Double {
  /// How many teeth a number means.
  fileprivate var ridges: Int { Int(min(max(rounded(), 0), 1000)) }
}

extension LottieItem {
  /// How much work a change is at each point.
  fileprivate func workOfPoint(at frame: Double) -> Int {
    switch self {
    case .trim: LottieBudget.Cost.measure
    case .zigzag(_, let ridges, _):
      LottieBudget.Cost.tooth * (1 + ridges.number(at: frame).ridges)
    case .offset: 0
    default: LottieBudget.Cost.change
    }
  }
}

extension LottieTrim {
  /// Cuts outlines.
  fileprivate func cut(_ outlines: [LottieOutline], at frame: Double) {
    let offset = offset.number(at: frame) / 360
    let ends = [start.number(at: frame) / 100, end.number(at: frame) / 100]
      .map { min(max($0, 0), 1) }
    let (from, to) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
    guard isSequential, outlines.count > 1 else {
      for outline in outlines {
        outline.contours = outline.path.trimmed(from: from, to: to, offset: offset)
          .contours.map { LottieContour($0) }
        outline.merged = nil
      }
      return
    }
    if to - from >= 1 - 1e-9 { return }
    let paths = outlines.map(\.path)
    let lengths = paths.map(\.length)
    let whole = lengths.reduce(0, +)
    let first = (from + offset - (from + offset).rounded(.down)) * whole
    let windows = [(first, first + (to - from) * whole)].flatMap {
      [$0, ($0.0 - whole, $0.1 - whole)]
    }
    var before = 0.0
    for (index, outline) in outlines.enumerated() {
      let length = max(lengths[index], 1e-12)
      let kept = windows.map { window in
        (min(max((window.0 - before) / length, 0), 1), min(max((window.1 - before) / length, 0), 1))
      }
      outline.contours = kept.filter { $0.1 - $0.0 > 1e-9 }
        .flatMap { paths[index].trimmed(from: $0.0, to: $0.1).contours }
        .map { LottieContour($0) }
      outline.merged = nil
      before += lengths[index]
    }
  }
}

extension LottieOutline {
  /// Its contours as a path.
  var path: ShapePath { ShapePath(contours.compactMap(\.contour)) }
}

extension LottieContour {
  /// Whether all its numbers are ones that can be drawn.
  var isBounded: Bool {
    points.count <= LottieLimits.points
      && points.allSatisfy { point in
        [point.place, point.into, point.out].allSatisfy {
          $0.x.magnitude < LottieLimits.number && $0.y.magnitude < LottieLimits.number
        }
      }
  }

  /// The contour seen through a map.
  func mapped(by map: Affine) -> LottieContour {
    func step(_ step: Vector) -> Vector {
      Vector(map.a * step.x + map.c * step.y, map.b * step.x + map.d * step.y)
    }
    return LottieContour(
      points.map { LottiePoint(place: map($0.place), into: step($0.into), out: step($0.out)) },
      isClosed: isClosed)
  }
}
