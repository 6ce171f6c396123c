/// Where in the design space a change takes place, along one axis (OpenType 1.9, "Algorithm for
/// Interpolation of Instance Values").
struct AxisRegion: Hashable, Sendable {
  var start: Double
  var peak: Double
  var end: Double

  init(start: Double, peak: Double, end: Double) {
    self.start = start
    self.peak = peak
    self.end = end
  }

  /// From the default to a peak.
  init(peak: Double) { self.init(start: min(peak, 0), peak: peak, end: max(peak, 0)) }

  /// How much of the change holds at a place, 0 to 1.
  func scalar(at place: Double) -> Double {
    if peak == 0 || place == peak { return 1 }
    // What breaks the rules takes no part.
    if start > peak || peak > end || (start < 0 && end > 0) { return 1 }
    if place <= start || place >= end { return 0 }
    return place < peak ? (place - start) / (peak - start) : (end - place) / (end - peak)
  }
}
