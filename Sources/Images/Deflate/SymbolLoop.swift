/// The inner loop of inflate: symbols in, bytes out.
struct SymbolLoop {
  /// Why the loop came to its end.
  enum Outcome {
    case full, endOfBlock, truncated, badSymbol, badDistance
  }

  var reader: BitReader
  /// Where the next byte goes.
  var position: Int
  /// No symbol is begun from here on. The output is at least 290 bytes longer.
  let limit: Int
  let literalBits: Int
  let distanceBits: Int

  /// Unpacks symbols until the block, the input or the room comes to an end.
  mutating func run(
    input: [UInt8], output: inout [UInt8], literals: [UInt32], distances: [UInt32]
  ) -> Outcome {
    output.withUnsafeMutableBufferPointer { output in
      input.withUnsafeBufferPointer { input in
        literals.withUnsafeBufferPointer { literals in
          distances.withUnsafeBufferPointer { distances in
            run(input, output, literals, distances)
          }
        }
      }
    }
  }

  private mutating func run(
    _ input: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutableBufferPointer<UInt8>,
    _ literals: UnsafeBufferPointer<UInt32>, _ distances: UnsafeBufferPointer<UInt32>
  ) -> Outcome {
    while position < limit {
      // The quick loop loads eight bytes at a time; near the end of the input single ones do.
      if reader.end &- reader.position >= 16 {
        if let outcome = runQuickly(input, output, literals, distances) { return outcome }
      } else if let outcome = step(input, output, literals, distances) {
        return outcome
      }
    }
    return .full
  }

  /// Unpacks symbols while there are sixteen bytes of input and there is room.
  private mutating func runQuickly(
    _ input: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutableBufferPointer<UInt8>,
    _ literals: UnsafeBufferPointer<UInt32>, _ distances: UnsafeBufferPointer<UInt32>
  ) -> Outcome? {
    let inputLimit = reader.end &- 16
    let literalMask = (1 as UInt64) &<< UInt64(literalBits) &- 1
    let distanceMask = (1 as UInt64) &<< UInt64(distanceBits) &- 1
    var window = BitWindow(reader, UnsafeRawBufferPointer(input))
    var position = self.position
    defer {
      window.giveBack(to: &reader)
      self.position = position
    }

    while window.source <= inputLimit, position < limit {
      // Three literals of 11 bits leave enough of the 56 for nothing but a literal, one leaves
      // enough for none; so lengths load again.
      window.load()
      var entry = literals[window.index(literalMask)]
      var literalCount = 0
      while entry & HuffmanTable.literal != 0, literalCount < 3 {
        window.drop(entry)
        output[position] = UInt8(truncatingIfNeeded: entry &>> 16)
        position &+= 1
        literalCount &+= 1
        if literalCount < 3 { entry = literals[window.index(literalMask)] }
      }
      if literalCount == 3 { continue }
      if literalCount > 0 { window.load() }
      if entry & HuffmanTable.link == HuffmanTable.link { entry = window.follow(entry, literals) }
      let lengthBits = window.bits
      window.drop(entry)
      if entry & HuffmanTable.literal != 0 {
        output[position] = UInt8(truncatingIfNeeded: entry &>> 16)
        position &+= 1
        continue
      }
      if entry & HuffmanTable.special != 0 {
        return entry & HuffmanTable.endOfBlock == HuffmanTable.endOfBlock ? .endOfBlock : .badSymbol
      }
      let length = Self.value(entry, lengthBits)

      entry = distances[window.index(distanceMask)]
      if entry & HuffmanTable.link == HuffmanTable.link { entry = window.follow(entry, distances) }
      if entry & HuffmanTable.special != 0 { return .badSymbol }
      let distance = Self.value(entry, window.bits)
      window.drop(entry)
      if distance > position { return .badDistance }
      Self.copy(output, position, distance, length)
      position &+= length
    }
    return nil
  }

  /// Unpacks one symbol, counting every bit.
  private mutating func step(
    _ input: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutableBufferPointer<UInt8>,
    _ literals: UnsafeBufferPointer<UInt32>, _ distances: UnsafeBufferPointer<UInt32>
  ) -> Outcome? {
    reader.refill(from: input.span)
    guard let (entry, lengthBits) = next(literals, literalBits) else { return .truncated }
    if entry & HuffmanTable.literal != 0 {
      output[position] = UInt8(truncatingIfNeeded: entry &>> 16)
      position &+= 1
      return nil
    }
    if entry & HuffmanTable.endOfBlock == HuffmanTable.endOfBlock { return .endOfBlock }
    if entry & HuffmanTable.special != 0 { return .badSymbol }
    let length = Self.value(entry, lengthBits)

    reader.refill(from: input.span)
    guard let (entry, bits) = next(distances, distanceBits) else { return .truncated }
    if entry & HuffmanTable.special != 0 { return .badSymbol }
    let distance = Self.value(entry, bits)
    if distance > position { return .badDistance }
    Self.copy(output, position, distance, length)
    position &+= length
    return nil
  }

  /// Takes a symbol and its extra bits; returns its entry and the bits it was read from.
  private mutating func next(
    _ table: UnsafeBufferPointer<UInt32>, _ width: Int
  ) -> (entry: UInt32, bits: UInt64)? {
    var entry = table[Int(reader.bits & ((1 as UInt64) &<< UInt64(width) &- 1))]
    if entry & HuffmanTable.link == HuffmanTable.link {
      guard Int(entry & 31) <= reader.count else { return nil }
      reader.drop(Int(entry & 31))
      let index = reader.bits & ((1 as UInt64) &<< UInt64(entry &>> 8 & 15) &- 1)
      entry = table[Int(entry &>> 16) &+ Int(index)]
    }
    guard Int(entry & 31) <= reader.count else { return nil }
    let bits = reader.bits
    reader.drop(Int(entry & 31))
    return (entry, bits)
  }

  /// The length or distance that an entry stands for, with its extra bits.
  private static func value(_ entry: UInt32, _ bits: UInt64) -> Int {
    let taken = bits & ((1 as UInt64) &<< UInt64(entry & 31) &- 1)
    return Int(entry &>> 16) &+ Int(taken &>> UInt64(entry &>> 8 & 15))
  }

  /// Repeats `length` bytes from `distance` back; may write up to 16 bytes beyond them.
  private static func copy(
    _ output: UnsafeMutableBufferPointer<UInt8>, _ position: Int, _ distance: Int, _ length: Int
  ) {
    let raw = UnsafeMutableRawBufferPointer(output)
    let end = position &+ length
    var target = position
    if distance >= 8 {
      var from = position &- distance
      repeat {
        raw.storeBytes(
          of: raw.loadUnaligned(fromByteOffset: from, as: UInt64.self), toByteOffset: target,
          as: UInt64.self)
        from &+= 8
        target &+= 8
      } while target < end
    } else if distance == 1 {
      let eight = UInt64(output[position &- 1]) &* 0x0101_0101_0101_0101
      repeat {
        raw.storeBytes(of: eight, toByteOffset: target, as: UInt64.self)
        target &+= 8
      } while target < end
    } else {
      repeat {
        output[target] = output[target &- distance]
        target &+= 1
      } while target < end
    }
  }
}
