import Foundation
import Y4M

@testable import Filters

/// Pictures whose every point is known, so that each motion has an exact truth.
enum FlowScene {
  /// A texture without repetition, 20 to 235.
  static func light(_ x: Double, _ y: Double) -> Double {
    let waves =
      sin(x * 0.31 + 1.7 * sin(y * 0.17)) + 0.8 * sin(y * 0.37 + x * 0.11)
      + 0.6 * sin((x + y) * 0.53 + 2 * sin(x * 0.07)) + 0.5 * cos(x * 0.23 - y * 0.41)
    return 128 + 36 * waves
  }

  /// A frame of the texture moved by so many pixels; chroma is another part of it.
  static func frame(_ format: PixelFormat, movedBy x: Double, _ y: Double) -> Frame {
    frame(format) { light($0 - x, $1 - y) }
  }

  /// A frame of some light at each place of the picture, of 255.
  static func frame(_ format: PixelFormat, _ light: (Double, Double) -> Double) -> Frame {
    let frame = Frame(format)
    for (plane, layout) in format.planes.enumerated() {
      let (scaleX, scaleY) = (Double(1 << layout.shiftX), Double(1 << layout.shiftY))
      for row in 0..<layout.height {
        for column in 0..<layout.width {
          let value = light(
            Double(column) * scaleX + layout.originX, Double(row) * scaleY + layout.originY)
          let code = (value * Double(format.peak) / 255).rounded()
          frame[plane, column, row] = Int(min(max(code, 0), Double(format.peak)))
        }
      }
    }
    return frame
  }

  /// The mean distance of the motion that is found from a true one, but for a rim, where something may
  /// leave the picture.
  static func error(_ first: Frame, _ second: Frame, _ x: Double, _ y: Double) -> Double {
    let found = motion(first, second, Workspace())
    var (sum, count) = (0.0, 0)
    for row in 10..<found.height - 10 {
      for column in 10..<found.width - 10 {
        let place = row * found.width + column
        sum += hypot(Double(found.x[place]) - x, Double(found.y[place]) - y)
        count += 1
      }
    }
    return sum / Double(count)
  }

  /// The motion from one luma to another, at the working size.
  static func motion(
    _ first: Frame, _ second: Frame, _ workspace: Workspace
  ) -> (width: Int, height: Int, x: [Float], y: [Float]) {
    let format = first.format
    let halvings = FlowPyramid.halvings(width: format.width, height: format.height)
    let width = FlowPyramid.side(format.width, halved: halvings)
    let height = FlowPyramid.side(format.height, halved: halvings)
    let scratch = workspace.scratch
    return scratch.scope {
      let pyramids = [first, second].map { frame in
        let pyramid = FlowPyramid(width: width, height: height, scratch)
        pyramid.read(
          frame.samples8(format.planes[0]), width: format.width, height: format.height,
          peak: format.peak, halvings: halvings, workspace)
        return pyramid
      }
      let x = FlowPlane(width: width, height: height, scratch)
      let y = FlowPlane(width: width, height: height, scratch)
      DenseFlow.run(from: pyramids[0], to: pyramids[1], x: x, y: y, workspace)
      func numbers(_ plane: FlowPlane) -> [Float] {
        (0..<height).flatMap { row in (0..<width).map { plane.row(row)[$0] } }
      }
      return (width, height, numbers(x), numbers(y))
    }
  }
}

extension Frame {
  /// The mean difference of a plane from another frame's, of 255, but for a rim.
  func difference(from other: Frame, plane: Int, rim: Int) -> Double {
    let layout = format.planes[plane]
    var (sum, count) = (0, 0)
    for row in rim..<layout.height - rim {
      for column in rim..<layout.width - rim {
        sum += abs(self[plane, column, row] - other[plane, column, row])
        count += 1
      }
    }
    return Double(sum) / Double(count) * 255 / Double(format.peak)
  }
}
