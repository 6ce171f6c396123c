extension RawSamples {
  /// Turns round the bytes of each sample of the sample frames from number `first` on.
  func turnBytes(from first: Int) {
    let width = samples.bytes
    guard width > 1 else { return }
    let room = room(from: first)
    var start = 0
    while start < (count - first) * frameBytes {
      var (low, high) = (start, start &+ width &- 1)
      while low < high {
        (room[low], room[high]) = (room[high], room[low])
        (low, high) = (low &+ 1, high &- 1)
      }
      start &+= width
    }
  }

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
