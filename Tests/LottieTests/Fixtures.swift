import Foundation
import Images
import TestFiles

@testable import Lottie

/// The files in `Tests/Fixtures/lottie`, and small ones made here.
enum Fixtures {
  static let folder = Checkout.fixture("lottie")

  /// The names of all animations.
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { name in [".json", ".tgs", ".lottie"].contains { name.hasSuffix($0) } }.sorted()

  static func bytes(_ name: String) throws -> [UInt8] {
    try Checkout.bytes("lottie/\(name)")
  }

  static func animation(_ name: String) throws -> LottieAnimation {
    try LottieAnimation(parsing: try bytes(name))
  }

  /// An animation of 8 by 8 pixels and 10 frames with these layers.
  static func animation(layers: String, assets: String = "") throws -> LottieAnimation {
    let text =
      #"{ "w": 8, "h": 8, "fr": 10, "ip": 0, "op": 10, "assets": [\#(assets)], "layers": [\#(layers)] }"#
    return try LottieAnimation(parsing: Array(text.utf8))
  }

  /// A layer of one colour that fills a rectangle from the origin on.
  static func solid(_ color: String, _ size: Int = 8, _ more: String = "") -> String {
    #"{ "ty": 1, "ip": 0, "op": 10, "sw": \#(size), "sh": \#(size), "sc": "\#(color)" \#(more) }"#
  }
}

extension Picture {
  /// Red, green, blue and alpha of a pixel.
  subscript(x: Int, y: Int) -> [UInt8] {
    guard case .eight(let bytes) = samples else { return [] }
    let at = (y * width + x) * 4
    return Array(bytes[at..<at + 4])
  }

  /// The mean difference of red, green and blue to another picture of the same size, both over
  /// white.
  func difference(_ other: Picture) -> Double {
    guard case .eight(let ours) = samples, case .eight(let theirs) = other.samples,
      ours.count == theirs.count
    else { return .infinity }
    var sum = 0.0
    for place in stride(from: 0, to: ours.count, by: 4) {
      let step = Self.overWhite(ours, place) - Self.overWhite(theirs, place)
      sum += abs(step.x) + abs(step.y) + abs(step.z)
    }
    return sum / Double(width * height * 3)
  }
}

extension Picture {
  /// A pixel over white.
  private static func overWhite(_ samples: [UInt8], _ place: Int) -> SIMD3<Double> {
    let alpha = Double(samples[place + 3]) / 255
    let color = SIMD3(
      Double(samples[place]), Double(samples[place + 1]), Double(samples[place + 2]))
    return color * alpha + 255 * (1 - alpha)
  }
}
