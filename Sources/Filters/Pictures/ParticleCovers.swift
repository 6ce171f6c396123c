/// How much of each sample of a small picture a particle covers on its way: the weighted sum of
/// what it covers at some moments.
struct ParticleCovers: ValueSource {
  /// One of them.
  struct Moment: Sendable {
    /// What it covers.
    let cover: ParticleCover
    /// Beyond these samples of the picture that is nothing.
    let box: Box
    let weight: Float
  }

  /// Those whose sum is meant.
  let moments: [Moment]

  func fill(_ line: UnsafeMutablePointer<Float>, y: Int, columns: Range<Int>) {
    line.update(repeating: 0, count: columns.count)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: ValueRun.length) { room in
      guard let spare = room.baseAddress else { return }
      for moment in moments where y >= moment.box.y && y < moment.box.maxY {
        let part = (moment.box.x..<moment.box.maxX).clamped(to: columns)
        guard !part.isEmpty else { continue }
        moment.cover.fill(spare, y: y, columns: part)
        let target = line + (part.lowerBound &- columns.lowerBound)
        for x in 0..<part.count { target[x] += spare[x] * moment.weight }
      }
    }
  }
}
