import Foundation
import Testing

/// Layers over NUT whose pictures have alpha, in all forms that ffmpeg writes.
@Suite(.timeLimit(.minutes(10))) struct AlphaStreamTests {
  private static let width = 64
  private static let height = 48
  private static let pixels = [
    "yuva420p", "yuva422p", "yuva444p", "yuva420p10le", "yuva422p10le", "yuva444p10le",
    "yuva422p12le", "yuva444p12le", "yuva420p16le", "yuva422p16le", "yuva444p16le",
  ]

  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try Data(
      #"""
      { "version": 1, "layers": [
        { "type": "color", "color": "red", "size": [20, 12], "position": [10, 8] },
        { "type": "color", "color": "rgb(20 200 60)", "opacity": 0.6, "size": [16, 12], "position": [36, 20] },
        { "type": "text", "text": "Aa", "size": 14, "position": [6, 28] } ] }
      """#.utf8
    ).write(to: URL(fileURLWithPath: bench.path("t.json")))
  }

  /// The planes of the last frame of `film.nut` in this form, before and after the timeline is
  /// drawn.
  private func planes(_ pixels: String, _ options: String = "") throws -> (
    before: [[Int]], after: [[Int]]
  ) {
    let outcome = try bench.bash(
      """
      set -o pipefail
      ffmpeg -v error -y -f lavfi -i testsrc2=s=\(Self.width)x\(Self.height):r=10:d=0.3 -vf \
      "format=yuva444p,geq=lum='p(X,Y)':cb='p(X,Y)':cr='p(X,Y)':a='min(255,X*6)',format=\(pixels)" \
      -c:v rawvideo -f nut film.nut
      ffmpeg -v error -i film.nut -f rawvideo - >before
      vfx -t t.json \(options) <film.nut | ffmpeg -v error -i - -f rawvideo -pix_fmt \(pixels) - >after
      """)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let shifts = (pixels.contains("444") ? 0 : 1, pixels.contains("420") ? 1 : 0)
    let luma = Self.width * Self.height
    let chroma = (Self.width >> shifts.0) * (Self.height >> shifts.1)
    let size = pixels.hasSuffix("le") ? 2 : 1
    func read(_ name: String) throws -> [[Int]] {
      let all = [UInt8](try Data(contentsOf: URL(fileURLWithPath: bench.path(name))))
      try #require(all.count == 3 * size * 2 * (luma + chroma))
      var rest = all.suffix(size * 2 * (luma + chroma))
      return [luma, chroma, chroma, luma].map { count in
        let bytes = Array(rest.prefix(count * size))
        rest = rest.dropFirst(count * size)
        return (0..<count).map {
          size == 1 ? Int(bytes[$0]) : Int(bytes[2 * $0]) | Int(bytes[2 * $0 + 1]) << 8
        }
      }
    }
    return (try read("before"), try read("after"))
  }

  @Test(arguments: pixels)
  func `layers are drawn on alpha of every form`(_ pixels: String) throws {
    let (before, after) = try planes(pixels)
    let depth = pixels.split(separator: "p").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 8
    let scale = 1 << (depth - 8)
    // An opaque box.
    for y in 9..<19 {
      for x in 11..<29 {
        let place = y * Self.width + x
        #expect(after[3][place] == (1 << depth) - 1)
        #expect(abs(after[0][place] - 81 * scale) <= scale, "\(after[0][place])")
      }
    }
    // Nothing beside the layers has changed.
    var apart = 0
    for plane in 0..<4 {
      let isChroma = plane == 1 || plane == 2
      let (shiftX, shiftY) =
        isChroma
        ? (pixels.contains("444") ? 0 : 1, pixels.contains("420") ? 1 : 0) : (0, 0)
      let width = Self.width >> shiftX
      for (place, sample) in after[plane].enumerated() where sample != before[plane][place] {
        let (x, y) = ((place % width) << shiftX, (place / width) << shiftY)
        apart += 1
        #expect(x >= 4 && x < 56 && y >= 6 && y < 48, "plane \(plane) at \(x), \(y)")
      }
    }
    #expect(apart > 400)
    // As over 4:4:4 of 8 bits.
    let plain = try planes("yuva444p").after
    var (worst, sum) = (0.0, 0.0)
    for plane in [0, 3] {
      for (sample, other) in zip(after[plane], plain[plane]) {
        let difference = abs(Double(sample) / Double((1 << depth) - 1) * 255 - Double(other))
        (worst, sum) = (max(worst, difference), sum + difference)
      }
    }
    #expect(worst < 4 && sum < 0.5 * Double(2 * Self.width * Self.height), "\(worst) \(sum)")
  }

  @Test func `any number of threads draws the same`() throws {
    let one = try planes("yuva420p10le", "-j 1").after
    #expect(try planes("yuva420p10le", "-j 3").after == one)
  }
}
