import Bytes
import Markup
import Timeline

extension MLTReader {
  /// A rectangle in which a picture is shown, `x y w h opacity` or `x/y:wxh:opacity`, and a turn.
  mutating func transform(_ filter: MLTFilter, _ clip: inout CutClip) {
    let properties = filter.properties
    let text =
      properties["transition.rect"] ?? properties["rect"] ?? properties["transition.geometry"]
    guard let size, let text, clip.look.scale == nil, clip.look.offset == nil,
      clip.look.rotation == nil,
      let curve = CutCurve(keys: keys(text, of: filter) { Self.rectangle($0, size) })
    else { return note(filter.element) }
    let align = Self.alignment(properties)
    let isStretched = (properties["transition.distort"] ?? properties["distort"] ?? "0") != "0"
    let placed = filter.within(
      curve.mapped { Self.place($0, filter.shape, align, isStretched: isStretched) },
      neutral: [0, 0, 1, 1, 1], at: rate)
    let offset = placed.mapped { Array($0.prefix(2)) }
    let scale = placed.mapped { Array($0.dropFirst(2).prefix(2)) }
    if offset.constant != [0, 0] { clip.look.offset = offset }
    if scale.constant != [1, 1] { clip.look.scale = scale }
    let opacity = placed.mapped { Array($0.suffix(1)) }
    if opacity.constant != [1] {
      clip.look.opacity = clip.look.opacity?.multiplied(by: opacity, at: rate) ?? opacity
    }
    turn(filter, &clip)
  }

  private mutating func turn(_ filter: MLTFilter, _ clip: inout CutClip) {
    let properties = filter.properties
    let text = properties["transition.fix_rotate_x"] ?? properties["rotation"]
    let found = keys(text, of: filter) { text in
      Double(text).flatMap { $0.magnitude <= 1e6 ? [$0] : nil }
    }
    guard let curve = CutCurve(keys: found), curve.constant != [0] else { return }
    clip.look.rotation = filter.within(curve, neutral: [0], at: rate)
    if properties["mlt_service"] == "qtblend", properties["rotate_center"] ?? "0" == "0" {
      log.warn("a picture turns about its middle, not about a point", at: filter.element.place)
    }
  }

  /// Left, top, width, height and opacity, in shares of the canvas.
  private static func rectangle(_ text: Substring, _ size: CutSize) -> [Double]? {
    let parts = text.split { " /:x".contains($0) }.map { part -> Double? in
      part.hasSuffix("%") ? Double(part.dropLast()).map { $0 / 100 } : Double(part)
    }
    guard parts.count >= 4, parts.prefix(4).allSatisfy({ $0 != nil }) else { return nil }
    let rect = parts.prefix(4).map { $0 ?? 0 }
    let sides = text.contains("%") ? (1, 1) : (Double(size.width), Double(size.height))
    let shares = [rect[0] / sides.0, rect[1] / sides.1, rect[2] / sides.0, rect[3] / sides.1]
    guard shares[2] > 0, shares[3] > 0, shares.allSatisfy({ abs($0) < 1000 }) else { return nil }
    // Geometries of old give it in hundredths.
    let opacity = parts.count > 4 ? parts[4] ?? 1 : 1
    return shares + [min(max(opacity > 1 ? opacity / 100 : opacity, 0), 1)]
  }

  /// Where in its rectangle a picture of another shape is, from 0, left and top, to 1.
  private static func alignment(_ properties: [String: String]) -> (across: Double, down: Double) {
    func share(_ text: String?) -> Double {
      guard let first = text?.first else { return 0 }
      return switch first {
      case "c", "m", "1": 0.5
      case "r", "b", "2": 1
      default: 0
      }
    }
    let (across, down) = (properties["transition.halign"], properties["transition.valign"])
    return across == nil && down == nil ? (0.5, 0.5) : (share(across), share(down))
  }

  /// Its middle's way from that of the canvas, its factors and its opacity.
  private static func place(
    _ rect: [Double], _ shape: (width: Double, height: Double),
    _ align: (across: Double, down: Double), isStretched: Bool
  ) -> [Double] {
    guard rect.count == 5 else { return [0, 0, 1, 1, 1] }
    var (across, down) = (rect[2] / shape.width, rect[3] / shape.height)
    if !isStretched { (across, down) = (min(across, down), min(across, down)) }
    let (width, height) = (across * shape.width, down * shape.height)
    return [
      rect[0] + (rect[2] - width) * align.across + width / 2 - 0.5,
      rect[1] + (rect[3] - height) * align.down + height / 2 - 0.5, across, down, rect[4],
    ]
  }
}
