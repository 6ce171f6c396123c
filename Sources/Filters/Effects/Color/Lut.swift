import Bytes
import Grades
import Images
import Timeline

/// Grades by a table of colours from a file.
struct Lut: ColorEffect {
  static let source = Setting<Path>(
    "source", default: Path(""), required: true,
    "The file: `.cube` (Adobe's and Resolve's, 1D, 3D or both), `.3dl`, or a Hald picture, which is "
      + "exact where its format loses nothing, as PNG does.")
  static let interpolation = Setting<LutInterpolation>(
    "interpolation", default: .tetrahedral,
    "How colours between the points of a cube are found: `tetrahedral` keeps grey grey.")
  static let strength = Parameter<Double>(
    "strength", default: 1, in: 0...1,
    "How much of the table's colour is mixed in: 0 changes nothing, 1 is all of it.")

  static let declaration = Declaration(
    name: "lut",
    summary: "Grades by a table of colours from a file: .cube, .3dl or a Hald picture.",
    discussion: """
      Looks and camera conversions come as such tables. A colour beyond the table's domain takes \
      that of its edge; a table's values may lie beyond black and white, and are clipped after the \
      last of the grades above one another. Tables are applied to the stream's R'G'B' as it is: \
      one made for a camera's curve wants a stream in that curve. Where a `.cube` says \
      `LUT_IN_VIDEO_RANGE` or `LUT_OUT_VIDEO_RANGE`, black and white are 64 and 940 of 1023 in \
      what it takes or gives. Several grades above one another cost little more than one.
      """,
    example: #"""
      { "type": "effect", "effect": "lut", "source": "film.cube", "strength": 0.8 }
      """#,
    parameters: [source, interpolation, strength])

  static let names = EffectNames(
    synonyms: ["lut3d", "lut1d", "haldclut", "cube", "colorcube", "clut"],
    elsewhere: [
      "Core Image CIColorCube", "ffmpeg lut3d, lut1d, haldclut", "After Effects Apply Color LUT",
    ])

  static let identity: Arguments? = Arguments().setting(strength, to: 0)

  private let change: TableChange
  private let strength: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) throws(RenderError) {
    let path = arguments[Self.source]
    let bytes = try Self.bytes(path, setting.loader)
    change = TableChange(
      table: try Self.table(path, bytes),
      interpolation: arguments[Self.interpolation].interpolation)
    strength = arguments[Self.strength]
  }

  func add(to run: inout ColorRun, at time: Time) {
    var whole = ColorRun()
    whole.append(change)
    run.append(whole, amount: strength.value(at: time, within: 0...1))
  }

  /// The bytes of a table, or of a picture, which another program may have to read.
  private static func bytes(_ path: Path, _ loader: AssetLoader) throws(RenderError) -> [UInt8] {
    let name = path.text.lowercased()
    return name.hasSuffix(".cube") || name.hasSuffix(".3dl")
      ? try loader.data(path, at: path.place) : try loader.load(path, at: path.place)
  }

  /// How names of tables end that are not read, unless they hold one that is.
  private static let otherEndings = [
    ".csp", ".spi1d", ".spi3d", ".spimtx", ".clf", ".ctf", ".look", ".lut", ".mga", ".m3d", ".vlt",
    ".itx", ".cub",
  ]

  /// Reads a file: a picture by its first bytes, else what its name says.
  private static func table(_ path: Path, _ bytes: [UInt8]) throws(RenderError) -> LookupTable {
    if ImageFormat(of: bytes) != nil || path.text.lowercased().hasSuffix(".png") {
      return try hald(path, bytes)
    }
    do throws(GradeError) {
      return path.text.lowercased().hasSuffix(".3dl")
        ? try LookupTable(meshFile: bytes) : try LookupTable(cubeFile: bytes)
    } catch {
      let name = path.text.lowercased()
      let fault =
        otherEndings.contains { name.hasSuffix($0) }
        ? AssetFault(
          "\(path.text): of tables, .cube, .3dl and Hald pictures are read; OpenColorIO converts "
            + "others: ociobakelut --lut FILE --format resolve_cube film.cube")
        : AssetFault(error, in: path)
      throw RenderError(.file(fault), at: path.place)
    }
  }

  private static func hald(_ path: Path, _ bytes: [UInt8]) throws(RenderError) -> LookupTable {
    let picture: Picture
    do throws(ImageError) {
      // Its samples are a table's numbers, whatever colours the file says they are.
      let file = try ImageFile(parsing: bytes, convertingColors: false)
      picture = try PictureSequence(file, keeping: 0).picture(0)
    } catch {
      throw RenderError(.picture(path.text, error), at: path.place)
    }
    do throws(GradeError) {
      return try LookupTable(haldWidth: picture.width, height: picture.height) { x, y in
        let start = 4 * (y * picture.width + x)
        switch picture.samples {
        case .eight(let samples):
          return SIMD3(
            Float(samples[start]), Float(samples[start + 1]), Float(samples[start + 2])) / 255
        case .sixteen(let samples):
          return SIMD3(
            Float(samples[start]), Float(samples[start + 1]), Float(samples[start + 2])) / 65535
        }
      }
    } catch {
      throw RenderError(.file(AssetFault(error, in: path)), at: path.place)
    }
  }
}

/// How a colour between the points of a cube is found.
enum LutInterpolation: String, Choice {
  case tetrahedral
  case trilinear

  var interpolation: CubeInterpolation {
    switch self {
    case .tetrahedral: .tetrahedral
    case .trilinear: .trilinear
    }
  }
}

extension AssetFault {
  /// What is wrong with a file of tables, curves or corrections, and where in it.
  init(_ error: GradeError, in path: Path) {
    switch error.place {
    case .text(let line, let column):
      self.init("\(path.text):\(line):\(column): \(error.message)")
    case .byte(let offset): self.init("\(path.text), byte \(offset): \(error.message)")
    case nil: self.init("\(path.text): \(error.message)")
    }
  }
}

/// The change that a table makes.
private struct TableChange: ColorChange, Hashable, Sendable {
  let table: LookupTable
  let interpolation: CubeInterpolation

  /// A cube has few enough points; curves may have many more than a lattice.
  var isSmooth: Bool { (table.curves?.count ?? 0) <= 64 }
  /// About what reading a lattice costs, and exact.
  var cost: Int { 10 }

  var cube: LookupCube? {
    table.curves == nil && interpolation == .tetrahedral ? table.cube : nil
  }

  func apply(to colors: RGBRow, scratch: Scratch) {
    table.apply(
      red: colors.red, green: colors.green, blue: colors.blue, count: colors.count, interpolation)
  }
}
