import Bytes
import Geometry
import Timeline
import Y4M

/// What cells look like.
enum CellShape: String, Choice {
  case square
  case hexagon
}

/// From where cells are counted.
enum CellOrigin: String, Choice {
  /// The middle of the canvas, where four squares meet, or a hexagon has its middle.
  case center
  /// The canvas's upper left corner.
  case corner
}

/// Makes a mosaic of the picture: every cell takes the mean of what it covers.
struct Pixelate: Effect {
  static let size = Parameter<Length>(
    "size", default: Length(pixels: 16), in: 0...CellGrid.largest, unit: "px",
    "The side of a cell, or the width of a hexagon; a percentage is of the canvas's shorter side, "
      + "1 px and less changes nothing.")
  static let shape = Setting<CellShape>("shape", default: .square, "What cells look like.")
  static let origin = Setting<CellOrigin>(
    "origin", default: .center, "From where cells are counted.")

  static let declaration = Declaration(
    name: "pixelate",
    summary: "Makes a mosaic of the picture: every cell takes the mean of what it covers.",
    discussion: """
      Means are exact, by area, for sizes that are no whole number of pixels too; chroma has the \
      very cells of luma. An edge between cells that crosses a pixel divides it by area, so that \
      cells that grow do so smoothly. Cells at the picture's edges take the mean of the part that \
      is inside. Hexagons stand on a corner. A `region` shows cells and does not move them.
      """,
    example: #"""
      { "type": "effect", "effect": "pixelate", "size": { "from": 1, "to": "10%" }, "duration": 1 }
      """#,
    parameters: [size, shape, origin])

  static let names = EffectNames(
    synonyms: ["mosaic", "pixellate", "pixelize", "pixels", "8bit"],
    elsewhere: [
      "Core Image CIPixellate and CIHexagonalPixellate", "ffmpeg pixelize", "frei0r pixeliz0r",
      "After Effects Mosaic", "GPUImage Pixellate",
    ])

  static let identity: Arguments? = Arguments().setting(size, to: Length(pixels: 0))

  private let size: Animated<Length>
  private let shape: CellShape
  private let origin: CellOrigin

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    size = arguments[Self.size]
    shape = arguments[Self.shape]
    origin = arguments[Self.origin]
  }

  func margin(at time: Time, width: Int, height: Int) -> Int? {
    let size = size.pixels(at: time, width, height, upTo: CellGrid.largest)
    if size <= 1 { return 0 }
    switch shape {
    case .square: return Int(size.rounded(.up)) + 8
    case .hexagon: return SeedField.margin(size: size)
    }
  }

  func apply(_ job: EffectJob, at time: Time) {
    let size = size.pixels(at: time, job.width, job.height, upTo: CellGrid.largest)
    guard size > 1 else { return }
    let isCentered = origin == .center
    let start = Vector(
      isCentered ? Double(job.width) / 2 : 0, isCentered ? Double(job.height) / 2 : 0)
    switch shape {
    case .square: job.run(CellGrid(size: size, origin: start))
    case .hexagon: job.run(SeedCells(field: .hexagons(width: size, origin: start)))
    }
  }
}
