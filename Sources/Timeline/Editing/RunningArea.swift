/// The area under a curve above `0...1`, up to any place.
///
/// Sums by Gauss and Legendre's five points over panels that are halved until they agree with
/// their halves; at a jump, down to a width of 2^-40. The error is some 1e-11.
struct RunningArea: Sendable {
  private let height: @Sendable (Double) -> Double
  /// Where panels end, and the area up to there; both start with 0.
  private var ends: [Double] = [0]
  private var sums: [Double] = [0]

  /// How far panels are halved, and how many there are at most.
  private static let depth = 40
  private static let most = 1 << 12
  /// How far a panel may differ from its halves, for a width of 1.
  private static let tolerance = 1e-11

  init(_ height: @escaping @Sendable (Double) -> Double) {
    self.height = height
    let parts = 16
    for part in 0..<parts {
      divide(Double(part) / Double(parts), Double(part + 1) / Double(parts), depth: 4)
    }
  }

  private mutating func divide(_ start: Double, _ end: Double, depth: Int) {
    let middle = (start + end) / 2
    let (whole, left, right) = (panel(start, end), panel(start, middle), panel(middle, end))
    let isClose = (whole - left - right).magnitude <= Self.tolerance * (end - start)
    if isClose || depth >= Self.depth || ends.count >= Self.most {
      sums.append(sums[sums.count - 1] + (left + right))
      ends.append(end)
    } else {
      divide(start, middle, depth: depth + 1)
      divide(middle, end, depth: depth + 1)
    }
  }

  private func panel(_ start: Double, _ end: Double) -> Double {
    let (centre, half) = ((start + end) / 2, (end - start) / 2)
    let inner = half * 0.5384693101056831
    let outer = half * 0.906179845938664
    let middle = 0.5688888888888889 * height(centre)
    let near = 0.47862867049936647 * (height(centre - inner) + height(centre + inner))
    let far = 0.23692688505618908 * (height(centre - outer) + height(centre + outer))
    return half * (middle + near + far)
  }

  /// The area from 0 to `place`, which is held within `0...1`.
  func callAsFunction(_ place: Double) -> Double {
    let place = min(max(place, 0), 1)
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= place { low = middle + 1 } else { high = middle }
    }
    let index = max(low - 1, 0)
    return place > ends[index] ? sums[index] + panel(ends[index], place) : sums[index]
  }
}
