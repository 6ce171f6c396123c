import Geometry
import Timeline

/// A ``BoxPicture`` that fills shapes too: of its parameters it needs nothing but the stream's
/// colours and the canvas.
protocol PatternPicture: BoxPicture {
  /// Whether it goes on beyond its box; else the colours of the box's edge do.
  static var goesOn: Bool { get }

  /// Whether it looks the same at all times, by its arguments alone.
  static func isStill(_ arguments: Arguments) -> Bool

  /// Whether nothing shows through it, by its arguments alone.
  static func isOpaque(_ arguments: Arguments, at time: Time) -> Bool

  /// - Parameter side: the canvas's shorter side, of which percentages are.
  init(_ arguments: Arguments, coding: ColorCoding, side: Double)
}

extension PatternPicture {
  static var goesOn: Bool { true }

  static func isStill(_ arguments: Arguments) -> Bool { arguments.isConstant }

  init(_ arguments: Arguments, _ setting: LayerSetting) {
    let ink = setting.ink
    self.init(arguments, coding: ink.coding, side: ink.side)
  }
}

/// The computed pictures that fill shapes.
///
/// The others need fonts, sounds or a history.
enum PatternPictures {
  static let types: [any PatternPicture.Type] = [
    NoisePicture.self, CheckerboardPicture.self, StripesPicture.self, GridPicture.self,
    BarsPicture.self,
  ]

  static func type(named name: String) -> (any PatternPicture.Type)? {
    types.first { $0.declaration.name == name }
  }
}

extension PaintKinds {
  /// What fills letters, shapes and what lies around them.
  static let all = PaintKinds(
    gradient: GradientParameters.all, generators: PatternPictures.types.map { $0.declaration },
    others: (GeneratedPictures.declarations + [TestPicture.declaration]).map(\.name)
      .filter { PatternPictures.type(named: $0) == nil } + ["image"])
}

/// What inks need to know of their surroundings.
struct InkSetting: Sendable {
  /// The stream's colours.
  let coding: ColorCoding
  /// The canvas's shorter side.
  let side: Double
}

extension LayerSetting {
  /// The same for inks.
  var ink: InkSetting {
    InkSetting(coding: coding, side: Double(min(canvas.width, canvas.height)))
  }
}
