/// What was done to a picture so that it packs better, and how it is undone (RFC 9649, section 4).
struct LosslessTransform {
  /// The kinds, as the file numbers them.
  enum Kind: Int {
    case prediction, colors, green, palette
  }

  let kind: Kind
  private let width: Int
  private let height: Int
  /// The size of blocks; of a palette, how many pixels share one.
  private let bits: Int
  private let data: [UInt32]

  init(_ kind: Kind, width: Int, height: Int, bits: Int = 0, data: [UInt32] = []) {
    (self.kind, self.width, self.height) = (kind, width, height)
    (self.bits, self.data) = (bits, data)
  }

  /// How wide the picture is that was coded.
  var codedWidth: Int { kind == .palette ? LosslessPicture.blocks(width, bits) : width }

  /// Undoes it.
  func undo(_ pixels: inout [UInt32]) {
    switch kind {
    case .prediction: undoPrediction(&pixels)
    case .colors: undoColors(&pixels)
    case .green: Self.addGreen(&pixels)
    case .palette: undoPalette(&pixels)
    }
  }

  /// The sums of the four parts of two pixels.
  @inline(__always)
  static func sum(_ first: UInt32, _ second: UInt32) -> UInt32 {
    let high = (first & 0xFF00_FF00) &+ (second & 0xFF00_FF00)
    let low = (first & 0x00FF_00FF) &+ (second & 0x00FF_00FF)
    return high & 0xFF00_FF00 | low & 0x00FF_00FF
  }

  /// Adds green to red and blue (section 4.3).
  private static func addGreen(_ pixels: inout [UInt32]) {
    var pixels = pixels.mutableSpan
    for index in pixels.indices {
      let pixel = pixels[index]
      let green = pixel &>> 8 & 0xFF
      let others = (pixel & 0x00FF_00FF) &+ (green &<< 16 | green)
      pixels[index] = pixel & 0xFF00_FF00 | others & 0x00FF_00FF
    }
  }

  /// Adds parts of green to red and blue, and of red to blue (section 4.2).
  private func undoColors(_ pixels: inout [UInt32]) {
    let (across, side) = (LosslessPicture.blocks(width, bits), 1 << bits)
    let data = self.data.span
    var pixels = pixels.mutableSpan
    for row in 0..<height {
      for block in 0..<across {
        let code = data[row >> bits * across + block]
        let greenToRed = Int32(Int8(truncatingIfNeeded: code))
        let greenToBlue = Int32(Int8(truncatingIfNeeded: code >> 8))
        let redToBlue = Int32(Int8(truncatingIfNeeded: code >> 16))
        let start = row * width + block * side
        for index in start..<row * width + Swift.min((block + 1) * side, width) {
          let pixel = pixels[index]
          let green = Int32(Int8(truncatingIfNeeded: pixel &>> 8))
          let red =
            Int32(truncatingIfNeeded: pixel &>> 16 & 0xFF) &+ (greenToRed &* green) &>> 5
          let blue =
            Int32(truncatingIfNeeded: pixel & 0xFF) &+ (greenToBlue &* green) &>> 5
            &+ (redToBlue &* Int32(Int8(truncatingIfNeeded: red))) &>> 5
          pixels[index] =
            pixel & 0xFF00_FF00 | UInt32(truncatingIfNeeded: red & 0xFF) &<< 16
            | UInt32(truncatingIfNeeded: blue & 0xFF)
        }
      }
    }
  }

  /// Looks the pixels up in the palette (section 4.4).
  private func undoPalette(_ pixels: inout [UInt32]) {
    let colors = data.span
    if bits == 0 {
      var pixels = pixels.mutableSpan
      for index in pixels.indices { pixels[index] = colors[Int(pixels[index] &>> 8 & 0xFF)] }
      return
    }
    let (share, across) = (8 >> bits, codedWidth)
    let mask = 1 << share - 1
    var full = [UInt32](repeating: 0, count: width * height)
    var output = full.mutableSpan
    let coded = pixels
    let input = coded.span
    for row in 0..<height {
      var packed = 0
      for column in 0..<width {
        if column & (1 &<< bits &- 1) == 0 {
          packed = Int(input[row &* across &+ column &>> bits] &>> 8 & 0xFF)
        }
        output[row &* width &+ column] = colors[packed & mask]
        packed &>>= share
      }
    }
    pixels = full
  }

  /// Adds to pixels what those before them predict (section 4.1).
  private func undoPrediction(_ pixels: inout [UInt32]) {
    let (across, side) = (LosslessPicture.blocks(width, bits), 1 << bits)
    let data = self.data.span
    var pixels = pixels.mutableSpan
    guard pixels.count > 0 else { return }
    pixels[0] = Self.sum(pixels[0], 0xFF00_0000)
    for column in 1..<Swift.max(width, 1) {
      pixels[column] = Self.sum(pixels[column], pixels[column - 1])
    }
    for row in 1..<Swift.max(height, 1) {
      let start = row * width
      pixels[start] = Self.sum(pixels[start], pixels[start - width])
      for block in 0..<across {
        let first = start + Swift.max(block * side, 1)
        let end = start + Swift.min((block + 1) * side, width)
        guard first < end else { continue }
        let mode = Int(data[row >> bits * across + block] >> 8 & 0xF)
        LosslessPrediction.undo(mode, &pixels, first..<end, width: width)
      }
    }
  }
}
