import Bytes
import Colors
import Fonts
import Geometry
import Plates
import Shapes

/// Does the steps of a filter to a picture, in pixels.
struct FilterPainter {
  /// What a step has given.
  private struct Result {
    var plate: Plate
    let isLight: Bool
    /// Beyond it, there is nothing.
    let part: PixelBox
  }

  private let filter: SVGFilter
  private let map: Affine
  /// How long a unit is, across and down.
  private let scale: Vector
  private let box: PixelBox
  private var results: [Result?] = []
  private var source: Plate

  /// A filter through a map to pixels, within a box.
  init(_ filter: SVGFilter, through map: Affine, in box: PixelBox) {
    (self.filter, self.map) = (filter, map)
    scale = Vector(Vector(map.a, map.b).length, Vector(map.c, map.d).length)
    self.box = Self.pixels(filter.region, through: map, in: box)
    source = Plate(PixelBox(x: 0, y: 0, width: 0, height: 0))
  }

  /// The pixels that are needed for what is seen of filters in a box.
  static func room(_ filters: [SVGFilter], through map: Affine, in box: PixelBox) -> PixelBox {
    let stretch = map.stretch
    let reach =
      filters.reduce(0.0) { sum, filter in
        sum + filter.steps.reduce(0) { $0 + $1.kind.reach }
      } * stretch
    let margin =
      reach > 0 ? Int(min(reach, Double(max(box.width, box.height))).rounded(.up)) : 0
    let wide = PixelBox(
      x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin,
      height: box.height + 2 * margin)
    // All regions together, as what is beyond one is seen by none.
    let bounds = filters.compactMap { ShapePath.rectangle($0.region).bounds(through: map) }
    guard let first = bounds.first else { return box }
    return PixelBox(around: bounds.dropFirst().reduce(first) { $0.union($1) }, in: wide)
  }

  private static func pixels(_ region: Bounds, through map: Affine, in box: PixelBox) -> PixelBox {
    guard let bounds = ShapePath.rectangle(region).bounds(through: map) else {
      return PixelBox(x: box.x, y: box.y, width: 0, height: 0)
    }
    func whole(_ value: Double, _ rule: FloatingPointRoundingRule, _ low: Int, _ high: Int) -> Int {
      // What rounding leaves beside a whole number is that number.
      let near = value.rounded()
      let value = (value - near).magnitude < 1e-3 ? near : value.rounded(rule)
      return Int(min(max(value, Double(low)), Double(high)))
    }
    let (right, bottom) = (box.x + box.width, box.y + box.height)
    let (x, y) = (whole(bounds.minX, .down, box.x, right), whole(bounds.minY, .down, box.y, bottom))
    return PixelBox(
      x: x, y: y, width: whole(bounds.maxX, .up, box.x, right) - x,
      height: whole(bounds.maxY, .up, box.y, bottom) - y)
  }

  /// Puts what the filter makes of a plate in its place.
  ///
  /// It stays a call: in a loop over filters the compiler of Swift 6.3 fails at the assignment.
  @inline(never)
  mutating func filter(_ plate: inout Plate, _ painter: inout SVGPainter) {
    plate = filtered(plate, &painter)
  }

  /// The picture with the filter done to it, in the same box.
  private mutating func filtered(_ plate: Plate, _ painter: inout SVGPainter) -> Plate {
    var whole = Plate(plate.box)
    guard !box.isEmpty else { return whole }
    source = plate.part(box)
    // What no step needs any more is forgotten.
    var last = [Int](repeating: 0, count: filter.steps.count)
    for (index, step) in filter.steps.enumerated() {
      for case .step(let number) in step.inputs where number < index { last[number] = index }
    }
    for (index, step) in filter.steps.enumerated() {
      guard painter.spend(box, times: step.kind.work) else { return whole }
      results.append(made(step, &painter))
      for number in 0..<index where last[number] <= index { results[number] = nil }
    }
    guard let result = results.last ?? nil else { return whole }
    whole.add(coded(result).part(result.part))
    return whole
  }

  // MARK: Inputs

  private func result(_ input: SVGFilterStep.Input?) -> Result {
    switch input {
    case .source: return Result(plate: source, isLight: false, part: box)
    case .sourceAlpha:
      var plate = source
      for at in stride(from: 0, to: plate.samples.count, by: 4) {
        for part in at..<at + 3 { plate.samples[part] = 0 }
      }
      return Result(plate: plate, isLight: false, part: box)
    case .step(let number):
      if results.indices.contains(number), let result = results[number] { return result }
    case .nothing, nil: break
    }
    return Result(plate: Plate(box), isLight: false, part: box)
  }

  private func coded(_ result: Result) -> Plate {
    guard result.isLight else { return result.plate }
    var plate = result.plate
    plate.change { LightCodes.code($0) }
    return plate
  }

