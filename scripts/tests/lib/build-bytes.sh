# The same bytes out of `plain` and out of each of `builds`. Source it after pipe.sh.

# The plain build of a portable folder stays what it is.
export VFX_BASELINE=1

# The fields of the second line of a golden case: size, format, range, matrix, last time.
stream_of() {
  awk '/^\/\/ stream: / { print $3, $4, $5, $6, $NF; exit }' "$1"
}

formats() { "$plain" help testsrc | tr -s ' \n' ' ' | sed 's/.*One of \([^.]*\)\..*/\1/' | tr -d ,; }

# How many frames a second are drawn.
rate=10

# drawn PROGRAM TIMELINE SIZE FORMAT RANGE MATRIX FRAMES: makes a stream, draws into it, and prints
# the MD5 of each frame, all with this build.
drawn() {
  local options=(--matrix "$6" --range "$5")
  say "$(basename "$(dirname "$2")")/$(basename "$2") $3 $4 $5 $6"
  "$1" testsrc -q -s "$3" -f "$4" "${options[@]}" -r "$rate" -n "$7" |
    "$1" -q -j 3 -t "$2" "${options[@]}" | "$1" hash -q
}

# films_of TIMELINE SIZE: makes the films that a golden case names: b-WIDTHxHEIGHT-FORMAT.y4m, with
# SIZE where the name has none.
films_of() {
  local name size format folder
  folder=$(dirname "$1")
  for name in $(grep -o '"[a-z0-9-]*\.y4m"' "$1" | tr -d '"' | sort -u); do
    IFS=- read -r _ size format <<<"${name%.y4m}"
    [ -e "$folder/$name" ] ||
      "$plain" testsrc -q -s "${size:-$2}" -f "${format:-420mpeg2}" -n 100 --seed 7 \
        >"$folder/$name"
  done
}

# Every golden case in its own stream, and in one with odd sides and deep samples.
cases() {
  local timeline size format range matrix last frames name
  for timeline in "$root"/Tests/Goldens/cases/*/*.json; do
    mkdir -p "$(basename "$(dirname "$timeline")")"
    cp "$timeline" "$(basename "$(dirname "$timeline")")/"
  done
  for timeline in */*.json; do
    cp -n "$root"/Tests/Goldens/assets/* "$root"/Tests/Fixtures/fonts/shaping/Noto{NaskhArabic.ttf,SansCJK.otf} \
      "$root"/examples/music.wav "$(dirname "$timeline")/"
    read -r size format range matrix last < <(stream_of "$timeline")
    frames=$(awk -v last="$last" -v rate="$rate" 'BEGIN { print int(last * rate) + 1 }')
    if grep -q '"clips"' "$timeline"; then
      films_of "$timeline" "$size"
      frames=$((4 * rate))
    fi
    if [ "$format" = all ]; then
      for name in $(formats); do
        drawn "$1" "$timeline" "$size" "$name" "$range" "$matrix" "$frames"
      done
    else
      drawn "$1" "$timeline" "$size" "$format" "$range" "$matrix" "$frames"
      drawn "$1" "$timeline" 131x97 422p12 full 709 "$frames"
    fi
  done
}

# Whole films at a size at which rows are long.
films() {
  local timeline
  for timeline in "$root"/examples/*.json; do
    drawn "$1" "$timeline" 640x360 420mpeg2 limited 601 50
    drawn "$1" "$timeline" 640x360 420p10 full 709 10
  done
}

# What is not a stream: pictures, and figures that are printed.
pages() {
  local timeline
  "$plain" testsrc -q -s 320x180 -n 50 >in.y4m
  "$plain" testsrc -q -s 320x180 -n 50 --seed 1 >other.y4m
  "$1" compare in.y4m other.y4m || [ $? -eq 1 ]
  for timeline in "$root"/examples/*.json; do
    "$1" still "$timeline" --at 0.4 --at 1.5 --sheet sheet.png <in.y4m
    md5sum <sheet.png
    "$1" plan "$timeline" --size 320x180 --fps 30
  done
}

# compared WHAT PROGRAM...: the function prints the same for each program as for a plain build. All run
# at once, each in a folder of its own.
compared() {
  local what=$1 build job number=0 jobs=()
  shift
  for build in "$plain" "$@"; do
    mkdir $number
    (cd $number && "$what" "$build" >../$number.txt) &
    jobs+=($!)
    number=$((number + 1))
  done
  for job in "${jobs[@]}"; do wait "$job"; done
  number=0
  for build; do
    number=$((number + 1))
    # With the drawing's name above what differs.
    diff -u -F '\.json' 0.txt $number.txt || wrong "$build draws otherwise than a plain build"
  done
  fact "$(grep -c . 0.txt) lines"
}

test_bytes_of_golden_cases() { compared cases "${builds[@]}"; }
test_bytes_of_films() { compared films "${builds[@]}"; }
test_bytes_of_pictures_and_figures() { compared pages "${builds[@]}"; }

# The build of the unit tests, with fewer frames since it is slow.
test_bytes_of_a_debug_build() {
  [ -n "${VFX_DEBUG:-}" ] || { fact "not looked at: VFX_DEBUG names none" && return; }
  rate=1
  compared cases "$VFX_DEBUG"
}
