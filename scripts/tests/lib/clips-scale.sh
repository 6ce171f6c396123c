# Tests: fifteen clips of 1080p with a transition between each. Sourced by scripts/tests/clips.

# The clips: source, and the source's frame at the start and from frame to frame; what else the
# timeline says of it. Each is on for 25 frames, and goes over into the next within 10.
fifteen='a.y4m|0|1|
b.mp4|0|1|
two.png|0|0|
c.y4m|24|-1|"reverse": true
d.mp4|10|1|"in": 0.4
five.jpg|0|0|
e.y4m|0|2|"speed": 2
f.mp4|0|1|
eight.png|0|0|
c.y4m|0|1|
g.mp4|0|1|
h.mp4|0|1|
i.mp4|0|1|
thirteen.jpg|0|0|
j.y4m|0|1|'

make_fifteen() {
  numbered_y4m a.y4m 0 25
  numbered_mp4 b.mp4 1 30
  numbered_still two.png 2
  numbered_y4m c.y4m 3 25 yuv422p
  numbered_mp4 d.mp4 4 40 25 1280:720
  numbered_still five.jpg 5
  numbered_y4m e.y4m 6 50 yuv420p 25 1280:720
  numbered_mp4 f.mp4 7 25
  numbered_still eight.png 8
  numbered_mp4 g.mp4 10 30
  numbered_mp4 h.mp4 11 30
  numbered_mp4 i.mp4 12 30
  numbered_still thirteen.jpg 13
  numbered_y4m j.y4m 14 25 yuv420p10le
  {
    say '{ "version": 1, "canvas": { "size": [1920, 1080], "rate": 25, "format": "420mpeg2" }, "clips": ['
    say "$fifteen" | awk -F'|' '{
      printf "  { \"source\": \"%s\", \"duration\": 1, %s", $1, $4 == "" ? "" : $4 ", "
      printf "\"transition\": { \"type\": \"%s\", \"duration\": 0.4 } }%s\n",
        NR % 2 ? "wipedown" : "wipeup", NR < 15 ? "," : "" }' |
      sed '$s/, "transition": {[^}]*}//'
    say '] }'
  } >t.json
}

# judge_fifteen: reads the numbers of all frames and tells each that is not what it ought to be.
judge_fifteen() {
  awk -v table="$fifteen" '
    BEGIN {
      count = split(table, lines, "\n")
      for (i = 1; i <= count; i++) {
        split(lines[i], field, "|")
        first[i] = field[2]; step[i] = field[3]; start[i] = (i - 1) * 15
        # One file is played twice.
        label[i] = i == 10 ? 3 : i - 1
      }
    }
    function code(i, n) { return label[i] ":" first[i] + step[i] * (n - start[i]) }
    function expect(what, found, wanted) {
      if (found != wanted) { print "frame " $1 ", " what ": " found " in place of " wanted; bad++ }
    }
    {
      n = $1; if (n != NR - 1) bad++
      new = int(n / 15) + 1; if (new > count) new = count
      old = new - 1; within = n - start[new]
      if (old < 1 || within >= 10 || within == 0) {
        shown = old >= 1 && within == 0 ? old : new
        expect("top", $2, code(shown, n)); expect("bottom", $3, code(shown, n))
        next
      }
      # An even clip is left by a wipe upwards, an odd one by one downwards.
      ahead = old % 2 ? $2 : $3; behind = old % 2 ? $3 : $2
      if (within >= 2) expect("new", ahead, code(new, n))
      if (within <= 8) expect("old", behind, code(old, n))
    }
    END {
      if (NR != 235) { print NR " frames in place of 235"; bad++ }
      exit bad > 0
    }'
}

test_fifteen_clips() {
  make_fifteen
  counting_ffmpeg
  within 60 "$vfx" -q --stats -t t.json --ffmpeg ./counting-ffmpeg 2>errors </dev/null |
    read_numbers >found || wrong "$(cat errors)"
  judge_fifteen <found >faults || wrong "$(head -n 20 faults)"
  local peak most
  peak=$(sed -n 's/.*peak memory \([0-9.]*\) MiB.*/\1/p' errors)
  [ -n "$peak" ] || wrong "no peak memory in: $(cat errors)"
  at_least 200 "$peak"
  most=$(most_children)
  [ "$most" -ge 1 ] || wrong "no child was started"
  [ "$most" -le 3 ] || wrong "$most children at once: $(cat started)"
  no_children_left
  fact "235 frames, $peak MiB, at most $most of $(wc -l <started | tr -d ' ') children at once"
}

# The same with one thread and with seven, byte for byte.
test_threads_make_no_difference_to_clips() {
  numbered_mp4 b.mp4 1 12 25 320:180
  numbered_y4m a.y4m 2 12 yuv420p 25 320:180
  cat >t.json <<'EOF'
{ "version": 1, "clips": [
  { "source": "a.y4m", "reverse": true, "transition": { "type": "crossfade", "duration": 0.2 } },
  { "source": "b.mp4", "duration": 0.48, "zoom": { "from": 1, "to": 1.3 },
    "transition": { "type": "wipeleft", "duration": 0.2 } },
  { "source": "a.y4m", "speed": 0.5, "sampling": "blend" } ] }
EOF
  within 30 "$vfx" -q -t t.json -j 1 </dev/null >one.y4m
  [ "$(numbers one.y4m | wc -w)" -eq 38 ] || wrong "$(numbers one.y4m | wc -w) frames in place of 38"
  local threads
  for threads in 2 7; do
    within 30 "$vfx" -q -t t.json -j $threads </dev/null | cmp one.y4m -
  done
}
