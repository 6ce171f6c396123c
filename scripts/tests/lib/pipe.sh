# Words for tests that pipe video through vfx and ffmpeg. Source it after common.sh.
passed=0
failed=0

# A test is a function; it fails where a command in it fails.
run_test() {
  local status
  mkdir -p "$work/$1"
  set +e
  (
    set -e
    cd "$work/$1"
    "$1"
  ) >"$work/$1.log" 2>&1 </dev/null
  status=$?
  set -e
  if [ $status -eq 0 ]; then
    passed=$((passed + 1))
    say "ok      $1$(sed -n 's/^fact: / (/p' "$work/$1.log" | tail -n 1 | sed 's/$/)/')"
  else
    failed=$((failed + 1))
    say "FAILED  $1"
    sed 's/^/        /' "$work/$1.log"
  fi
  rm -rf "${work:?}/$1"
}

# Every function whose name begins with `test_`.
list_tests() { declare -F | sed -n 's/^declare -f \(test_.*\)/\1/p'; }

# some_of FEW OTHERS: the words of both where VFX_THOROUGH is 1, else the few.
some_of() { if [ "${VFX_THOROUGH:-}" = 1 ]; then say "$1 $2"; else say "$1"; fi; }

# Runs the tests of these names, or all.
run_tests() {
  local name
  for name in ${@:-$(list_tests)}; do run_test "$name"; done
  say "$(basename "$0"): $passed passed, $failed failed"
  [ $failed -eq 0 ]
}

wrong() {
  say "$*"
  exit 1
}

# What a passing test has to say, shown beside its name.
fact() { say "fact: $*"; }

# skip REASON: ends a test that cannot run on this machine; where CI is true that is a failure.
skip() {
  [ "${CI:-}" != true ] || wrong "in CI nothing is skipped: $*"
  fact "skipped: $*"
  exit 0
}

ff() { ffmpeg -v error -nostdin -y "$@"; }

# y4m FORMAT [SIZE [FRAMES]]: a moving picture as Y4M on standard output.
y4m() {
  ff -f lavfi -i "testsrc=s=${2:-128x96}:r=25" -frames:v "${3:-25}" -sws_flags accurate_rnd \
    -pix_fmt "$1" -strict -1 -f yuv4mpegpipe -
}

# ffmpeg's MD5 of each frame of a stream: number and digest.
frame_hashes() { ff -i "${1:--}" -bitexact -f framemd5 - | sed -n 's/^0,.* \([0-9a-f]*\)$/\1/p'; }

# same FILE FILE: fails, and shows how, where two texts differ.
same() { diff -u "$1" "$2" || wrong "$1 and $2 differ"; }

# expect_status NUMBER COMMAND...
expect_status() {
  local expected=$1 status=0
  shift
  "$@" || status=$?
  [ $status -eq "$expected" ] || wrong "exit code $status in place of $expected: $*"
}

# answering COMMAND...: becomes the command, and lets SIGINT, SIGQUIT and SIGHUP end it. A shell starts
# what runs in the background with the first two ignored, nohup(1) with the last, and a shell that was
# started so itself cannot change it.
answering() {
  if env --default-signal=INT,QUIT,HUP true 2>/dev/null; then
    exec env --default-signal=INT,QUIT,HUP "$@"
  fi
  exec perl -e '$SIG{INT} = $SIG{QUIT} = $SIG{HUP} = "DEFAULT"; exec @ARGV or exit 127' "$@"
}

# gone PID: whether a process has ended, or does so within ten seconds.
gone() {
  local try
  for try in {1..200}; do
    case "$(ps -o stat= -p "$1" || true)" in "" | Z*) return 0 ;; esac
    sleep 0.05
  done
  return 1
}

# The average PSNR of two streams, over all planes, after a filter such as a crop.
psnr() {
  ffmpeg -v info -nostdin -i "$1" -i "$2" -filter_complex \
    "[0:v]${3:-null}[a];[1:v]${3:-null}[b];[a][b]psnr" -f null - 2>&1 |
    sed -n 's/.*PSNR.*average:\([0-9.inf]*\).*/\1/p'
}

# at_least VALUE BOUND: compares decimals; `inf` is the largest.
at_least() {
  awk -v a="$1" -v b="$2" 'BEGIN { exit !(a == "inf" || a + 0 >= b + 0) }' ||
    wrong "$1 is less than $2"
}

# The code values of the sample at the top left of the first frame, plane by plane, of an 8-bit
# 4:4:4 stream.
top_left() {
  ff -i "$1" -frames:v 1 -vf crop=1:1:0:0 -f rawvideo - | od -An -tu1 | awk '{ $1 = $1; print }'
}
