import Testing
import Timeline
import WAV

@testable import AudioFilters

@Suite struct ChannelTests {
  private static let surround = ChannelLayout(mask: 0x3F, count: 6)
  private static let half = 0.5.squareRoot()

  /// As `ffmpeg -af aresample=ochl=…` of version 5.1 does with 32-bit floats; the rows are the
  /// channels of the input.
  static let cases: [(UInt32, UInt32, [[Double]])] = [
    (0x4, 0x3, [[half, half]]), (0x3, 0x4, [[half], [half]]),
    (0x3F, 0x3, [[1, 0], [0, 1], [half, half], [0, 0], [half, 0], [0, half]]),
    (0x60F, 0x3, [[1, 0], [0, 1], [half, half], [0, 0], [half, 0], [0, half]]),
    (
      0x63F, 0x3,
      [[1, 0], [0, 1], [half, half], [0, 0], [half, 0], [0, half], [half, 0], [0, half]]
    ),
    (0x33, 0x3, [[1, 0], [0, 1], [half, 0], [0, half]]),
    (0x3, 0x3F, [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]]), (0x4, 0x3F, [[0, 0, 1, 0, 0, 0]]),
    (0x7, 0x3, [[1, 0], [0, 1], [half, half]]),
    (0x3F, 0x4, [[half], [half], [1], [0], [0.5], [0.5]]),
    (0x107, 0x4, [[half], [half], [1], [0.5]]),
    (0x107, 0x3, [[1, 0], [0, 1], [half, half], [0.5, 0.5]]),
    (
      0x63F, 0x3F,
      [
        [1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1], [0, 0, 0, 0, half, 0], [0, 0, 0, 0, 0, half],
      ]
    ),
  ]

  @Test(arguments: cases)
  func `layouts are converted by the standard coefficients`(
    _ from: UInt32, _ to: UInt32, _ columns: [[Double]]
  ) {
    let input = ChannelLayout(mask: from, count: from.nonzeroBitCount)
    let output = ChannelLayout(mask: to, count: to.nonzeroBitCount)
    let matrix = ChannelMatrix(from: input, to: output)
    for (column, gains) in columns.enumerated() {
      for (row, gain) in gains.enumerated() {
        #expect(abs(matrix.rows[row][column] - gain) < 1e-12, "\(row) \(column)")
      }
    }
    #expect(ChannelMatrix(from: input, to: input).isIdentity)
  }

  /// The gains of Recommendation ITU-R BS.2127 for direct speakers above, whose channels come last.
  static let heights: [(UInt32, UInt32, [[Double]])] = [
    (0x2D63F, 0x3, [[1, 0], [0, 1], [half, 0], [0, half]]),
    (
      0x2D63F, 0x3F,
      [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]]
    ),
    (
      0x2D63F, 0x60F,
      [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]]
    ),
    (
      0x2D03F, 0x63F,
      [
        [1, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0],
        [0, 0, 0, 0, 0, 1, 0, 0],
      ]
    ),
    (0x803, 0x3, [[0.5, 0.5]]), (0x803, 0x33, [[0.5, 0.5, 0.5, 0.5]]), (0x2007, 0x7, [[0, 0, 1]]),
    (0x2003, 0x3, [[half, half]]), (0x10003, 0x3, [[0.5, 0.5]]),
    (0x10003, 0x33, [[0, 0, half, half]]), (0x5003, 0x4, [[half], [half]]),
  ]

  @Test(arguments: heights)
  func `what comes from above is not lost`(
    _ from: UInt32, _ to: UInt32, _ columns: [[Double]]
  ) {
    let input = ChannelLayout(mask: from, count: from.nonzeroBitCount)
    let output = ChannelLayout(mask: to, count: to.nonzeroBitCount)
    let matrix = ChannelMatrix(from: input, to: output)
    for (place, gains) in columns.enumerated() {
      let column = input.count - columns.count + place
      #expect(matrix.rows.map { $0[column] } == gains, "\(place)")
    }
    #expect(ChannelMatrix(from: input, to: input).isIdentity)
  }

  @Test func `pairs above are panned, too`() {
    let layout = ChannelLayout(mask: 0x2D003, count: 6)
    let right = pan(1, layout, layout, [0.25, 0.5, 0.25, 0.5, 0.25, 0.5])
    for left in [0, 2, 4] {
      #expect(abs(right[left]) < 1e-7 && abs(right[left + 1] - 0.75) < 1e-7)
    }
  }

  private func pan(
    _ pan: Double, _ input: ChannelLayout, _ output: ChannelLayout, _ values: [Float]
  ) -> [Float] {
    var panner = Panner(Animated(pan), from: input, to: output, clock: SampleClock(rate: 8000))
    let block = AudioBlock(channels: input.count, capacity: 1)
    for (channel, value) in values.enumerated() { block[channel][0] = value }
    let result = AudioBlock(channels: output.count, capacity: 1)
    panner.apply(block, to: result, at: 0, tables: AudioBlock(channels: 2, capacity: 1))
    return (0..<output.count).map { result[$0][0] }
  }

  @Test func `one channel is panned at equal power`() {
    for place in stride(from: -1.0, through: 1, by: 0.125) {
      let found = pan(place, .mono, .stereo, [1])
      #expect(abs(found[0] * found[0] + found[1] * found[1] - 1) < 1e-6)
    }
    #expect(pan(-1, .mono, .stereo, [0.5])[0] == 0.5)
    #expect(abs(pan(-1, .mono, .stereo, [0.5])[1]) < 1e-7)
    #expect(abs(pan(0, .mono, .stereo, [1])[1] - Float(Self.half)) < 1e-7)
  }

  @Test func `of two channels the far one is moved`() {
    #expect(pan(0, .stereo, .stereo, [0.25, -0.5]) == [0.25, -0.5])
    let right = pan(1, .stereo, .stereo, [0.25, 0.5])
    #expect(abs(right[0]) < 1e-7 && abs(right[1] - 0.75) < 1e-7)
    let left = pan(-0.5, .stereo, .stereo, [0.25, 0.5])
    #expect(abs(left[0] - (0.25 + 0.5 * Float(Self.half))) < 1e-6)
    #expect(abs(left[1] - 0.5 * Float(Self.half)) < 1e-6)
    #expect(pan(1, .stereo, .mono, [1, 1])[0] == Float(Self.half) * 2)
  }

  @Test func `a pan that passes through the middle leaves it as it is`() throws {
    let animated = try Animated(
      keys: [.init(.zero, -1.0), .init(Time(seconds: 1), 1), .init(Time(seconds: 2), 1)])
    var panner = Panner(animated, from: .stereo, to: .stereo, clock: SampleClock(rate: 1000))
    let block = AudioBlock(channels: 2, capacity: 1500)
    for index in 0..<1500 { (block[0][index], block[1][index]) = (0.5, 0.25) }
    let result = AudioBlock(channels: 2, capacity: 1500)
    panner.apply(block, to: result, at: 0, tables: AudioBlock(channels: 2, capacity: 1500))
    #expect(abs(result[0][0] - 0.75) < 1e-6 && abs(result[1][0]) < 1e-6)
    #expect(result[0][500] == 0.5 && result[1][500] == 0.25)
    #expect(abs(result[0][1200]) < 1e-6 && abs(result[1][1200] - 0.75) < 1e-6)
    for index in 1..<1000 { #expect(abs(result[0][index] - result[0][index - 1]) < 0.002) }
  }
}
