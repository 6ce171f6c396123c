/// The rows of a GIF frame in the order of the file (GIF89a, appendix E).
struct GIFRows: Sequence, IteratorProtocol {
  private static let firsts = [0, 4, 2, 1]
  private static let steps = [8, 8, 4, 2]

  private let height: Int
  private let isInterlaced: Bool
  private var pass = 0
  private var row = 0

  init(height: Int, isInterlaced: Bool) {
    self.height = height
    self.isInterlaced = isInterlaced
  }

  mutating func next() -> Int? {
    guard isInterlaced else {
      defer { row += 1 }
      return row < height ? row : nil
    }
    while row >= height {
      pass += 1
      guard pass < Self.firsts.count else { return nil }
      row = Self.firsts[pass]
    }
    defer { row += Self.steps[pass] }
    return row
  }
}
