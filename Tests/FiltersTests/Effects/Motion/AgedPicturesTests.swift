import Bytes
import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// `slit-scan` and `time-displace`.
@Suite struct AgedPicturesTests {
  /// Draws the last of some frames of noise, and compares each sample with what its age says: from
  /// 0 to 1, by the middle of the sample in the picture.
  private func compare(
    _ effect: String, _ format: PixelFormat, frames span: Int, blends: Bool, count: Int = 12,
    pictures: [String: Picture] = [:], _ age: (Double, Double) -> Double
  ) throws {
    let rate = try #require(FrameRate(10, 1))
    let sources = (0..<count).map { Frame.noise(format, seed: UInt64($0 + 1)) }
    let film = try Film(
      "[{ \"type\": \"effect\", \(effect), \"span\": \(Double(span) / 10), \"blend\": \(blends) }]",
      format, pictures: pictures, rate: rate)
    #expect(film.renderer.history(at: .zero) == span)
    let last = count - 1
    let result = try film.frames(sources, rate: rate, only: last..<count)[0]
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          let u = (Double(x) + 0.5 - layout.map.tx) / layout.map.a
          let v = (Double(y) + 0.5 - layout.map.ty) / layout.map.d
          let place = min(min(max(age(u, v), 0), 1) * Double(span), Double(last))
          let whole = Int(place)
          let (one, two) = (
            sources[last - whole][plane, x, y], sources[max(last - whole - 1, 0)][plane, x, y]
          )
          let share = place - Double(whole)
          let found = Double(result[plane, x, y])
          if blends {
            let wanted = Double(one) + (Double(two) - Double(one)) * share
            #expect(abs(found - wanted) <= 0.52, "\(effect), plane \(plane), \(x), \(y)")
          } else if abs(share - 0.5) > 1e-4 {
            #expect(
              Int(found) == (share < 0.5 ? one : two), "\(effect), plane \(plane), \(x), \(y)")
          }
        }
      }
    }
  }

  @Test(arguments: ["420mpeg2", "422p10", "mono"], [true, false])
  func `a slit scan goes back line by line`(_ name: String, _ blends: Bool) throws {
    let format = PixelFormat.named(name, 24, 15)
    let ages: [(String, (Double, Double) -> Double)] = [
      ("down", { _, y in y / 15 }), ("up", { _, y in 1 - y / 15 }),
      ("right", { x, _ in x / 24 }), ("left", { x, _ in 1 - x / 24 }),
    ]
    for (direction, age) in ages {
      try compare(
        #""effect": "slit-scan", "direction": "\#(direction)""#, format, frames: 6, blends: blends,
        age)
    }
  }

  @Test func `the first picture stands for those before it`() throws {
    try compare(
      #""effect": "slit-scan""#, .named("444", 9, 20), frames: 12, blends: true, count: 5
    ) { _, y in y / 20 }
  }

  @Test func `time goes back along an angle, or from the middle`() throws {
    let format = PixelFormat.named("420jpeg", 30, 18)
    try compare(
      #""effect": "time-displace", "gradient": "linear", "angle": 45"#, format, frames: 7,
      blends: true
    ) { x, y in (x + y - 24) / 48 + 0.5 }
    try compare(
      #""effect": "time-displace", "gradient": "radial", "invert": true"#, format, frames: 7,
      blends: true
    ) { x, y in
      1 - ((x - 15) * (x - 15) + (y - 9) * (y - 9)).squareRoot() / (225.0 + 81).squareRoot()
    }
  }

  @Test func `a picture says how long ago each place is`() throws {
    let format = PixelFormat.named("444", 16, 8)
    var samples: [UInt8] = []
    for y in 0..<8 {
      for x in 0..<16 { samples += [UInt8(x * 16), UInt8(y * 30), 9, 255] }
    }
    let map = Picture(width: 16, height: 8, samples: .eight(samples))
    try compare(
      #""effect": "time-displace", "source": "map.png", "channel": "green""#, format, frames: 5,
      blends: false, pictures: ["map.png": map]
    ) { _, y in (y - 0.5) * 30 / 255 }
  }
}
