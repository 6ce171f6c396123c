import Bytes

/// What noise is made from at one moment: numbers at the corners of cells, for each octave.
///
/// In time, noise is a third dimension; what the corners of two moments have is mixed here, so that
/// samples are computed in two dimensions.
///
/// Unchecked: it is written by one owner, and then only read, until no one draws with it any more.
final class NoiseLattice: @unchecked Sendable {
  /// One octave.
  struct Octave {
    let across: NoiseAxis
    let down: NoiseAxis
    /// What it is multiplied by.
    let weight: Float
    let seed: UInt32
    /// Where its numbers begin.
    fileprivate(set) var offset = 0
  }

  /// What stands at a corner.
  enum Kind {
    /// A number from 0 to 1.
    case value
    /// A slope across and down, and the number there (Perlin's noise).
    case gradient
    /// Where the cell's point lies, from its corner.
    case point

    var size: Int {
      switch self {
      case .value: 1
      case .gradient: 3
      case .point: 2
      }
    }
  }

  private(set) var octaves: [Octave] = []
  private(set) var kind = Kind.value
  private var base: UnsafeMutablePointer<Float>
  private var capacity: Int

  init() {
    capacity = 1
    base = .allocate(capacity: 1)
    octaves.reserveCapacity(16)
  }

  deinit { base.deallocate() }

  /// Forgets what it holds, for corners of a kind.
  func clear(_ kind: Kind) {
    self.kind = kind
    octaves.removeAll(keepingCapacity: true)
  }

  func add(_ octave: Octave) { octaves.append(octave) }

  /// Computes all corners.
  ///
  /// - Parameter time: in the noise's own steps.
  func fill(at time: Double) {
    var count = 0
    for index in octaves.indices {
      octaves[index].offset = count
      count += kind.size * octaves[index].across.count * octaves[index].down.count
    }
    if count > capacity {
      base.deallocate()
      base = .allocate(capacity: count)
      capacity = count
    }
    var scale = 1.0
    for octave in octaves {
      // Finer parts change as much faster as they are finer.
      let moment = time * scale
      switch kind {
      case .value: fillValues(octave, moment)
      case .gradient: fillGradients(octave, moment)
      case .point: fillPoints(octave, moment)
      }
      scale *= 2
    }
  }

  /// The numbers of a row of corners, from the first that is kept on.
  @inline(__always)
  func row(_ octave: Octave, _ y: Int) -> UnsafeMutablePointer<Float> {
    base + (octave.offset &+ (y &- octave.down.first) &* octave.across.count &* kind.size)
  }

  private func eachRow(
    _ octave: Octave, _ time: Double,
    _ body: (_ row: UnsafeMutablePointer<Float>, _ now: UInt32, _ next: UInt32) -> Void
  ) {
    let step = Int(time.rounded(.down))
    for y in octave.down.first..<octave.down.first + octave.down.count {
      body(
        row(octave, y), QuickHash.row(y, step: step, octave.seed),
        QuickHash.row(y, step: step &+ 1, octave.seed))
    }
  }

  private func fillValues(_ octave: Octave, _ time: Double) {
    let share = Float(noiseFade(time - time.rounded(.down)))
    let (first, count) = (octave.across.first, octave.across.count)
    eachRow(octave, time) { row, now, next in
      for x in 0..<count {
        let value = QuickHash.unit(QuickHash.place(first &+ x, now))
        let later = QuickHash.unit(QuickHash.place(first &+ x, next))
        row[x] = value + (later - value) * share
      }
    }
  }

  private func fillGradients(_ octave: Octave, _ time: Double) {
    let passed = Float(time - time.rounded(.down))
    let share = noiseFade(passed)
    let (first, count) = (octave.across.first, octave.across.count)
    Self.directions.withUnsafeBufferPointer { directions in
      guard let directions = directions.baseAddress else { return }
      eachRow(octave, time) { row, now, next in
        for x in 0..<count {
          // What the slopes along time make of the moment is the number at the corner.
          var value = directions[Int(QuickHash.place(first &+ x, now) >> 24)]
          value.z *= passed
          var later = directions[Int(QuickHash.place(first &+ x, next) >> 24)]
          later.z *= passed - 1
          let mixed = value + (later - value) * share
          row[3 &* x] = mixed.x
          row[3 &* x &+ 1] = mixed.y
          row[3 &* x &+ 2] = mixed.z
        }
      }
    }
  }

  /// Each point swings in its cell, in a time of its own.
  private func fillPoints(_ octave: Octave, _ time: Double) {
    let passed = Float(time - time.rounded(.down))
    let (first, count) = (octave.across.first, octave.across.count)
    Self.swings.withUnsafeBufferPointer { swings in
      guard let swings = swings.baseAddress else { return }
      func swing(_ hash: UInt32) -> Float {
        let place = (Float(hash & 0xFFFF) * (1 / 65536) + passed) * 1024
        let step = Int(place)
        return swings[step & 1023]
          + (swings[(step + 1) & 1023] - swings[step & 1023]) * (place - Float(step))
      }
      for y in octave.down.first..<octave.down.first + octave.down.count {
        let line = row(octave, y)
        let hash = QuickHash.row(y, step: 0, octave.seed)
        for x in 0..<count {
          let number = QuickHash.place(first &+ x, hash)
          line[2 &* x] = swing(number)
          line[2 &* x &+ 1] = swing(number >> 16)
        }
      }
    }
  }

  /// 256 ways, even on the sphere (a Fibonacci lattice).
  private static let directions: [SIMD4<Float>] = (0..<256).map { index in
    let z = 1 - (2 * Double(index) + 1) / 256
    let radius = (1 - z * z).squareRoot()
    let angle = Double(index) * .pi * (3 - 5.0.squareRoot())
    return SIMD4(
      Float(radius * Maths.cos(angle)), Float(radius * Maths.sin(angle)), Float(z), 0)
  }

  /// One swing from 0.5 to 1, to 0 and back.
  private static let swings: [Float] = (0..<1024).map {
    Float(0.5 + 0.5 * Maths.sin(Double($0) * .pi / 512))
  }
}

/// Lattices that were made for one frame, for their memory.
final class NoiseLattices: Sendable {
  private let retired = Mutex(Retired<NoiseLattice>())

  func take() -> NoiseLattice { retired.withLock { $0.takeUnused() } ?? NoiseLattice() }

  func giveBack(_ lattice: NoiseLattice) { retired.withLock { $0.add(lattice) } }

  func release() { retired.withLock { $0 = Retired() } }
}
