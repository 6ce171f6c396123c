import Timeline

extension Track {
  /// The frame that is blended with `picture` where frames are numbered by ticks, and its share; nil
  /// where the picture is seen alone.
  func neighbour(
    of picture: SourceFrame?, _ choice: FrameChoice, _ between: Demand.Between, at index: Int,
    _ pool: inout SourceFramePool
  ) throws(ClipError.Fault) -> (SourceFrame?, weight: UInt16) {
    guard let range = picture?.range, range.contains(choice.first), range.count > 1 else {
      return (nil, 0)
    }
    let isBackward = between.isBackward(index)
    // In 65,536ths of a tick, from where the frame begins as it is played.
    let part = choice.second == choice.first ? 0 : Int(choice.weight)
    let ticks =
      isBackward ? range.upperBound - 1 - choice.first : choice.first - range.lowerBound
    let share = (Int128(ticks) * 65536 + Int128(part)) / Int128(range.count)
    let weight = UInt16(clamping: share)
    guard weight > 0 else { return (nil, 0) }
    let other = isBackward ? range.lowerBound - 1 : range.upperBound
    guard between.part.contains(other), other >= firstNumber else { return (nil, 0) }
    let found = try self.picture(other, at: index, &pool)
    return found?.range.contains(other) == true ? (found, weight) : (nil, 0)
  }
}
