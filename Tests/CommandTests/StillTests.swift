import Filters
import Foundation
import Images
import TestNumbers
import TestSupport
import Testing
import Y4M

@testable import vfx

/// `vfx still` shows what a render shows.
@Suite struct StillTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `any frames in any order are those of the render`() throws {
    let timelines = try RandomTimelines(bench)
    for seed in 0..<40 {
      let (scene, playsInput) = try timelines.scene(seed)
      let film = try timelines.frames(scene, playsInput, workers: 2)
      var random = SeededNumbers(seed)
      for _ in 0..<4 {
        let wanted = (0..<Int.random(in: 1...6, using: &random)).map { _ in
          Int.random(in: film.indices, using: &random)
        }
        var pictures: [Int: Picture] = [:]
        try Still.draw(
          at: wanted.map(scene.time), scene, playsInput ? .y4m(try timelines.reader()) : nil
        ) {
          pictures[wanted[$0]] = $1
        }
        for index in wanted {
          let picture = try #require(pictures[index])
          #expect(
            picture == Self.picture(film[index], scene),
            "seed \(seed), frame \(index) of \(wanted):\n\(RandomTimelines.text(seed))")
        }
      }
    }
  }

  @Test(arguments: [
    // Frames of 640x360, at half and at all of their size, with 4 pixels around each.
    ("--columns 6", 6 * 324 + 4, 188), ("--columns 6 --full", 6 * 644 + 4, 368),
    ("--columns 2", 2 * 644 + 4, 3 * 364 + 4), ("--columns 1", 328, 6 * 184 + 4),
  ])
  func `a sheet fits a screen unless all of it is wanted`(
    _ options: String, _ width: Int, _ height: Int
  ) throws {
    let outcome = try bench.bash(
      """
      echo '{"version": 1}' > t.json
      vfx testsrc -q -n 1 -s 640x360 | vfx still t.json \
        --at 0 --at 0 --at 0 --at 0 --at 0 --at 0 --sheet s.png \(options)
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let file = try ImageFile(parsing: Array(try bench.contents("s.png")))
    #expect(file.width == width && file.height == height, "\(file.width)x\(file.height)")
  }

  private static func picture(_ bytes: Data, _ scene: Scene) -> Picture {
    let frame = Frame(scene.renderer.output)
    frame.bytes.copyBytes(from: bytes)
    return PictureConversion(matrix: scene.colors.matrix, range: scene.colors.range)
      .picture(of: SharedFrame(frame))
  }

  @Test func `several moments of a file are the pictures of these moments`() throws {
    let outcome = try bench.bash(
      """
      vfx testsrc -q -s 32x18 -r 30 -d 8 > n.y4m
      echo '{ "version": 1, "clips": [{ "source": "n.y4m" }] }' > t.json
      echo '{ "version": 1 }' > none.json
      vfx still t.json --at 5 --at 1 --at 3 --at 1 --output s.png
      for place in 1:5 2:1 3:3 4:1; do
        vfx still none.json --at ${place#*:} < n.y4m | cmp - s-${place%:*}.png || exit 1
      done
      # The film has eight seconds; without clips its end is not known.
      vfx still t.json --at "100% - 5s" | cmp - s-3.png || exit 1
      vfx still none.json --at "0:02 + 30f" < n.y4m | cmp - s-3.png || exit 1
      ! vfx still none.json --at "50%" < n.y4m > /dev/null
      """)
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(outcome.errors.contains("--at cannot be a percentage"))
  }

  @Test(arguments: [("pq", [9, 16, 0, 1]), ("hlg", [9, 18, 0, 1]), ("srgb", [])])
  func `a still of HDR says so`(_ transfer: String, _ points: [UInt8]) throws {
    let outcome = try bench.bash(
      """
      echo '{ "version": 1, "layers": [{ "type": "color", "color": "white" }] }' > white.json
      vfx testsrc -q -n 1 -s 16x16 -f 420p10 | vfx still white.json --transfer \(transfer) -o a.png
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let name = Data("cICP".utf8)
    let file = try bench.contents("a.png")
    let found = file.range(of: name).map { Array(file[$0.upperBound..<$0.upperBound + 4]) }
    #expect(found ?? [] == points)
  }

  /// By SMPTE ST 2046-1, 90 % and 93 % of 200 by 100 pixels.
  @Test(arguments: ["", "10"])
  func `lines are drawn just within safe areas, and around them`(_ depth: String) throws {
    let outcome = try bench.bash(
      """
      echo '{ "version": 1, "layers": [{ "type": "color", "color": "gray" }] }' > t.json
      vfx testsrc -q -n 1 -s 200x100 -f \(depth.isEmpty ? "420" : "420p10") > in.y4m
      vfx still t.json --safe-areas title,action -o lines.png < in.y4m && vfx still t.json -o plain.png < in.y4m
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    func samples(_ name: String) throws -> [Int] {
      let file = try ImageFile(parsing: Array(try bench.contents(name)))
      switch try PictureSequence(file).picture(0).samples {
      case .eight(let samples): return samples.map { Int($0) }
      case .sixteen(let samples): return samples.map { Int($0) >> 8 }
      }
    }
    let (lines, plain) = (try samples("lines.png"), try samples("plain.png"))
    func green(_ samples: [Int], _ x: Int, _ y: Int) -> Int { samples[4 * (200 * y + x) + 1] }
    func row(_ y: Int) -> [Int] { (0..<200).filter { green(lines, $0, y) == 255 } }
    func dark(_ y: Int) -> [Int] { (0..<200).filter { green(lines, $0, y) == 0 } }
    #expect(row(50) == [7, 10, 189, 192] && dark(50) == [6, 9, 190, 193])
    #expect(row(4) == Array(7..<193) && dark(3) == Array(6..<194))
    #expect(row(5).filter { (10..<190).contains($0) } == Array(10..<190))
    for (x, y) in [(3, 50), (100, 50), (8, 8), (100, 97)] {
      #expect(green(lines, x, y) == green(plain, x, y) && green(plain, x, y) > 0, "\(x), \(y)")
    }
  }

  @Test(arguments: ["nine", "title,title", "none", "title,"])
  func `names of safe areas are reported`(_ areas: String) throws {
    let outcome = try bench.bash(
      """
      vfx testsrc -q -s 32x18 -n 1 > in.y4m; echo '{ "version": 1 }' > t.json
      vfx still t.json --safe-areas \(areas) < in.y4m
      """)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains(
        "is not a list of safe areas such as title,action; there are title, action, tiktok, reels"))
  }
}
