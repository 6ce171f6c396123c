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
  /// Where each frame that is kept lies, and the parameters of its FRAME line.
  private var places: [Int: (slot: Int, parameters: [UInt8])] = [:]
  private var free: [Int] = []
  private(set) var slotCount = 0

  init(_ format: PixelFormat, in space: SpoolSpace) {
    self.space = space
    frameBytes = format.frameBytes
  }

  deinit { space.give(slotCount * frameBytes) }

  func contains(_ number: Int) -> Bool { places[number] != nil }

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
    places[picture.number] = (slot, picture.parameters)
  }

  /// Reads a frame that is kept into `frame`, and gives its parameters; nil when it is not kept.
  func load(_ number: Int, into frame: Frame) throws(ClipError.Fault) -> [UInt8]? {
    guard let file, let (slot, parameters) = places[number] else { return nil }
    do {
      let count = try file.read(into: frame.bytes, at: slot * frameBytes)
      guard count == frameBytes else { return nil }
    } catch {
      throw .from(error) { .spool($0) }
    }
    return parameters
  }

  /// Gives the places of all frames away.
  func removeAll() {
    for slot in places.values.map(\.slot).sorted() { free.append(slot) }
    places.removeAll(keepingCapacity: true)
  }

  /// Gives the place of a frame away.
  func remove(_ number: Int) {
    if let place = places.removeValue(forKey: number) { free.append(place.slot) }
  }
}
