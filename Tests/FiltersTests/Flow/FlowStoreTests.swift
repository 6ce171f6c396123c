import Foundation
import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct FlowStoreTests {
  /// What is drawn between two frames.
  private static func between(
    _ first: Frame, _ second: Frame, weight: UInt16, numbers: (Int, Int) = (4, 5),
    in store: FlowStore = FlowStore(), _ workspace: Workspace = Workspace()
  ) -> [UInt8] {
    let picture = FrameSource(
      SharedFrame(first), second: SharedFrame(second), weight: weight,
      numbers: FrameNumbers(first: numbers.0, second: numbers.1))
    return store.withPicture(picture, workspace) { source in
      #expect(source.second == nil)
      return Array(source.frame.bytes)
    }
  }

  private static func frame(_ bytes: [UInt8], _ format: PixelFormat) -> Frame {
    let frame = Frame(format)
    frame.bytes.copyBytes(from: bytes)
    return frame
  }

  @Test(arguments: ["420jpeg", "420mpeg2", "422p10", "444", "mono16"])
  func `a pan between two frames is the frame between them`(name: String) {
    let format = PixelFormat.named(name, 64, 48)
    let (first, second) = (
      FlowScene.frame(format, movedBy: 0, 0), FlowScene.frame(format, movedBy: 4, -2)
    )
    for (weight, share) in [(UInt16(32768), 0.5), (16384, 0.25)] {
      let truth = FlowScene.frame(format, movedBy: 4 * share, -2 * share)
      let drawn = Self.frame(Self.between(first, second, weight: weight), format)
      for plane in format.planes.indices {
        let rim = plane == 0 ? 8 : 6
        let error = drawn.difference(from: truth, plane: plane, rim: rim)
        let mixed = first.difference(from: truth, plane: plane, rim: rim)
        #expect(error < 2.5, "plane \(plane)")
        #expect(error < mixed / 3, "plane \(plane)")
      }
    }
  }

  @Test func `what moves over something else keeps its shape`() {
    let format = PixelFormat.named("mono", 72, 48)
    func scene(_ place: Double) -> Frame {
      FlowScene.frame(format) { x, y in
        let isOver = x >= place && x < place + 22 && y >= 12 && y < 34
        return isOver
          ? 255 - FlowScene.light(2 * (x - place), 2 * y) / 2 : FlowScene.light(x, y) / 2
      }
    }
    let (first, second, truth) = (scene(16), scene(24), scene(20))
    let drawn = Self.frame(Self.between(first, second, weight: 32768), format)
    let mixed = Frame(format)
    for row in 0..<48 {
      for column in 0..<72 {
        mixed[0, column, row] = (first[0, column, row] + second[0, column, row]) / 2
      }
    }
    let error = drawn.difference(from: truth, plane: 0, rim: 2)
    #expect(error < mixed.difference(from: truth, plane: 0, rim: 2) * 0.75)
  }

  @Test func `across a cut the nearer frame is shown, and no mixture`() {
    let format = PixelFormat.named("420jpeg", 64, 48)
    let first = FlowScene.frame(format, movedBy: 0, 0)
    let other = FlowScene.frame(format) { 40 + FlowScene.light(300 - $1 * 1.7, $0 * 2.1) / 3 }
    let black = FlowScene.frame(format) { _, _ in 16 }
    for second in [other, black] {
      for (weight, shown) in [(UInt16(1), first), (32768, first), (32769, second), (65535, second)]
      {
        #expect(Self.between(first, second, weight: weight) == Array(shown.bytes))
      }
    }
  }

  @Test func `a frame that stands stays byte for byte`() {
    let format = PixelFormat.named("420jpeg", 48, 40)
    let first = FlowScene.frame(format, movedBy: 0, 0)
    let same = FlowScene.frame(format, movedBy: 0, 0)
    #expect(Self.between(first, same, weight: 20000) == Array(first.bytes))
    // Alone, it is not even copied.
    let alone = FrameSource(SharedFrame(first))
    FlowStore().withPicture(alone, Workspace()) { source in
      #expect(source.frame.isSame(as: alone.frame))
    }
  }

  @Test func `backwards, in bands, found again or kept, the bytes are the same`() {
    let format = PixelFormat.named("420p10", 27, 130)
    let (first, second) = (
      FlowScene.frame(format, movedBy: 0, 0), FlowScene.frame(format, movedBy: 3, 1)
    )
    let third = FlowScene.frame(format, movedBy: 5, 2)
    let store = FlowStore()
    let whole = Self.between(first, second, weight: 24000, in: store)
    #expect(Self.between(first, second, weight: 24000, in: store) == whole)
    _ = Self.between(second, third, weight: 9, numbers: (5, 6), in: store)
    _ = Self.between(second, third, weight: 9, numbers: (6, 7), in: store)
    _ = Self.between(second, third, weight: 9, numbers: (7, 8), in: store)
    #expect(Self.between(first, second, weight: 24000, in: store) == whole)
    let back = Self.between(
      second, first, weight: UInt16(65536 - 24000), numbers: (5, 4), in: FlowStore())
    #expect(back == whole)
    let workspace = Workspace()
    workspace.bands = OneRowBands()
    #expect(Self.between(first, second, weight: 24000, workspace) == whole)
  }

  @Test func `what is too small for a search is mixed`() {
    let format = PixelFormat.named("mono", 7, 7)
    let picture = FrameSource(
      SharedFrame(Frame.noise(format, seed: 1)), second: SharedFrame(Frame.noise(format, seed: 2)),
      weight: 100, numbers: FrameNumbers(first: 0, second: 1))
    FlowStore().withPicture(picture, Workspace()) { source in
      #expect(source.second != nil && source.weight == 100)
    }
  }
}
