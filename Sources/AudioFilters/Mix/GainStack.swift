import WAV

/// The gains that a sound goes through, multiplied into one.
struct GainStack {
  private(set) var envelopes: [Envelope] = []

  init(_ sources: [EnvelopeSource]) {
    envelopes = sources.map { Envelope($0) }.filter { $0.constant != 1 }
  }

  /// One more gain for the sound to go through.
  mutating func add(_ source: EnvelopeSource) { envelopes += GainStack([source]).envelopes }

  /// The product of all gains at a sample.
  mutating func value(at sample: Int) -> Double {
    var product = 1.0
    for index in envelopes.indices {
      var gain: Float = 1
      envelopes[index].fill(&gain, at: sample, count: 1)
      product *= Double(gain)
    }
    return product
  }

  /// Whether nothing is changed at any time.
  var isEmpty: Bool { envelopes.isEmpty }

  /// Adds to `changed` where, of `range`, any gain is not 1; `offset` leads to the ranges' count.
  mutating func note(_ range: Range<Int>, in changed: inout SampleRanges, offset: Int) {
    for index in envelopes.indices {
      envelopes[index].note(range, not: 1, in: &changed, offset: offset)
    }
  }

  /// Changes a block whose first sample is `start`.
  ///
  /// - Parameters:
  ///   - more: gains for each sample besides.
  ///   - tables: two channels of scratch.
  mutating func apply(
    to block: AudioBlock, at start: Int, besides more: UnsafePointer<Float>? = nil,
    tables: AudioBlock
  ) {
    let count = block.count
    guard count > 0 else { return }
    tables.count = count
    guard let product = tables[0].baseAddress, let scratch = tables[1].baseAddress else { return }
    var factor = 1.0
    var hasTable = false
    for index in envelopes.indices {
      if let value = envelopes[index].constant(over: start..<start &+ count) {
        factor *= value
      } else if hasTable {
        envelopes[index].fill(scratch, at: start, count: count)
        GainKernels.multiply(product, count, by: scratch)
      } else {
        envelopes[index].fill(product, at: start, count: count)
        hasTable = true
      }
    }
    if let more {
      if hasTable {
        GainKernels.multiply(product, count, by: more)
      } else {
        product.update(from: more, count: count)
      }
      hasTable = true
    }
    if factor == 0 { return block.clear() }
    if hasTable, factor != 1 { GainKernels.scale(product, count, by: Float(factor)) }
    for channel in 0..<block.channels {
      guard let samples = block[channel].baseAddress else { return }
      if hasTable {
        GainKernels.multiply(samples, count, by: product)
      } else if factor != 1 {
        GainKernels.scale(samples, count, by: Float(factor))
      }
    }
  }
}
