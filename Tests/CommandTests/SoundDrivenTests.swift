import Foundation
import Testing

/// Pictures that move with sounds.
@Suite(.timeLimit(.minutes(20))) struct SoundDrivenTests {
  let bench: Workbench

  init() throws { bench = try Workbench.withLateSound() }

  /// The first sample of each frame of a black film under white that follows a sound.
  private func brightness(_ sound: String, _ rest: String = "") throws -> [UInt8] {
    let text = """
      { "version": 1, "canvas": { "size": [16, 16], "rate": 10 }, \(rest)
        "clips": [{ "source": { "color": "black" }, "duration": 3 }],
        "layers": [{ "type": "color", "color": "white",
          "opacity": { \(sound), "from": 0, "to": 1, "attack": 0, "release": 0 } }] }
      """
    try bench.write(text)
    let outcome = try bench.bash("vfx -q -t t.json > out.y4m")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let bytes = [UInt8](try bench.contents("out.y4m"))
    let frame = 6 + 16 * 16 * 3 / 2
    guard bytes.count > 30 * frame else { return [] }
    return (0..<30).map { bytes[bytes.count - (30 - $0) * frame + 6] }
  }

  @Test func `a layer is seen while a file is loud`() throws {
    let levels = try brightness(#""sound": "a.wav""#)
    try #require(levels.count == 30)
    #expect(levels[0...9].allSatisfy { $0 == 16 }, "\(levels)")
    #expect(levels[11...18].allSatisfy { $0 > 190 }, "\(levels)")
    #expect(levels[21...].allSatisfy { $0 == 16 }, "\(levels)")
  }

  @Test func `a track is followed where it is heard`() throws {
    let levels = try brightness(
      #""sound": "music""#,
      #""audio": { "tracks": [{ "name": "music", "source": "a.wav", "in": 0.5, "start": 1.5 }] },"#)
    try #require(levels.count == 30)
    #expect(levels[0...19].allSatisfy { $0 == 16 }, "\(levels)")
    #expect(levels[21...28].allSatisfy { $0 > 190 }, "\(levels)")
  }

  @Test func `only the band that counts is followed`() throws {
    // The saw begins again 232 times a second: there is nothing below.
    let levels = try brightness(#""sound": "a.wav", "band": [20, 60]"#)
    let all = try brightness(#""sound": "a.wav", "band": [20, 20000]"#)
    try #require(levels.count == 30 && all.count == 30)
    #expect(levels != all)
  }

  @Test func `a sound that is not there is reported at its place`() throws {
    let text = """
      { "version": 1, "layers": [{ "type": "color", "color": "white",
        "opacity": { "sound": "none.wav" } }] }
      """
    try bench.write(text)
    let outcome = try bench.vfx("check", "t.json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("t.json:2:25: error: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("none.wav"), "\(outcome.errors)")
  }
}
