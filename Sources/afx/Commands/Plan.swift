import AudioFilters
import Options
import Pipes
import Shell
import Timeline
import WAV

/// `afx plan`: who is heard when, and how loud.
enum Plan: Subcommand {
  static let command = Command(
    "plan", "show when each sound is heard, and how loud",
    description: [
      "Draws a chart: a line for each clip and track, time from left to right, higher for louder: "
        + LevelChart.legend
        + ". What depends on the sounds themselves, ducking and effects, is not "
        + "drawn.",
      "After the line come the times when the sound is heard and its lowest and highest gain. The "
        + "chart ends at --duration, or else at the end of the clips, of the film of -i, or of the last track. "
        + "Times in frames (\"90f\") count at 30 frames a second unless --fps, the timeline's canvas, a clip "
        + "that is a film or that of -i sets another rate.",
    ],
    operands: [Operand("TIMELINE", "The timeline, - for standard input.")],
    options: SceneOptions.all,
    examples: [
      Example("afx plan t.json", "Shows the chart."),
      Example("afx plan t.json -i in.mp4", "Shows it for a film whose sound it works on."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    var request = try SoundRequest(session, timeline: session.invocation.operands[0])
    let input = try StandardInput.heard(session, for: &request)
    let scene =
      try input.map { try SoundEnd.scene(request, input: $0) } ?? SoundEnd.plannedScene(request)
    let chart = LevelChart(
      scene, width: Host.terminalWidth(.standardOutput) ?? 100, isComplete: input != nil)
    try Console.print(chart.text)
    return .success
  }
}
