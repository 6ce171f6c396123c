/// Finds repetitions in bytes: the part of deflate that makes things smaller.
///
/// Places with the same four bytes are chained, newest first; a search follows the chain for a
/// fixed number of links. A match is put off by one byte when the next place has a longer one
/// (RFC 1951, section 4).
struct MatchFinder {
  /// A literal, or a length and a distance: `length << 16 | distance`, where literals have no
  /// distance.
  typealias Token = UInt32

  private static let windowBits = 15
  private static let window = 1 << windowBits
  private static let hashBits = 15
  private static let longest = 258
  /// How many earlier places a search looks at.
  private static let links = 24
  /// A match of this length is good enough not to look for a better one.
  private static let enough = 64

  private var heads = [Int32](repeating: -1, count: 1 << hashBits)
  private var chain = [Int32](repeating: -1, count: window)
  /// Where the next token begins.
  private(set) var position = 0

  /// Turns bytes from ``position`` on into at most `limit` tokens, which are put into `tokens`.
  mutating func run(_ bytes: [UInt8], limit: Int, into tokens: inout [Token]) {
    tokens.removeAll(keepingCapacity: true)
    var position = self.position
    bytes.withUnsafeBytes { bytes in
      heads.withUnsafeMutableBufferPointer { heads in
        chain.withUnsafeMutableBufferPointer { chain in
          var loop = Loop(bytes: bytes, heads: heads, chain: chain)
          while position < bytes.count, tokens.count < limit {
            loop.step(&position, &tokens)
          }
        }
      }
    }
    self.position = position
  }

  /// One run's view of the tables.
  private struct Loop {
    let bytes: UnsafeRawBufferPointer
    let heads: UnsafeMutableBufferPointer<Int32>
    let chain: UnsafeMutableBufferPointer<Int32>

    /// Writes the token for `position`, after literals that a longer match was put off for.
    mutating func step(_ position: inout Int, _ tokens: inout [Token]) {
      var match = search(position, atLeast: 4)
      insert(position)
      while match.length > 0, match.length < MatchFinder.enough, position &+ 1 < bytes.count {
        let next = search(position &+ 1, atLeast: match.length &+ 1)
        guard next.length > 0 else { break }
        tokens.append(UInt32(bytes[position]) << 16)
        position &+= 1
        insert(position)
        match = next
      }
      guard match.length > 0 else {
        tokens.append(UInt32(bytes[position]) << 16)
        position &+= 1
        return
      }
      tokens.append(
        UInt32(truncatingIfNeeded: match.length) << 16
          | UInt32(truncatingIfNeeded: match.distance))
      let end = position &+ match.length
      position &+= 1
      // Inside long runs every place is like its neighbours.
      let last = match.length > 128 && match.distance < 8 ? Swift.min(position &+ 8, end) : end
      while position < last {
        insert(position)
        position &+= 1
      }
      position = end
    }

    @inline(__always)
    private func hash(_ position: Int) -> Int {
      let four = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self).littleEndian
      return Int((four &* 0x9E37_79B1) &>> UInt32(32 &- MatchFinder.hashBits))
    }

    @inline(__always)
    private func insert(_ position: Int) {
      guard position &+ 4 <= bytes.count else { return }
      let key = hash(position)
      chain[position & (MatchFinder.window &- 1)] = heads[key]
      heads[key] = Int32(truncatingIfNeeded: position)
    }

    /// The longest match of at least this length; length 0 when there is none.
    private func search(_ position: Int, atLeast least: Int) -> (length: Int, distance: Int) {
      let most = Swift.min(MatchFinder.longest, bytes.count &- position)
      guard most >= 4, most >= least else { return (0, 0) }
      var best = least &- 1
      var distance = 0
      var candidate = Int(heads[hash(position)])
      var links = MatchFinder.links
      while candidate >= 0, position &- candidate < MatchFinder.window, links > 0 {
        if best >= most { break }
        // What does not match in the byte behind the best is no better.
        if bytes[candidate &+ best] == bytes[position &+ best] {
          let length = matching(candidate, position, most)
          if length > best {
            best = length
            distance = position &- candidate
            if length >= MatchFinder.enough { break }
          }
        }
        let older = Int(chain[candidate & (MatchFinder.window &- 1)])
        // An entry that was written over leads forward.
        if older >= candidate { break }
        candidate = older
        links &-= 1
      }
      return distance > 0 ? (best, distance) : (0, 0)
    }

    @inline(__always)
    private func matching(_ first: Int, _ second: Int, _ most: Int) -> Int {
      var length = 0
      while length &+ 8 <= most {
        let difference =
          bytes.loadUnaligned(fromByteOffset: first &+ length, as: UInt64.self).littleEndian
          ^ bytes.loadUnaligned(fromByteOffset: second &+ length, as: UInt64.self).littleEndian
        if difference != 0 { return length &+ difference.trailingZeroBitCount / 8 }
        length &+= 8
      }
      while length < most, bytes[first &+ length] == bytes[second &+ length] { length &+= 1 }
      return length
    }
  }
}
