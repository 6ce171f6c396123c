# Tests: exit codes and messages. Sourced by scripts/tests/pipe.

small() { y4m yuv420p 64x48 10; }
# A frame of it: the line FRAME and the samples.
frame_bytes=$((6 + 64 * 48 * 3 / 2))

test_exit_0_at_the_end() { small | expect_status 0 "$vfx" -t "$work/empty.json" >/dev/null; }

test_exit_0_when_the_reader_goes() {
  set +e
  y4m yuv420p 640x480 50 | "$vfx" -t "$work/empty.json" 2>errors | head -c 1000 >/dev/null
  local codes=("${PIPESTATUS[@]}")
  set -e
  [ "${codes[1]}" -eq 0 ] || wrong "exit code ${codes[1]}"
  [ ! -s errors ] || wrong "it complains: $(cat errors)"
}

test_exit_1_for_a_truncated_frame() {
  small >in.y4m
  local whole header
  whole=$(wc -c <in.y4m)
  header=$((whole - 10 * frame_bytes))
  head -c $((whole - 100)) in.y4m >cut.y4m
  expect_status 1 "$vfx" -t "$work/empty.json" <cut.y4m >out.y4m 2>errors
  grep -q "frame 9" errors || wrong "the message does not name the frame: $(cat errors)"
  grep -q "100" errors || wrong "the message does not name the missing bytes: $(cat errors)"
  # The nine whole frames are there.
  [ "$(wc -c <out.y4m)" -eq $((header + 9 * frame_bytes)) ]
  expect_status 0 "$vfx" --truncated drop <cut.y4m >out.y4m
  [ "$(wc -c <out.y4m)" -eq $((header + 9 * frame_bytes)) ]
  expect_status 0 "$vfx" --truncated pad <cut.y4m >out.y4m
  [ "$(wc -c <out.y4m)" -eq "$whole" ]
}

# The FRAME line of the tenth frame, whole or in part, and nothing behind it.
test_a_frame_of_which_there_is_no_sample() {
  small >in.y4m
  local whole line
  whole=$(wc -c <in.y4m)
  printf '{ "version": 1, "clips": [ { "source": "stdin" } ] }' >clip.json
  printf '{ "version": 1, "clips": [ { "source": "cut.y4m" } ] }' >file.json
  for line in 6 5 1; do
    head -c $((whole - frame_bytes + line)) in.y4m >cut.y4m
    for arguments in "" "-t clip.json"; do
      expect_status 1 "$vfx" $arguments <cut.y4m >/dev/null 2>errors
      grep -q "inside frame 9: $((frame_bytes - line)) bytes" errors || wrong "$(cat errors)"
      expect_status 0 "$vfx" $arguments --truncated drop <cut.y4m 2>errors >out.y4m
      [ "$(wc -c <out.y4m)" -eq $((whole - frame_bytes)) ]
      grep -q "frame 9 .* left out" errors || wrong "$(cat errors)"
      expect_status 0 "$vfx" $arguments --truncated pad <cut.y4m 2>errors >out.y4m
      [ "$(wc -c <out.y4m)" -eq "$whole" ] || wrong "$(wc -c <out.y4m) bytes in place of $whole"
      grep -q "frame 9 .* filled with black" errors || wrong "$(cat errors)"
      [ "$(tail -c 1 out.y4m | od -An -tu1 | tr -d ' ')" = 128 ] || wrong "it is not black"
    done
    expect_status 2 "$vfx" -t file.json </dev/null >/dev/null 2>errors
    grep -q "cut.y4m: .*inside frame 9: $((frame_bytes - line)) bytes" errors ||
      wrong "$(cat errors)"
  done
}

test_exit_1_for_junk_between_frames() {
  small >in.y4m
  { head -c $(($(wc -c <in.y4m) - 3 * frame_bytes)) in.y4m; printf 'JUNK and more junk'; } >junk.y4m
  expect_status 1 "$vfx" <junk.y4m >/dev/null 2>errors
  grep -q "frame 7" errors || wrong "the message does not name the frame: $(cat errors)"
}

test_exit_1_for_no_video() {
  printf 'no video' | expect_status 1 "$vfx" 2>errors >/dev/null
  [ -s errors ]
}

test_exit_1_for_a_full_disk() {
  [ -e /dev/full ] || skip "needs /dev/full"
  small >in.y4m
  expect_status 1 "$vfx" <in.y4m 2>errors >/dev/full
  [ -s errors ]
}

test_exit_2_for_a_wrong_timeline() {
  say '{ "version": 1, "layers": [ { "type": "image", "opactiy": 1 } ] }' >t.json
  small >in.y4m
  expect_status 2 "$vfx" -t t.json <in.y4m >out.y4m 2>errors
  [ ! -s out.y4m ] || wrong "something was written"
  grep -q "t.json:1:.*did you mean 'opacity'" errors || wrong "$(cat errors)"
}

test_exit_2_for_a_wrong_option() {
  small >in.y4m
  expect_status 2 "$vfx" --no-such-option <in.y4m >out.y4m 2>errors
  [ ! -s out.y4m ] || wrong "something was written"
}

stops_with() {
  mkfifo in
  { small; sleep 20; } >in &
  local writer=$!
  answering "$vfx" -t "$work/empty.json" <in >out.y4m &
  local program=$!
  # Wait until frames have come out, so that the signal meets a running stream.
  for _ in $(seq 100); do [ -s out.y4m ] && break; sleep 0.05; done
  kill "-$1" $program
  local status=0
  wait $program || status=$?
  kill $writer 2>/dev/null || true
  [ $status -eq "$2" ] || wrong "exit code $status after SIG$1"
  [ $((($(wc -c <out.y4m)) % frame_bytes)) -eq \
    $(($(head -n 1 out.y4m | wc -c) % frame_bytes)) ] || wrong "a frame is not whole"
}

test_exit_143_for_sigterm() { stops_with TERM 143; }
test_exit_130_for_sigint() { stops_with INT 130; }
test_exit_129_for_sighup() { stops_with HUP 129; }
