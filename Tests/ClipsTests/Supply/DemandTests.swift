import Bytes
import TestNumbers
import TestSupport
import Testing
import Timeline

@testable import Clips

@Suite struct DemandTests {
  /// A demand that is given frame by frame, from output frame `start` on.
  static func demand(_ choices: [FrameChoice], start: Int, isRising: Bool) -> Demand {
    Demand(outputs: start..<start + choices.count, isRising: isRising) { choices[$0 - start] }
  }

  /// Random speeds, directions and mixes.
  static func choices(
    count: Int, frames: Int, isRising: Bool, using random: inout SeededNumbers
  ) -> [FrameChoice] {
    let speed = [1, 1, 2, 3, 5, 8].randomElement(using: &random) ?? 1
    let divisor = [1, 1, 2, 3].randomElement(using: &random) ?? 1
    let isMixed = Bool.random(using: &random)
    let start = Int.random(in: 0..<frames, using: &random)
    let kind = isRising ? 0 : Int.random(in: 1...3, using: &random)
    return (0..<count).map { index in
      let place = index * speed
      let (whole, rest) = place.quotientAndRemainder(dividingBy: divisor)
      let wide = max(1, frames - start)
      let frame: Int
      switch kind {
      case 0: frame = min(start + whole, frames - 1)
      case 1: frame = max(start - whole, 0)
      case 2: frame = start + whole % wide
      default: frame = start + abs((whole % (2 * wide)) - wide + 1) % wide
      }
      let weight = isMixed && frame + 1 < frames ? UInt16(rest * 20_000) : 0
      return FrameChoice(first: frame, second: weight > 0 ? frame + 1 : frame, weight: weight)
    }
  }

  @Test(arguments: 0..<60)
  func `later needs are those of a plain search`(seed: Int) throws {
    var random = SeededNumbers(seed)
    let isRising = seed % 2 == 0
    let start = Int.random(in: 0...5, using: &random)
    let choices = Self.choices(
      count: Int.random(in: 1...40, using: &random), frames: Int.random(in: 1...30, using: &random),
      isRising: isRising, using: &random)
    let uses = Uses(Self.demand(choices, start: start, isRising: isRising))
    for index in 0..<start + choices.count + 2 {
      let now = choices.indices.contains(index - start) ? choices[index - start] : nil
      for frame in -1...31 {
        var rest = choices.indices.filter { $0 + start > index && choices[$0].contains(frame) }
        if now?.contains(frame) == true {
          // Without the run that goes on from here.
          var next = index - start + 1
          while rest.first == next {
            rest.removeFirst()
            next += 1
          }
        }
        #expect(uses.isNeeded(frame, after: index, now: now) == !rest.isEmpty)
      }
    }
  }

  @Test func `a demand without an end is searched too`() throws {
    let uses = Uses(
      Demand(outputs: 10..<Int.max, isRising: true) {
        FrameChoice(first: ($0 - 10) * 2, second: ($0 - 10) * 2, weight: 0)
      })
    #expect(uses.isNeeded(2_000_000, after: 0, now: nil))
    #expect(!uses.isNeeded(2_000_001, after: 0, now: nil))
    #expect(!uses.isNeeded(4, after: 15, now: FrameChoice(first: 10, second: 10, weight: 0)))
  }

  @Test func `where there is too much to plan, all is kept but of sources that go anywhere`() {
    let demand = Demand(outputs: 0..<Int.max, isRising: false) {
      FrameChoice(first: $0 % 7, second: $0 % 7, weight: 0)
    }
    #expect(Uses(demand).isNeeded(5, after: 1000, now: nil))
    #expect(Uses(demand).tableCount == nil)
    #expect(!Uses(demand, isRandom: true).isNeeded(5, after: 1000, now: nil))
  }
}
