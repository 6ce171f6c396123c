import Bytes
import Geometry
import Timeline
import Y4M

/// A film by which an effect draws, as a clean plate or as a map: its frames are stretched to the
/// canvas, and read as the picture is that the effect changes.
struct EffectFilm: Sendable {
  private let feed: Int
  private let colors: SourceColors
  private let painter: FramePainter
  private let coding: ColorCoding
  private let background: Color

  /// Nil where the file is no film.
  ///
  /// - Parameter background: what shows through a film with alpha.
  init?(_ file: PlayedFile, over background: Color, _ setting: EffectSetting) {
    guard let feed = file.feed, setting.sources.indices.contains(feed),
      let colors = setting.sources[feed]
    else { return nil }
    (self.feed, self.colors, self.background) = (feed, colors, background)
    coding = setting.coding
    painter = FramePainter(coding: setting.coding, setting.budget)
  }

  /// Red, green and blue of the frame that is at hand, at the places of a format's planes; black
  /// where there is none.
  ///
  /// - Parameter other: other places that are needed.
  func planes(
    of format: PixelFormat, and other: PlaneLayout?, at time: Time, _ workspace: Workspace
  ) -> PicturePlanes {
    withColors(of: format, at: time, workspace) { colors in
      PicturePlanes(channels: 3, of: format, and: other) { layout, samples in
        guard let colors else {
          return samples.base.update(repeating: 0, count: samples.count)
        }
        let size = layout.width * layout.height
        colors.read(at: layout) { y, row in row.write(to: samples, at: y * layout.width, size) }
      }
    }
  }

  /// Calls `body` with the straight colours of each row at the places of luma, from several threads
  /// at once.
  ///
  /// - Returns: false where no frame is at hand.
  func readLuma(
    of format: PixelFormat, at time: Time, _ workspace: Workspace,
    _ body: @Sendable (_ y: Int, RGBRow) -> Void
  ) -> Bool {
    withColors(of: format, at: time, workspace) { colors in
      guard let colors else { return false }
      colors.read(at: format.planes[0], body)
      return true
    }
  }

  /// Calls `body` with the frame that is at hand, all over a frame of this format, or with nil.
  private func withColors<Value>(
    of format: PixelFormat, at time: Time, _ workspace: Workspace, _ body: (FilmColors?) -> Value
  ) -> Value {
    workspace.withFrame(format) { frame in
      body(
        draw(on: frame, at: time, workspace)
          ? FilmColors(
            job: EffectJob(
              source: frame, target: frame,
              box: Box(x: 0, y: 0, width: format.width, height: format.height),
              includesAlpha: false, coding: coding, workspace: workspace))
          : nil)
    }
  }

  /// Draws the frame over all of another; false where there is none.
  private func draw(on frame: Frame, at time: Time, _ workspace: Workspace) -> Bool {
    guard let picture = workspace.sources[feed] else { return false }
    let color = PremultipliedColor(background, coding: coding)
    for (plane, role) in frame.format.roles.enumerated() {
      switch role {
      case .luma: frame.fill(plane: plane, units: color.y)
      case .blue: frame.fill(plane: plane, units: color.u)
      case .red: frame.fill(plane: plane, units: color.v)
      case .alpha: frame.fill(plane: plane, units: 65535)
      }
    }
    let own = picture.frame.format
    let (width, height) = (Double(own.width), Double(own.height))
    let placement = Placement(
      domain: .init(left: 0, top: 0, right: width, bottom: height),
      map: .scale(Double(frame.format.width) / width, Double(frame.format.height) / height),
      sampling: .bicubic)
    do throws(RenderError) {
      try painter.draw(
        FrameSource(picture), colors, on: frame, at: time, placement, opacity: 65535, workspace)
    } catch {
      return false
    }
    return true
  }

  /// The bytes of a frame of the film, and of its colours at the places of luma and of chroma.
  func workingBytes(_ format: PixelFormat) -> Int {
    format.frameBytes + painter.workingBytes(colors) + 12 * format.width * format.height
  }

  /// Forgets what was kept.
  func release() { painter.release() }
}

/// A frame of a film as straight R'G'B'.
private struct FilmColors {
  let job: EffectJob

  /// Calls `body` with each row at the places of a plane, from several threads at once.
  func read(at layout: PlaneLayout, _ body: @Sendable (_ y: Int, RGBRow) -> Void) {
    if job.source.format.depth == 8 {
      read(at: layout, UInt8.self, body)
    } else {
      read(at: layout, UInt16.self, body)
    }
  }

  private func read<S: Sample>(
    at layout: PlaneLayout, _: S.Type, _ body: @Sendable (_ y: Int, RGBRow) -> Void
  ) {
    job.workspace.split(0..<layout.height, least: Workspace.leastRows(width: layout.width)) {
      rows, scratch in
      var colors = StraightColors<S>(job, at: layout, 0..<layout.width, scratch)
      for y in rows {
        colors.read(y)
        body(y, colors.row)
      }
    }
  }
}
