/// How far letters of a line are moved down by the slope of those before them (`\fay`): as in libass,
/// the line goes on falling until it ends or the slope is another.
struct CueSlope {
  private var line: Int?
  private var slope = 0.0
  private var start = 0.0

  /// How far a letter at `x` is moved down; to be asked from left to right.
  mutating func rise(of style: CueStyle, at x: Double, line: Int) -> Double {
    if self.line != line || slope != style.slope {
      self.line = line
      slope = style.slope
      start = x
    }
    return (x - start) * slope
  }
}
