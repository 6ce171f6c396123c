# Tests: what the program was told, and how it ends when it is told to. Sourced by
# scripts/tests/faults.

# without_proc COMMAND...: runs where nothing is mounted at /proc, as in a bare container.
without_proc() {
  local hide='mount -t tmpfs none /proc && exec "$@"'
  if unshare -m true 2>/dev/null; then unshare -m sh -c "$hide" sh "$@"; else
    unshare -rm sh -c "$hide" sh "$@"
  fi
}

if [ "$(uname -s)" != Linux ]; then :; elif without_proc true 2>/dev/null; then
  test_arguments_without_proc() {
    without_proc test ! -e /proc/self || wrong "/proc is still there"
    without_proc "$vfx" --version >version
    "$vfx" --version | cmp - version
    without_proc "$afx" --version >version
    "$afx" --version | cmp - version
    without_proc "$vfx" -t "$work/t.json" <"$work/in.y4m" >out.y4m 2>errors
    [ ! -s errors ] || wrong "it complains: $(cat errors)"
    cmp "$work/expected.y4m" out.y4m
    expect_status 2 without_proc "$vfx" --no-such-option <"$work/in.y4m" >out.y4m 2>errors
    one_line no-such-option
    # A timeline on standard input, which needs no /dev/stdin.
    without_proc "$vfx" check - <"$work/t.json"
  }
else
  say "skipped test_arguments_without_proc: needs leave to hide /proc, by unshare(1)"
  [ "${CI:-}" != true ] || fail "in CI nothing is skipped"
fi

test_a_filter_that_was_told_nothing() {
  "$vfx" <"$work/in.y4m" >out.y4m 2>errors
  one_line "no timeline was given"
  cmp "$work/in.y4m" out.y4m
  "$vfx" -n 999 <"$work/in.y4m" >out.y4m 2>errors
  [ ! -s errors ] || wrong "it complains: $(cat errors)"
}

# soon COMMAND...: it ends within four seconds.
soon() {
  local began=$SECONDS
  "$@"
  [ $((SECONDS - began)) -le 4 ] || wrong "that took $((SECONDS - began)) s"
}

# Nothing is ever waited for where a film is made of files alone.
endless_film() {
  cat >film.json <<JSON
{ "version": 1, "clips": [ { "source": "$work/in.y4m", "loop": 1000000 } ] }
JSON
}

ends_a_film_of_files() {
  endless_film
  answering "$vfx" -q -t film.json </dev/null >out.y4m 2>errors &
  local program=$!
  for _ in {1..100}; do [ -s out.y4m ] && break; sleep 0.05; done
  kill "-$1" $program
  soon expect_status "$2" wait $program
  local size
  size=$(wc -c <out.y4m)
  [ $(((size - header_bytes) % frame_bytes)) -eq 0 ] || wrong "a frame is not whole: $size bytes"
  [ ! -s errors ] || wrong "it complains: $(cat errors)"
}

test_sigterm_ends_a_film_of_files() { ends_a_film_of_files TERM 143; }
test_sigint_ends_a_film_of_files() { ends_a_film_of_files INT 130; }
test_sighup_ends_a_film_of_files() { ends_a_film_of_files HUP 129; }

# A timeline that takes long to be looked at.
large_timeline() {
  awk 'BEGIN {
    print "{ \"version\": 1, \"layers\": ["
    for (i = 0; i < 60000; i++)
      printf "%s{ \"type\": \"text\", \"text\": \"line %d\", \"size\": %d, \"start\": %d }\n",
        i ? "," : "", i, 10 + i % 300, i % 900
    print "] }" }' >large.json
}

ends_what_is_computed() {
  large_timeline
  local command
  for command in plan check; do
    answering "$vfx" "$command" large.json </dev/null >out.txt 2>errors &
    local program=$!
    sleep 0.2
    kill "-$1" $program 2>/dev/null || wrong "$command was done at once"
    soon expect_status "$2" wait $program
    [ ! -s out.txt ] || wrong "$command was done: $(head -c 200 out.txt)"
  done
}

test_sigterm_ends_plan_and_check() { ends_what_is_computed TERM 143; }
test_sigint_ends_plan_and_check() { ends_what_is_computed INT 130; }

# A reader that takes nothing is not waited for.
ends_before_a_reader_that_stalls() {
  "$vfx" testsrc -s 1920x1080 -n 20 >large.y4m
  mkfifo out
  sleep 20 <out &
  local reader=$!
  answering "$vfx" -t "$work/t.json" <large.y4m >out 2>errors &
  local program=$!
  sleep 0.7
  kill "-$1" $program
  soon expect_status "$2" wait $program
  kill $reader
}

test_sigterm_ends_before_a_reader_that_stalls() { ends_before_a_reader_that_stalls TERM 143; }
test_sigint_ends_before_a_reader_that_stalls() { ends_before_a_reader_that_stalls INT 130; }

# One that takes a little at a time gets the whole of the frame in hand.
test_sigterm_leaves_a_slow_reader_whole_frames() {
  "$vfx" testsrc -s 1280x720 -n 40 >large.y4m
  mkfifo out
  while head -c 200000 >piece && [ -s piece ]; do
    cat piece
    sleep 0.15
  done <out >out.y4m &
  local reader=$!
  "$vfx" -n 40 <large.y4m >out 2>errors &
  local program=$!
  sleep 1
  kill -TERM $program
  expect_status 143 wait $program
  wait $reader
  local size large=$((6 + 1280 * 720 * 3 / 2))
  size=$(($(wc -c <out.y4m) - $(head -n 1 out.y4m | wc -c)))
  [ $((size % large)) -eq 0 ] || wrong "a frame is not whole: $size bytes"
  [ $size -gt 0 ] || wrong "no frame at all"
  [ $size -lt $((40 * large)) ] || wrong "all frames"
  fact "$((size / large)) frames of 40"
}

# What was to be ignored from the start is: nohup(1) does so, and shells with background jobs.
test_ignored_signals_stay_ignored() {
  local signal
  for signal in INT HUP TERM; do
    (
      trap '' $signal
      exec "$vfx" -t "$work/t.json" >out.y4m 2>errors
    ) < <(dribble) &
    local program=$!
    sleep 0.2
    kill "-$signal" $program
    expect_status 0 wait $program
    cmp "$work/expected.y4m" out.y4m
  done
}
