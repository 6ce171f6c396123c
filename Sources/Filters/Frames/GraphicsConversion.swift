import Bytes
import Colors

/// Brings colours of sRGB into a stream whose light is another, by tables that are made once.
///
/// Light is of white, 1; signals are found by its fourth root, along which no curve is steep. What
/// comes out is within 2 · 10^-5 of the formulas.
final class GraphicsConversion: Sendable {
  /// The light of signals in even steps.
  private let lights: [Float]
  /// From that light to the stream's red, green and blue.
  private let matrix: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
  /// What light is multiplied by to be a scene's, by its luminance; empty for all but HLG.
  private let factors: [Float]
  /// The signals of light of ``reach`` and less, 0 to 65,535.
  private let signals: [Float]
  private let reach: Float

  private static let steps = 4096

  /// Tables for a stream of some light; nil where colours of sRGB are as they are.
  init?(_ light: StreamLight) {
    guard let change = StreamLight.graphics.change(to: light) else { return nil }
    let steps = Self.steps
    lights = (0...steps).map { Float(change.source.decode(Double($0) / Double(steps))) }
    let rows = change.sourceGamut.matrix(to: change.targetGamut).rows
    matrix = (SIMD3<Float>(rows.0), SIMD3<Float>(rows.1), SIMD3<Float>(rows.2))
    let white = StreamLight.white * change.gain
    // A strong blue of HLG is a brighter scene than a white that is as bright.
    let (unit, reach) =
      switch change.target {
      case .pq: (white / 10_000, 1.0)
      case .hlg: (1.0, 2.0)
      default: (1.0, 1.0)
      }
    self.reach = Float(reach)
    signals = (0...steps).map {
      Float(65535 * change.target.encode(Self.light(at: $0) * reach * unit))
    }
    guard change.target == .hlg else {
      factors = []
      return
    }
    let display = HybridDisplay()
    factors = (0...steps).map { step in
      let luminance = Self.light(at: max(step, 1)) * white
      return Float(display.scene(ofLight: SIMD3(repeating: luminance)).x / luminance * white)
    }
  }

  /// R'G'B' of the stream for a colour of sRGB, all of 16 bits.
  func callAsFunction(_ red: Int, _ green: Int, _ blue: Int) -> (red: Int, green: Int, blue: Int) {
    lights.withUnsafeBufferPointer { lights in
      factors.withUnsafeBufferPointer { factors in
        signals.withUnsafeBufferPointer { signals in
          convert(red, green, blue, Tables(lights: lights, factors: factors, signals: signals))
        }
      }
    }
  }

  /// Converts straight RGBA to that of the stream, of 16 bits; alpha stays.
  ///
  /// - Parameter scale: what makes 16 bits of the samples.
  func convert<S: FixedWidthInteger & UnsignedInteger>(
    _ pixels: UnsafeBufferPointer<S>, scale: Int, to result: UnsafeMutableBufferPointer<UInt16>
  ) {
    lights.withUnsafeBufferPointer { lights in
      factors.withUnsafeBufferPointer { factors in
        signals.withUnsafeBufferPointer { signals in
          let tables = Tables(lights: lights, factors: factors, signals: signals)
          var (last, made) = ((0, 0, 0), convert(0, 0, 0, tables))
          for x in 0..<min(pixels.count, result.count) / 4 {
            let r = Int(pixels[4 &* x]) &* scale
            let g = Int(pixels[4 &* x &+ 1]) &* scale
            let b = Int(pixels[4 &* x &+ 2]) &* scale
            // Graphics have even parts.
            if (r, g, b) != last {
              last = (r, g, b)
              made = convert(r, g, b, tables)
            }
            result[4 &* x] = UInt16(truncatingIfNeeded: made.red)
            result[4 &* x &+ 1] = UInt16(truncatingIfNeeded: made.green)
            result[4 &* x &+ 2] = UInt16(truncatingIfNeeded: made.blue)
            result[4 &* x &+ 3] = UInt16(truncatingIfNeeded: Int(pixels[4 &* x &+ 3]) &* scale)
          }
        }
      }
    }
  }

  private struct Tables {
    let lights: UnsafeBufferPointer<Float>
    let factors: UnsafeBufferPointer<Float>
    let signals: UnsafeBufferPointer<Float>
  }

  @inline(__always)
  private func convert(
    _ red: Int, _ green: Int, _ blue: Int, _ tables: Tables
  ) -> (red: Int, green: Int, blue: Int) {
    let scale = Float(Self.steps) / 65535
    func light(_ part: Int) -> Float { Self.read(tables.lights, at: Float(part) * scale) }
    let color = SIMD3(light(red), light(green), light(blue))
    var made = SIMD3(
      (matrix.0 * color).sum(), (matrix.1 * color).sum(), (matrix.2 * color).sum())
    if !tables.factors.isEmpty {
      let luminance = (made * SIMD3(0.2627, 0.678, 0.0593)).sum()
      made *= Self.read(tables.factors, at: Self.root(luminance))
    }
    func signal(_ light: Float) -> Int {
      Int(Self.read(tables.signals, at: Self.root(light / reach)).clamped + 0.5)
    }
    return (signal(made.x), signal(made.y), signal(made.z))
  }

  /// The light for which a table has its number `step`.
  private static func light(at step: Int) -> Double {
    let root = Double(step) / Double(steps)
    return root * root * root * root
  }

  /// The place of a light in a table.
  @inline(__always)
  private static func root(_ light: Float) -> Float {
    min(max(light, 0), 1).squareRoot().squareRoot() * Float(steps)
  }

  /// A table at a place between its first and its last number.
  @inline(__always)
  private static func read(_ table: UnsafeBufferPointer<Float>, at place: Float) -> Float {
    let first = min(Int(place), steps &- 1)
    return table[first] + (table[first &+ 1] - table[first]) * (place - Float(first))
  }
}

extension Float {
  /// What numbers of 16 bits hold of it.
  fileprivate var clamped: Float { min(max(self, 0), 65535) }
}