  /// An input in the numbers in which a step computes.
  private func input(_ index: Int, of step: SVGFilterStep) -> Plate {
    let result = result(step.inputs.indices.contains(index) ? step.inputs[index] : nil)
    if result.isLight == step.isLight { return result.plate }
    if result.isLight { return coded(result) }
    var plate = result.plate
    plate.change { LightCodes.light($0) }
    return plate
  }

  // MARK: Steps

  private func made(_ step: SVGFilterStep, _ painter: inout SVGPainter) -> Result {
    var part = step.region.map { Self.pixels($0, through: map, in: box) } ?? box
    if step.region == nil, case .offset = step.kind { part = result(step.inputs.first).part }
    var isLight = step.isLight
    var plate: Plate
    switch step.kind {
    case .nothing: plate = Plate(box)
    case .flood(let color):
      (plate, isLight) = (Plate(box), false)
      plate.fill(color)
    case .image(let group):
      (plate, isLight) = (Plate(box), false)
      painter.draw(group, through: map, on: &plate)
    case .turbulence(let noise):
      plate = TurbulencePainter(noise, in: filter.region).painted(
        box, from: map.inverse ?? .identity)
    case .tile:
      let given = result(step.inputs.first)
      plate = input(0, of: step).tiled(given.part)
    case .offset(let way):
      plate = input(0, of: step).moved(pixels(way))
    case .blur(let deviation):
      plate = input(0, of: step).blurred(
        Vector(deviation.x * scale.x, deviation.y * scale.y))
    case .dropShadow(let deviation, let way, let color):
      plate = dropShadow(step, deviation, way, color)
    case .merge:
      plate = Plate(box)
      for index in step.inputs.indices { plate.add(input(index, of: step)) }
    default: plate = changed(step)
    }
    return Result(plate: plate.part(part).part(box), isLight: isLight, part: part)
  }

  /// Steps that change pixels by themselves or with their neighbours.
  private func changed(_ step: SVGFilterStep) -> Plate {
    var plate = input(0, of: step)
    switch step.kind {
    case .blend(let mode):
      var below = input(1, of: step)
      below.add(plate, mode)
      return below
    case .composite(let way): plate.compose(with: input(1, of: step), way)
    case .matrix(let numbers): plate.multiply(numbers)
    case .transfer(let functions): plate.transfer(functions)
    case .morphology(let isDilating, let radius):
      return plate.grown(
        isDilating: isDilating, Vector(radius.x * scale.x, radius.y * scale.y))
    case .displacement(let size, let x, let y):
      let size = Vector(size.x * scale.x, size.y * scale.y)
      return plate.displaced(by: input(1, of: step), size, x, y)
    case .convolution(let sums): return plate.convolved(sums)
    case .lighting(let lighting):
      var color = lighting.color
      if step.isLight {
        func light(_ value: Double) -> Double {
          Double(LightCodes.light(Plate.share(value))) / 65535
        }
        color = SVGColor(red: light(color.red), green: light(color.green), blue: light(color.blue))
      }
      return LightingPainter(lighting, color, through: map).painted(plate)
    default: break
    }
    return plate
  }

  private func dropShadow(
    _ step: SVGFilterStep, _ deviation: Vector, _ way: Vector, _ color: SVGColor
  ) -> Plate {
    let plate = input(0, of: step)
    var shadow = plate.blurred(Vector(deviation.x * scale.x, deviation.y * scale.y))
      .moved(pixels(way))
    var flood = Plate(box)
    flood.fill(color)
    if step.isLight { flood.change { LightCodes.light($0) } }
    flood.compose(with: shadow, .in)
    shadow = flood
    shadow.add(plate)
    return shadow
  }

  private func pixels(_ way: Vector) -> (Int, Int) {
    func whole(_ value: Double) -> Int { value.isNaN ? 0 : Int(min(max(value, -1e6), 1e6)) }
    return (whole(way.x * scale.x), whole(way.y * scale.y))
  }
}

extension SVGFilterKind {
  /// How much more it takes for a pixel than to fill it.
  var work: Int {
    switch self {
    case .convolution(let sums): 1 + sums.matrix.count / 2
    case .turbulence(let noise): 1 + 2 * noise.octaves
    default: 1
    }
  }

  /// How far it moves pixels, at most, in units of the group.
  fileprivate var reach: Double {
    switch self {
    case .blur(let deviation): 3 * max(deviation.x, deviation.y)
    case .offset(let way): max(way.x.magnitude, way.y.magnitude)
    case .dropShadow(let deviation, let way, _):
      3 * max(deviation.x, deviation.y) + max(way.x.magnitude, way.y.magnitude)
    case .morphology(_, let radius): max(radius.x, radius.y)
    case .displacement(let scale, _, _): max(scale.x.magnitude, scale.y.magnitude)
    default: 0
    }
  }
}
