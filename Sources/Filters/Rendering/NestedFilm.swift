import Timeline
import Y4M

/// What a timeline with clips shows that is a clip itself.
final class NestedFilm: FilmPicture {
  let format: PixelFormat
  private let sequence: Sequence
  private let stack: LayerStack
  let colors: SourceColors

  /// What cannot be made of its clips and layers goes to the setting's faults.
  ///
  /// - Parameters:
  ///   - edit: where its clips are seen.
  ///   - place: of the clip that plays it.
  init(
    _ film: Document, _ edit: EditList, _ setting: LayerSetting, at place: Range<Int>
  ) throws(RenderError) {
    do throws(RenderError) {
      format = try CanvasParameters.output(film.canvas, input: setting.format)
    } catch {
      throw RenderError(error.fault, at: place)
    }
    let inner = setting.ofFilm(format, film.canvas)
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

extension LayerSetting {
  /// The setting of a timeline that is a clip and has a canvas of its own.
  fileprivate func ofFilm(_ format: PixelFormat, _ canvas: Arguments) -> LayerSetting {
    var coding = coding
    coding.mixing = canvas[CanvasParameters.blending].mixing(coding.light)
    var setting = LayerSetting(
      format: format, coding: coding, loader: loader, budget: budget, sources: sources, rate: rate,
      fonts: fonts, variables: variables, isThorough: isThorough, faults: faults)
    setting.motionBlur = canvas[MotionBlur.onCanvas]
    return setting
  }
}
