/// One of the two laws of ITU-T G.711, as tables.
struct G711: Sendable {
  /// The value of each code on a scale of 16 bits.
  let values: [Int16]
  /// The code nearest to each value of 16 bits, from -32768 on; of two as near, the one nearer to
  /// 0, and for 0 the positive one.
  let codes: [UInt8]

  static let aLaw = G711 { code in
    // Even bits are inverted on the line; 3 bits of segment, 4 of step, half a step added (G.711,
    // table 1a).
    let bits = Int(code ^ 0x55)
    let step = (bits & 0xF) << 4 + 8
    let segment = bits >> 4 & 7
    let size = segment == 0 ? step : (step + 0x100) << (segment - 1)
    return bits & 0x80 != 0 ? size : -size
  }

  static let muLaw = G711 { code in
    // All bits are inverted on the line; 33 is added before the segments are cut (G.711, table 2a).
    let bits = Int(~code)
    let size = ((bits & 0xF) << 3 + 0x84) << (bits >> 4 & 7) - 0x84
    return bits & 0x80 != 0 ? -size : size
  }

  private init(_ value: (UInt8) -> Int) {
    let values = (0...255).map { value(UInt8($0)) }
    self.values = values.map { Int16(clamping: $0) }
    // Both zeros of mu-law are 0; the positive one, 0xFF, is silence.
    let ordered = (0...255).sorted { (values[$0], $0) < (values[$1], $1) }
    var codes = [UInt8](repeating: 0, count: 1 << 16)
    var place = 0
    for sample in -32768...32767 {
      while place < 255 {
        let (here, next) = (values[ordered[place]], values[ordered[place + 1]])
        let gain = abs(here - sample) - abs(next - sample)
        guard gain > 0 || (gain == 0 && (here < 0 || here == next)) else { break }
        place += 1
      }
      codes[sample + 32768] = UInt8(truncatingIfNeeded: ordered[place])
    }
    self.codes = codes
  }
}
