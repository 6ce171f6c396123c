import Bytes
import Geometry
import Images
import TestSupport
import Testing

@testable import Filters
@testable import Timeline
@testable import Y4M

@Suite struct ParticlesLayerTests {
  private static let format = PixelFormat.named("420mpeg2", 64, 48)
  private static let kinds = ParticleKind.allCases.map(\.rawValue)

  private func film(_ keys: String, _ format: PixelFormat = Self.format) throws -> Film {
    try Film("[{ \"type\": \"particles\", \"particleSize\": 6, \(keys) }]", format)
  }

  @Test(arguments: kinds)
  func `a frame alone is the frame of a sequence`(_ kind: String) throws {
    let source = Frame.noise(Self.format)
    let keys = #""kind": "\#(kind)", "count": 30"#
    let film = try film(keys)
    let workspace = Workspace()
    var last: Frame?
    for step in 0..<3 { last = try film.frame(source, at: Double(step) / 2, workspace) }
    let alone = try self.film(keys).frame(source, at: 1)
    #expect(last?.isIdentical(to: alone) == true)
    #expect(!alone.isIdentical(to: source))
  }

  /// Between two moments that are close, a particle moves a little, or is not seen.
  @Test(arguments: ParticleKind.allCases)
  func `no particle appears or jumps at once`(_ kind: ParticleKind) {
    let box = Vector(320, 180)
    let arguments = Arguments().setting(ParticleParameters.wind, to: Length(pixels: 40))
    let motion = ParticleMotion(arguments, ParticleStyle(kind), side: 180)
    func particle(_ number: Int, _ seconds: Double) -> Particle {
      motion.particle(number, at: seconds, in: box) { _ in Vector(160, 180) }
    }
    func isSeen(_ particle: Particle) -> Bool {
      let reach = max(particle.half.x.magnitude, particle.half.y.magnitude) * 1.5
      return particle.opacity > 0.05
        && particle.center.x > -reach && particle.center.x < box.x + reach
        && particle.center.y > -reach && particle.center.y < box.y + reach
    }
    let step = 1.0 / 300
    let most = (motion.speed * 2.5 + 80) * step + 0.5
    for number in 0..<3 {
      var before = particle(number, 0)
      for count in 1..<2000 {
        let now = particle(number, Double(count) * step)
        let way = Vector(now.center.x - before.center.x, now.center.y - before.center.y).length
        if way > most { #expect(!isSeen(now) && !isSeen(before), "\(number) \(count) \(way)") }
        #expect(abs(now.opacity - before.opacity) < 0.1 || way > most)
        before = now
      }
    }
  }

  @Test func `those that fall are spread evenly`() {
    let motion = ParticleMotion(Arguments(), ParticleStyle(.snow), side: 180)
    for seconds in [0.0, 100, 5000] {
      var counts = [Int](repeating: 0, count: 4)
      for number in 0..<400 {
        let center = motion.particle(number, at: seconds, in: Vector(320, 180)) { _ in
          Vector(0, 0)
        }.center
        counts[(center.x < 160 ? 0 : 1) + (center.y < 90 ? 0 : 2)] += 1
      }
      #expect(counts.allSatisfy { $0 > 65 && $0 < 140 }, "\(counts)")
    }
  }

  @Test func `none change nothing, and half a one is half as opaque`() throws {
    let source = Frame.flat(Self.format, [16, 128, 128])
    #expect(try film(#""count": 0"#).frame(source).isIdentical(to: source))
    func sum(_ count: Double) throws -> Int {
      try film(#""count": \#(count), "variation": 0"#).frame(source).samples(0).map { $0 - 16 }
        .reduce(0, +)
    }
    let (none, half, whole) = (try sum(11), try sum(11.5), try sum(12))
    #expect(abs((half - none) * 2 - (whole - none)) < 80)
  }

  @Test func `they stay within their box`() throws {
    let source = Frame.flat(Self.format, [40, 128, 128])
    let frame = try film(
      #""count": 300, "size": [20, 16], "position": [10, 8]"#
    ).frame(source, at: 1)
    var touched = 0
    for y in 0..<48 {
      for x in 0..<64 where frame[0, x, y] != 40 {
        touched += 1
        #expect((10..<30).contains(x) && (8..<24).contains(y))
      }
    }
    #expect(touched > 100)
  }

  @Test func `a scaled layer has them in the same places`() throws {
    let source = Frame.flat(.named("mono", 64, 48), [16])
    let mono = source.format
    let small = try film(#""count": 40, "size": [32, 24]"#, mono).frame(source)
    let large = try film(
      #""count": 40, "size": [32, 24], "scale": 2, "pivot": "top-left""#, mono
    ).frame(source)
    var difference = 0
    for y in 0..<24 {
      for x in 0..<32 {
        let sum =
          large[0, 2 * x, 2 * y] + large[0, 2 * x + 1, 2 * y] + large[0, 2 * x, 2 * y + 1]
          + large[0, 2 * x + 1, 2 * y + 1]
        difference = max(difference, abs(small[0, x, y] - sum / 4))
      }
    }
    #expect(difference < 40)
  }

  @Test func `a picture is shown by each`() throws {
    let red = Picture(
      width: 2, height: 1, samples: .eight([255, 0, 0, 255, 255, 0, 0, 255]))
    let frame = try Film(
      #"[{ "type": "particles", "kind": "petals", "source": "red.png", "particleSize": 12 }]"#,
      Self.format, pictures: ["red.png": red]
    ).frame(.flat(Self.format, [81, 128, 128]))
    #expect(frame.samples(2).contains { $0 > 220 } && frame.samples(2).allSatisfy { $0 >= 128 })
  }

  /// Few of them, so that they don't lie over one another: there the mean of each is what is mixed.
  @Test(
    arguments: kinds,
    ["", #""size": [40, 30], "position": [12, 9], "rotation": 20"#, #""source": "s.png""#, moving])
  func `motion blur is the mean of what is seen while the shutter is open`(
    _ kind: String, _ keys: String
  ) throws {
    let format = PixelFormat.named("444", 64, 48)
    func film(_ blur: String) throws -> Film {
      let more = keys.isEmpty ? "" : ", " + keys
      return try Film(
        """
        { "version": 1, "canvas": { "motionBlur": \(blur) }, "layers": [{ "type": "particles",
          "kind": "\(kind)", "count": 6, "particleSize": 8, "speed": 90, "wind": 40, "seed": 4,
          "emitter": "center"\(more) }] }
        """, format,
        pictures: ["s.png": .painted(6, 4) { x, y in [UInt8(40 * x), UInt8(60 * y), 90, 255] }],
        rate: FrameRate(10, 1))
    }
    let (blurred, sharp) = (try film("true"), try film("false"))
    let source = Frame.flat(format, [40, 120, 130])
    let frame = try blurred.frame(source, at: 0.7)
    #expect(!frame.isIdentical(to: try sharp.frame(source, at: 0.7)))
    let samples = format.planes.indices.map { frame.samples($0) }
    var sums = samples.map { $0.map { _ in 0 } }
    let moments = 64
    for moment in 0..<moments {
      let share = (Double(moment) + 0.5) / Double(moments)
      let seen = try sharp.frame(source, at: 0.7 - 0.025 + 0.05 * share)
      for plane in sums.indices {
        for (place, sample) in seen.samples(plane).enumerated() { sums[plane][place] += sample }
      }
    }
    for (plane, sum) in sums.enumerated() {
      let apart = zip(samples[plane], sum).map { abs(Double($0) - Double($1) / Double(moments)) }
      #expect((apart.max() ?? 0) <= 1.5, "plane \(plane)")
    }
  }

  private static let moving = #""x": { "from": 0, "to": 60, "duration": 2, "ease": "linear" }"#

  @Test(arguments: kinds)
  func `nothing breaks at the ends of ranges`(_ kind: String) throws {
    for name in ["422p10", "444alpha"] {
      for size in [1, 17] {
        let format = PixelFormat.named(name, size, size)
        for keys in [
          #""particleSize": 0, "count": 5"#, #""particleSize": 1e9, "count": 5"#,
          #""speed": 1e9, "wind": -1e9, "spin": 10000, "count": 5"#, #""scale": 1000, "count": 3"#,
          #""size": [0, 5], "count": 5"#,
          #""rotation": 30, "opacity": 0.5, "blend": "screen", "count": 5"#,
          #""emitter": { "from": [-1e6, 0], "to": [1, 1e6], "duration": 2 }, "count": 5"#,
        ] {
          let film = try Film(
            "[{ \"type\": \"particles\", \"kind\": \"\(kind)\", \(keys) }]", format)
          for seconds in [0, 1e6] {
            #expect(!(try film.frame(.noise(format), at: seconds)).exceedsPeak)
          }
        }
      }
    }
  }
}
