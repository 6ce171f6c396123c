import Bytes
import Geometry
import Timeline
import Y4M

/// A film as a clean plate: its frames are stretched to the canvas, and read as the picture is that is
/// keyed by them.
struct PlateFilm: Sendable {
  private let feed: Int
  private let colors: SourceColors
  private let painter: FramePainter

  /// Nil where the file is no film.
  init?(_ file: PlayedFile, _ setting: EffectSetting) {
    guard let feed = file.feed, setting.sources.indices.contains(feed),
      let colors = setting.sources[feed]
    else { return nil }
    (self.feed, self.colors) = (feed, colors)
    painter = FramePainter(coding: setting.coding, setting.budget)
  }

  /// Red, green and blue of the frame that is at hand.
  ///
  /// - Parameter other: other places that are needed.
  func planes(for job: EffectJob, and other: PlaneLayout?, at time: Time) -> PicturePlanes {
    let format = job.source.format
    return job.workspace.withFrame(format) { plate in
      guard draw(on: plate, job, at: time) else {
        return PicturePlanes(channels: 3, of: format, and: other) { _, samples in
          samples.base.update(repeating: 0, count: samples.count)
        }
      }
      let plate = EffectJob(
        source: plate, target: plate, box: job.box, includesAlpha: job.includesAlpha,
        coding: job.coding, workspace: job.workspace)
      return PicturePlanes(channels: 3, of: format, and: other) { layout, samples in
        if format.depth == 8 {
          Self.read(plate, at: layout, to: samples, UInt8.self)
        } else {
          Self.read(plate, at: layout, to: samples, UInt16.self)
        }
      }
    }
  }

  /// Draws the frame over all of a frame of the job's; false where there is none.
  private func draw(on plate: Frame, _ job: EffectJob, at time: Time) -> Bool {
    guard let picture = job.workspace.sources[feed] else { return false }
    // What shows through a film with alpha is black.
    let black = PremultipliedColor(.black, coding: job.coding)
    for (plane, role) in plate.format.roles.enumerated() {
      switch role {
      case .luma: plate.fill(plane: plane, units: black.y)
      case .blue: plate.fill(plane: plane, units: black.u)
      case .red: plate.fill(plane: plane, units: black.v)
      case .alpha: plate.fill(plane: plane, units: 65535)
      }
    }
    let own = picture.frame.format
    let (width, height) = (Double(own.width), Double(own.height))
    let placement = Placement(
      domain: .init(left: 0, top: 0, right: width, bottom: height),
      map: .scale(Double(plate.format.width) / width, Double(plate.format.height) / height),
      sampling: .bicubic)
    do throws(RenderError) {
      try painter.draw(
        FrameSource(picture), colors, on: plate, at: time, placement, opacity: 65535, job.workspace)
    } catch {
      return false
    }
    return true
  }

  /// Writes straight R'G'B', 0 to 65,535, one channel after the other.
  private static func read<S: Sample>(
    _ plate: EffectJob, at layout: PlaneLayout, to samples: Samples16, _: S.Type
  ) {
    let (width, size) = (layout.width, layout.width * layout.height)
    plate.workspace.split(0..<layout.height, least: Workspace.leastRows(width: width)) {
      rows, scratch in
      var colors = StraightColors<S>(plate, at: layout, 0..<width, scratch)
      for y in rows {
        colors.read(y)
        let row = samples.base + y * width
        for (channel, line) in [colors.row.red, colors.row.green, colors.row.blue].enumerated() {
          let target = row + channel * size
          for x in 0..<width {
            target[x] = UInt16(
              truncatingIfNeeded: (min(max(line[x], 0), 1) * 65535 + 8_388_608).bitPattern)
          }
        }
      }
    }
  }

  /// The bytes of a frame of the film, and of its colours at the places of luma and of chroma.
  func workingBytes(_ format: PixelFormat) -> Int {
    format.frameBytes + painter.workingBytes(colors) + 12 * format.width * format.height
  }

  /// Forgets what was kept.
  func release() { painter.release() }
}
