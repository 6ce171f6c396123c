import Y4M

/// Reads rows of a frame that another one is mixed with, and how much of it is seen: a layer whose
/// samples are those of the stream.
struct IncomingRows<S: Sample> {
  typealias Line = UnsafeMutablePointer<Float>
  /// Writes the shares of a row's columns, 0 to 1; false where all of them are 0.
  typealias Shares = (_ y: Int, _ columns: Range<Int>, _ line: Line) -> Bool

  /// The frame's planes.
  let planes: [UnsafeMutablePointer<S>]
  private let luma: SiteRows<S>
  private let chroma: (blue: SiteRows<S>, red: SiteRows<S>)?
  private let shares: Shares
  private let columns: Range<Int>
  private let coding: RGBCoding
  private let light: LightCurve
  /// What was read last: light, and the shares.
  private let row: LayerRow
  /// The samples of chroma at the places of luma.
  let lines: SampleLines
  /// How far colours lie beyond black and white.
  private let beyond: RGBRow

  init(
    _ format: PixelFormat, _ planes: [UnsafeMutablePointer<S>], _ light: LightCurve,
    _ coding: RGBCoding, to row: LayerRow, _ columns: Range<Int>, shares: @escaping Shares,
    _ scratch: Scratch
  ) {
    self.planes = planes
    self.shares = shares
    self.columns = columns
    self.coding = coding
    self.light = light
    self.row = row
    func rows(_ role: PlaneRole) -> SiteRows<S>? {
      format.roles.firstIndex(of: role).map { index in
        SiteRows(
          planes[index], format.planes[index], at: format.planes[0], peak: format.peak, scratch)
      }
    }
    luma = SiteRows(
      planes[0], format.planes[0], at: format.planes[0], peak: format.peak, scratch)
    if let blue = rows(.blue), let red = rows(.red) { chroma = (blue, red) } else { chroma = nil }
    let room = columns.count + BlendedColors.lanes
    lines = (
      scratch.take(Float.self, room), scratch.take(Float.self, room),
      scratch.take(Float.self, room)
    )
    beyond = RGBRow(padded: columns.count, scratch)
  }

  /// Reads a row of the frame; false where nothing of it is seen.
  func read(_ y: Int) -> Bool {
    guard shares(y, columns, row.cover) else { return false }
    luma.read(y, columns, to: lines.y)
    if let chroma {
      chroma.blue.read(y, columns, to: lines.u)
      chroma.red.read(y, columns, to: lines.v)
    } else {
      lines.u.update(repeating: coding.grey, count: columns.count)
      lines.v.update(repeating: coding.grey, count: columns.count)
    }
    coding.decode(lines.y, (lines.u, lines.v), to: row.colors)
    for (line, beyond) in zip(row.colors.channels, beyond.channels) {
      var x = 0
      while x < columns.count {
        let color = line.lanes(x)
        let within = color.atLeast(0).atMost(1)
        (line + x).store(within)
        (beyond + x).store(color - within)
        x &+= BlendedColors.lanes
      }
    }
    light.decode(row.colors)
    return true
  }

  /// Adds what of the row's colours lies beyond black and white, by how much of it is seen.
  func addBeyond(to change: SampleLines) {
    let cover = row.cover
    var x = 0
    while x < columns.count {
      let share = cover.lanes(x)
      let color = beyond.lanes(x)
      let samples = coding.samples(
        of: (color.red * share, color.green * share, color.blue * share))
      (change.y + x).store(change.y.lanes(x) + samples.y)
      (change.u + x).store(change.u.lanes(x) + samples.u)
      (change.v + x).store(change.v.lanes(x) + samples.v)
      x &+= BlendedColors.lanes
    }
  }
}
