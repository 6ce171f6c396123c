/// A script for bash that gives Slurm a film in parts: an array of jobs, one for the sound, and one
/// that joins them when all have succeeded.
struct SlurmScript {
  let jobs: PartJobs

  /// The script; its words are quoted for bash.
  var text: String {
    let count = jobs.plan.parts.count
    let sound = jobs.sound == nil ? "" : ":$sound"
    return """
      #!/bin/bash
      # \(jobs.output.inComment) in \(count) parts: an array of jobs\(jobs.sound == nil ? "" : ", one for the sound"), and one that joins
      # them. Run it with bash; its arguments go to sbatch. What is there and newer than what it is made
      # from, and than this script, is not made again.
      set -euo pipefail
      plan=$(realpath "$0")
      export plan

      parts=$(sbatch --parsable --job-name=parts --requeue --array=1-\(count) "$@" <<'JOB'
      #!/bin/bash
      set -euo pipefail
      starts=(\(jobs.plan.parts.map { jobs.start($0) }.joined(separator: " ")))
      frames=(\(jobs.plan.parts.map { "\($0.frames.count)" }.joined(separator: " ")))
      part=$SLURM_ARRAY_TASK_ID
      file=\(jobs.prefix.typed)$(printf '%04d' "$part").\(jobs.preset.ending)
      \(skip(jobs.sources))
      vfx \(typed(jobs.common)) --start "${starts[part - 1]}" -n "${frames[part - 1]}" \\
        --part "$part/\(count)" -o "$file"\(jobs.tail.isEmpty ? "" : " " + typed(jobs.tail))
      JOB
      )
      \(soundJob)sbatch --job-name=join --kill-on-invalid-dep=yes \\
        --dependency="afterok:$parts\(sound)" "$@" <<'JOB'
      #!/bin/bash
      set -euo pipefail
      \(jobs.join.typed)
      JOB

      """
  }

  private var soundJob: String {
    guard let sound = jobs.sound else { return "" }
    return """
      sound=$(sbatch --parsable --job-name=sound --requeue "$@" <<'JOB'
      #!/bin/bash
      set -euo pipefail
      file=\(jobs.soundFile.typed)
      \(skip(jobs.soundSources))
      \(sound.typed)
      JOB
      )

      """
  }

  /// Lines that end a job whose file is newer than what it is made from.
  private func skip(_ sources: [String]) -> String {
    """
    old=no
    for source in "$plan" \(typed([jobs.timeline] + sources)); do
      if [ ! "$file" -nt "$source" ]; then old=yes; fi
    done
    if [ $old = no ]; then exit 0; fi
    """
  }

  private func typed(_ words: [String]) -> String { words.map(\.typed).joined(separator: " ") }
}

extension String {
  /// Without what would end a comment.
  var inComment: String { String(map { $0.isNewline ? " " : $0 }) }
}
