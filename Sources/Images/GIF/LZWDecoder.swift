/// Unpacks the pixels of a GIF (GIF89a, appendix F).
///
/// Every string in the table has just been written out, followed by the byte that makes it new. So
/// the table holds no bytes: only where in the output a string begins, and how long it is.
struct LZWDecoder {
  /// A code that the table does not have yet.
  struct BadCode: Error {
    let code: Int
  }

  /// The longest code, in bits.
  private static let longest = 12

  /// Unpacks bytes until there are `limit` of them, or no codes.
  ///
  /// What real files do and the format allows, or browsers let pass: no clear code at the start,
  /// no end code, more pixels than fit, and a full table that is used on without a clear code.
  ///
  /// - Parameters:
  ///   - codes: the codes, in one piece.
  ///   - literalBits: the bits of one pixel, 1 to 11.
  ///   - limit: the pixels of the frame.
  /// - Returns: palette indices.
  /// - Throws: ``BadCode``.
  static func decode(
    _ codes: [UInt8], literalBits: Int, limit: Int
  ) throws(BadCode) -> [UInt8] {
    // A code of b bits adds no more than 4096 bytes, so that a small file can't take much memory.
    let most = codes.count * 8 / (literalBits + 1) * 4096
    var output = [UInt8](repeating: 0, count: Swift.min(limit, most))
    var table = [UInt64](repeating: 0, count: 1 << longest)
    let outcome = codes.withUnsafeBufferPointer { codes in
      table.withUnsafeMutableBufferPointer { table in
        output.withUnsafeMutableBufferPointer { output in
          run(codes, literalBits, table, output)
        }
      }
    }
    if let bad = outcome.bad { throw BadCode(code: bad) }
    output.removeLast(output.count - outcome.count)
    return output
  }

  /// Fills the output as far as the codes go.
  ///
  /// An entry of the table has the start of its string in the output, and the length in the low
  /// 16 bits. Entries of literals are not used.
  private static func run(
    _ codes: UnsafeBufferPointer<UInt8>, _ literalBits: Int,
    _ table: UnsafeMutableBufferPointer<UInt64>, _ output: UnsafeMutableBufferPointer<UInt8>
  ) -> (count: Int, bad: Int?) {
    let clear = 1 &<< literalBits
    var width = literalBits &+ 1
    var next = clear &+ 2
    var previousStart = -1
    var previousLength = 0
    var position = 0
    var source = 0
    var bits: UInt64 = 0
    var count = 0

    while position < output.count {
      while count < width {
        guard source < codes.count else { return (position, nil) }
        bits |= UInt64(codes[source]) &<< UInt64(count)
        source &+= 1
        count &+= 8
      }
      let code = Int(bits & ((1 as UInt64) &<< UInt64(width) &- 1))
      bits &>>= UInt64(width)
      count &-= width

      if code == clear {
        width = literalBits &+ 1
        next = clear &+ 2
        previousStart = -1
        continue
      }
      if code == clear &+ 1 { return (position, nil) }

      let start = position
      if code < clear {
        if code > 255 { return (position, code) }
        output[position] = UInt8(truncatingIfNeeded: code)
        position &+= 1
      } else if code < next {
        let length = Int(table[code] & 0xFFFF)
        copy(output, from: Int(table[code] &>> 16), to: position, length)
        position &+= length
      } else if code == next, previousStart >= 0, next < 1 &<< longest {
        // The one string that is used before it is known: the last one and its own first byte.
        copy(output, from: previousStart, to: position, previousLength &+ 1)
        position &+= previousLength &+ 1
      } else {
        return (position, code)
      }
      if previousStart >= 0, next < 1 &<< longest {
        table[next] = UInt64(previousStart) &<< 16 | UInt64(previousLength &+ 1)
        next &+= 1
        if next == 1 &<< width, width < longest { width &+= 1 }
      }
      previousStart = start
      previousLength = position &- start
    }
    return (output.count, nil)
  }

  /// Copies as much of a string as there is room for; string and copy may overlap.
  private static func copy(
    _ output: UnsafeMutableBufferPointer<UInt8>, from: Int, to: Int, _ length: Int
  ) {
    let room = output.count &- to
    let raw = UnsafeMutableRawBufferPointer(output)
    if to &- from >= 8, length &+ 8 <= room {
      var offset = 0
      repeat {
        raw.storeBytes(
          of: raw.loadUnaligned(fromByteOffset: from &+ offset, as: UInt64.self),
          toByteOffset: to &+ offset, as: UInt64.self)
        offset &+= 8
      } while offset < length
      return
    }
    for offset in 0..<Swift.min(length, room) { output[to &+ offset] = output[from &+ offset] }
  }
}
