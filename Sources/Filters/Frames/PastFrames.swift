import Timeline
import Y4M

/// How long ago the frames before one are seen, as far as there are any: what an effect that reads
/// them chooses from.
struct PastTimes {
  /// The nearest first, of at most as many frames as the effect declares.
  let ages: [Time]

  /// How many frames there are before; fewer than declared at the beginning of a film.
  var count: Int { ages.count }

  /// How many frames before the one is that is seen `age` earlier; 0 for the frame itself. Where
  /// there is none so old, the oldest.
  func number(at age: Time) -> Int {
    var (low, high) = (0, ages.count)
    // The first that is as old or older.
    while low < high {
      let middle = (low + high) / 2
      if ages[middle] < age { low = middle + 1 } else { high = middle }
    }
    return age <= .zero ? 0 : min(low + 1, ages.count)
  }
}

/// What lay below an effect in the frames that it asked for.
struct PastFrames {
  /// By how many frames before each is, in the order in which the effect asked for them.
  private(set) var frames: [(number: Int, frame: SharedFrame)] = []

  init() {}

  mutating func add(_ frame: SharedFrame, _ number: Int) { frames.append((number, frame)) }

  /// The frame that is so many before; nil where it was not asked for.
  subscript(number: Int) -> SharedFrame? { frames.first { $0.number == number }?.frame }
}
