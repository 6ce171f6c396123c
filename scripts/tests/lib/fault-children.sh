# Tests: children that hang, and that the program leaves behind. Sourced by scripts/tests/faults.

# fake_ffmpeg [LINE]: makes ./ffmpeg, which writes its process number down and then runs the line of
# shell, and ./ffprobe, which finds a film of ten seconds. Without a line it hangs.
fake_ffmpeg() {
  printf '#!/bin/sh\necho $$ >>"%s/children"\n%s\n' "$PWD" "${1:-exec sleep 60}" >ffmpeg
  cat >ffprobe <<'SH'
#!/bin/sh
cat <<'EOF'
[STREAM]
codec_type=video
codec_name=h264
width=64
height=48
pix_fmt=yuv420p
r_frame_rate=25/1
avg_frame_rate=25/1
duration=10.000000
[/STREAM]
[FORMAT]
format_name=mov,mp4
duration=10.000000
[/FORMAT]
EOF
SH
  chmod +x ffmpeg ffprobe
  printf 'a film' >in.mp4
  say '{ "version": 1, "clips": [ { "source": "in.mp4" } ] }' >film.json
}

begun() {
  local try
  for try in {1..100}; do [ -s children ] && return; sleep 0.05; done
  wrong "no child was started: $(cat errors)"
}

# Whatever ends the program ends its children.
test_no_child_is_left() {
  local signal child
  ulimit -c 0
  # Else Swift's runtime takes SIGABRT, and lets the program go on when it was sent from outside.
  export SWIFT_BACKTRACE=enable=no
  fake_ffmpeg "trap '' HUP INT TERM QUIT PIPE; sleep 60 & wait"
  for signal in HUP INT TERM QUIT ABRT KILL; do
    rm -f children
    answering "$vfx" -q -t film.json --ffmpeg ./ffmpeg </dev/null >out.y4m 2>errors &
    local program=$! status=0
    begun
    child=$(cat children)
    kill "-$signal" $program
    wait $program 2>/dev/null || status=$?
    [ $status -gt 128 ] || wrong "exit code $status after SIG$signal"
    gone "$child" || wrong "a child lives on after SIG$signal"
  done
}

# Nor is one left that ends the program with its first breath, before that has gone on from the start.
test_no_child_is_left_that_begins() {
  local try
  for try in {1..20}; do
    fake_ffmpeg 'kill -KILL $PPID; exec sleep 60'
    rm -f children
    "$vfx" -q -t film.json --ffmpeg ./ffmpeg </dev/null >out.y4m 2>errors || true
    gone "$(cat children)" || wrong "a child lives on, at try $try"
  done
}

test_children_that_hang() {
  fake_ffmpeg
  expect_status 1 "$vfx" -q -t film.json --ffmpeg ./ffmpeg --timeout 1 </dev/null 2>errors >out.y4m
  grep -q 'film.json:1:.*in.mp4: ffmpeg has sent nothing for 1 s' errors || wrong "$(cat errors)"
  gone "$(cat children)" || wrong "the child lives on"
  printf '#!/bin/sh\nexec sleep 60\n' >ffprobe
  expect_status 1 "$vfx" -q -t film.json --ffmpeg ./ffmpeg --timeout 1 </dev/null 2>errors >out.y4m
  grep -q 'film.json:1:.*in.mp4: ffprobe has sent nothing for 1 s' errors || wrong "$(cat errors)"
  say '{ "version": 1, "audio": { "tracks": [ { "source": "in.mp4" } ] } }' >sound.json
  expect_status 2 "$afx" check sound.json --ffmpeg ./ffmpeg --timeout 1 </dev/null 2>errors
  grep -q 'sound.json:1:.*ffprobe has sent nothing for 1 s' errors || wrong "$(cat errors)"
}

# What other programs say, and what files are called, is shown and not obeyed.
test_words_are_shown_and_not_obeyed() {
  local name=$'a\e[31m\nvfx: all is well\x7f'
  fake_ffmpeg "printf 'bad\\033]0;x\\007 \\302\\233 1m\\n\\nworse\\n' >&2; exit 1"
  expect_status 1 "$vfx" -q -t film.json --ffmpeg ./ffmpeg </dev/null 2>errors >out.y4m
  cp film.json "$name.json"
  expect_status 1 "$vfx" -q -t "$name.json" --ffmpeg ./ffmpeg </dev/null 2>>errors >out.y4m
  expect_status 2 "$vfx" -q -t "$name" </dev/null 2>>errors >out.y4m
  expect_status 2 "$vfx" "$name" </dev/null 2>>errors >out.y4m
  expect_status 2 "$vfx" help "$name" </dev/null 2>>errors >out.y4m
  say '{ "version": 1, "layers": [ { "type": "color", "color": "red",
    "name": "a\\u001b[31m\\nb\\u202e\\u009b" } ] }' >named.json
  "$vfx" plan named.json >>errors
  if LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x7f]' errors; then wrong "$(cat -v errors)"; fi
  if LC_ALL=C grep -q $'\xc2[\x80-\x9f]\\|\xe2\x80\xae' errors; then wrong "$(cat -v errors)"; fi
  if grep -q '^vfx: all is well' errors; then wrong "a name poses as a message: $(cat errors)"; fi
  grep -q 'in.mp4: ffmpeg ended with exit code 1: bad\\x1b\]0;x\\x07 \\x9b 1m; worse$' errors ||
    wrong "$(cat errors)"
}
