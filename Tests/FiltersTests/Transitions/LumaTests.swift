import Bytes
import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct LumaTests {
  private static func stage(
    _ format: PixelFormat, _ map: Picture, softness: Double, invert: Bool = false
  ) throws -> TransitionStage {
    try OwnTransitionTests.stage("luma", format, pictures: ["map.png": map]) {
      $0.setting(Luma.softness, to: softness).setting(Luma.invert, to: invert)
    }
  }

  @Test(arguments: ["444", "444p16", "mono"], [false, true])
  func `dark places change first, by the definition`(_ name: String, _ invert: Bool) throws {
    let format = PixelFormat.named(name, 16, 8)
    let (from, to) = (Frame.flat(format, [0]), Frame.flat(format, [format.peak]))
    for softness in [0.25, 1] {
      let stage = try Self.stage(format, OwnTransitionTests.map, softness: softness, invert: invert)
      for share in [0.1, 0.5, 0.8] {
        let result = OwnTransitionTests.draw(stage, from, to, at: share)
        for y in 0..<8 {
          for x in 0..<16 {
            let level = Double(16 * x + y) / 255
            let brightness = invert ? 1 - level : level
            let exact = min(max((share * (1 + softness) - brightness) / softness, 0), 1)
            let found = Double(result[0, x, y]) / Double(format.peak)
            #expect(abs(found - exact) < 0.004, "\(x), \(y)")
          }
        }
      }
    }
  }

  @Test func `without softness an edge is sharp`() throws {
    let format = PixelFormat.named("mono", 16, 8)
    let (from, to) = (Frame.flat(format, [10]), Frame.flat(format, [200]))
    let stage = try Self.stage(format, OwnTransitionTests.map, softness: 0)
    let result = OwnTransitionTests.draw(stage, from, to, at: 0.49)
    for x in 0..<16 { #expect(result[0, x, 3] == (16 * x + 3 < 125 ? 200 : 10)) }
  }

  @Test func `sixteen bits are not rounded to eight`() throws {
    let format = PixelFormat.named("mono16", 64, 1)
    var samples: [UInt16] = []
    for x in 0..<64 { samples += [UInt16](repeating: UInt16(30_000 + 4 * x), count: 3) + [65535] }
    let map = Picture(width: 64, height: 1, samples: .sixteen(samples))
    let stage = try Self.stage(format, map, softness: 0)
    let share = 30_130.0 / 65535 / (1 + 1.0 / 1024)
    let result = OwnTransitionTests.draw(
      stage, .flat(format, [0]), .flat(format, [65535]), at: share)
    let values = result.samples(0)
    #expect(values[0] > 65535 / 3 && values[63] == 0)
    #expect(Set(values).count > 10 && values == values.sorted(by: >))
  }

  @Test(arguments: ["420jpeg", "420mpeg2", "422", "410"])
  func `chroma takes the mean of its footprint`(_ name: String) throws {
    // Columns of black and white: what chroma sees of them is grey.
    let format = PixelFormat.named(name, 32, 16)
    let map = Picture.painted(32, 16) { x, _ in x % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    let stage = try Self.stage(format, map, softness: 1)
    let result = OwnTransitionTests.draw(
      stage, .flat(format, [0]), .flat(format, [200]), at: 0.5)
    #expect(result[0, 4, 4] == 200 && result[0, 5, 4] == 0)
    // All but the first column, whose footprint may reach beyond the picture.
    for x in 1..<format.planes[1].width - 1 {
      #expect(abs(result[1, x, 2] - 100) <= 2 && abs(result[2, x, 2] - 100) <= 2)
    }
  }

  @Test func `colours count by their brightness`() throws {
    let format = PixelFormat.named("mono", 3, 1)
    let colors: [[UInt8]] = [[0, 0, 255, 255], [255, 0, 0, 255], [0, 255, 0, 255]]
    let map = Picture.painted(3, 1) { x, _ in colors[x] }
    let stage = try Self.stage(format, map, softness: 0)
    func seen(_ share: Double) -> [Int] {
      OwnTransitionTests.draw(stage, .flat(format, [0]), .flat(format, [255]), at: share).samples(0)
    }
    #expect(seen(0.05) == [0, 0, 0] && seen(0.1) == [255, 0, 0])
    #expect(seen(0.3) == [255, 255, 0] && seen(0.8) == [255, 255, 255])
  }

  @Test func `a file that is missing or broken is reported at once`() throws {
    let format = PixelFormat.named("420mpeg2", 8, 8)
    #expect(throws: RenderError.self) {
      try OwnTransitionTests.stage("luma", format, pictures: [:])
    }
    let loader = AssetLoader { _ in .success([1, 2, 3]) }
    let use = TransitionUse(
      type: "luma", duration: Time(1),
      arguments: Arguments().setting(Luma.source, to: Path("x.png")), place: 4..<9)
    let error = #expect(throws: RenderError.self) {
      try TransitionStage(
        use, format: format, coding: ColorCoding(matrix: .bt709, range: .limited, depth: 8),
        loader: loader)
    }
    #expect(error?.place == 4..<9 && error?.message.contains("x.png") == true)
  }

  @Test func `what is odd about a file is reported as of other pictures`() throws {
    let plain = PNGEncoder.encode(OwnTransitionTests.map)
    // A chunk that is too short, behind the header.
    let chunk = Array("gAMA".utf8) + [1]
    var sum = CRC32()
    sum.update(chunk)
    let check = (0..<4).map { UInt8(truncatingIfNeeded: sum.value >> (24 - 8 * UInt32($0))) }
    let odd = plain[..<33] + [0, 0, 0, 1] + chunk + check + plain[33...]
    func warnings(_ loader: AssetLoader) throws -> [RenderWarning] {
      let use = TransitionUse(
        type: "luma", duration: Time(1),
        arguments: Arguments().setting(Luma.source, to: Path("x.png")), place: 4..<9)
      let faults = FaultLog()
      _ = try TransitionStage(
        use, format: .named("420mpeg2", 8, 8),
        coding: ColorCoding(matrix: .bt709, range: .limited, depth: 8), loader: loader,
        faults: faults)
      #expect(faults.errors.isEmpty)
      return faults.warnings
    }
    #expect(try warnings(AssetLoader { _ in .success(plain) }).isEmpty)
    let told = try warnings(AssetLoader { _ in .success(Array(odd)) })
    #expect(told.count == 1 && told.first?.place == 4..<9)
    #expect(told.first?.message.hasPrefix("x.png: ") == true)
    let doubtful = AssetLoader(
      remark: { "\($0) is a film" }, doubts: { ["\($0) is cut short"] },
      measure: { _ in .success((16, 8)) }
    ) { _ in .success(plain) }
    #expect(
      try warnings(doubtful).map(\.message) == ["x.png is a film", "x.png is cut short"])
  }
}
