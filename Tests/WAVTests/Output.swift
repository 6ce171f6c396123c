import Foundation
import Pipes

@testable import WAV

/// What a writer writes, to a file that can be changed later or to a pipe.
enum Output {
  /// A new file with these bytes.
  static func path(holding bytes: [UInt8]) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try Files.write(bytes, to: path)
    return path
  }

  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Gives what `write` leaves in a file.
  static func file(_ write: (FileDescriptor) throws -> Void) throws -> [UInt8] {
    let path = try path(holding: [])
    defer { remove(path) }
    let file = try FileDescriptor(opening: path, for: .creating)
    try write(file)
    try file.close()
    return try Files.load(path, limit: 1 << 28)
  }

  /// Gives what `write` puts into a pipe; at most 64 KiB, as nobody reads meanwhile.
  static func pipe(_ write: (FileDescriptor) throws -> Void) throws -> [UInt8] {
    let (reading, writing) = try FileDescriptor.pipe()
    try write(writing)
    try writing.close()
    var source = ByteSource(reading)
    let bytes = try source.readBytes(1 << 17)
    try reading.close()
    return bytes
  }

  /// A block with these samples, channel after channel.
  static func block(_ samples: [[Float]]) -> AudioBlock {
    let block = AudioBlock(channels: samples.count, capacity: samples.first?.count ?? 0)
    for (channel, values) in samples.enumerated() {
      for (index, value) in values.enumerated() { block[channel][index] = value }
    }
    return block
  }

  /// Writes a stream anew in blocks of some length, with the ranges of each that are changed.
  static func copy(
    _ bytes: [UInt8], to output: FileDescriptor, block length: Int = 100,
    truncation: WAVReader.Truncation = .error, changed: (Range<Int>) -> [Range<Int>] = { _ in [] },
    writer make: (FileDescriptor, WAVHeader) throws -> WAVWriter
  ) throws {
    var reader = try WAVReader(ByteSource(bytes), truncation: truncation)
    var writer = try make(output, reader.header)
    let block = AudioBlock(channels: reader.header.format.channels, capacity: length)
    let raw = RawSamples(reader.header, capacity: length)
    while true {
      let start = reader.sampleCount
      let count = try reader.read(into: block, raw: raw)
      guard count > 0 else { break }
      try writer.write(block, changed: changed(start..<start + count), raw: raw)
    }
    try writer.finish(tailOf: &reader)
  }
}
