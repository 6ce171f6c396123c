import Bytes
import Y4M

/// The kernel: makes lines of a tape from rows of planes, and rows from lines.
struct TapeKernel: PlaneKernel {
  let faults: TapeFaults
  let tape: TapeSpeed
  let smear: Double
  let ringing: Double
  /// The picture's.
  let height: Int
  let coding: RGBCoding
  let store: GrainStore
  // Each part makes a line or two again.
  var leastRows: Int { 64 }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let alpha = planes.first { $0.source.role == .alpha }?.source
    for plane in planes {
      let (source, isAlpha) = (plane.source, plane.source.role == .alpha)
      let tape = TapePlane(source, cover: isAlpha ? nil : alpha, self, scratch)
      let cover = isAlpha ? nil : alpha.map { TapePlane($0, cover: nil, self, scratch) }
      let line = scratch.take(Float.self, layout.width)
      let covers = scratch.take(Float.self, layout.width)
      let limits = limits(source.role, Float(source.peak))
      for y in box.y..<box.maxY {
        let middle = (Double(y) + 0.5 - layout.map.ty) / layout.map.d
        let place = middle * Double(faults.lines) / Double(height) - 0.5
        tape.read(place, to: line)
        if let cover {
          cover.read(place, to: covers)
          write(line, covers, to: plane.target.row(y), box.x..<box.maxX, limits)
        } else {
          write(line, to: plane.target.row(y), box.x..<box.maxX, limits)
        }
      }
    }
  }

  /// What is nothing in a channel, and its smallest and its largest sample.
  private func limits(
    _ role: PlaneRole, _ peak: Float
  ) -> (zero: Float, low: Float, high: Float) {
    if role == .alpha { return (0, 0, peak) }
    if role == .luma { return (coding.black, coding.black, coding.black + coding.lumaSpan) }
    let half = coding.chromaSpan / 2
    return (coding.grey, max(coding.grey - half, 0), min(coding.grey + half, peak))
  }

  private func write<S: Sample>(
    _ line: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<S>,
    _ columns: Range<Int>, _ limits: (zero: Float, low: Float, high: Float)
  ) {
    let (zero, low, high) = limits
    for x in columns {
      let value = min(max(line[x] + zero, low), high)
      // The lowest bits of a float above 2^23 are those of the whole number next to it.
      target[x] = S(truncatingIfNeeded: (value + 0x1p23).bitPattern)
    }
  }

  /// The same of colours that are multiplied by alpha.
  private func write<S: Sample>(
    _ line: UnsafeMutablePointer<Float>, _ covers: UnsafeMutablePointer<Float>,
    to target: UnsafeMutablePointer<S>, _ columns: Range<Int>,
    _ limits: (zero: Float, low: Float, high: Float)
  ) {
    let (zero, low, high) = limits
    for x in columns {
      let whole = (min(max(covers[x], 0), 65535) + 0x1p23) - 0x1p23
      let cover = whole / 65535
      let value = min(max(line[x] + zero * cover, low * cover), high * cover)
      target[x] = S(truncatingIfNeeded: (min(value, whole) + 0x1p23).bitPattern)
    }
  }
}

/// What a tape does to lines of one channel.
private struct TapeChannel {
  /// What is nothing in it.
  let zero: Float
  /// How much of a step each of three filters takes at once.
  let pass: Float
  /// How many samples later a line leaves the filters than it should.
  let ahead: Double
  /// The same of what drags behind, and how much of it there is.
  let drag: Float
  let dragShare: Float
  /// The resonance that makes edges ring: its frequency, its loss, and how much of it there is.
  let ring: (frequency: Float, loss: Float, share: Float)
  let noise: Float
  let field: GrainField?
  let white: Float

  init(_ kernel: TapeKernel, _ role: PlaneRole, _ layout: PlaneLayout) {
    let isChroma = role == .blue || role == .red
    let coding = kernel.coding
    zero = role == .luma ? coding.black : isChroma ? coding.grey : 0
    white = coding.lumaSpan
    // Samples a microsecond: an NTSC line shows 52.6 of them.
    let rate = Double(layout.width) / 52.6
    func pass(_ frequency: Double) -> Double { 1 - Maths.exp(-2 * .pi * frequency / rate) }
    let band = isChroma ? kernel.tape.bands.chroma : kernel.tape.bands.luma
    // Three equal filters lose 3 dB at 0.5098 of the frequency at which each does.
    let each = pass(band / 0.5098)
    self.pass = Float(each)
    ahead = 3 * (1 - each) / each - (isChroma ? kernel.tape.delay * rate : 0)
    drag = Float(pass(0.35))
    dragShare = role == .luma ? Float(0.5 * kernel.smear) : 0
    let frequency = min(0.75 * kernel.tape.bands.luma, rate / 8)
    ring = (
      Float(2 * Maths.sin(.pi * frequency / rate)), 0.45,
      role == .luma ? Float(0.45 * kernel.ringing) : 0
    )
    let span = isChroma ? 0.1 * coding.chromaSpan : 0.05 * coding.lumaSpan
    noise = role == .alpha ? 0 : Float(kernel.faults.noise) * span / GrainField.unit
    guard noise > 0 else {
      field = nil
      return
    }
    let grain = (isChroma ? 6.0 : 0.9) * Double(layout.width) / 720
    let side = layout.width > 256 ? 512 : layout.width > 64 ? 256 : 64
    field = kernel.store.field(
      GrainStore.Key(side: side, sigmaX: Int((min(grain, 40) * 256).rounded()), sigmaY: 0))
  }

