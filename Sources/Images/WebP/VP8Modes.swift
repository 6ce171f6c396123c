/// How a block of samples is predicted from those above it and to the left (RFC 6386, section 12).
enum VP8Prediction {
  static let mean: UInt8 = 0
  static let trueMotion: UInt8 = 1
  static let vertical: UInt8 = 2
  static let horizontal: UInt8 = 3
  // These are of blocks of 4 by 4 samples alone; 8 goes from the left down, and is the last that is
  // left.
  static let downRight: UInt8 = 4
  static let verticalRight: UInt8 = 5
  static let downLeft: UInt8 = 6
  static let verticalLeft: UInt8 = 7
  static let horizontalUp: UInt8 = 9
}

/// What stands before the coefficients of a macroblock.
struct VP8Block {
  var segment = 0
  /// Whether there are no coefficients.
  var isSkipped = false
  /// Whether luma is predicted in 16 blocks.
  var isSplit = false
  /// The modes of the blocks; without them, that of luma is the first.
  var modes = SIMD16<UInt8>(repeating: 0)
  var chroma = VP8Prediction.mean
}

/// Reads how macroblocks are predicted (RFC 6386, section 8, 9.3 and 11.2).
struct VP8Modes {
  private var bits: BoolDecoder
  private let segmentTree: (UInt8, UInt8, UInt8)?
  private let skipping: UInt8?
  /// The modes of the blocks above, and of those to the left.
  private var above: [UInt8]
  private var left = SIMD4<UInt8>(repeating: 0)

  init(_ header: VP8Header) {
    bits = header.modes
    segmentTree = header.segmentTree
    skipping = header.skipping
    above = [UInt8](repeating: VP8Prediction.mean, count: 4 * header.columns)
  }

  /// Whether more was read than there is.
  var isOver: Bool { bits.isOver }

  /// Begins with the left end of a row.
  mutating func beginRow() { left = SIMD4(repeating: VP8Prediction.mean) }

  /// Reads the next macroblock of a row.
  mutating func read(_ column: Int) -> VP8Block {
    var block = VP8Block()
    if let tree = segmentTree {
      block.segment = bits.bit(tree.0) == 0 ? bits.bit(tree.1) : bits.bit(tree.2) + 2
    }
    if let skipping { block.isSkipped = bits.bit(skipping) == 1 }
    block.isSplit = bits.bit(145) == 0
    if block.isSplit {
      readSplit(&block, column)
    } else {
      let mode =
        bits.bit(156) == 1
        ? bits.bit(128) == 1 ? VP8Prediction.trueMotion : VP8Prediction.horizontal
        : bits.bit(163) == 1 ? VP8Prediction.vertical : VP8Prediction.mean
      block.modes[0] = mode
      left = SIMD4(repeating: mode)
      for index in 4 * column..<4 * column + 4 { above[index] = mode }
    }
    if bits.bit(142) == 0 {
      block.chroma = VP8Prediction.mean
    } else if bits.bit(114) == 0 {
      block.chroma = VP8Prediction.vertical
    } else {
      block.chroma = bits.bit(183) == 1 ? VP8Prediction.trueMotion : VP8Prediction.horizontal
    }
    return block
  }

  private mutating func readSplit(_ block: inout VP8Block, _ column: Int) {
    for row in 0..<4 {
      var mode = left[row]
      for place in 0..<4 {
        let start = (Int(above[4 * column + place]) * VP8ModeTables.modes + Int(mode)) * 9
        var node = VP8ModeTables.tree[bits.bit(VP8ModeTables.probabilities[start])]
        while node > 0 {
          let bit = bits.bit(VP8ModeTables.probabilities[start + Int(node)])
          node = VP8ModeTables.tree[2 * Int(node) + bit]
        }
        mode = UInt8(truncatingIfNeeded: -Int(node))
        above[4 * column + place] = mode
        block.modes[4 * row + place] = mode
      }
      left[row] = mode
    }
  }
}
