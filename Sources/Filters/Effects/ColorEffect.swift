import Timeline
import Y4M

/// A function of a colour and of nothing else: not of its place, nor of what is around it.
protocol ColorAdding: Sendable {
  /// Adds what is done to colours at `time`; nothing where none changes.
  func add(to run: inout ColorRun, at time: Time)
}

/// An effect that is a function of a colour and of nothing else. Those that lie right above one
/// another are drawn as one.
protocol ColorEffect: Effect, ColorAdding {}

extension ColorEffect {
  var colors: (any ColorAdding)? { self }

  func margin(at time: Time, width: Int, height: Int) -> Int? { ColorRun.margin }

  func apply(_ job: EffectJob, at time: Time) {
    var run = ColorRun()
    add(to: &run, at: time)
    job.run(run)
  }
}

extension EffectJob {
  /// Changes all colours within ``box`` by a run of effects.
  ///
  /// - Parameters:
  ///   - chroma: a copy of the source of which chroma is read; with it, source and target may be
  ///     one frame.
  ///   - motion: the run around its time.
  func run(
    _ run: ColorRun, readingChroma chroma: Frame? = nil, _ motion: () -> ColorMotion? = { nil }
  ) {
    if run.isIdentity { return }
    let isStream = !includesAlpha && source.format.depth == coding.depth
    if let affine = run.affine {
      let hasWords = isStream && ColorWords.suit(source.format, coding)
      Recoloring(
        source: source, target: target, change: MatrixRows(affine), coding: coding,
        isPremultiplied: includesAlpha, affine: affine,
        words: hasWords ? ColorWords(affine, coding) : nil, chroma: chroma
      ).run(box, workspace)
      return
    }
    let grade = workspace.grades.grade(run)
    let words = isStream ? grade.words(for: source.format, coding) : nil
    let lattice =
      isStream && words == nil ? grade.lattice(for: source.format, coding, workspace, motion) : nil
    Recoloring(
      source: source, target: target, change: grade.program, coding: coding,
      isPremultiplied: includesAlpha, words: words ?? lattice.map { .lattice($0) }, chroma: chroma
    ).run(box, workspace)
  }
}

extension Animated<Double> {
  /// The value at a time, held within limits that an easing may overshoot.
  func value(at time: Time, within limits: ClosedRange<Double>) -> Double {
    min(max(value(at: time), limits.lowerBound), limits.upperBound)
  }
}
