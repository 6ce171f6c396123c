import Y4M

/// The samples of a frame, row by row.
struct ScopeRows {
  let frame: SharedFrame
  /// The places of luma, Cb and Cr among the planes.
  let luma: Int
  let chroma: (blue: Int, red: Int)?

  init(_ frame: SharedFrame) {
    self.frame = frame
    let roles = frame.format.roles
    luma = roles.firstIndex(of: .luma) ?? 0
    if let blue = roles.firstIndex(of: .blue), let red = roles.firstIndex(of: .red) {
      chroma = (blue, red)
    } else {
      chroma = nil
    }
  }

  /// Puts the code values of a row into `row`, which is as long as it; those over the peak are the
  /// peak.
  func read(_ plane: Int, _ y: Int, into row: inout [Int32]) {
    let layout = frame.format.planes[plane]
    let bytes = frame.bytes
    if frame.format.sampleBytes == 1 {
      let start = layout.offset + y * layout.width
      for x in 0..<layout.width { row[x] = Int32(bytes[start &+ x]) }
      return
    }
    let start = layout.offset + 2 * y * layout.width
    let peak = Int32(frame.format.peak)
    for x in 0..<layout.width {
      let sample = bytes.loadUnaligned(fromByteOffset: start &+ 2 &* x, as: UInt16.self)
      row[x] = min(Int32(UInt16(littleEndian: sample)), peak)
    }
  }
}

/// Where chroma is read for the luma samples of one axis: between two samples, in eighths, which
/// every siting of ``PixelFormat`` is a multiple of.
struct ChromaTaps {
  private(set) var first: [Int] = []
  private(set) var second: [Int] = []
  /// The share of the second, 0 to 7.
  private(set) var share: [Int32] = []

  init(count: Int, of samples: Int, shift: Int, origin: Double) {
    for place in 0..<count {
      let eighths = Int((8 * (Double(place) - origin) / Double(1 << shift)).rounded())
      let before = eighths >> 3
      first.append(min(max(before, 0), samples - 1))
      second.append(min(max(before + 1, 0), samples - 1))
      share.append(Int32(eighths & 7))
    }
  }
}

/// One chroma plane, interpolated to the places of luma.
struct ChromaRow {
  private let plane: Int
  private let rows: ScopeRows
  private let across: ChromaTaps
  private let down: ChromaTaps
  private var upper: [Int32]
  private var lower: [Int32]
  /// A row of luma's length, in 64ths of a code value.
  private(set) var values: [Int32]

  init(_ rows: ScopeRows, plane: Int) {
    let format = rows.frame.format
    let layout = format.planes[plane]
    self.plane = plane
    self.rows = rows
    across = ChromaTaps(
      count: format.width, of: layout.width, shift: layout.shiftX, origin: layout.originX)
    down = ChromaTaps(
      count: format.height, of: layout.height, shift: layout.shiftY, origin: layout.originY)
    upper = [Int32](repeating: 0, count: layout.width)
    lower = upper
    values = [Int32](repeating: 0, count: format.width)
  }

  /// Makes ``values`` those of a row of luma.
  mutating func move(to y: Int) {
    rows.read(plane, down.first[y], into: &upper)
    let share = down.share[y]
    if share == 0 {
      for x in upper.indices { upper[x] &*= 8 }
    } else {
      rows.read(plane, down.second[y], into: &lower)
      for x in upper.indices { upper[x] = upper[x] &* (8 &- share) &+ lower[x] &* share }
    }
    for x in values.indices {
      let part = across.share[x]
      values[x] = upper[across.first[x]] &* (8 &- part) &+ upper[across.second[x]] &* part
    }
  }
}
