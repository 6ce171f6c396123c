import Bytes
import Images
import Timeline
import Y4M

/// A still as R'G'B' at the places of a format's planes, made when it is first drawn by.
final class CleanPlate: Sendable {
  private let file: PictureFile
  private let format: PixelFormat
  private let grid: ScreenGrid?
  private let made = Mutex<PicturePlanes?>(nil)

  /// - Parameter grid: where it is needed too.
  init(
    _ path: Path, _ setting: EffectSetting, grid: ScreenGrid? = nil
  ) throws(RenderError) {
    file = try PictureFile(path, in: setting.place, setting.loader)
    format = setting.format
    self.grid = grid
  }

  /// Red, green and blue; a file that has gone since is black.
  var planes: PicturePlanes {
    made.withLock { made in
      if let made { return made }
      let planes = PicturePlanes(
        PlateRows(picture: file.picture()), channels: 3, of: format, and: grid?.sites)
      made = planes
      return planes
    }
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
