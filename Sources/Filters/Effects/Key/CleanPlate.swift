import Bytes
import Images
import Timeline
import Y4M

/// A still as R'G'B' at the places of a format's planes, made when it is first drawn by, or a film,
/// whose frames are made one by one.
final class CleanPlate: Sendable {
  private enum Content: Sendable {
    case still(PictureFile)
    case film(EffectFilm)
  }

  private let content: Content
  private let format: PixelFormat
  private let coding: ColorCoding
  private let grid: ScreenGrid?
  private let made = Mutex<PicturePlanes?>(nil)

  /// - Parameter grid: where it is needed too.
  init(
    _ file: PlayedFile, _ setting: EffectSetting, grid: ScreenGrid? = nil
  ) throws(RenderError) {
    if let film = EffectFilm(file, over: .black, setting) {
      content = .film(film)
    } else {
      content = .still(
        try PictureFile(
          file.path, in: setting.place, setting.loader, setting.faults,
          target: setting.coding.light.pictures))
    }
    (format, coding) = (setting.format, setting.coding)
    self.grid = grid
  }

  /// Red, green and blue for a job; a file that has gone since is black, and a film without a
  /// picture has none.
  func planes(for job: EffectJob, at time: Time) -> PicturePlanes {
    switch content {
    case .still(let file): planes(of: file)
    case .film(let film):
      film.planes(of: job.source.format, and: grid?.sites, at: time, job.workspace)
    }
  }

  private func planes(of file: PictureFile) -> PicturePlanes {
    made.withLock { made in
      if let made { return made }
      let planes = PicturePlanes(
        PlateRows(picture: file.picture(), coding: coding), channels: 3, of: format,
        and: grid?.sites)
      made = planes
      return planes
    }
  }

  /// The bytes of what is made for each frame.
  var workingBytes: Int {
    if case .film(let film) = content { return film.workingBytes(format) }
    return 0
  }

  /// Forgets the planes.
  func release() {
    made.withLock { $0 = nil }
    if case .film(let film) = content { film.release() }
  }
}

/// Red, green and blue of a picture in the stream's light, in the first three channels.
private struct PlateRows: RowSource {
  let picture: Picture
  let coding: ColorCoding

  var width: Int { picture.width }
  var height: Int { picture.height }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    picture.readRow(y, columns) { x, pixel in
      let color =
        picture.keepsLight
        ? (red: pixel.r, green: pixel.g, blue: pixel.b)
        : coding.inStream(pixel.r, pixel.g, pixel.b)
      row.y[x] = UInt16(truncatingIfNeeded: color.red)
      row.u[x] = UInt16(truncatingIfNeeded: color.green)
      row.v[x] = UInt16(truncatingIfNeeded: color.blue)
      row.a[x] = 65535
    }
  }
}
