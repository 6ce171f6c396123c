import Bytes
import Y4M

/// Brings frames of films of any light into that of a stream.
final class LightConversion: Sendable {
  /// A film's samples, and what is done to them.
  private struct Known {
    let colors: SourceColors
    let format: PixelFormat
    /// Nil where they stay as they are.
    let way: Way?
  }

  /// How samples are changed.
  private struct Way {
    let run: ColorRun
    /// The frames in which they are, and what their samples mean before and after.
    let format: PixelFormat
    let coding: ColorCoding
  }

  private let light: StreamLight
  private let depth: Int
  private let known = Mutex<[Known]>([])

  /// For a stream of this coding.
  init(_ coding: ColorCoding) { (light, depth) = (coding.light, coding.depth) }

  /// What is done to frames of a format; nil where they stay as they are.
  private func way(_ colors: SourceColors, _ format: PixelFormat) -> Way? {
    known.withLock { known in
      if let found = known.first(where: { $0.format == format && $0.colors == colors }) {
        return found.way
      }
      let run = colors.light?.change(to: light)?.run
      let way = run.flatMap { run in
        deepened(format).map {
          Way(
            run: run, format: $0,
            coding: ColorCoding(matrix: colors.matrix, range: colors.range, depth: $0.depth))
        }
      }
      known.append(Known(colors: colors, format: format, way: way))
      return way
    }
  }

  /// The bytes of frames that converting those of a source takes.
  func workingBytes(_ colors: SourceColors) -> Int {
    guard let format = colors.format, colors.light?.change(to: light) != nil else { return 0 }
    return 2 * (deepened(format)?.frameBytes ?? 0)
  }

  /// Calls `body` with a film's picture in the light of the stream, its matrix and its range those
  /// that it has; the picture itself where nothing changes.
  func convert<Failure: Error>(
    _ source: FrameSource, _ colors: SourceColors?, _ workspace: Workspace,
    _ body: (FrameSource) throws(Failure) -> Void
  ) throws(Failure) {
    guard let colors, colors.light != nil, let way = way(colors, source.format) else {
      return try body(source)
    }
    try workspace.withFrame(way.format) { (first) throws(Failure) in
      draw(source.frame, to: first, way, workspace)
      guard let other = source.second else { return try body(FrameSource(SharedFrame(first))) }
      try workspace.withFrame(way.format) { (second) throws(Failure) in
        draw(other, to: second, way, workspace)
        try body(
          FrameSource(
            SharedFrame(first), second: SharedFrame(second), weight: source.weight))
      }
    }
  }

  /// The format of pictures in another light: as deep as the stream, for steps that are even in the
  /// one are not in the other.
  private func deepened(_ source: PixelFormat) -> PixelFormat? {
    if source.depth >= depth { return source }
    return PixelFormat(
      width: source.width, height: source.height, depth: depth, chroma: source.chroma,
      hasAlpha: source.hasAlpha, siting: source.siting)
  }

  private func draw(
    _ picture: SharedFrame, to target: Frame, _ way: Way, _ workspace: Workspace
  ) {
    let format = way.format
    if picture.format == format {
      target.copy(from: picture)
    } else {
      target.deepen(picture, range: way.coding.range)
    }
    let grade = workspace.grades.grade(way.run)
    let box = Box(x: 0, y: 0, width: format.width, height: format.height)
    func recolor(readingChroma chroma: Frame?) {
      workspace.scratch.scope {
        Recoloring(
          source: target, target: target, change: grade.program, coding: way.coding,
          isPremultiplied: false,
          words: grade.lattice(for: format, way.coding, workspace).map { .lattice($0) },
          chroma: chroma
        ).run(box, workspace)
      }
    }
    let places = format.planes
    if places.allSatisfy({ $0.map == places[0].map }) { return recolor(readingChroma: nil) }
    // Luma is changed in place, and reads chroma that lies elsewhere.
    workspace.withFrame(format) { before in
      before.copyRows(from: target, of: box) { $0 == .blue || $0 == .red }
      recolor(readingChroma: before)
    }
  }
}
