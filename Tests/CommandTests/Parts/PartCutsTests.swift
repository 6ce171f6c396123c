import Testing

@testable import vfx

/// Where a film is cut into parts.
@Suite struct PartCutsTests {
  private func even(_ frames: Int) -> FilmCosts { FilmCosts([(0..<frames, 1)]) }

  @Test func `frames that cost the same make parts of one length`() {
    let cuts = PartCuts(frames: 100, costs: even(100))
    #expect(cuts.parts(count: 4) == [0..<25, 25..<50, 50..<75, 75..<100])
    #expect(cuts.parts(count: 1) == [0..<100])
    #expect(cuts.parts(count: 3) == [0..<33, 33..<67, 67..<100])
  }

  @Test func `a part of frames that cost more is shorter`() {
    // 60 frames of 1, then 20 of 6: half of 180 is reached 5 frames into the dear ones.
    let costs = FilmCosts([(0..<60, 1), (60..<80, 6)])
    #expect(PartCuts(frames: 80, costs: costs).parts(count: 2) == [0..<65, 65..<80])
  }

  @Test func `no part begins within what is kept`() {
    let cuts = PartCuts(frames: 100, costs: even(100), kept: [45..<58])
    #expect(cuts.parts(count: 2) == [0..<45, 45..<100])
    #expect(cuts.keptStretch(at: 45) == nil && cuts.keptStretch(at: 58) == nil)
    #expect(cuts.keptStretch(at: 46) == 45..<58 && cuts.keptStretch(at: 57) == 45..<58)
  }

  @Test func `stretches that touch can be parted, those that overlap cannot`() {
    #expect(
      PartCuts(frames: 100, costs: even(100), kept: [30..<50, 50..<70]).keptStretch(at: 50) == nil)
    let cuts = PartCuts(frames: 100, costs: even(100), kept: [52..<70, 30..<53, 90..<Int.max])
    #expect(cuts.kept == [30..<70, 90..<100])
    #expect(cuts.parts(count: 2) == [0..<30, 30..<100])
  }

  @Test func `a stretch of several parts is cut all the same`() {
    let cuts = PartCuts(frames: 100, costs: even(100), kept: [0..<100])
    #expect(cuts.parts(count: 4) == [0..<25, 25..<50, 50..<75, 75..<100])
    #expect(cuts.keptStretch(at: 25) == 0..<100)
  }

  @Test func `a cut goes to the beginning of a clip near by`() {
    let cuts = PartCuts(frames: 100, costs: even(100), edges: [10, 47, 54, 80])
    #expect(cuts.parts(count: 2) == [0..<47, 47..<100])
    let far = PartCuts(frames: 100, costs: even(100), edges: [40])
    #expect(far.parts(count: 2) == [0..<50, 50..<100])
  }

  @Test func `parts of one length end with a shorter one`() {
    let cuts = PartCuts(frames: 100, costs: even(100))
    #expect(cuts.parts(length: 30) == [0..<30, 30..<60, 60..<90, 90..<100])
    #expect(cuts.parts(length: 1).count == 100)
    #expect(cuts.parts(length: 100) == [0..<100])
    #expect(cuts.parts(length: 1000) == [0..<100])
    let kept = PartCuts(frames: 100, costs: even(100), kept: [28..<44])
    #expect(kept.parts(length: 30) == [0..<28, 28..<58, 58..<88, 88..<100])
  }

  @Test(arguments: 0..<200)
  func `parts are whole, in order and balanced`(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let frames = 1 + random.next(below: 400)
    var (stretches, start): ([(frames: Range<Int>, cost: Double)], Int) = ([], 0)
    while start < frames {
      let end = min(frames, start + 1 + random.next(below: 50))
      stretches.append((start..<end, 1 + Double(random.next(below: 8))))
      start = end
    }
    let kept = (0..<random.next(below: 4)).map { _ in
      let start = random.next(below: frames)
      return start..<start + random.next(below: 60)
    }
    let edges = (0..<random.next(below: 5)).map { _ in random.next(below: frames) }
    let cuts = PartCuts(
      frames: frames, costs: FilmCosts(stretches), kept: kept, edges: edges)
    let count = 1 + random.next(below: min(frames, 12))
    let plain = PartCuts(frames: frames, costs: FilmCosts(stretches)).parts(count: count)
    for parts in [cuts.parts(count: count), cuts.parts(length: 1 + frames / count), plain] {
      #expect(parts.first?.lowerBound == 0 && parts.last?.upperBound == frames)
      #expect(parts.allSatisfy { !$0.isEmpty })
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }
    #expect(cuts.parts(count: count).count == count)
    // Summed up frame by frame: without anything to avoid, no part is more than two frames dearer
    // than its share.
    let each = stretches.flatMap { stretch in stretch.frames.map { _ in stretch.cost } }
    let share = each.reduce(0, +) / Double(count)
    for part in plain { #expect(each[part].reduce(0, +) <= share + 2 * 9) }
  }

  @Test func `costs are found again at their frames`() {
    let costs = FilmCosts([(0..<10, 1), (10..<20, 3)])
    #expect(costs.total == 40)
    #expect([0, 5, 10, 15, 20, 30].map { costs.cost(before: $0) } == [0, 5, 10, 25, 40, 40])
    #expect([-1.0, 0, 5, 10, 25, 40, 99].map { costs.frame(at: $0) } == [0, 0, 5, 10, 15, 20, 20])
  }
}

/// Numbers that are the same in each run (SplitMix64).
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(max(bound, 1)))
  }
}
