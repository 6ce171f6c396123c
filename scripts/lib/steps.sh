# Named steps with one summary at the end. Source it after common.sh.
step_names=()
step_results=()
step_seconds=()
steps_failed=0

if [ -t 1 ]; then green=$'\033[32m' red=$'\033[31m' yellow=$'\033[33m' plain=$'\033[0m'
else green='' red='' yellow='' plain=''; fi
# What wipes the line that shows what a step does; empty where output is no terminal.
if [ -t 1 ]; then clear_line=$'\r\033[K'; else clear_line=''; fi

note_step() {
  step_names+=("$1")
  step_results+=("$2")
  step_seconds+=("$3")
}

# step NAME COMMAND...: runs the command and shows how it ends: its closing line when it succeeds,
# and its last 200 lines when it fails, with what went wrong before them. Later steps run either way.
# While it runs, the line that it printed last is shown: on a terminal once a second, elsewhere once a
# minute.
step() {
  local name=$1 log="$root/.build-check/logs/$1.log" began=$SECONDS status=0 watcher
  shift
  mkdir -p "$root/.build-check/logs"
  say "== $name: $*"
  : >"$log"
  watch_step "$name" "$log" $$ &
  watcher=$!
  "$@" >"$log" 2>&1 </dev/null || status=$?
  kill "$watcher" 2>/dev/null || true
  wait "$watcher" 2>/dev/null || true
  [ -z "$clear_line" ] || printf '%s' "$clear_line"
  if [ $status -eq 0 ]; then
    tail -n "${closing_lines:-1}" "$log"
    note_step "$name" ok $((SECONDS - began))
  else
    tail -n 200 "$log"
    # A failure of one test among thousands stands far from the end of their log.
    head -n -200 "$log" | grep -aE 'recorded an issue|error:|^(not ok|failed|FAILED) ' \
      | cut -c 1-1000 | tail -n 40 || true
    note_step "$name" failed $((SECONDS - began))
    steps_failed=$((steps_failed + 1))
  fi
}

# watch_step NAME LOG PROCESS: shows the last line of a log for as long as this script's process is there.
watch_step() {
  local name=$1 began=$SECONDS pause=60 line
  shift
  [ -z "$clear_line" ] || pause=1
  trap 'kill "${nap:-}" 2>/dev/null; exit' TERM
  while kill -0 "$2" 2>/dev/null; do
    # Waited for beside the signal that ends it, so that nothing is left behind.
    sleep "$pause" &
    nap=$!
    wait "$nap"
    line=$(tail -n 1 "$1" | tr -d '\r' | cut -c "1-$((${COLUMNS:-100} - 12))")
    if [ -n "$clear_line" ]; then
      printf '%s   %s %4d s  %s' "$clear_line" "$name" $((SECONDS - began)) "$line"
    else
      say "   $name after $((SECONDS - began)) s: $line"
    fi
  done
}

# beside FUNCTION: begins a function of steps that run beside those that follow, so that two cores have
# work where a step keeps one of them busy.
beside() {
  local notes="$root/.build-check/logs/$1.notes"
  mkdir -p "$root/.build-check/logs"
  (
    step_names=() step_results=() step_seconds=() steps_failed=0
    "$1"
    for ((i = 0; i < ${#step_names[@]}; i++)); do
      say "${step_names[i]} ${step_results[i]} ${step_seconds[i]}"
    done >"$notes"
  ) &
  beside_process=$! beside_notes=$notes beside_name=$1
}

# join_steps: waits for the steps that run beside, and takes their results.
join_steps() {
  local name result seconds
  wait "$beside_process" || {
    note_step "$beside_name" failed 0
    steps_failed=$((steps_failed + 1))
    return
  }
  while read -r name result seconds; do
    note_step "$name" "$result" "$seconds"
    if [ "$result" = failed ]; then steps_failed=$((steps_failed + 1)); fi
  done <"$beside_notes"
}

# skip_step NAME REASON: not run; where CI is true that is a failure.
skip_step() {
  say "== $1: skipped: $2"
  if [ "${CI:-}" = true ]; then
    note_step "$1" failed 0
    steps_failed=$((steps_failed + 1))
  else
    note_step "$1" skipped 0
  fi
}

# Prints one line a step, and exits 1 when one has failed.
finish_steps() {
  local i color
  say ""
  for ((i = 0; i < ${#step_names[@]}; i++)); do
    case ${step_results[i]} in
      ok) color=$green ;;
      failed) color=$red ;;
      *) color=$yellow ;;
    esac
    printf '%s%-8s%s %-10s %4d s\n' "$color" "${step_results[i]}" "$plain" "${step_names[i]}" \
      "${step_seconds[i]}"
  done
  if [ $steps_failed -gt 0 ]; then
    say "${red}$(basename "$0"): $steps_failed of ${#step_names[@]} steps failed$plain"
    exit 1
  fi
  say "${green}$(basename "$0"): all is well$plain"
}
