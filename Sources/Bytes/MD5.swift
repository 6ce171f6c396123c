/// The MD5 digest of bytes that come piece by piece (RFC 1321).
///
/// It identifies frames, as in ffmpeg's framemd5; it is not used for security.
package struct MD5: Sendable {
  private var state = State()
  private var byteCount: UInt64 = 0
  /// Bytes that wait for a block to be full.
  private var pending: [UInt8] = []

  /// The digest of no bytes.
  package init() { pending.reserveCapacity(64) }

  /// The digest of `bytes`, as 32 lower-case hexadecimal digits.
  package static func hexDigest(of bytes: [UInt8]) -> String {
    var digest = MD5()
    digest.update(bytes)
    return digest.hexDigest
  }

  /// Takes `bytes` into the digest.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Takes `bytes` into the digest.
  package mutating func update(_ bytes: RawSpan) { bytes.withUnsafeBytes { update($0) } }

  /// Takes those bytes of a buffer into the digest that `range` names, which must lie in it.
  package mutating func update(_ bytes: UnsafeMutableRawBufferPointer, in range: Range<Int>) {
    update(UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  private mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let part = rest.prefix(64 - pending.count)
      pending.append(contentsOf: part)
      rest = rest.dropFirst(part.count)
      guard pending.count == 64 else { return }
      pending.withUnsafeBytes { state.take($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count & ~63
    state.take(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)))
    pending.append(contentsOf: rest.dropFirst(whole))
  }

  /// The 16 bytes of the digest of all bytes so far; more may follow.
  package var digest: [UInt8] {
    var ending = self
    let zeros = (119 - pending.count) % 64
    let bits = byteCount &<< 3
    ending.update(
      [0x80] + [UInt8](repeating: 0, count: zeros)
        + (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) })
    let state = ending.state
    return [state.a, state.b, state.c, state.d].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
  }

  /// ``digest`` as 32 lower-case hexadecimal digits.
  package var hexDigest: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// The four words of RFC 1321 3.3, and what a block does to them.
private struct State: Sendable {
  var a: UInt32 = 0x6745_2301
  var b: UInt32 = 0xEFCD_AB89
  var c: UInt32 = 0x98BA_DCFE
  var d: UInt32 = 0x1032_5476

  /// Takes whole blocks of 64 bytes.
  mutating func take(_ blocks: UnsafeRawBufferPointer) {
    var offset = 0
    while offset &+ 64 <= blocks.count {
      let old = self
      let block = Block(bytes: blocks, offset: offset)
      round1(block)
      round2(block)
      round3(block)
      round4(block)
      a &+= old.a
      b &+= old.b
      c &+= old.c
      d &+= old.d
      offset &+= 64
    }
  }

  /// One operation: adds to `word`, turns it, and adds `next` (RFC 1321 3.4).
  @inline(__always)
  private func turned(
    _ word: UInt32, _ mixed: UInt32, _ input: UInt32, _ turn: UInt32, _ constant: UInt32,
    _ next: UInt32
  ) -> UInt32 {
    let sum = word &+ mixed &+ input &+ constant
    return next &+ (sum &<< turn | sum &>> (32 &- turn))
  }

  @inline(__always)
  private mutating func round1(_ x: Block) {
    @inline(__always) func f(_ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 { z ^ (x & (y ^ z)) }
    a = turned(a, f(b, c, d), x[0], 7, 0xD76A_A478, b)
    d = turned(d, f(a, b, c), x[1], 12, 0xE8C7_B756, a)
    c = turned(c, f(d, a, b), x[2], 17, 0x2420_70DB, d)
    b = turned(b, f(c, d, a), x[3], 22, 0xC1BD_CEEE, c)
    a = turned(a, f(b, c, d), x[4], 7, 0xF57C_0FAF, b)
    d = turned(d, f(a, b, c), x[5], 12, 0x4787_C62A, a)
    c = turned(c, f(d, a, b), x[6], 17, 0xA830_4613, d)
    b = turned(b, f(c, d, a), x[7], 22, 0xFD46_9501, c)
    a = turned(a, f(b, c, d), x[8], 7, 0x6980_98D8, b)
    d = turned(d, f(a, b, c), x[9], 12, 0x8B44_F7AF, a)
    c = turned(c, f(d, a, b), x[10], 17, 0xFFFF_5BB1, d)
    b = turned(b, f(c, d, a), x[11], 22, 0x895C_D7BE, c)
    a = turned(a, f(b, c, d), x[12], 7, 0x6B90_1122, b)
    d = turned(d, f(a, b, c), x[13], 12, 0xFD98_7193, a)
    c = turned(c, f(d, a, b), x[14], 17, 0xA679_438E, d)
    b = turned(b, f(c, d, a), x[15], 22, 0x49B4_0821, c)
  }

  @inline(__always)
  private mutating func round2(_ x: Block) {
    @inline(__always) func f(_ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 {
      (x & z) &+ (y & ~z)
    }
    a = turned(a, f(b, c, d), x[1], 5, 0xF61E_2562, b)
    d = turned(d, f(a, b, c), x[6], 9, 0xC040_B340, a)
    c = turned(c, f(d, a, b), x[11], 14, 0x265E_5A51, d)
    b = turned(b, f(c, d, a), x[0], 20, 0xE9B6_C7AA, c)
    a = turned(a, f(b, c, d), x[5], 5, 0xD62F_105D, b)
    d = turned(d, f(a, b, c), x[10], 9, 0x0244_1453, a)
    c = turned(c, f(d, a, b), x[15], 14, 0xD8A1_E681, d)
    b = turned(b, f(c, d, a), x[4], 20, 0xE7D3_FBC8, c)
    a = turned(a, f(b, c, d), x[9], 5, 0x21E1_CDE6, b)
    d = turned(d, f(a, b, c), x[14], 9, 0xC337_07D6, a)
    c = turned(c, f(d, a, b), x[3], 14, 0xF4D5_0D87, d)
    b = turned(b, f(c, d, a), x[8], 20, 0x455A_14ED, c)
    a = turned(a, f(b, c, d), x[13], 5, 0xA9E3_E905, b)
    d = turned(d, f(a, b, c), x[2], 9, 0xFCEF_A3F8, a)
    c = turned(c, f(d, a, b), x[7], 14, 0x676F_02D9, d)
    b = turned(b, f(c, d, a), x[12], 20, 0x8D2A_4C8A, c)
  }

  @inline(__always)
  private mutating func round3(_ x: Block) {
    @inline(__always) func f(_ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 { x ^ y ^ z }
    a = turned(a, f(b, c, d), x[5], 4, 0xFFFA_3942, b)
    d = turned(d, f(a, b, c), x[8], 11, 0x8771_F681, a)
    c = turned(c, f(d, a, b), x[11], 16, 0x6D9D_6122, d)
    b = turned(b, f(c, d, a), x[14], 23, 0xFDE5_380C, c)
    a = turned(a, f(b, c, d), x[1], 4, 0xA4BE_EA44, b)
    d = turned(d, f(a, b, c), x[4], 11, 0x4BDE_CFA9, a)
    c = turned(c, f(d, a, b), x[7], 16, 0xF6BB_4B60, d)
    b = turned(b, f(c, d, a), x[10], 23, 0xBEBF_BC70, c)
    a = turned(a, f(b, c, d), x[13], 4, 0x289B_7EC6, b)
    d = turned(d, f(a, b, c), x[0], 11, 0xEAA1_27FA, a)
    c = turned(c, f(d, a, b), x[3], 16, 0xD4EF_3085, d)
    b = turned(b, f(c, d, a), x[6], 23, 0x0488_1D05, c)
    a = turned(a, f(b, c, d), x[9], 4, 0xD9D4_D039, b)
    d = turned(d, f(a, b, c), x[12], 11, 0xE6DB_99E5, a)
    c = turned(c, f(d, a, b), x[15], 16, 0x1FA2_7CF8, d)
    b = turned(b, f(c, d, a), x[2], 23, 0xC4AC_5665, c)
  }

  @inline(__always)
  private mutating func round4(_ x: Block) {
    @inline(__always) func f(_ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 { y ^ (x | ~z) }
    a = turned(a, f(b, c, d), x[0], 6, 0xF429_2244, b)
    d = turned(d, f(a, b, c), x[7], 10, 0x432A_FF97, a)
    c = turned(c, f(d, a, b), x[14], 15, 0xAB94_23A7, d)
    b = turned(b, f(c, d, a), x[5], 21, 0xFC93_A039, c)
    a = turned(a, f(b, c, d), x[12], 6, 0x655B_59C3, b)
    d = turned(d, f(a, b, c), x[3], 10, 0x8F0C_CC92, a)
    c = turned(c, f(d, a, b), x[10], 15, 0xFFEF_F47D, d)
    b = turned(b, f(c, d, a), x[1], 21, 0x8584_5DD1, c)
    a = turned(a, f(b, c, d), x[8], 6, 0x6FA8_7E4F, b)
    d = turned(d, f(a, b, c), x[15], 10, 0xFE2C_E6E0, a)
    c = turned(c, f(d, a, b), x[6], 15, 0xA301_4314, d)
    b = turned(b, f(c, d, a), x[13], 21, 0x4E08_11A1, c)
    a = turned(a, f(b, c, d), x[4], 6, 0xF753_7E82, b)
    d = turned(d, f(a, b, c), x[11], 10, 0xBD3A_F235, a)
    c = turned(c, f(d, a, b), x[2], 15, 0x2AD7_D2BB, d)
    b = turned(b, f(c, d, a), x[9], 21, 0xEB86_D391, c)
  }
}

/// Sixteen words, little-endian, within a longer run of bytes.
private struct Block {
  let bytes: UnsafeRawBufferPointer
  let offset: Int

  @inline(__always)
  subscript(_ index: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset &+ index &* 4, as: UInt32.self))
  }
}
