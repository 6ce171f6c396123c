import Y4M

/// How far one stream lies from another, summed up over its frames.
struct StreamDifference {
  /// A plane over all frames.
  struct Plane {
    let role: PlaneRole
    let samples: Int
    var squares: UInt128 = 0
    var largest = 0
    var similarity = 0.0
  }

  /// One frame that is named in the report.
  struct Place {
    let frame: Int
    /// The ratio over all its planes, weighted by their samples, in decibels.
    let ratio: Double
  }

  let format: PixelFormat
  private(set) var planes: [Plane]
  /// Frames that were compared, and those of them that differ.
  private(set) var compared = 0
  private(set) var differing = 0
  private(set) var first: Place?
  /// The frame with the lowest ratio, the first of several.
  private(set) var worst: Place?
  /// Frames of each stream, once both have ended.
  var lengths = (0, 0)

  init(_ format: PixelFormat) {
    self.format = format
    planes = zip(format.roles, format.planes).map { role, layout in
      Plane(role: role, samples: layout.width * layout.height)
    }
  }

  /// Takes in the planes of the next frame; true when it is the worst so far.
  mutating func add(_ differences: [PlaneDifference]) -> Bool {
    let frame = compared
    compared += 1
    var isDifferent = false
    var weighted = 0.0
    for (index, difference) in differences.enumerated() {
      planes[index].squares += UInt128(difference.squares)
      planes[index].largest = max(planes[index].largest, difference.largest)
      planes[index].similarity += difference.similarity
      isDifferent = isDifferent || difference.largest > 0
      weighted += Double(difference.squares)
    }
    guard isDifferent else { return false }
    differing += 1
    let place = Place(
      frame: frame,
      ratio: peakSignalToNoise(weighted / Double(samplesOfFrame), peak: format.peak))
    if first == nil { first = place }
    if let worst, worst.ratio <= place.ratio { return false }
    worst = place
    return true
  }

  private var samplesOfFrame: Int { planes.reduce(0) { $0 + $1.samples } }

  /// The ratio of one plane over all frames, in decibels.
  func ratio(_ plane: Plane) -> Double {
    guard compared > 0 else { return .infinity }
    let count = Double(plane.samples) * Double(compared)
    return peakSignalToNoise(Double(plane.squares) / count, peak: format.peak)
  }

  /// The ratio of all planes over all frames, weighted by their samples.
  var ratio: Double {
    guard compared > 0 else { return .infinity }
    let squares = planes.reduce(UInt128(0)) { $0 + $1.squares }
    let count = Double(samplesOfFrame) * Double(compared)
    return peakSignalToNoise(Double(squares) / count, peak: format.peak)
  }

  /// The similarity of one plane, the mean over all frames.
  func similarity(_ plane: Plane) -> Double {
    compared > 0 ? plane.similarity / Double(compared) : 1
  }

  /// The similarity of all planes, weighted by their samples.
  var similarity: Double {
    planes.reduce(0) { $0 + similarity($1) * Double($1.samples) } / Double(samplesOfFrame)
  }

  /// The largest difference of any sample.
  var largest: Int { planes.map(\.largest).max() ?? 0 }
}
