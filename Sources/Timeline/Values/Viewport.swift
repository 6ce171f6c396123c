/// The canvas that lengths such as `5vmin` are shares of (CSS Values 4, section 6.1.2.2).
package struct Viewport: Hashable, Sendable {
  /// In pixels.
  package let width: Double
  /// In pixels.
  package let height: Double

  /// What stands in for a canvas whose size is not known yet.
  package static let provisional = Viewport(width: 1920, height: 1080)

  /// The units, of which each is a hundredth of a side.
  static let units = ["vw", "vh", "vmin", "vmax"]

  /// A canvas of this many pixels.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The pixels of one of a unit; nil for other units.
  func pixels(in unit: String) -> Double? {
    switch unit {
    case "vw": width / 100
    case "vh": height / 100
    case "vmin": min(width, height) / 100
    case "vmax": max(width, height) / 100
    default: nil
    }
  }

  /// Whether a length may have one of the units: other words of lengths have no such letter.
  static func mayMatter(to text: String) -> Bool { text.utf8.contains(UInt8(ascii: "v")) }
}
