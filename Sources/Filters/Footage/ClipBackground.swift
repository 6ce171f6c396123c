import Timeline
import Y4M

/// What is seen of the canvas where a clip's picture is not.
struct ClipBackground: Sendable {
  /// The colour, or black behind a blurred picture.
  let color: Color
  /// How far the picture itself is blurred, as a share of the canvas's shorter side; nil for a
  /// colour.
  let blur: Double?
  /// The samples of each plane, in picture units.
  private let units: [UInt16]

  /// - Parameters:
  ///   - backdrop: nil is black, or on a canvas with alpha nothing.
  ///   - blur: how far a blurred picture is blurred.
  init(_ backdrop: Backdrop?, blur: Double, format: PixelFormat, coding: ColorCoding) {
    var color = format.hasAlpha ? Color.transparent : .black
    if case .color(let given) = backdrop { color = given }
    self.color = color
    self.blur = backdrop == .blurred ? blur : nil
    // Streams with alpha hold colours as they are, and frames of layers multiplied by their alpha.
    var held = color
    if !format.isPremultiplied { held.alpha = 1 }
    let units = PremultipliedColor(held, coding: coding)
    let alpha = UInt16((min(max(color.alpha, 0), 1) * 65535).rounded())
    self.units = format.roles.map { role in
      switch role {
      case .luma: units.y
      case .blue: units.u
      case .red: units.v
      case .alpha: alpha
      }
    }
  }

  /// Whether nothing is seen of it, whatever lies before it.
  var isClear: Bool { blur == nil && color.alpha <= 0 }

  /// Fills a frame with the colour.
  func fill(_ frame: Frame) {
    for plane in units.indices { frame.fill(plane: plane, units: units[plane]) }
  }
}
