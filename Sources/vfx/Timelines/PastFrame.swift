import Clips
import Filters
import Timeline

/// What a frame of the output was made of, kept for the frames after it.
///
/// Belongs to the thread that reads, which alone lets go of it; others read its pictures meanwhile.
final class PastFrame {
  let time: Time
  private(set) var pictures: SourcePictures
  /// The frames of ``pictures``, as they are to be given back.
  private var supplies: [Supply]

  init(_ item: FrameItem, at time: Time) {
    (self.time, pictures, supplies) = (time, item.pictures, item.supplies)
  }

  /// Lets go of the pictures.
  fileprivate func release(to supplier: inout Supplier) {
    pictures.removeAll()
    supplier.recycle(&supplies)
  }
}

extension FrameItem {
  /// What is seen of sources in the frames before; nil where the frame reads none.
  var pastPictures: PastPictures? {
    guard let time, !past.isEmpty else { return nil }
    return PastPictures(
      before: time, past.map { PastPictures.Moment(time: $0.time, pictures: $0.pictures) })
  }
}

/// The frames of the output that those after them read.
///
/// Belongs to the thread that reads.
struct FrameHistory {
  /// The nearest first.
  private(set) var frames: [PastFrame] = []
  /// The frames that no frame to come reads, but items on their way may.
  private var leaving: [PastFrame] = []

  /// Takes the latest frame.
  mutating func add(_ frame: PastFrame) { frames.insert(frame, at: 0) }

  /// Leaves the latest frames, so many.
  mutating func trim(to count: Int) {
    while frames.count > count, let oldest = frames.popLast() { leaving.append(oldest) }
  }

  /// Gives back what nobody reads any more.
  mutating func release(to supplier: inout Supplier) {
    for place in leaving.indices.reversed() where isKnownUniquelyReferenced(&leaving[place]) {
      leaving.remove(at: place).release(to: &supplier)
    }
  }
}
