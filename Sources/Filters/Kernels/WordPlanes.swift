import Y4M

/// The planes that lie at one plane's places, which are written, and how all three channels are
/// read there, as numbers of 16 bits.
struct WordPlanes<S: Sample> {
  /// A plane that is written.
  struct Plane {
    /// Which of the three channels it is.
    let channel: Int
    let source: UnsafeMutablePointer<S>
    let target: UnsafeMutablePointer<S>
  }

  /// Those that are written.
  let planes: [Plane]
  let width: Int
  let columns: Range<Int>
  let luma: WordSites<S>
  let blue: WordSites<S>
  let red: WordSites<S>
  let peak: Int16

  /// Nil where samples cannot be read in 16 bits, or there is no chroma.
  ///
  /// - Parameters:
  ///   - index: the first of the planes that are written.
  ///   - source: where a plane's samples are read.
  ///   - target: where they are written.
  init?(
    _ format: PixelFormat, _ index: Int, _ columns: Range<Int>, _ scratch: Scratch,
    source: (Int) -> UnsafeMutablePointer<S>, target: (Int) -> UnsafeMutablePointer<S>
  ) {
    let sites = format.planes[index]
    func rows(_ role: PlaneRole) -> WordSites<S>? {
      guard let plane = format.roles.firstIndex(of: role) else { return nil }
      return WordSites(
        source(plane), format.planes[plane], at: sites, depth: format.depth, scratch)
    }
    guard let luma = rows(.luma), let blue = rows(.blue), let red = rows(.red) else { return nil }
    (self.luma, self.blue, self.red) = (luma, blue, red)
    (self.columns, width) = (columns, sites.width)
    planes = format.planes.indices.compactMap { plane in
      guard format.planes[plane].map == sites.map else { return nil }
      let channel: Int
      switch format.roles[plane] {
      case .luma: channel = 0
      case .blue: channel = 1
      case .red: channel = 2
      case .alpha: return nil
      }
      return Plane(channel: channel, source: source(plane), target: target(plane))
    }
    peak = Int16(truncatingIfNeeded: format.peak)
  }

  /// Reads a row of all three channels.
  func read(_ y: Int, to lines: AffineWords.Lines) {
    luma.read(y, columns, to: lines.y)
    blue.read(y, columns, to: lines.u)
    red.read(y, columns, to: lines.v)
  }

  /// Where a row begins in each plane.
  func start(of y: Int) -> Int { y &* width &+ columns.lowerBound }

  /// Writes a row of a plane: what was there, and moves in parts of a code.
  func shift(_ plane: Plane, _ y: Int, by moves: UnsafeMutablePointer<Int16>, bits: Int) {
    let start = start(of: y)
    S.shift(
      plane.source + start, by: moves, bits: bits, peak: peak, count: columns.count,
      to: plane.target + start)
  }
}
