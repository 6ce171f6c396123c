import Subtitles

extension RenderError: CustomStringConvertible {
  package var description: String { message }
}

extension RenderError.Fault: CustomStringConvertible {
  /// What is wrong, in one line without a full stop.
  package var description: String {
    switch self {
    case .unknown(let kind, let name): "unknown \(kind.rawValue) '\(name)'"
    case .missing(let need): "\(need)"
    case .tooLarge(let size): "\(size)"
    case .textAndSpans: "a text layer has 'text' or 'spans', not both"
    case .whiteWithoutHDR(let transfer):
      "'graphicsWhite' of the canvas is for the transfers pq and hlg, not \(transfer)"
    case .historyBesideKey:
      "an effect that reads earlier frames does not go with a key on a clip; put it into 'layers'"
    case .historyInTimeline:
      "an effect that reads earlier frames cannot stand in a timeline that is a clip; give it to the "
        + "clip that plays this timeline"
    case .notOfSubtitles(let parameter):
      "subtitles take no '\(parameter)'; put them into a group that has it"
    case .picture(let name, let error): error.described(in: name)
    case .subtitles(let name, let error):
      "\(name)\(error.line.map { ":\($0)" } ?? ""): \(error.message)"
    case .captions(let name, let error): "\(name):\(error)"
    case .font(let error): error.message
    case .template(let fault): fault.message
    case .file(let fault): fault.message
    case .memory(let words): words
    }
  }
}

extension RenderError.Need: CustomStringConvertible {
  package var description: String {
    switch self {
    case .canvasSize:
      "the clips do not determine the size of the output; give the canvas a 'size' in pixels"
    case .videoSource: "a video layer needs 'source'"
    case .frameRate: "a text needs the frame rate"
    case .endOfAnimation: "an animation with 'out' needs the layer's 'end' or 'duration'"
    case .pathData: "the shape 'path' needs 'path', its path data"
    case .maskPath: "a mask of the shape 'path' needs 'path', its path data"
    }
  }
}

extension RenderError.Size: CustomStringConvertible {
  package var description: String {
    switch self {
    case .group: "a group on this canvas takes too much memory"
    case .layer: "a layer drawn apart on this canvas takes too much memory"
    case .transition: "a transition on this canvas takes too much memory"
    case .frames: "frames of this size are too large"
    case .canvas(let most): "the canvas must have sides of 1 to \(most) pixels"
    case .picture(let width, let height):
      "a picture of \(width)x\(height) is too large to turn"
    case .text(let most): "a text has more than \(most) characters"
    case .marquee(let copies, let most):
      "the layer is so short that it would stand \(copies) times beside itself, more than \(most); "
        + "give its 'marquee' a longer 'gap'"
    case .history(let frames, let most):
      "the effect reads \(frames) frames before its own, and at most \(most) are kept"
    }
  }
}
