import Pipes
import Y4M

extension SpoolSpace {
  /// Fails where `count` frames would be too much even if nothing else were kept.
  func expectRoom(forFrames count: Int, of format: PixelFormat) throws(ClipError.Fault) {
    let (needed, isHuge) = count.multipliedReportingOverflow(by: format.frameBytes)
    guard isHuge || needed > settings.limit else { return }
    throw .spoolFull(needed: isHuge ? .max : needed, limit: settings.limit)
  }
}

/// Frames of one source on disk, in places that are used again.
final class Spool {
  private let space: SpoolSpace
  private let frameBytes: Int
  private var file: TemporaryFile?
  /// Where a frame lies that is kept.
  private struct Place {
    let slot: Int
    /// The numbers that tell the frame: one, or the ticks for which it lasts.
    let range: Range<Int>
    /// The parameters of its FRAME line.
    let parameters: [UInt8]
  }

  /// The frames that are kept, by their first numbers.
  private var places: [Int: Place] = [:]
  /// The first numbers of those that last for several, in order; some may be gone.
  private var starts: [Int] = []
  private var free: [Int] = []
  private(set) var slotCount = 0

  init(_ format: PixelFormat, in space: SpoolSpace) {
    self.space = space
    frameBytes = format.frameBytes
  }

  deinit { space.give(slotCount * frameBytes) }

  func contains(_ number: Int) -> Bool { place(of: number) != nil }

  /// Where the frame with a number lies.
  private func place(of number: Int) -> Place? {
    if let place = places[number] { return place }
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= number { low = middle + 1 } else { high = middle }
    }
    guard low > 0, let place = places[starts[low - 1]], place.range.contains(number) else {
      return nil
    }
    return place
  }

  func store(_ picture: SourceFrame) throws(ClipError.Fault) {
    let slot: Int
    if let last = free.popLast() {
      slot = last
    } else {
      do { try space.take(frameBytes) } catch {
        throw .spoolFull(needed: error.needed, limit: error.limit)
      }
      slot = slotCount
      slotCount += 1
    }
    do throws(PipeError) {
      if file == nil { file = try TemporaryFile(in: space.settings.folder) }
      try file?.write(picture.frame.bytes, at: slot * frameBytes)
    } catch {
      throw .from(error) { .spool($0) }
    }
    places[picture.number] = Place(
      slot: slot, range: picture.range, parameters: picture.parameters)
    if picture.range.count > 1, starts.last.map({ $0 < picture.number }) ?? true {
      starts.append(picture.number)
    }
  }

  /// Reads a frame that is kept into `frame`, and gives what tells it and its parameters; nil when
  /// it is not kept.
  func load(
    _ number: Int, into frame: Frame
  ) throws(ClipError.Fault) -> (range: Range<Int>, parameters: [UInt8])? {
    guard let file, let place = place(of: number) else { return nil }
    do {
      let count = try file.read(into: frame.bytes, at: place.slot * frameBytes)
      guard count == frameBytes else { return nil }
    } catch {
      throw .from(error) { .spool($0) }
    }
    return (place.range, place.parameters)
  }

  /// Gives the places of all frames away.
  func removeAll() {
    for slot in places.values.map(\.slot).sorted() { free.append(slot) }
    places.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Gives the place of a frame away.
  func remove(_ number: Int) {
    guard let place = place(of: number) else { return }
    places[place.range.lowerBound] = nil
    free.append(place.slot)
  }
}
