import Testing
import Y4M

@testable import Scopes

@Suite struct ScopeNumbersTests {
  /// Six columns of 8, 16, 100, 126, 235 and 250, in three rows.
  private func numbers(_ depth: Int = 8, _ range: ColorRange = .limited) throws -> ScopeNumbers {
    let format = try #require(PixelFormat(width: 6, height: 3, depth: depth, chroma: .none))
    let frame = ScopeFrames.frame(format) { _, x, _ in
      [8, 16, 100, 126, 235, 250][x] << (depth - 8)
    }
    return ScopeNumbers(ScopeCounts(frame, ScopeFrames.coding(depth, range)))
  }

  @Test(arguments: [8, 10, 16])
  func `numbers of a known frame are exact`(_ depth: Int) throws {
    let numbers = try numbers(depth)
    let step = Double(1 << (depth - 8))
    let (sixth, third) = (1.0 / 6, 2.0 / 6)
    let row: [Double?] = [12 * step, 113 * step, 242.5 * step]
    #expect(numbers.channels.map(\.name) == ["y", "r", "g", "b"])
    for channel in numbers.channels {
      #expect(channel.minimum == 8 << (depth - 8))
      #expect(channel.maximum == 250 << (depth - 8))
      #expect(channel.mean == 122.5 * step)
      #expect([channel.below, channel.above] == [sixth, sixth])
      #expect([channel.crushed, channel.clipped] == [third, third])
      #expect(channel.zones == row)
      #expect(channel.grid == row + row + row)
    }
    #expect(numbers.zones == [third, third, third])
    // 8 and 250 are -4 % and 107 % of the way from black to white.
    #expect(numbers.outOfGamut == sixth)
  }

  @Test func `in full range nothing is illegal`() throws {
    let luma = try numbers(8, .full).channels[0]
    #expect([luma.below, luma.above, luma.crushed, luma.clipped] == [0, 0, 0, 0])
  }

  @Test func `colours that no display has are out of range`() throws {
    let format = try #require(PixelFormat(width: 2, height: 2, chroma: .planes(x: 0, y: 0)))
    let frame = ScopeFrames.frame(format) { role, x, _ in role == .red && x == 1 ? 255 : 128 }
    let numbers = ScopeNumbers(ScopeCounts(frame, ScopeFrames.coding()))
    #expect(numbers.outOfGamut == 0.5)
    // 128 + 127 * 1.5748 * 219 / 224.
    #expect(numbers.channels[1].maximum == 324)
    #expect(numbers.channels[1].above == 0.5 && numbers.channels[0].above == 0)
    #expect(numbers.channels[5].above == 0.5 && numbers.channels[5].maximum == 255)
    #expect(numbers.channels[4].zones.isEmpty && numbers.channels[4].mean == 128)
  }

  @Test func `parts of a picture without samples have no mean`() throws {
    let format = try #require(PixelFormat(width: 1, height: 1))
    let frame = ScopeFrames.frame(format) { role, _, _ in role == .luma ? 40 : 128 }
    let luma = ScopeNumbers(ScopeCounts(frame, ScopeFrames.coding())).channels[0]
    #expect(luma.grid == [40] + Array(repeating: nil, count: 8))
    #expect(luma.zones == [40, nil, nil])
  }

  @Test func `percent are those of black and white`() {
    #expect(ScopeFrames.coding().percent(235) == 100)
    #expect(ScopeFrames.coding(10).percent(502) == 50)
    #expect(ScopeFrames.coding(10, .full).percent(1023) == 100)
    #expect(ScopeFrames.coding(10).chromaPercent(960) == 50)
    #expect(ScopeFrames.coding(8, .full).chromaPercent(128) == 0)
  }
}
