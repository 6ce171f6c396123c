import Bytes

/// What a JPEG file says of its picture (ISO/IEC 10918-1, B.2.2).
struct JPEGFrame: Sendable {
  /// One kind of samples.
  struct Component: Sendable {
    let identifier: UInt8
    /// How many blocks a unit has across and down.
    let across: Int
    let down: Int
    /// Which quantizer it has.
    let quantizer: Int
    /// By how much its coefficients are multiplied, in the order of the file; set by its first
    /// scan.
    var factors: [Int16]?
    /// The samples that the picture has of it.
    var width = 0
    var height = 0
    /// How often a sample stands in the picture, across and down.
    var spreadAcross = 1
    var spreadDown = 1

    /// The blocks that have such samples.
    var columns: Int { (width + 7) / 8 }
    var rows: Int { (height + 7) / 8 }
  }

  let isProgressive: Bool
  /// Whether its scans are coded arithmetically; else they have Huffman codes.
  let isArithmetic: Bool
  /// How many bits a sample has: 8 or 12.
  let depth: Int
  /// Where the frame stands in the file.
  let place: Int
  let width: Int
  /// 0 where it stands behind the first scan.
  private(set) var height: Int
  private(set) var components: [Component] = []
  /// The units of the picture, each with blocks of all kinds.
  private(set) var columns = 0
  private(set) var rows = 0
  private var mostAcross = 1
  private var mostDown = 1

  /// The pixels of a unit, down.
  var unitHeight: Int { 8 * mostDown }

  init(_ segment: JPEGSegment, _ bytes: [UInt8]) throws(ImageError) {
    isProgressive = segment.marker.code & 7 == 2
    isArithmetic = segment.marker.code & 8 != 0
    place = segment.start
    var cursor = ByteCursor(bytes, in: segment.data)
    guard let depth = cursor.byte(), let height = cursor.bigEndian16(),
      let width = cursor.bigEndian16(), let count = cursor.byte().map({ Int($0) }),
      cursor.remaining == 3 * count
    else { throw segment.misplaced }
    guard depth == 8 || depth == 12 else {
      throw .unsupported(.jpeg("samples of \(depth) bits"), at: .byte(segment.data.lowerBound))
    }
    self.depth = Int(depth)
    guard width > 0 else {
      throw .malformed(
        .size(width: width, height: height), at: .byte(segment.data.lowerBound + 1))
    }
    (self.width, self.height) = (width, height)
    guard [1, 3, 4].contains(count) else {
      throw .unsupported(
        .jpeg("\(count) components"), at: .byte(segment.data.lowerBound + 5))
    }
    for _ in 0..<count {
      let place = cursor.position
      guard let identifier = cursor.byte(), let sampling = cursor.byte(),
        let quantizer = cursor.byte(), quantizer < 4
      else { throw segment.misplaced }
      let (across, down) = (Int(sampling >> 4), Int(sampling & 15))
      guard (1...4).contains(across), (1...4).contains(down) else {
        throw .malformed(.field("a sampling factor", Int(sampling)), at: .byte(place + 1))
      }
      // What is alone is in no unit with others.
      components.append(
        Component(
          identifier: identifier, across: count == 1 ? 1 : across, down: count == 1 ? 1 : down,
          quantizer: Int(quantizer)))
    }
    mostAcross = components.map(\.across).max() ?? 1
    mostDown = components.map(\.down).max() ?? 1
    for component in components {
      guard mostAcross % component.across == 0, mostDown % component.down == 0 else {
        throw .unsupported(
          .jpeg(
            "samples \(component.across)x\(component.down) beside \(mostAcross)x\(mostDown)"),
          at: .byte(segment.data.lowerBound + 6))
      }
    }
    settle(height: height)
  }

  /// Takes how high the picture is.
  mutating func settle(height: Int) {
    self.height = height
    columns = (width + 8 * mostAcross - 1) / (8 * mostAcross)
    rows = (height + unitHeight - 1) / unitHeight
    for index in components.indices {
      let (across, down) = (components[index].across, components[index].down)
      components[index].width = (width * across + mostAcross - 1) / mostAcross
      components[index].height = (height * down + mostDown - 1) / mostDown
      components[index].spreadAcross = mostAcross / across
      components[index].spreadDown = mostDown / down
    }
  }

  /// Takes by how much the coefficients of a component are multiplied; the first that is said
  /// counts.
  mutating func settle(_ factors: [Int16], of index: Int) {
    if components[index].factors == nil { components[index].factors = factors }
  }

  /// The blocks of all components, with those that only fill units up.
  var blocks: Int {
    components.reduce(0) { $0 + $1.across * $1.down } * columns * rows
  }
}

/// A scan of a JPEG file: some coefficients of some components (B.2.3).
struct JPEGScan: Sendable {
  /// What it has of a component.
  struct Part: Sendable {
    let component: Int
    /// The codes of the first coefficients and of the others, if these are read.
    let first: JPEGCodes?
    let others: JPEGCodes?
    /// What stands in place of codes where the scan is coded arithmetically.
    var conditioning = JPEGConditioning()
  }

  var parts: [Part]
  /// Which coefficients it has, in the order of the file.
  var band: ClosedRange<Int>
  /// The place of its lowest bit.
  var low: Int
  /// Whether it has one more bit of what is there already.
  var isRefining: Bool
  /// How many units stand before decoding begins anew; 0 for all.
  var interval: Int
  /// Where its data lie.
  var data: Range<Int>
}
