import Bytes

/// Gaussian noise over the whole plane: the sum of two tiles whose sides differ, so that it repeats
/// itself only after a thousand times as many samples as either.
struct GrainField: Sendable {
  /// The standard deviation of the noise.
  static let unit = Float(GrainTile.unit * 2.0.squareRoot())

  let first: GrainTile
  let second: GrainTile

  /// Writes the noise of some columns of a row.
  ///
  /// - Parameter places: where the tiles begin, as numbers of any size: two across, two down.
  func read(
    _ y: Int, _ columns: Range<Int>, from places: SIMD4<UInt32>,
    to target: UnsafeMutablePointer<Float>
  ) {
    add(first, y, columns, places.x, places.z, isFirst: true, target)
    add(second, y, columns, places.y, places.w, isFirst: false, target)
  }

  private func add(
    _ tile: GrainTile, _ y: Int, _ columns: Range<Int>, _ left: UInt32, _ top: UInt32,
    isFirst: Bool, _ target: UnsafeMutablePointer<Float>
  ) {
    let line = (y + Int(top)) % tile.height * tile.width
    var place = (columns.lowerBound + Int(left)) % tile.width
    var done = 0
    tile.samples.withUnsafeBufferPointer { samples in
      while done < columns.count {
        let count = min(columns.count - done, tile.width - place)
        let source = UnsafeBufferPointer(rebasing: samples[line + place..<line + place + count])
        let target = target + done
        if isFirst {
          for x in 0..<count { target[x] = Float(source[x]) }
        } else {
          for x in 0..<count { target[x] += Float(source[x]) }
        }
        done += count
        place = 0
      }
    }
  }
}

/// The grain that was used last, which most often stays as it is.
final class GrainStore: Sendable {
  /// What a field depends on.
  struct Key: Equatable, Sendable {
    /// The longest side of a tile.
    let side: Int
    /// The gaussian of a grain in 1/256 sample, across and down.
    let sigmaX: Int
    let sigmaY: Int
  }

  private struct Kept {
    var white: (first: WhiteNoise, second: WhiteNoise)?
    var fields: [(key: Key, field: GrainField)] = []
  }

  private let seed: Int
  private let kept = Mutex(Kept())

  init(seed: Int) { self.seed = seed }

  func field(_ key: Key) -> GrainField {
    if let field = kept.withLock({ $0.fields.first { $0.key == key } }) { return field.field }
    let white = white(key.side)
    func tile(_ noise: WhiteNoise) -> GrainTile {
      GrainTile(noise, sigmaX: Double(key.sigmaX) / 256, sigmaY: Double(key.sigmaY) / 256)
    }
    let field = GrainField(first: tile(white.first), second: tile(white.second))
    kept.withLock {
      // One for luma and one for chroma, of two frames that are drawn at once.
      if $0.fields.count >= 4 { $0.fields.removeFirst() }
      $0.fields.append((key, field))
    }
    return field
  }

  private func white(_ side: Int) -> (first: WhiteNoise, second: WhiteNoise) {
    if let white = kept.withLock({ $0.white }), white.first.width == side { return white }
    let white = (
      first: WhiteNoise(width: side, height: side, seed: seed, channel: 0),
      second: WhiteNoise(
        width: side / 16 * 15, height: side / 32 * 31, seed: seed, channel: 1)
    )
    kept.withLock { $0.white = white }
    return white
  }

  func forget() { kept.withLock { $0 = Kept() } }
}
