import Timeline
import Y4M

/// What a timeline with clips shows that is a clip or a layer itself.
final class NestedFilm: FilmPicture {
  let format: PixelFormat
  private let sequence: Sequence
  private let stack: LayerStack
  let colors: SourceColors

  /// What cannot be made of its clips and layers goes to the setting's faults.
  ///
  /// - Parameters:
  ///   - edit: where its clips are seen.
  ///   - isApart: whether it is drawn on frames of layers, so that it is transparent where nothing
  ///     is.
  ///   - place: of the clip or the layer that plays it.
  init(
    _ film: Document, _ edit: EditList, _ setting: LayerSetting, isApart: Bool = false,
    at place: Range<Int>
  ) throws(RenderError) {
    let canvas: PixelFormat
    do throws(RenderError) {
      canvas = try CanvasParameters.output(film.canvas, input: setting.stream)
    } catch {
      throw RenderError(error.fault, at: place)
    }
    guard let format = isApart ? canvas.layered : canvas else {
      throw RenderError(.tooLarge(.layer), at: place)
    }
    self.format = format
    var inner = setting.ofFilm(format, film.canvas)
    inner.films = edit.films
    sequence = Sequence(film, edit, inner)
    stack = LayerStack(film.layers, index: film.index, inner)
    colors = SourceColors(
      matrix: inner.coding.matrix, range: inner.coding.range, format: format,
      light: inner.coding.light)
    if let history = (sequence.histories + stack.histories).first {
      throw RenderError(.historyInTimeline, at: history.place)
    }
  }

  // Beside its canvas, two clips in a transition and what is blurred behind them.
  var workingBytes: Int {
    4 * format.frameBytes + sequence.workingBytes + (stack.heaviest?.bytes ?? 0)
  }

  func draw(
    to target: Frame, at moment: Time, _ workspace: Workspace
  ) throws(RenderError) {
    try sequence.draw(to: target, at: moment, workspace)
    try stack.draw(on: target, at: moment, workspace)
  }

  func release() {
    sequence.release()
    stack.release()
  }
}

extension NestedFilm: LayeredContent {
  func drawApart(
    on canvas: inout Frame, clearing box: Box, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    try draw(to: canvas, at: time, workspace)
  }

  func workingBytes(apartOn canvas: Int) -> Int { workingBytes }
}

extension LayerSetting {
  /// The setting of a timeline that is a clip or a layer and has a canvas of its own.
  fileprivate func ofFilm(_ format: PixelFormat, _ canvas: Arguments) -> LayerSetting {
    var coding = coding
    coding.mixing = canvas[CanvasParameters.blending].mixing(coding.light)
    var setting = LayerSetting(
      format: format, coding: coding, loader: loader, budget: budget, sources: sources,
      pixelWidth: pixelWidth, rate: rate, fonts: fonts, variables: variables,
      isThorough: isThorough, faults: faults)
    setting.motionBlur = canvas[MotionBlur.onCanvas]
    return setting
  }
}
