import Bytes
import Images
import Timeline
import Y4M

/// A still as R'G'B' at the places of a format's planes, made when it is first drawn by.
final class CleanPlate: Sendable {
  /// Red, green and blue of every place, 0 to 65,535, one after the other, once for each shape of
  /// plane.
  struct Planes: Sendable {
    fileprivate var parts: [(layout: PlaneLayout, samples: Samples16)] = []

    /// The still at the places of `layout`.
    func samples(of layout: PlaneLayout) -> Samples16? {
      parts.first { $0.layout.map == layout.map }?.samples
    }
  }

  private let path: Path
  private let place: Range<Int>
  private let loader: AssetLoader
  private let format: PixelFormat
  private let made = Mutex<Planes?>(nil)

  /// Opens the file, and unpacks it once, so that what is wrong with it is known.
  init(_ path: Path, _ setting: EffectSetting) throws(RenderError) {
    self.path = path
    place = path.place.isEmpty ? setting.place : path.place
    loader = setting.loader
    format = setting.format
    // One that costs much to read is read when it is drawn.
    if try loader.size(of: path, at: place) == nil { _ = try picture() }
  }

  private func picture() throws(RenderError) -> Picture {
    let bytes = try loader.load(path, at: place)
    do throws(ImageError) {
      return try PictureSequence(ImageFile(parsing: bytes), keeping: 0).picture(0)
    } catch {
      throw RenderError(.picture(path.text, error), at: place)
    }
  }

  /// The planes, made when they are first asked for; a file that has gone since is black.
  var planes: Planes {
    made.withLock { made in
      if let made { return made }
      let picture = (try? picture()) ?? Picture(width: 1, height: 1, samples: .eight([0, 0, 0, 0]))
      let planes = planes(of: PlateRows(picture: picture))
      made = planes
      return planes
    }
  }

  private func planes(of rows: PlateRows) -> Planes {
    var planes = Planes()
    for layout in format.planes where planes.samples(of: layout) == nil {
      let size = layout.width * layout.height
      let samples = Samples16(count: 3 * size)
      samples.base.update(repeating: 0, count: samples.count)
      let (width, height) = (Double(rows.width), Double(rows.height))
      let map = layout.map.after(
        .scale(Double(format.width) / width, Double(format.height) / height))
      // Made smaller, the mean over a sample's footprint.
      let resize = Resize(
        source: rows, channels: .all,
        across: Axis(
          domain: 0..<width, scale: map.a, offset: map.tx, limit: 0..<layout.width,
          sampling: .bilinear),
        down: Axis(
          domain: 0..<height, scale: map.d, offset: map.ty, limit: 0..<layout.height,
          sampling: .bilinear))
      resize.run { row, made in
        for channel in 0..<3 {
          (samples.base + channel * size + row * layout.width + resize.across.first).update(
            from: made[channel], count: resize.across.count)
        }
      }
      planes.parts.append((layout, samples))
    }
    return planes
  }

  /// Forgets the planes.
  func release() { made.withLock { $0 = nil } }
}

/// Red, green and blue of a picture, in the first three channels.
private struct PlateRows: RowSource {
  let picture: Picture

  var width: Int { picture.width }
  var height: Int { picture.height }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    switch picture.samples {
    case .eight(let samples): fill(row, samples, y, columns, scale: 257)
    case .sixteen(let samples): fill(row, samples, y, columns, scale: 1)
    }
  }

  private func fill(
    _ row: PictureRow, _ samples: [some FixedWidthInteger], _ y: Int, _ columns: Range<Int>,
    scale: Int
  ) {
    samples.withUnsafeBufferPointer { samples in
      for x in columns {
        let first = 4 &* (y &* width &+ x)
        row.y[x] = UInt16(truncatingIfNeeded: Int(samples[first]) &* scale)
        row.u[x] = UInt16(truncatingIfNeeded: Int(samples[first &+ 1]) &* scale)
        row.v[x] = UInt16(truncatingIfNeeded: Int(samples[first &+ 2]) &* scale)
        row.a[x] = 65535
      }
    }
  }
}
