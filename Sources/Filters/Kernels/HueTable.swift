import Bytes

/// Turns and stretches chroma, and raises luma, by tables over the hue and over luma.
struct HueTable: ColorChange, Hashable, Sendable {
  /// What becomes of a hue.
  struct Entry {
    /// Degrees from red over yellow to green.
    let turn: Double
    /// What chroma is multiplied by.
    let stretch: Double
    /// What is added to luma, times the spread of a colour's channels.
    let lift: Double
  }

  /// Entries for each of the six sixths of a turn.
  private static let steps = 240
  private static let lumaSteps = 1024

  private struct Node: Hashable, Sendable {
    let cosine: Float
    let sine: Float
    let lift: Float
  }

  private let nodes: [Node]
  private let stretches: [Float]
  private let luma: LumaWeights
  let isSmooth: Bool

  /// - Parameters:
  ///   - isSmooth: whether the curves bend at most once within the lattice's step.
  ///   - entry: what becomes of a hue in degrees.
  ///   - byLuma: what chroma is multiplied by at a luma of 0 to 1.
  init(
    _ matrix: Matrix, isSmooth: Bool, _ entry: (Double) -> Entry, byLuma: (Double) -> Double
  ) {
    self.isSmooth = isSmooth
    luma = LumaWeights(matrix)
    nodes = (0...6 * Self.steps).map { place in
      let entry = entry(Double(place) * 60 / Double(Self.steps))
      let angle = entry.turn * .pi / 180
      return Node(
        cosine: Float(entry.stretch * Maths.cos(angle)),
        sine: Float(entry.stretch * Maths.sin(angle)), lift: Float(entry.lift))
    }
    stretches = (0...Self.lumaSteps).map { Float(byLuma(Double($0) / Double(Self.lumaSteps))) }
  }

  var cost: Int { 12 }

  func apply(to colors: RGBRow, scratch: Scratch) {
    let count = colors.count
    let (bright, hue) = (scratch.take(Float.self, count), scratch.take(Float.self, count))
    let spread = scratch.take(Float.self, count)
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    let last = Float(6 * Self.steps)
    for x in 0..<count {
      let color = HueLightness(red[x], green[x], blue[x])
      bright[x] = luma(red[x], green[x], blue[x])
      hue[x] = min(last, max(0, color.hue * Float(Self.steps)))
      spread[x] = color.chroma
    }
    let (kr, kg, kb) = (luma.red, luma.green, luma.blue)
    let (toCb, toCr) = (2 - 2 * kb, 2 - 2 * kr)
    for x in 0..<count {
      let place = min(Int(truncatingIfNeeded: Int32(hue[x])), 6 * Self.steps - 1)
      let share = hue[x] - Float(place)
      let (low, high) = (nodes[place], nodes[place + 1])
      let level = min(1, max(0, bright[x])) * Float(Self.lumaSteps)
      let step = min(Int(truncatingIfNeeded: Int32(level)), Self.lumaSteps - 1)
      let stretch =
        stretches[step] + (stretches[step + 1] - stretches[step]) * (level - Float(step))
      let cosine = (low.cosine + (high.cosine - low.cosine) * share) * stretch
      let sine = (low.sine + (high.sine - low.sine) * share) * stretch
      let lift = low.lift + (high.lift - low.lift) * share
      let (cb, cr) = ((blue[x] - bright[x]) / toCb, (red[x] - bright[x]) / toCr)
      let raised = bright[x] + lift * spread[x]
      red[x] = raised + toCr * (cb * sine + cr * cosine)
      blue[x] = raised + toCb * (cb * cosine - cr * sine)
      green[x] = (raised - kr * red[x] - kb * blue[x]) / kg
    }
  }
}
