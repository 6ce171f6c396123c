import WAV

@testable import AudioFilters
@testable import Timeline

/// Feeds whose samples are functions, for tests.
final class TestSupply: SoundSupply {
  struct Feed {
    var layout: ChannelLayout? = .stereo
    /// How many samples there are; nil without end.
    var length: Int?
    /// The sample of a channel, from the feed's first.
    var sample: (_ channel: Int, _ sample: Int) -> Float
    var fitsOutput = true
  }

  private let feeds: [Feed]
  /// The next sample of each feed that was read.
  private(set) var positions: [Int: Int] = [:]
  /// Whether all reads went forward without gaps.
  private(set) var isOrderly = true

  init(_ feeds: [Feed]) { self.feeds = feeds }

  func layout(of feed: Int) -> ChannelLayout? { feeds[feed].layout }

  func fitsOutput(_ feed: Int) -> Bool { feeds[feed].fitsOutput }

  func read(_ feed: Int, at start: Int, into block: AudioBlock) -> Int {
    if let position = positions[feed], position != start { isOrderly = false }
    positions[feed] = start + block.count
    let length = feeds[feed].length ?? .max
    for channel in 0..<block.channels {
      let samples = block[channel]
      for index in 0..<block.count {
        let place = start + index
        samples[index] = place < length && place >= 0 ? feeds[feed].sample(channel, place) : 0
      }
    }
    return max(min(length - start, block.count), 0)
  }
}

/// A mix in a test.
enum TestMix {
  struct Result {
    var channels: [[Float]]
    var changed: [Range<Int>] = []

    subscript(_ channel: Int) -> [Float] { channels[channel] }
    var count: Int { channels[0].count }
  }

  /// The plan of a timeline's text.
  static func plan(
    _ text: String, lengths: [Time?] = [], tracks: [Time?] = [], input: Time? = nil,
    hasInput: Bool = true, rate: Int = 8000
  ) throws -> SoundPlan {
    let decoded = Document.decode(
      SourceText(name: "t", text: text), vocabulary: vocabulary,
      knowing: .init(streamLength: input))
    guard var document = decoded.document else {
      throw TestFault(
        message: decoded.diagnostics.sorted.map(\.fullMessage).joined(separator: "; "))
    }
    if !hasInput { document.soundtrack.hasMain = false }
    let made = EditList.make(document.clips, lengths: lengths)
    if made.faults.hasErrors {
      throw TestFault(message: made.faults.sorted.map(\.fullMessage).joined(separator: "; "))
    }
    return SoundPlan(
      document, list: made.list, trackLengths: tracks, inputLength: input, rate: rate)
  }

  /// All samples, in blocks of the lengths given over and over.
  static func render(
    _ plan: SoundPlan, _ supply: any SoundSupply, layout: ChannelLayout = .stereo,
    from start: Int = 0,
    blocks: [Int] = [1000], limit: Int = 1 << 30
  ) throws -> Result {
    let mix = try Mix(plan, format: AudioFormat(rate: plan.rate, layout: layout), supply: supply)
    return try render(mix, from: start, blocks: blocks, limit: limit)
  }

  static func render(
    _ mix: Mix, from start: Int = 0, blocks: [Int] = [1000], limit: Int = 1 << 30
  ) throws -> Result {
    var result = Result(channels: Array(repeating: [], count: mix.format.channels))
    var changed: [Range<Int>] = []
    var turn = 0
    while result.count < limit {
      let wanted = min(blocks[turn % blocks.count], limit - result.count)
      let block = AudioBlock(channels: mix.format.channels, capacity: max(wanted, 1))
      block.count = wanted
      let base = result.count
      for range in try mix.render(into: block, at: start + base) {
        let moved = range.lowerBound + base..<range.upperBound + base
        if let last = changed.last, last.upperBound == moved.lowerBound {
          changed[changed.count - 1] = last.lowerBound..<moved.upperBound
        } else {
          changed.append(moved)
        }
      }
      for channel in 0..<mix.format.channels {
        result.channels[channel] += Array(block[channel])
      }
      if block.count < wanted { break }
      turn += 1
    }
    result.changed = changed
    return result
  }

  static let vocabulary = Vocabulary(
    canvas: Declaration(name: "canvas", summary: "", parameters: []), layerCommon: [],
    effectCommon: [], layers: [], effects: [],
    transitions: [Declaration(name: "crossfade", summary: "", parameters: [])],
    soundEffects: AudioRegistry.declarations)
}

struct TestFault: Error { let message: String }

/// Noise that is the same in every run.
struct Noise {
  let seed: UInt64

  /// From -0.5 to 0.5.
  func callAsFunction(_ channel: Int, _ sample: Int) -> Float {
    var x = seed &+ UInt64(truncatingIfNeeded: sample) &* 0x9E37_79B9_7F4A_7C15
    x = x &+ UInt64(truncatingIfNeeded: channel) &* 0xD1B5_4A32_D192_ED03
    x = (x ^ (x >> 30)) &* 0xBF58_476D_1CE4_E5B9
    x = (x ^ (x >> 27)) &* 0x94D0_49BB_1331_11EB
    return Float((x ^ (x >> 31)) >> 40) / Float(1 << 24) - 0.5
  }
}
