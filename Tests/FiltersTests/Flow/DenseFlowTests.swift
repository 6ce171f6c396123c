import Foundation
import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct DenseFlowTests {
  private static let format = PixelFormat.named("mono", 72, 56)

  @Test(arguments: [(0.0, 0.0), (1.25, -0.5), (3.4, 2.2), (-6, 1.5)])
  func `a translation is found within a tenth of a pixel`(x: Double, y: Double) {
    let error = FlowScene.error(
      FlowScene.frame(Self.format, movedBy: 0, 0), FlowScene.frame(Self.format, movedBy: x, y), x, y
    )
    #expect(error < 0.1)
  }

  @Test func `a texture that looks alike elsewhere at small sizes is found`() {
    let format = PixelFormat.named("mono", 240, 160)
    let error = FlowScene.error(
      FlowScene.frame(format, movedBy: 0, 0), FlowScene.frame(format, movedBy: -6, 1.5), -6, 1.5)
    #expect(error < 0.1)
  }

  @Test func `what is flat moves with what is around it`() {
    let format = PixelFormat.named("mono", 72, 56)
    func scene(_ x: Double, _ y: Double) -> Frame {
      FlowScene.frame(format) {
        let (column, row) = ($0 - x, $1 - y)
        return hypot(column - 36, row - 28) < 14 ? 0 : FlowScene.light(column, row)
      }
    }
    #expect(FlowScene.error(scene(0, 0), scene(4, -2), 4, -2) < 0.2)
  }

  @Test func `a picture that grows moves away from its middle`() {
    let workspace = Workspace()
    let (width, height) = (Self.format.width, Self.format.height)
    func grown(_ scale: Double) -> Frame {
      FlowScene.frame(Self.format) {
        FlowScene.light(
          ($0 - Double(width) / 2) / scale, ($1 - Double(height) / 2) / scale)
      }
    }
    let found = FlowScene.motion(grown(1), grown(1.06), workspace)
    var (sum, count) = (0.0, 0)
    for row in 8..<height - 8 {
      for column in 8..<width - 8 {
        let place = row * width + column
        let wayX = 0.06 * (Double(column) - Double(width) / 2)
        let wayY = 0.06 * (Double(row) - Double(height) / 2)
        sum += hypot(Double(found.x[place]) - wayX, Double(found.y[place]) - wayY)
        count += 1
      }
    }
    #expect(sum / Double(count) < 0.15)
  }

  @Test(arguments: [(8, 8), (9, 31), (33, 8), (47, 21), (24, 130)])
  func `motion is a number at every size, and the same in bands`(width: Int, height: Int) {
    let format = PixelFormat.named("mono", width, height)
    let (first, second) = (
      FlowScene.frame(format, movedBy: 0, 0), Frame.noise(format, seed: 3)
    )
    let whole = FlowScene.motion(first, second, Workspace())
    #expect((whole.x + whole.y).allSatisfy { $0.isFinite })
    let workspace = Workspace()
    workspace.bands = OneRowBands()
    let parts = FlowScene.motion(first, second, workspace)
    #expect(whole.x == parts.x && whole.y == parts.y)
  }

  @Test func `the working size has a bounded number of pixels`() {
    #expect(FlowPyramid.halvings(width: 1920, height: 1080) == 1)
    #expect(FlowPyramid.halvings(width: 960, height: 540) == 0)
    #expect(FlowPyramid.halvings(width: 3840, height: 2160) == 2)
    #expect(!FlowPyramid.fits(width: 7, height: 100))
    #expect(FlowPyramid.fits(width: 8, height: 8))
  }
}
