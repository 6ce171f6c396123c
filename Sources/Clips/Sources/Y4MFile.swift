import Bytes
import Pipes
import Timeline
import Y4M

/// A YUV4MPEG2 file whose frames are read in any order.
///
/// No descriptor is held: the file is opened for as long as its frames are read.
package struct Y4MFile: Sendable {
  /// As it is opened: relative to the current folder, or absolute.
  package let path: String
  /// What the file says of all its frames.
  package let header: StreamHeader
  /// The number of frames in the file.
  package let frameCount: Int
  /// Where the FRAME line of each frame stands; nil where they are equally far apart.
  private let offsets: [Int]?

  /// Bytes of a FRAME line without parameters.
  static let plainLine = 6

  /// Finds the frames of a file.
  ///
  /// Where the size and a few FRAME lines say that all frames are equally long, no more is read.
  /// - Throws: a fault of the header, a last frame that is truncated, and bytes between frames.
  package init(path: String) throws(StreamError) {
    self.path = path
    let file: FileDescriptor
    do { file = try FileDescriptor(opening: path, isBlocking: false) } catch { throw .pipe(error) }
    defer { try? file.close() }
    guard file.kind == .regular, let size = file.size else {
      throw .pipe(.notAFile(name: path, kind: file.kind))
    }
    header = try FrameReader(file).header
    let lines = FrameLines(file, header: header, size: size)
    if let count = try lines.evenCount() {
      (frameCount, offsets) = (count, nil)
    } else {
      let offsets = try lines.scan()
      (frameCount, self.offsets) = (offsets.count, offsets)
    }
  }

  /// The length, at the file's own rate or, where it has none, at `canvasRate`.
  package func length(canvasRate: FrameRate) -> Time {
    Time(frame: frameCount, rate: header.rate ?? canvasRate)
  }

  /// Where frame `index` starts, with its FRAME line.
  func offset(of index: Int) -> Int {
    offsets?[index] ?? header.line.count + index * (Self.plainLine + header.format.frameBytes)
  }
}

/// Reads frames of a ``Y4MFile``, which it holds open.
final class Y4MFileReader: Sendable {
  private let file: Y4MFile
  private let lines: FrameLines
  private let descriptor: FileDescriptor

  init(_ file: Y4MFile) throws(StreamError) {
    self.file = file
    do {
      descriptor = try FileDescriptor(opening: file.path, isBlocking: false)
    } catch {
      throw .pipe(error)
    }
    lines = FrameLines(descriptor, header: file.header, size: descriptor.size ?? 0)
  }

  deinit { try? descriptor.close() }

  /// Reads frame `index`, which must be one of the file's, into `frame`, and gives the parameters
  /// of its FRAME line.
  func read(_ index: Int, into frame: Frame) throws(StreamError) -> [UInt8] {
    precondition((0..<file.frameCount).contains(index))
    let start = file.offset(of: index)
    let line = try lines.isPlain(at: start) ? nil : lines.line(at: start, frame: index)
    let count: Int
    do {
      count = try descriptor.readFully(
        into: frame.bytes, at: start + (line?.count ?? Y4MFile.plainLine))
    } catch {
      throw .pipe(error)
    }
    guard count == frame.bytes.count else {
      throw .truncated(frame: index, missing: frame.bytes.count - count)
    }
    return line.map { Array($0.dropFirst(5).dropLast()) } ?? []
  }
}

/// The FRAME lines of an open file.
private struct FrameLines: Sendable {
  private static let plain = Array("FRAME\n".utf8)

  let file: FileDescriptor
  let header: StreamHeader
  let size: Int

  init(_ file: FileDescriptor, header: StreamHeader, size: Int) {
    self.file = file
    self.header = header
    self.size = size
  }

  /// The number of frames, if all FRAME lines are plain as far as a few of them show; else nil.
  func evenCount() throws(StreamError) -> Int? {
    let step = Y4MFile.plainLine + header.format.frameBytes
    let (count, rest) = (size - header.line.count).quotientAndRemainder(dividingBy: step)
    guard count >= 0, rest == 0 else { return nil }
    for index in [0, 1, count / 2, count - 2, count - 1] where (0..<count).contains(index) {
      let found = try bytes(at: header.line.count + index * step, count: Y4MFile.plainLine)
      guard found == Self.plain else { return nil }
    }
    return count
  }

  /// Where each FRAME line stands.
  func scan() throws(StreamError) -> [Int] {
    var offsets: [Int] = []
    var place = header.line.count
    while place < size {
      let line = try self.line(at: place, frame: offsets.count)
      let end = place + line.count + header.format.frameBytes
      guard end <= size else { throw .truncated(frame: offsets.count, missing: end - size) }
      offsets.append(place)
      place = end
    }
    return offsets
  }

  /// Whether the FRAME line at `place` has nothing else; nothing is allocated to find out.
  func isPlain(at place: Int) throws(StreamError) -> Bool {
    do throws(PipeError) {
      return try file.holds(Self.plain, at: place)
    } catch {
      throw .pipe(error)
    }
  }

  /// The FRAME line that stands at `place`, with its newline.
  func line(at place: Int, frame: Int) throws(StreamError) -> [UInt8] {
    var line = try bytes(at: place, count: Y4MFile.plainLine)
    if line == Self.plain { return line }
    if line.count == Y4MFile.plainLine, line.starts(with: Self.plain.dropLast()),
      line[5] == 0x20 || line[5] == 0x0D
    {
      line = try bytes(at: place, count: FrameReader.longestFrameLine)
      if let end = line.firstIndex(of: 0x0A) { return Array(line[...end]) }
      guard line.count < FrameReader.longestFrameLine else {
        throw .longFrameLine(frame: frame, offset: UInt64(place))
      }
      throw .truncated(frame: frame, missing: 1 + header.format.frameBytes)
    }
    guard line.count < Y4MFile.plainLine, Self.plain.starts(with: line) else {
      throw .malformed(frame: frame, offset: UInt64(place), found: line)
    }
    throw .truncated(
      frame: frame, missing: Y4MFile.plainLine - line.count + header.format.frameBytes)
  }

  private func bytes(at place: Int, count: Int) throws(StreamError) -> [UInt8] {
    do throws(PipeError) {
      return try file.bytes(count, at: place)
    } catch {
      throw .pipe(error)
    }
  }
}
