import Bytes
import Images
import Timeline
import Y4M

/// The format of the output of a timeline with clips.
package enum CanvasFormat {
  /// The frames a second that `canvas` asks for; nil when it leaves them to the sources.
  package static func rate(_ canvas: Arguments) -> FrameRate? {
    canvas[CanvasParameters.rate]?.rate
  }

  /// The format of the output.
  ///
  /// - Parameters:
  ///   - canvas: the parameters of `canvas`.
  ///   - source: the format of the stream on standard input or of the first clip that has one; nil
  ///     when no clip says a size.
  /// - Throws: when a side is out of bounds, or is said nowhere.
  package static func output(
    _ canvas: Arguments, source: PixelFormat?
  ) throws(RenderError) -> PixelFormat {
    let colorspace = canvas[CanvasParameters.format]?.colorspace
    guard let input = source ?? stated(canvas) else {
      guard let sides = pixels(canvas) else { throw RenderError(.missing(.canvasSize), at: nil) }
      throw RenderError(refusal(width: sides.width, height: sides.height), at: nil)
    }
    let output = try CanvasParameters.output(canvas, input: input)
    guard let colorspace else { return output }
    // Words for more than 8 bits say nothing of where chroma lies.
    let isOpen = colorspace.depth > 8 && source?.chroma == colorspace.chroma
    let format = PixelFormat(
      width: output.width, height: output.height, depth: colorspace.depth,
      chroma: colorspace.chroma, hasAlpha: colorspace.hasAlpha,
      siting: isOpen ? input.siting : colorspace.siting)
    guard let format else {
      throw RenderError(.tooLarge(.frames), at: nil)
    }
    return format
  }

  /// What the output is as light.
  ///
  /// - Parameters:
  ///   - canvas: the parameters of `canvas`.
  ///   - transfer: what the user says in its stead; and so `primaries`.
  /// - Throws: where the canvas says a white that its transfer has not.
  package static func light(
    _ canvas: Arguments, transfer: StreamTransfer? = nil, primaries: StreamPrimaries? = nil
  ) throws(RenderError) -> StreamLight {
    let transfer = transfer ?? canvas[CanvasParameters.transfer]
    let primaries =
      primaries ?? canvas[CanvasParameters.primaries] ?? (transfer.isHDR ? .bt2020 : .bt709)
    if canvas.isGiven(CanvasParameters.graphicsWhite), !transfer.isHDR {
      throw RenderError(.whiteWithoutHDR(transfer.rawValue), at: nil)
    }
    return StreamLight(
      transfer: transfer, primaries: primaries,
      graphicsWhite: canvas[CanvasParameters.graphicsWhite])
  }

  /// Whether the canvas says anything of what the output is as light.
  package static func saysLight(_ canvas: Arguments) -> Bool {
    canvas.isGiven(CanvasParameters.transfer) || canvas.isGiven(CanvasParameters.primaries)
  }

  /// A word about options that overrule what the canvas says; nil where they agree.
  package static func contradiction(
    _ canvas: Arguments, transfer: StreamTransfer?, primaries: StreamPrimaries?
  ) -> String? {
    func told(_ said: String?, _ canvas: String?, _ name: String) -> String? {
      guard let said, let canvas, said != canvas else { return nil }
      return "--\(name) \(said) overrules the canvas's '\(name)', \(canvas)"
    }
    let ofTransfer =
      canvas.isGiven(CanvasParameters.transfer)
      ? canvas[CanvasParameters.transfer].rawValue : nil
    return told(transfer?.rawValue, ofTransfer, "transfer")
      ?? told(
        primaries?.rawValue, canvas[CanvasParameters.primaries]?.rawValue, "primaries")
  }

  /// Whether the canvas says its size, in pixels.
  package static func saysPixels(_ canvas: Arguments) -> Bool { stated(canvas) != nil }

  /// Whether the canvas turns the input by 90 degrees.
  package static func isTurned(_ canvas: Arguments) -> Bool {
    canvas[CanvasParameters.rotate].isTransposing
  }

  /// Why a canvas of this size is none.
  static func refusal(width: Int, height: Int) -> RenderError.Fault {
    let most = PixelFormat.largestSide
    let isSize = (1...most).contains(width) && (1...most).contains(height)
    return .tooLarge(isSize ? .frames : .canvas(most: most))
  }

  /// A format of the size that the canvas says in pixels; nil where it says none, or one that is
  /// none.
  private static func stated(_ canvas: Arguments) -> PixelFormat? {
    pixels(canvas).flatMap { PixelFormat(width: $0.width, height: $0.height) }
  }

  /// The size that the canvas says in pixels.
  private static func pixels(_ canvas: Arguments) -> (width: Int, height: Int)? {
    let size = canvas[CanvasParameters.size]
    guard let width = size.width, let height = size.height, width.fraction == 0,
      height.fraction == 0
    else { return nil }
    func side(_ length: Length) -> Int { Int(min(max(length.pixels.rounded(), 0), 100_000)) }
    return (side(width), side(height))
  }

  /// The format of frames as large as a picture file: 4:2:0 of 8 bits; nil for a source that is not
  /// one.
  ///
  /// - Throws: when the file cannot be read, or is no picture that this module reads.
  package static func picture(
    _ media: MediaUse, loader: AssetLoader
  ) throws(RenderError) -> PixelFormat? {
    let path: Path
    switch media.source {
    case .image(let file), .file(let file): path = file
    case .stdin, .color, .generator, .timeline: return nil
    }
    let bytes = try loader.load(path, at: media.place)
    do throws(ImageError) {
      let file = try ImageFile(reading: bytes)
      return PixelFormat(width: file.width, height: file.height)
    } catch {
      throw RenderError(.picture(path.text, error), at: media.place)
    }
  }
}

extension RenderError {
  /// The same at what the canvas says, where it is about that and has no place of its own.
  package func placed(in document: Document) -> RenderError {
    let key: String? =
      switch fault {
      case .tooLarge(.canvas), .tooLarge(.frames): "size"
      case .whiteWithoutHDR: "graphicsWhite"
      default: nil
      }
    guard place?.isEmpty ?? true,
      let member = document.canvasMembers.first(where: { $0.key == key })
    else { return self }
    return RenderError(fault, at: member.value.range)
  }
}

/// What clips take from the canvas where they say nothing themselves.
struct ClipDefaults: Sendable {
  let fit: Fit
  /// Nil where neither the canvas says one.
  let background: Backdrop?
  let blur: Double
  let rotate: Angle
  let flip: Flip
  let sampling: Sampling

  init(_ canvas: Arguments) {
    fit = canvas[CanvasParameters.fit]
    let isGiven = canvas.isGiven(CanvasParameters.background)
    background = isGiven ? canvas[CanvasParameters.background] : nil
    blur = canvas[CanvasParameters.blur]
    rotate = Angle(degrees: Double(canvas[CanvasParameters.rotate].rawValue))
    flip = canvas[CanvasParameters.flip]
    sampling = canvas[CanvasParameters.sampling]
  }
}
