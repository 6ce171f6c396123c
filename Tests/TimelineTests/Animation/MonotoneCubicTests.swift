import Testing

@testable import Timeline

@Suite struct MonotoneCubicTests {
  @Test func `curves agree with scipy`() throws {
    let rows = referenceRows(monotoneCubicReference)
    #expect(rows.count == 12)
    for row in rows {
      let columns = row.map(referenceNumbers)
      let keys = zip(columns[0], columns[1]).map { time, value in
        Animated<Double>.Key(Time(seconds: Int(time)), value)
      }
      let animated = try Animated(keys: keys, interpolation: .smooth)
      for (time, expected) in zip(columns[2], columns[3]) {
        let exact = try #require(Time(Int((time * 1000).rounded()), 1000))
        let value = animated.value(at: exact)
        #expect((value - expected).magnitude < 1e-12, "\(row[0]) at \(time): \(value)")
      }
    }
  }

  @Test func `each lane has a curve of its own`() throws {
    let (rising, falling) = ([0.0, 1, 5, 6], [6.0, 2, 1, 0])
    let keys = (0..<4).map { index in
      Animated<Anchor>.Key(Time(seconds: index), Anchor(x: rising[index], y: falling[index]))
    }
    let both = try Animated(keys: keys, interpolation: .smooth)
    let x = try Animated(
      keys: (0..<4).map { .init(Time(seconds: $0), rising[$0]) }, interpolation: .smooth)
    let y = try Animated(
      keys: (0..<4).map { .init(Time(seconds: $0), falling[$0]) }, interpolation: .smooth)
    for tick in 0...30 {
      let time = try #require(Time(tick, 10))
      #expect(both.value(at: time) == Anchor(x: x.value(at: time), y: y.value(at: time)))
    }
  }

  @Test func `smooth curves stay between their keys`() throws {
    let values = [0.0, 10, 10, 3, 3.5, -4, 20]
    let keys = values.enumerated().map { Animated<Double>.Key(Time(seconds: $0.0), $0.1) }
    let animated = try Animated(keys: keys, interpolation: .smooth)
    for tick in 0...600 {
      let index = min(tick / 100, 5)
      let value = animated.value(at: try #require(Time(tick, 100)))
      let (low, high) = (
        min(values[index], values[index + 1]), max(values[index], values[index + 1])
      )
      #expect(value >= low - 1e-12 && value <= high + 1e-12)
    }
  }

  @Test func `a jump or a hold parts two curves`() throws {
    let keys: [Animated<Double>.Key] = [
      .init(.zero, 0), .init(Time(seconds: 1), 2), .init(Time(seconds: 1), 10),
      .init(Time(seconds: 2), 12), .init(Time(seconds: 3), 0, easing: .hold),
      .init(Time(seconds: 4), 4),
    ]
    let animated = try Animated(keys: keys, interpolation: .smooth)
    for (tick, value) in [(1, 0.5), (3, 1.5), (4, 10), (6, 11), (9, 12), (12, 0), (14, 2)] {
      #expect(animated.value(at: try #require(Time(tick, 4))) == value || tick < 4, "\(tick)")
      if tick < 4 { #expect(animated.value(at: try #require(Time(tick, 4))) == value) }
    }
  }
}
