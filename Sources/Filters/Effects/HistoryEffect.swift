import Bytes
import Timeline
import Y4M

/// An effect that reads what lies below it in frames of the output before its own, too.
///
/// The engine keeps what is needed to draw these frames, reads them first where a part of a film
/// begins, and gives them as they are in the whole film. Before the film's beginning there are
/// none.
protocol HistoryEffect: Effect {
  /// How many frames before its own it may read, in frames of the output; 0 for none.
  var history: Int { get }

  /// The frames that it reads at `time`: how many before its own each is, from 1 to the count of
  /// `past`, each once.
  ///
  /// ``EffectJob/past`` has these and no others.
  func reads(at time: Time, _ past: PastTimes) -> [Int]
}

extension HistoryEffect {
  // What moves lay elsewhere before.
  func margin(at time: Time, width: Int, height: Int) -> Int? { nil }
}

extension EffectSetting {
  /// The frames of the output that are as long as a time, rounded to the nearest.
  func frames(in time: Time) -> Int {
    guard let rate = rate ?? Document.provisionalRate, time > .zero else { return 0 }
    let half = Rational(reducing: 1, over: 2)
    let factor = rate.exact
    return min(Int(clamping: (time.value * factor + half).floor), 1 << 20)
  }
}