  /// Leaves of a line what the tape can hold.
  func filter(_ line: UnsafeMutablePointer<Float>, _ count: Int) {
    var (one, two, three) = (line[0], line[0], line[0])
    let pass = pass
    for x in 0..<count {
      one += pass * (line[x] - one)
      two += pass * (one - two)
      three += pass * (two - three)
      line[x] = three
    }
    if dragShare > 0 {
      var behind = line[0]
      for x in 0..<count {
        behind += drag * (line[x] - behind)
        line[x] += dragShare * (behind - line[x])
      }
    }
    if ring.share > 0 {
      var (low, band) = (line[0], Float(0))
      for x in 0..<count {
        low += ring.frequency * band
        band += ring.frequency * (line[x] - low - ring.loss * band)
        line[x] += ring.share * band
      }
    }
  }
}

/// The lines of one plane; the two that were made last are kept.
private struct TapePlane<S: Sample> {
  let role: PlaneRole
  private let plane: PlaneSource<S>
  private let cover: PlaneSource<S>?
  private let kernel: TapeKernel
  private let channel: TapeChannel
  private let lines: UnsafeMutablePointer<Float>
  private let numbers: UnsafeMutablePointer<Int>
  private let raw: UnsafeMutablePointer<Float>

  init(
    _ plane: PlaneSource<S>, cover: PlaneSource<S>?, _ kernel: TapeKernel, _ scratch: Scratch
  ) {
    (role, self.plane, self.cover) = (plane.role, plane, cover)
    self.kernel = kernel
    channel = TapeChannel(kernel, plane.role, plane.layout)
    lines = scratch.take(Float.self, 2 * plane.width)
    raw = scratch.take(Float.self, plane.width + 1)
    numbers = scratch.take(Int.self, 2)
    numbers.update(repeating: -1, count: 2)
  }

  /// Reads between lines.
  func read(_ place: Double, to target: UnsafeMutablePointer<Float>) {
    let last = kernel.faults.lines - 1
    let place = min(max(place, 0), Double(last))
    let upper = Int(place)
    let share = Float(place - Double(upper))
    let (one, two) = (line(upper), line(min(upper + 1, last)))
    for x in 0..<plane.width { target[x] = one[x] + (two[x] - one[x]) * share }
  }

  private func line(_ number: Int) -> UnsafeMutablePointer<Float> {
    let line = lines + (number & 1) * plane.width
    if numbers[number & 1] != number {
      make(number, to: line)
      numbers[number & 1] = number
    }
    return line
  }

  private func make(_ number: Int, to line: UnsafeMutablePointer<Float>) {
    let (faults, count) = (kernel.faults, plane.width)
    gather(number)
    displace(number, to: line)
    channel.filter(line, count)
    let color = role == .luma ? 1 : faults.color(number)
    if role == .luma {
      faults.addDropouts(number, to: line, count: count, white: channel.white)
    } else if role != .alpha, color < 1 {
      for x in 0..<count { line[x] *= color }
    }
    guard let field = channel.field else { return }
    let hash = faults.hash
    func place(_ channel: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: hash(faults.step, role.rawValue, channel) & 65535)
    }
    field.read(number, 0..<count, from: SIMD4(place(70), place(71), place(72), place(73)), to: raw)
    let unrest = role == .luma ? Float(faults.unrest(number)) : color
    let strength = channel.noise * unrest
    for x in 0..<count { line[x] += raw[x] * strength }
  }

  /// Fills ``raw`` with the mean of the rows that a line takes, from nothing on.
  private func gather(_ number: Int) {
    let (map, count) = (plane.layout.map, plane.width)
    let step = Double(kernel.height) / Double(kernel.faults.lines)
    let top = Double(number) * step * map.d + map.ty
    let bottom = Double(number + 1) * step * map.d + map.ty
    raw.update(repeating: 0, count: count)
    var row = Int(top.rounded(.down))
    while Double(row) < bottom {
      let share = (min(Double(row + 1), bottom) - max(Double(row), top)) / (bottom - top)
      let weight = Float(max(share, 0))
      let source = plane.row(min(max(row, 0), plane.height - 1))
      if let cover {
        let covers = cover.row(min(max(row, 0), plane.height - 1))
        let zero = channel.zero / 65535
        for x in 0..<count { raw[x] += weight * (Float(source[x]) - Float(covers[x]) * zero) }
      } else {
        let zero = channel.zero
        for x in 0..<count { raw[x] += weight * (Float(source[x]) - zero) }
      }
      row += 1
    }
  }

  /// Reads ``raw`` as far to a side as the line is displaced. Swaying repeats its ends; what the
  /// heads displace leaves nothing there.
  private func displace(_ number: Int, to line: UnsafeMutablePointer<Float>) {
    let (scale, count) = (plane.layout.map.a, plane.width)
    let heads = kernel.faults.displacement(number) * scale
    let offset = kernel.faults.sway(number) * scale + heads - channel.ahead
    let limit = Double(count) + 1
    let held = min(max(offset, -limit), limit)
    let left = (-held).rounded(.down)
    let (first, share) = (Int(left), Float(-held - left))
    raw[count] = raw[count - 1]
    let start = min(max(-first, 0), count)
    let end = min(max(count - first, start), count)
    let source = raw + first
    line.update(repeating: raw[0], count: start)
    for x in start..<end { line[x] = source[x] + share * (source[x &+ 1] - source[x]) }
    (line + end).update(repeating: raw[count - 1], count: count - end)
    let gap = min(Int(heads.magnitude.rounded()), count)
    if heads > 0 {
      line.update(repeating: 0, count: gap)
    } else if gap > 0 {
      (line + (count - gap)).update(repeating: 0, count: gap)
    }
  }
}
