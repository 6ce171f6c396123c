import Foundation

// Loops over all samples of films and sounds: here they are optimised, and in tests they are not.

extension Data {
  /// The largest difference of two bytes in the same place; between data of different lengths, the
  /// largest number.
  package func greatestDifference(from other: Data) -> Int {
    guard count == other.count else { return .max }
    var most = 0
    for (one, two) in zip(self, other) { most = Swift.max(most, abs(Int(one) - Int(two))) }
    return most
  }

  /// The numbers of 32 bits that these bytes are, of each the lowest byte first.
  package var floats: [Float] {
    var floats: [Float] = []
    floats.reserveCapacity(count / 4)
    var (bits, place): (UInt32, UInt32) = (0, 0)
    for byte in self {
      bits |= UInt32(byte) << place
      place += 8
      if place == 32 {
        floats.append(Float(bitPattern: bits))
        (bits, place) = (0, 0)
      }
    }
    return floats
  }
}
