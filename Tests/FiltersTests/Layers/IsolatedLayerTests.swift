import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Layers that are drawn apart, and their stages.
@Suite struct IsolatedLayerTests {
  private let format = PixelFormat.named("444", 24, 16)
  private let coding = ColorCoding(matrix: .bt601, range: .full, depth: 8)

  /// A white box.
  private struct WhiteBox: LayerContent {
    let box: Box

    func bounds(at time: Time) -> Box { box }

    func draw(on frame: Frame, at time: Time, _ workspace: Workspace) {
      for (layout, units) in zip(frame.format.planes, [65280, 32768, 32768, 65535] as [UInt16]) {
        for y in box.y..<box.maxY {
          for x in box.x..<box.maxX { frame.samples16(layout)[y * layout.width + x] = units }
        }
      }
    }

    func release() {}
  }

  /// Moves a layer to the right by taking it to a frame of its own, or scales what is seen of it.
  private struct Step: LayerStage {
    let order: StageOrder
    var moved = 0
    var halves = false
    var start = Time.zero
    var workingBytes: Int { 100 }

    func isOn(at time: Time) -> Bool { time >= start }
    func bounds(of box: Box, at time: Time) -> Box { box.moved(x: moved, y: 0) }
    func release() {}

    func apply(to picture: inout IsolatedPicture, at time: Time, _ workspace: Workspace) {
      picture.x += moved
      guard halves else { return }
      // The left half of the canvas alone.
      let left = Box(x: 0, y: 0, width: 12, height: 16)
      picture.seen = picture.place.intersection(left).moved(x: -picture.x, y: -picture.y)
    }
  }

  private func white(_ stages: [Step], at time: Time = .zero) throws -> [Int] {
    let layered = try #require(format.layered)
    let layer = IsolatedLayer(
      WhiteBox(box: Box(x: 4, y: 4, width: 6, height: 6)), stages: stages, layered,
      PicturePainter(coding: coding, CacheBudget(bytes: 1 << 20)))
    let frame = Frame.flat(format, [0, 128, 128])
    let workspace = Workspace()
    try layer.draw(on: frame, at: time, workspace)
    let columns = (0..<24).filter { frame[0, $0, 6] == 255 }
    let bounds = layer.bounds(at: time)
    #expect(columns.allSatisfy { bounds.x <= $0 && $0 < bounds.maxX })
    return columns
  }

  @Test func `content without stages is drawn where it stands`() throws {
    #expect(try white([]) == Array(4..<10))
  }

  @Test func `stages follow one another in the order of the house, however they are given`() throws
  {
    let move = Step(order: .style, moved: 5)
    let cut = Step(order: .matte, halves: true)
    #expect(try white([move, cut]) == [9, 10, 11])
    #expect(try white([cut, move]) == [9, 10, 11])
    let first = Step(order: .mask, halves: true)
    #expect(try white([move, first]) == Array(9..<15))
  }

  @Test func `a stage changes nothing before it is on`() throws {
    let later = Step(order: .passage, moved: 5, start: Time(seconds: 2))
    #expect(try white([later], at: Time(seconds: 1)) == Array(4..<10))
    #expect(try white([later], at: Time(seconds: 2)) == Array(9..<15))
  }

  @Test func `a layer takes its canvas and what its stages take`() throws {
    let layered = try #require(format.layered)
    let painter = PicturePainter(coding: coding, CacheBudget(bytes: 1 << 20))
    let box = WhiteBox(box: Box(x: 4, y: 4, width: 6, height: 6))
    let plain = IsolatedLayer(box, layered, painter)
    #expect(plain.workingBytes == layered.frameBytes)
    let staged = IsolatedLayer(
      box, stages: [Step(order: .mask), Step(order: .matte)], layered, painter)
    #expect(staged.workingBytes == layered.frameBytes + 200)
    let blended = IsolatedLayer(
      box, blending: Blending(mode: .multiply, coding: coding), beneath: 1000, layered, painter)
    #expect(blended.workingBytes == layered.frameBytes + 1000)
    // In one another, each the lowest: two canvases, however deep.
    let deep = IsolatedLayer(IsolatedLayer(plain, layered, painter), layered, painter)
    #expect(deep.workingBytes == 2 * layered.frameBytes)
  }
}
