/// How far letters of a line are moved down by the slope of those before them (`\fay`): as in
/// libass, the line goes on falling until it ends, another style or syllable begins, or a drawing
/// stands between.
struct CueSlope {
  private var line: Int?
  private var run: Int?
  private var start = 0.0
  private let runs: [CueRun]

  /// As in the canvas.
  private let stretch: Double

  init(_ runs: [CueRun], stretch: Double) {
    self.runs = runs
    self.stretch = stretch
  }

  /// How far a letter of a run at `x` is moved down; to be asked from left to right.
  mutating func rise(of run: Int, at x: Double, line: Int) -> Double {
    if self.line != line || !goesOn(with: run) {
      self.line = line
      start = x
    }
    self.run = run
    return (x - start) * runs[run].style.slope / stretch
  }

  private func goesOn(with next: Int) -> Bool {
    guard let run else { return false }
    if run == next { return true }
    return runs[run].style == runs[next].style && runs[run].syllable == runs[next].syllable
      && !runs[min(run, next)...max(run, next)].contains(where: \.isDrawing)
  }
}
