import Bytes
import Timeline

extension EditlyReader {
  /// The colour of a layer; editly takes a random one where there is none.
  mutating func color(_ fields: inout JSONFields) -> String {
    if let color = fields.color("color", &log) { return color }
    log.warn("a random colour is made #204080", at: fields.place)
    return "#204080"
  }

  /// The members of a gradient.
  mutating func gradient(_ kind: String, _ fields: inout JSONFields) -> TimelineDraft.Members {
    if kind == "rainbow-colors" {
      log.warn("the colours of a rainbow do not move", at: fields.place)
      let hues = stride(from: 0, through: 360, by: 60).map {
        JSONText.string("hsl(\($0), 100%, 50%)")
      }
      return [("stops", .array(hues)), ("angle", .integer(90))]
    }
    var colors = (fields.take("colors")?.elements ?? []).compactMap { $0.color(&log) }
    if colors.count != 2 {
      log.warn("random colours are made #204080 and #40a0c0", at: fields.place)
      colors = ["#204080", "#40a0c0"]
    }
    if kind == "radial-gradient" {
      return [("shape", .string("radial")), ("stops", .array(colors.map { .string($0) }))]
    }
    // The line of editly's gradient begins as far outside of the canvas as its middle is within; it
    // turns by 30 degrees.
    let angle = diagonal
    return [
      (
        "stops",
        .array([
          .array([.integer(0), .string(Self.middle(colors))]),
          .array([.decimal(0.5), .string(colors[1])]),
        ])
      ),
      ("angle", .moving(from: .decimal(angle), to: .decimal(angle + 30))),
    ]
  }

  /// Where the canvas's diagonal runs to, in degrees as CSS counts them.
  private var diagonal: Double {
    guard let size else { return 120 }
    let across = Maths.atan2(Double(size.height), Double(size.width))
    return 90 + (across * 180 / Double.pi * 100).rounded() / 100
  }

  private static func middle(_ colors: [String]) -> String {
    do throws(ValueError) {
      let both = try [Color(parsing: colors[0]), Color(parsing: colors[1])]
      let parts = (both[0].components + both[1].components) / 2
      return Color(components: parts).description
    } catch {
      return colors[1]
    }
  }
}
