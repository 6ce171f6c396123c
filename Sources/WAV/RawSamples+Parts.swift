extension RawSamples {
  /// Takes all sample frames out.
  package func removeAll() { count = 0 }

  /// Adds some of the sample frames of another, of the same format, as far as there is room.
  package func append(_ part: Range<Int>, of other: RawSamples) {
    precondition(samples == other.samples && channels == other.channels)
    let part = part.clamped(to: 0..<other.count).prefix(max(0, capacity - count))
    guard let first = part.first else { return }
    let bytes = other.bytes[(first * frameBytes)..<((first + part.count) * frameBytes)]
    room(from: count).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
    count += part.count
  }
}
