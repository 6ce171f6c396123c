/// Reads lists of point numbers and of changes, packed in runs (OpenType 1.9, "Packed Point
/// Numbers" and "Packed Deltas").
struct PackedReader {
  private let table: FontTable
  private(set) var place = 0

  init(_ table: FontTable) { self.table = table }

  /// A list of point numbers, also of points that do not exist; a nil list means all points.
  ///
  /// Nil when the list is broken.
  mutating func points() -> [Int]?? {
    guard var count = byte() else { return nil }
    if count & 0x80 != 0 {
      guard let low = byte() else { return nil }
      count = (count & 0x7F) << 8 | low
    }
    guard count > 0 else { return .some(nil) }
    var points: [Int] = []
    var number = 0
    while points.count < count {
      guard let control = byte() else { return nil }
      for _ in 0..<min((control & 0x7F) + 1, count - points.count) {
        guard let step = control & 0x80 != 0 ? word() : byte() else { return nil }
        number += step
        // What does not exist is kept, as its changes are there; they move nothing.
        points.append(number)
      }
    }
    return .some(points)
  }

  /// All numbers up to the end; nil where they break off, or are more than `most`.
  mutating func allDeltas(most: Int) -> [Int]? {
    var all: [Int] = []
    while let control = table.u8(place) {
      let count = (control & 0x3F) + 1
      guard all.count + count <= most, let run = deltas(count: count) else { return nil }
      all += run
    }
    return all
  }

  /// A list of `count` changes, or nil when it ends early.
  mutating func deltas(count: Int) -> [Int]? {
    // A byte stands for up to 64 changes.
    guard count >= 0, count <= 64 * (table.count - place) else { return nil }
    var deltas: [Int] = []
    deltas.reserveCapacity(count)
    while deltas.count < count {
      guard let control = byte() else { return nil }
      let run = min((control & 0x3F) + 1, count - deltas.count)
      switch control & 0xC0 {
      case 0x80: deltas.append(contentsOf: repeatElement(0, count: run))
      case 0x40:
        for _ in 0..<run {
          guard let value = table.i16(place) else { return nil }
          place += 2
          deltas.append(value)
        }
      case 0xC0:
        for _ in 0..<run {
          guard let value = table.i32(place) else { return nil }
          place += 4
          deltas.append(value)
        }
      default:
        for _ in 0..<run {
          guard let value = table.i8(place) else { return nil }
          place += 1
          deltas.append(value)
        }
      }
    }
    return deltas
  }

  private mutating func byte() -> Int? {
    guard let value = table.u8(place) else { return nil }
    place += 1
    return value
  }

  private mutating func word() -> Int? {
    guard let value = table.u16(place) else { return nil }
    place += 2
    return value
  }
}
