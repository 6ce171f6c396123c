import Foundation
import Testing

/// What commands write never takes the place of what they read, however both are spelled.
@Suite struct OutputFileTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    let made = try bench.bash(
      """
      vfx testsrc -q -n 2 -s 32x16 > in.y4m
      vfx testsrc -q -n 2 -s 32x16 --seed 2 > other.y4m
      printf '{ "version": 1, "layers": [{ "type": "image", "source": "logo.png" }] }' > t.json
      vfx testsrc -q -n 1 -s 8x8 -f 444 > logo.y4m
      printf '{ "version": 1 }' > none.json
      vfx still none.json -o logo.png < logo.y4m
      ln -s logo.png link.png
      mkdir folder.png
      """)
    #expect(made.status == 0, "\(made.errors)")
  }

  @Test(arguments: [
    ("vfx still t.json -o ./logo.png < in.y4m", "logo.png"),
    ("vfx still t.json -o link.png < in.y4m", "logo.png"),
    ("vfx still t.json -o t.json < in.y4m", "t.json"),
    ("vfx still t.json --sheet logo.png < in.y4m", "logo.png"),
    ("vfx scope t.json -o logo.png < in.y4m", "logo.png"),
    ("vfx compare in.y4m other.y4m --diff-image ./other.y4m", "other.y4m"),
    ("vfx -q -t t.json --timecodes-out $PWD/t.json < in.y4m > out.y4m", "t.json"),
  ])
  func `a source is not replaced`(_ command: String, _ source: String) throws {
    let before = try bench.contents(source)
    let outcome = try bench.bash(command)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains("would replace what it is made of"), "\(outcome.errors)")
    #expect(try bench.contents(source) == before)
  }

  @Test func `a folder is reported before anything is drawn`() throws {
    let outcome = try bench.bash("vfx still t.json -o folder.png < in.y4m")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("folder.png: a folder is there, and the picture is a file"),
      "\(outcome.errors)")
  }

  @Test func `other files are written, and devices`() throws {
    let outcome = try bench.bash(
      """
      vfx still t.json -o new.png < in.y4m && vfx still t.json -o new.png < in.y4m &&
      vfx still t.json -o /dev/null < in.y4m && vfx still t.json -o /dev/stdout < in.y4m > copy.png
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try bench.contents("new.png") == bench.contents("copy.png"))
  }
}
