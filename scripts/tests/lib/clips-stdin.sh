# Tests: clips of standard input, and timelines that need none. Sourced by scripts/tests/clips.

source_stream() { numbered_y4m in.y4m 1 "${1:-50}" yuv420p 25 320:180; }

# drawn ARGUMENT...: runs the program over in.y4m, into out.y4m.
drawn() { within 30 "$vfx" -q -t t.json "$@" <in.y4m >out.y4m 2>errors; }

test_whole_stdin_is_untouched() {
  source_stream
  clips '{ "source": "stdin" }'
  drawn
  cmp in.y4m out.y4m
}

# The frames are there once, so nothing may have to be kept: no folder for it is needed.
test_stdin_that_goes_on_streams() {
  source_stream
  clips '{ "source": "stdin", "out": 0.4 }, { "source": "stdin", "in": 0.6, "out": 0.8 },
    { "source": "stdin", "in": 1 }'
  TMPDIR=$PWD/nowhere drawn
  shows "$(sequence 1 0 9) $(sequence 1 15 19) $(sequence 1 25 49)"
}

test_stdin_backwards() {
  source_stream
  mkdir spool
  clips '{ "source": "stdin", "reverse": true, "out": 1.2 }'
  drawn --spool spool
  shows "$(sequence 1 29 0 -1)"
  [ -z "$(ls -A spool)" ] || wrong "it left $(ls -A spool)"
}

test_stdin_again_and_again() {
  source_stream
  clips '{ "source": "stdin", "in": 0.4, "out": 0.8, "loop": 3 },
    { "source": "stdin", "in": 0.2, "out": 0.6, "speed": 2 }'
  drawn
  shows "$(sequence 1 10 19) $(sequence 1 10 19) $(sequence 1 10 19) $(sequence 1 5 13 2)"
}

# Fifty frames of 1080p are 150 MiB: they are not kept in memory.
test_stdin_backwards_takes_little_memory() {
  "$vfx" testsrc -q -s 1920x1080 -n 50 >in.y4m
  clips '{ "source": "stdin", "reverse": true, "out": 2 }'
  within 60 "$vfx" -q --stats -t t.json <in.y4m 2>errors | cat >/dev/null
  local peak
  peak=$(sed -n 's/.*peak memory \([0-9.]*\) MiB.*/\1/p' errors)
  at_least 64 "${peak:-1000}"
  fact "$peak MiB"
}

test_spool_limit() {
  source_stream
  clips '{ "source": "stdin", "reverse": true, "out": 2 }'
  expect_status 1 drawn --spool-limit 1M
  one_error '--spool-limit'
}

# A folder of a megabyte, in a space of mounts that ends with the program.
test_spool_on_a_full_disk() {
  mkdir spool
  if ! unshare -rm mount -t tmpfs -o size=1m tmpfs spool 2>/dev/null; then
    fact "skipped: nothing may be mounted here"
    return
  fi
  source_stream
  clips '{ "source": "stdin", "reverse": true, "out": 2 }'
  expect_status 1 within 30 unshare -rm sh -c \
    'mount -t tmpfs -o size=1m tmpfs spool && exec "$0" "$@"' \
    "$vfx" -q -t t.json --spool spool <in.y4m >out.y4m 2>errors
  one_error '[Nn]o space'
}

test_spool_that_is_not_there() {
  source_stream
  clips '{ "source": "stdin", "reverse": true, "out": 2 }'
  expect_status 2 drawn --spool ./nowhere
  one_error nowhere
  TMPDIR=$PWD/nowhere expect_status 1 drawn
  one_error nowhere
}

test_no_stdin_is_needed() {
  source_stream 20
  mv in.y4m a.y4m
  clips '{ "source": "a.y4m", "reverse": true }'
  within 10 "$vfx" -q -t t.json <&- >out.y4m 2>errors
  shows "$(sequence 1 19 0 -1)"
  # One that never says anything is not waited for.
  within 10 "$vfx" -q -t t.json < <(exec sleep 10) >out.y4m 2>errors
  shows "$(sequence 1 19 0 -1)"
  if script --version >/dev/null 2>&1; then
    within 10 script -qec "'$vfx' -q -t t.json >out.y4m 2>errors" /dev/null >/dev/null
    shows "$(sequence 1 19 0 -1)"
  fi
}

test_stdin_that_is_needed_but_closed() {
  clips '{ "source": "stdin" }'
  expect_status 1 within 10 "$vfx" -q -t t.json <&- >out.y4m 2>errors
  one_error 'standard input'
}

test_colours_alone() {
  cat >t.json <<'EOF'
{ "version": 1, "canvas": { "size": [320, 180], "rate": 25 }, "clips": [
  { "source": { "color": "#fff" }, "duration": 0.4, "transition": { "type": "crossfade", "duration": 0.2 } },
  { "source": { "color": "#000" }, "duration": 0.4 } ] }
EOF
  within 10 "$vfx" -q -t t.json <&- >out.y4m 2>errors
  ff -i out.y4m -vf extractplanes=y,crop=1:1 -f rawvideo - | od -An -v -tu1 -w1 |
    awk '{ printf "%s%d", n++ ? " " : "", $1 }' >found
  # Shares may be whole 256ths.
  awk '{ count = split("235 235 235 235 235 235 191 147 104 60 16 16 16 16 16", wanted)
    for (i = 1; i <= count; i++) if ($i - wanted[i] > 1 || wanted[i] - $i > 1) exit 1
    exit NF != count }' found || wrong "$(cat found)"
}

# What a transition does not touch is as it came, and what it touches is a mixture.
test_frames_outside_of_a_transition_are_untouched() {
  y4m yuv420p 320x180 50 >in.y4m
  "$vfx" testsrc -q -s 320x180 -n 50 -f 420jpeg >b.y4m
  clips '{ "source": "stdin", "duration": 2, "transition": { "type": "crossfade", "duration": 0.4 } },
    { "source": "b.y4m" }'
  drawn
  frame_hashes out.y4m | sed 's/.* //' >found
  frame_hashes in.y4m | sed 's/.* //' >one
  frame_hashes b.y4m | sed 's/.* //' >other
  [ "$(wc -l <found)" -eq 90 ] || wrong "$(wc -l <found) frames in place of 90"
  { head -n 41 one; tail -n +11 other; } >expected
  { head -n 41 found; tail -n +51 found; } >outside
  same expected outside
  sed -n 42,50p found >inside
  [ -z "$(sort inside one other | uniq -d)" ] || wrong "a frame within is as one outside"
}
