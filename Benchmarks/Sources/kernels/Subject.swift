import Bytes
import Filters
import Images
import Timeline
import Y4M

/// A kernel made ready for frames of one format.
struct Subject {
  /// Why a kernel can't be measured here.
  struct Refusal: Error {
    let reason: String
  }

  /// The samples that one run makes, in all planes.
  let samples: Int
  /// The bytes that they take.
  var bytes: Int { samples * format.sampleBytes }
  private let format: PixelFormat
  /// Does the work for a frame by its number.
  private typealias Body = (_ index: Int) throws -> Void
  private let body: Body

  init(_ kernel: KernelCase, format: PixelFormat) throws {
    self.format = format
    let all = format.frameBytes / format.sampleBytes
    switch kernel.work {
    case .copy:
      let (source, target) = (Frame.noise(format), Frame(format))
      samples = all
      body = { _ in target.copy(from: source) }
    case .conversion:
      let picture = TestPicture().picture(for: format)
      let conversion = PictureRowsConversion(picture, format: format)
      samples = 4 * format.width * format.height
      body = { _ in conversion.run() }
    case .layer(let layer, let picture):
      let renderer = try Self.renderer(layer, picture, format)
      let box = renderer.box(ofLayer: 0, at: .zero)
      samples = all * box.width * box.height / (format.width * format.height)
      let (frame, workspace) = (Frame.noise(format), Workspace())
      // Frames of a stream differ, but those of this rate are only drawn, one over the other.
      body = { index in
        let time = Time(index, 25) ?? .zero
        try renderer.draw(over: frame, SourcePictures(count: 1), at: time, workspace)
      }
    case .clip(let arguments, let size):
      samples = all
      body = try Self.clip(arguments, size, format)
    case .between(let arguments, let count):
      samples = all
      body = try Self.between(arguments, count, format)
    case .transition(let transition):
      samples = all
      body = try Self.transition(transition, format)
    }
  }

  /// Draws a clip whose sides are `size` percent of the frame's.
  private static func clip(
    _ arguments: String, _ size: Int, _ format: PixelFormat
  ) throws -> Body {
    guard
      let source = PixelFormat(
        width: format.width * size / 100, height: format.height * size / 100, depth: format.depth)
    else { throw Refusal(reason: "there are no frames so small") }
    let renderer = try renderer(clip: arguments, source, format)
    var pictures = SourcePictures(count: 1)
    pictures[0] = SourcePicture(frame: SharedFrame(.noise(source)))
    let (target, workspace, shown) = (Frame(format), Workspace(), pictures)
    return { index in
      try renderer.draw(shown, to: target, at: Time(index, 25) ?? .zero, workspace)
    }
  }

  /// Draws `count` frames between each two of a clip.
  private static func between(
    _ arguments: String, _ count: Int, _ format: PixelFormat
  ) throws -> Body {
    let renderer = try renderer(clip: arguments, format, format)
    let film = [0, 6].map { SharedFrame(.waves(format, movedBy: $0)) }
    let (target, workspace) = (Frame(format), Workspace())
    return { index in
      var pictures = SourcePictures(count: 1)
      let (pair, number) = (index / count, index % count + 1)
      pictures[0] = SourcePicture(
        frame: film[pair % 2], second: film[(pair + 1) % 2],
        weight: UInt16(65536 * number / (count + 1)),
        numbers: FrameNumbers(first: pair, second: pair + 1))
      try renderer.draw(pictures, to: target, at: Time(index, 25) ?? .zero, workspace)
    }
  }

  /// Draws moments of a transition of 100 seconds, another each time, so that nothing can be kept.
  private static func transition(_ keys: String, _ format: PixelFormat) throws -> Body {
    let stage = try stage(keys, format)
    let from = SharedFrame(.noise(format))
    let (to, target) = (SharedFrame(.noise(format, seed: 1)), Frame(format))
    let workspace = Workspace()
    return { index in
      let time = Time(50 * 25 + index, 25) ?? .zero
      stage.draw(
        from: from, to: to, target: target, at: time.seconds / 100, time: time, workspace)
    }
  }

  /// Does the kernel's work once, for frame number `index` of a stream of 25 a second.
  func run(_ index: Int) throws { try body(index) }

  private static func renderer(
    clip arguments: String, _ source: PixelFormat, _ format: PixelFormat
  ) throws -> Renderer {
    let more = arguments.isEmpty ? "" : ", " + arguments
    let text = #"{ "version": 1, "clips": [{ "source": "stdin", "duration": 100\#(more) }] }"#
    let document = try document(SourceText(name: "kernel", text: text))
    do {
      return try Renderer(
        document, edit: EditList.make(document.clips, lengths: [nil]).list, canvas: format,
        range: .limited, matrix: .bt709,
        sources: [SourceColors(matrix: .bt709, range: .limited, format: source)], rate: nil,
        loader: AssetLoader { _ in .success([]) })
    } catch {
      throw Refusal(reason: error.faults.map(\.message).joined(separator: "; "))
    }
  }

