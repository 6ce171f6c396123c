extension RawSamples {
  /// Adds sample frames whose bytes `fill` writes into the room that it gets, as far as there is
  /// room, and gives how many.
  ///
  /// - Parameters:
  ///   - count: how many are wanted.
  ///   - isTurned: whether the highest byte of each sample comes first.
  ///   - fill: gives the number of bytes; those of a part of a sample frame are left out.
  package func append<Failure: Error>(
    _ count: Int, isTurned: Bool,
    _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    let start = self.count
    let wanted = max(0, min(count, capacity - start)) * frameBytes
    let bytes = try fill(.init(rebasing: room(from: start)[..<wanted]))
    let whole = min(bytes, wanted) / frameBytes
    self.count = start + whole
    if isTurned { turnBytes(from: start) }
    return whole
  }

  /// Adds silent sample frames, as far as there is room, and gives how many.
  package func appendSilence(_ count: Int) -> Int {
    let count = max(0, min(count, capacity - self.count))
    silence(fromByte: self.count * frameBytes, to: self.count + count)
    self.count += count
    return count
  }

  /// Turns all samples into floats, in the first sample frames of `block`, whose count it sets.
  package func decode(into block: AudioBlock) { SampleDecoder.decode(self, into: block) }
}
