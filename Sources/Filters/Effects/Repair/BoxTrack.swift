import Bytes
import Timeline

/// Boxes that move through a film, each under a name of its own.
///
/// Between two moments of a box it moves in a straight line; where they lie further apart than a
/// gap, it stands still for the gap and is gone until the next.
struct BoxTrack: Sendable {
  /// The most moments and the most names that a track may have.
  static let most = (moments: 1_000_000, names: 10_000)

  /// One box: when it was seen, in ascending seconds, and where.
  struct Course: Sendable {
    fileprivate(set) var times: [Double] = []
    /// Left, top, width and height.
    fileprivate(set) var boxes: [SIMD4<Float>] = []

    /// Where the box is at a time.
    func box(at time: Double, gap: Double) -> SIMD4<Double>? {
      var (low, high) = (0, times.count)
      while low < high {
        let middle = (low + high) / 2
        if times[middle] <= time { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return nil }
      let before = SIMD4<Double>(boxes[low - 1])
      let since = time - times[low - 1]
      guard low < times.count, times[low] - times[low - 1] <= gap else {
        return since <= gap ? before : nil
      }
      let share = since / (times[low] - times[low - 1])
      return before + (SIMD4<Double>(boxes[low]) - before) * share
    }
  }

  /// In the order in which the names first stand in the file.
  fileprivate(set) var courses: [Course] = []
}

/// What is wrong with a track file, and at which of its bytes.
struct TrackError: Error, Hashable {
  let message: String
  let offset: Int
}

/// Gathers the moments of a file in any order.
struct BoxTrackBuilder {
  private var names: [String: Int] = [:]
  private var moments: [[(time: Double, box: SIMD4<Float>, offset: Int)]] = []
  private var count = 0

  /// Adds a moment that stands at `offset`.
  mutating func add(
    _ name: String, at time: Double, _ box: SIMD4<Float>, offset: Int
  ) throws(TrackError) {
    count += 1
    guard count <= BoxTrack.most.moments else {
      throw TrackError(
        message: "there are more than \(BoxTrack.most.moments) boxes", offset: offset)
    }
    let index = names[name] ?? moments.count
    if index == moments.count {
      guard index < BoxTrack.most.names else {
        throw TrackError(message: "there are more than \(BoxTrack.most.names) ids", offset: offset)
      }
      names[name] = index
      moments.append([])
    }
    moments[index].append((time, box, offset))
  }

  /// The track, with the moments of each name in their order.
  ///
  /// - Throws: where a name has two boxes at one time.
  consuming func track() throws(TrackError) -> BoxTrack {
    var track = BoxTrack()
    for var list in moments {
      let isSorted = zip(list, list.dropFirst()).allSatisfy { $0.time < $1.time }
      if !isSorted { list.sort { ($0.time, $0.offset) < ($1.time, $1.offset) } }
      var course = BoxTrack.Course()
      course.times.reserveCapacity(list.count)
      course.boxes.reserveCapacity(list.count)
      for moment in list {
        if course.times.last == moment.time {
          throw TrackError(
            message: "there is a second box of the same id at \(JSONText.spelling(moment.time)) s",
            offset: moment.offset)
        }
        course.times.append(moment.time)
        course.boxes.append(moment.box)
      }
      track.courses.append(course)
    }
    return track
  }
}

/// The columns of a track file.
enum TrackField: Int, CaseIterable {
  case time, x, y, width, height, id

  /// What the column may be called, in small letters; the first is its name.
  var names: [String] {
    switch self {
    case .time: ["time", "t", "seconds"]
    case .x: ["x", "left"]
    case .y: ["y", "top"]
    case .width: ["width", "w"]
    case .height: ["height", "h"]
    case .id: ["id", "track", "name"]
    }
  }

  init?(name: String) {
    guard let field = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
    self = field
  }

  /// The value that a text gives it.
  ///
  /// Times are seconds, or minutes or hours and seconds with colons; none may lie further than a
  /// billion from 0. A side is at least 0.
  func value(_ text: String, at offset: Int) throws(TrackError) -> Double {
    let name = names[0]
    var value = 0.0
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 1 || (self == .time && parts.count <= 3) else {
      throw TrackError(message: "\(name) '\(text.prefix(40))' is not a number", offset: offset)
    }
    for part in parts {
      let isPlain = part.utf8.allSatisfy {
        $0.isDigit || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
      }
      guard isPlain, let number = Double(part), parts.count == 1 || number >= 0 else {
        throw TrackError(message: "\(name) '\(text.prefix(40))' is not a number", offset: offset)
      }
      value = value * 60 + number
    }
    guard value.magnitude <= 1e9 else {
      throw TrackError(message: "\(name) '\(text.prefix(40))' is too large", offset: offset)
    }
    if self == .width || self == .height, value < 0 {
      throw TrackError(message: "\(name) '\(text.prefix(40))' is less than 0", offset: offset)
    }
    return value
  }
}