  private static func stage(_ transition: String, _ format: PixelFormat) throws -> TransitionStage {
    let text = #"""
      { "version": 1, "clips": [
        { "source": { "color": "red" }, "duration": 100,
          "transition": { "duration": 100, \#(transition) } },
        { "source": { "color": "lime" }, "duration": 100 } ] }
      """#
    let decoded = try document(SourceText(name: "kernel", text: text))
    guard let use = decoded.clips.first?.transition else {
      throw Refusal(reason: "there is no transition")
    }
    do {
      return try TransitionStage(
        use, format: format,
        coding: ColorCoding(matrix: .bt709, range: .limited, depth: format.depth),
        loader: AssetLoader { _ in .success([]) })
    } catch {
      throw Refusal(reason: error.message)
    }
  }

  private static func document(_ source: SourceText) throws -> Document {
    let decoded = Document.decode(source, vocabulary: Registry.vocabulary)
    guard let document = decoded.document else {
      throw Refusal(reason: DiagnosticText(source).text(of: decoded.diagnostics))
    }
    return document
  }

  private static func renderer(
    _ layer: String, _ picture: TestPicture?, _ format: PixelFormat
  ) throws -> Renderer {
    let source = SourceText(name: "kernel", text: #"{ "version": 1, "layers": [\#(layer)] }"#)
    let document = try document(source).playingInput(from: .zero, isStream: true)
    let file = picture.map { $0.file(for: format) } ?? []
    do {
      return try Renderer(
        document, edit: EditList.make(document.clips, lengths: [nil]).list, canvas: format,
        range: .limited, matrix: .bt709,
        sources: [SourceColors(matrix: .bt709, range: .limited, format: format)], rate: nil,
        loader: AssetLoader { _ in .success(file) }, keptBytes: 256 << 20)
    } catch {
      throw Refusal(reason: error.faults.map(\.message).joined(separator: "; "))
    }
  }
}

extension TestPicture {
  /// The files that were made, for canvases of one size: packing takes longer than most kernels.
  nonisolated(unsafe) private static var files: [TestPicture: [UInt8]] = [:]

  /// The picture as a PNG file.
  func file(for format: PixelFormat) -> [UInt8] {
    if let file = Self.files[self] { return file }
    let file = PNGEncoder.encode(picture(for: format))
    Self.files[self] = file
    return file
  }

  /// The picture for a canvas of this format: colours that differ from pixel to pixel.
  func picture(for format: PixelFormat) -> Picture {
    let (width, height) = (format.width * self.width / 100, format.height * self.height / 100)
    var samples = [UInt8](repeating: 255, count: 4 * width * height)
    samples.withUnsafeMutableBufferPointer { samples in
      for y in 0..<height {
        for x in 0..<width {
          let index = 4 * (y * width + x)
          samples[index] = UInt8(truncatingIfNeeded: 255 * x / width)
          samples[index + 1] = UInt8(truncatingIfNeeded: 255 * y / height)
          samples[index + 2] = UInt8(truncatingIfNeeded: (x / 8 + y / 8) * 37)
          if alpha == .soft { samples[index + 3] = UInt8(truncatingIfNeeded: 1 + 253 * x / width) }
        }
      }
    }
    return Picture(width: width, height: height, samples: .eight(samples))
  }
}

extension Frame {
  /// A frame whose samples rise and fall, moved to the right.
  static func waves(_ format: PixelFormat, movedBy shift: Int) -> Frame {
    func fold(_ number: Int) -> Int { number & 511 > 255 ? 511 - number & 511 : number & 511 }
    let frame = Frame(format)
    var index = 0
    for layout in format.planes {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          let (atX, atY) = ((x << layout.shiftX) - shift + 64, y << layout.shiftY)
          let light = (fold(3 * atX + 2 * atY) + fold(atX * atX / 40 + 5 * atY)) / 2
          let code = light << (format.depth - 8)
          frame.bytes[index] = UInt8(truncatingIfNeeded: code)
          if format.sampleBytes == 2 {
            frame.bytes[index + 1] = UInt8(truncatingIfNeeded: code >> 8)
          }
          index += format.sampleBytes
        }
      }
    }
    return frame
  }

  /// A frame of numbers that look random and are the same in every run.
  static func noise(_ format: PixelFormat, seed: UInt64 = 0) -> Frame {
    let frame = Frame(format)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15 &+ seed
    let isDeep = format.sampleBytes == 2
    for index in frame.bytes.indices {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let byte = UInt8(truncatingIfNeeded: state >> 56)
      // The upper byte of a deep sample stays below the peak.
      frame.bytes[index] = isDeep && index & 1 == 1 ? byte >> (16 - format.depth) : byte
    }
    return frame
  }
}
