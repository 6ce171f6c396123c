import Foundation
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct DistortionTests {
  /// A vortex as its definition has it, in double precision.
  struct Definition {
    let center: (x: Double, y: Double)
    let radius: Double
    let degrees: Double
    let falloff: Double

    func source(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let (dx, dy) = (x - center.x, y - center.y)
      let distance = (dx * dx + dy * dy).squareRoot()
      guard distance < radius else { return (x, y) }
      let turn = degrees * .pi / 180 * pow(1 - distance / radius, falloff)
      return (
        center.x + dx * cos(turn) + dy * sin(turn), center.y - dx * sin(turn) + dy * cos(turn)
      )
    }

    var layer: String {
      """
      { "type": "effect", "effect": "vortex", "angle": \(degrees), "radius": \(radius),
        "falloff": \(falloff), "center": [\(center.x), \(center.y)] }
      """
    }

    func prepare(_ workspace: Workspace, width: Int = 1920, height: Int = 1080) throws
      -> any Distortion
    {
      let source = SourceText(
        name: "vortex.json", text: #"{ "version": 1, "layers": [\#(layer)] }"#)
      let document = try #require(
        Document.decode(source, vocabulary: Registry.vocabulary).document)
      let format = PixelFormat.named("420mpeg2", width, height)
      let vortex = Vortex(document.layers[0].arguments, .plain(format))
      let distortion = vortex.distortion(
        at: .zero, width: width, height: height, tolerance: DistortionKernel.tolerance, workspace)
      return try #require(distortion)
    }
  }

  /// Definitions that bend little and much, and one that bends without bound at its rim.
  static let definitions = [
    Definition(center: (960, 540), radius: 1200, degrees: 360, falloff: 2),
    Definition(center: (960, 540), radius: 1080, degrees: -1440, falloff: 2),
    Definition(center: (400.5, 300.25), radius: 300, degrees: 90, falloff: 1),
    Definition(center: (400.5, 700.25), radius: 640, degrees: 720, falloff: 3.3),
    Definition(center: (1000, 500), radius: 500, degrees: 500, falloff: 16),
    Definition(center: (-3000, 500), radius: 9000, degrees: 700, falloff: 1.5),
    Definition(center: (960, 540), radius: 700, degrees: 200, falloff: 0.5),
  ]

  @Test(arguments: 0..<definitions.count)
  func `coordinates are within a sixteenth of a pixel of the definition`(_ index: Int) throws {
    let definition = Self.definitions[index]
    let workspace = Workspace()
    try workspace.scratch.scope {
      let distortion = try definition.prepare(workspace)
      let side = DistortionTile.side
      let coordinates = Coordinates(count: side * side, workspace.scratch)
      for (pitch, shift) in [(SIMD2<Float>(1, 1), Float(0.5)), (SIMD2(2, 2), 0.5)] {
        var worst = 0.0
        // Tiles on a line through the picture, the centre among them.
        for step in [0, 2, 4, 6, 10, 11, 17] {
          let tile = DistortionTile(
            x: step * 96 / Int(pitch.x), y: step * 54 / Int(pitch.y), width: 1920, height: 1080,
            pitch: pitch, first: SIMD2(repeating: shift), scale: 256 / pitch)
          distortion.fill(tile, coordinates)
          for i in stride(from: 0, to: side * side, by: 17) {
            let (column, row) = (i % side, i / side)
            let x = Double(Float(tile.x + column) * pitch.x + shift)
            let y = Double(Float(tile.y + row) * pitch.y + shift)
            let exact = definition.source(x, y)
            let foundX = Double(coordinates.x[i]) / 256 * Double(pitch.x) + Double(shift)
            let foundY = Double(coordinates.y[i]) / 256 * Double(pitch.y) + Double(shift)
            let distance = hypot(x - definition.center.x, y - definition.center.y)
            // A falloff below 1 drops to nothing with endless slope at the radius itself.
            if definition.falloff < 1, abs(definition.radius - distance) < 0.5 { continue }
            worst = max(worst, hypot(foundX - exact.x, foundY - exact.y))
          }
        }
        #expect(worst <= 1.0 / 16, "pitch \(pitch.x): \(worst)")
        #expect(worst > 0)
      }
    }
  }

  @Test func `most of a gentle vortex is interpolated`() throws {
    let workspace = Workspace()
    try workspace.scratch.scope {
      let distortion = try Self.definitions[0].prepare(workspace)
      var wide = 0
      for x in stride(from: 0, to: 1920, by: 48) {
        for y in stride(from: 0, to: 1080, by: 48) {
          let low = SIMD2(Float(x), Float(y))
          if case .nodes(let spacing) = distortion.bend(in: Extent2D(low: low, high: low + 24)),
            spacing >= 8
          {
            wide += 1
          }
        }
      }
      #expect(wide > 40 * 22 * 3 / 4)
    }
  }

  @Test func `what a sample becomes does not depend on the part that is drawn`() throws {
    let format = PixelFormat.named("422", 200, 130)
    let source = Frame.noise(format)
    let definition = Definition(center: (90, 70), radius: 120, degrees: 400, falloff: 2)
    let film = try Film("[\(definition.layer)]", format)
    let whole = try film.frame(source)
    let workspace = Workspace()
    let part = Frame(format)
    part.copy(from: source)
    try workspace.scratch.scope {
      let swirl = try definition.prepare(workspace, width: 200, height: 130)
      let kernel = DistortionKernel(
        distortions: [swirl], sampling: .bilinear, picture: (200, 130))
      for (x, y, width, height) in [(0, 0, 77, 31), (77, 0, 123, 31), (0, 31, 200, 99)] {
        source.run(
          kernel, to: part, box: Box(x: x, y: y, width: width, height: height),
          includesAlpha: false, Workspace())
      }
    }
    #expect(part.bytes.elementsEqual(whole.bytes))
  }

  @Test(arguments: ["bilinear", "bicubic"])
  func `distortions above one another are one resampling`(_ sampling: String) throws {
    // Luma says the column and blue the row, so that a sample tells where it was read.
    let format = PixelFormat.named("444p16", 160, 120)
    let ruler = Frame(format)
    for y in 0..<120 {
      for x in 0..<160 {
        ruler[0, x, y] = 300 * x + 1000
        ruler[1, x, y] = 300 * y + 1000
      }
    }
    let lower = Definition(center: (70, 60), radius: 90, degrees: 250, falloff: 2)
    let upper = Definition(center: (95, 50), radius: 70, degrees: -120, falloff: 1.5)
    let layers = [lower, upper].map {
      $0.layer.replacingOccurrences(
        of: #""vortex","#, with: #""vortex", "sampling": "\#(sampling)","#)
    }
    let result = try Film("[\(layers.joined(separator: ","))]", format).frame(ruler)
    var worst = 0.0
    for y in 0..<120 {
      for x in 0..<160 {
        let between = upper.source(Double(x) + 0.5, Double(y) + 0.5)
        let exact = lower.source(between.x, between.y)
        guard (1...159).contains(between.x), (1...119).contains(between.y),
          (1.5...158).contains(exact.x), (1.5...118).contains(exact.y)
        else { continue }
        worst = max(
          worst, abs(Double(result[0, x, y] - 1000) / 300 + 0.5 - exact.x),
          abs(Double(result[1, x, y] - 1000) / 300 + 0.5 - exact.y))
      }
    }
    #expect(worst <= 1.0 / 16, "\(worst)")
    #expect(worst > 0)
  }

  @Test(arguments: [
    "420jpeg 61x45", "420mpeg2 61x45", "422 36x18", "411 37x15", "444 19x23", "420paldv 3x2",
    "410 9x7", "420jpeg 1x1",
  ])
  func `mirrors stand at the edges of the picture in every plane`(_ name: String) throws {
    let parts = name.split { " x".contains($0) }
    let (width, height) = (try #require(Int(parts[1])), try #require(Int(parts[2])))
    let format = PixelFormat.named(String(parts[0]), width, height)
    func mirrored(_ place: Double, _ side: Double) -> Double {
      let rest = place - 2 * side * (place / (2 * side)).rounded(.down)
      return min(rest, 2 * side - rest)
    }
    let scratch = Workspace().scratch
    for layout in format.planes {
      let map = layout.map
      scratch.scope {
        let coordinates = Coordinates(count: 500, scratch)
        var places: [SIMD2<Double>] = []
        for i in 0..<500 {
          (coordinates.x[i], coordinates.y[i]) = (Int32(i * 73 - 9000), Int32(17_000 - i * 51))
          let sample = SIMD2(Double(coordinates.x[i]), Double(coordinates.y[i])) / 256 + 0.5
          places.append((sample - SIMD2(map.tx, map.ty)) / SIMD2(map.a, map.d))
        }
        DistortionEdges.mirrored.fold(
          coordinates, count: 500, PlaneEdges(layout, picture: (width, height)))
        for i in 0..<500 {
          let wanted = (
            mirrored(places[i].x, Double(width)) * map.a + map.tx - 0.5,
            mirrored(places[i].y, Double(height)) * map.d + map.ty - 0.5
          )
          #expect(abs(Double(coordinates.x[i]) / 256 - wanted.0) < 1e-6, "\(layout)")
          #expect(abs(Double(coordinates.y[i]) / 256 - wanted.1) < 1e-6, "\(layout)")
        }
      }
    }
  }

  @Test func `a chain leaves what no distortion reaches`() throws {
    let format = PixelFormat.named("420jpeg", 320, 180)
    let source = Frame.noise(format)
    let film = try Film(
      """
      [{ "type": "effect", "effect": "vortex", "angle": 90, "radius": 30, "center": [60, 60] },
       { "type": "effect", "effect": "vortex", "angle": 0 },
       { "type": "effect", "effect": "vortex", "angle": 90, "radius": 30, "center": [250, 100] }]
      """, format)
    let result = try film.frame(source)
    var changed = 0
    for y in 0..<180 {
      for x in 0..<320 {
        let isNear =
          hypot(Double(x) - 60, Double(y) - 60) < 31
          || hypot(Double(x) - 250, Double(y) - 100) < 31
        if isNear {
          if result[0, x, y] != source[0, x, y] { changed += 1 }
        } else {
          #expect(result[0, x, y] == source[0, x, y])
        }
      }
    }
    #expect(changed > 2000)
  }
}
