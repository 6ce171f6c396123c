import Foundation
import Testing

/// Files that are no pictures: no other program is asked about them.
@Suite(.timeLimit(.minutes(10))) struct PlainFileTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    let files = [
      "ffmpeg": "#!/bin/sh\necho started >> started.log\nexit 1\n",
      "a.cube":
        "LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n",
      "A.CUBE": "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n",
      "a.cc":
        "<ColorCorrection><SOPNode><Slope>1 1 1</Slope><Offset>0 0 0</Offset><Power>1 1 1</Power>"
        + "</SOPNode></ColorCorrection>",
      "a.csv": "time,x,y,width,height\n0,1,1,9,9\n1,5,5,9,9\n",
      "a.srt": "1\n00:00:00,000 --> 00:00:01,000\nHello\n",
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: bench.path(name)))
    }
  }

  @Test(arguments: [
    (#"{ "type": "effect", "effect": "lut", "source": "a.cube" }"#, false),
    (#"{ "type": "effect", "effect": "lut", "source": "A.CUBE" }"#, false),
    (#"{ "type": "effect", "effect": "cdl", "source": "a.cc" }"#, false),
    (#"{ "type": "effect", "effect": "redact", "track": "a.csv" }"#, false),
    (#"{ "type": "subtitles", "source": "a.srt" }"#, false),
    // What may be a picture is asked about.
    (#"{ "type": "effect", "effect": "lut", "source": "a.csv" }"#, true),
  ])
  func `tables are read without another program`(_ layer: String, _ isAsked: Bool) throws {
    try Data(#"{ "version": 1, "layers": [\#(layer)] }"#.utf8)
      .write(to: URL(fileURLWithPath: bench.path("t.json")))
    let outcome = try bench.bash(
      """
      chmod +x ffmpeg
      vfx testsrc -q -s 64x48 -n 2 | vfx -q --ffmpeg "$PWD/ffmpeg" -t t.json | wc -c
      exit ${PIPESTATUS[1]}
      """)
    #expect((outcome.status == 0) != isAsked, "\(outcome.errors)")
    let log = bench.path("started.log")
    #expect(FileManager.default.fileExists(atPath: log) == isAsked, "\(outcome.errors)")
  }
}
