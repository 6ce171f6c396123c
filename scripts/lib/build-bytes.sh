# The same bytes out of `plain` and out of each of `builds`. Source it after pipe.sh.

# The plain build of a portable folder stays what it is.
export VFX_BASELINE=1

# The fields of the second line of a golden case: size, format, range, matrix, last time.
stream_of() {
  awk '/^\/\/ stream: / { print $3, $4, $5, $6, $NF; exit }' "$1"
}

formats() { "$plain" help testsrc | tr -s ' \n' ' ' | sed 's/.*One of \([^.]*\)\..*/\1/' | tr -d ,; }

# drawn PROGRAM TIMELINE SIZE FORMAT RANGE MATRIX FRAMES: makes a stream, draws into it, and prints
# the MD5 of each frame, all with this build.
drawn() {
  local options=(--matrix "$6" --range "$5")
  say "$(basename "$(dirname "$2")")/$(basename "$2") $3 $4 $5 $6"
  "$1" testsrc -q -s "$3" -f "$4" "${options[@]}" -r 20 -n "$7" |
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
    cp -n "$root"/Tests/Goldens/assets/* "$(dirname "$timeline")/"
    read -r size format range matrix last < <(stream_of "$timeline")
    frames=$(awk -v last="$last" 'BEGIN { print int(last * 20) + 1 }')
    if grep -q '"clips"' "$timeline"; then
      films_of "$timeline" "$size"
      frames=80
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
    drawn "$1" "$timeline" 640x360 420mpeg2 limited 601 100
    drawn "$1" "$timeline" 640x360 420p10 full 709 20
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

# compared WHAT: the function prints the same for each build.
compared() {
  local build
  "$1" "$plain" >plain.txt
  for build in "${builds[@]}"; do
    "$1" "$build" >build.txt
    # With the drawing's name above what differs.
    diff -u -F '\.json' plain.txt build.txt || wrong "$build draws otherwise than a plain build"
  done
  fact "$(grep -c . plain.txt) lines"
}

test_bytes_of_golden_cases() { compared cases; }
test_bytes_of_films() { compared films; }
test_bytes_of_pictures_and_figures() { compared pages; }
