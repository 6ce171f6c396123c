# Words for tests of clips: films whose frames carry their numbers, and children that are counted.
# Source it after pipe.sh.

# Ends what takes longer than so many seconds, with 124 or 142.
within() {
  if command -v timeout >/dev/null; then timeout "$@"; else
    perl -e 'alarm shift; exec @ARGV or exit 127' "$@"
  fi
}

# numbered CLIP FRAMES RATE: a graph for lavfi, 16x9 cells. In the two upper and the two lower rows
# of each frame stand: bright, dark, the clip's number in 4 bits, the frame's in 8, and 2 bits of
# their sum. Between them the clip's number is a grey.
numbered() {
  local bit="mod(floor(ld(1)/pow(2,ld(0))),2)"
  printf '%s' "nullsrc=s=16x9:r=$3,trim=end_frame=$2,format=yuv420p,geq=lum='
    if(between(Y,2,6),60+8*$1,
      st(0,if(lt(X,6),X-2,if(lt(X,14),X-6,X-14)));
      st(1,if(lt(X,6),$1,if(lt(X,14),N,mod($1+N,4))));
      16+219*if(lt(X,2),1-X,$bit))':cb=128:cr=128,scale=${4:-1920:1080}:flags=neighbor"
}

# numbered_y4m FILE CLIP FRAMES [FORMAT [RATE [W:H]]]
numbered_y4m() {
  ff -f lavfi -i "$(numbered "$2" "$3" "${5:-25}" "${6:-1920:1080}")" -pix_fmt "${4:-yuv420p}" \
    -strict -1 -f yuv4mpegpipe "$1"
}

# numbered_mp4 FILE CLIP FRAMES [RATE [W:H]]
numbered_mp4() {
  ff -f lavfi -i "$(numbered "$2" "$3" "${4:-25}" "${5:-1920:1080}")" -c:v libx264 \
    -preset ultrafast -crf 18 -colorspace bt709 -color_primaries bt709 -color_trc bt709 "$1"
}

# numbered_still FILE CLIP
numbered_still() { ff -f lavfi -i "$(numbered "$2" 1 25)" "$1"; }

# Reads numbers from the stream on standard input: a line a frame with its own number, and what
# stands at the top and at the bottom, as CLIP:FRAME, or "?" where that is nothing readable.
read_numbers() {
  ff -f yuv4mpegpipe -i - -vf scale=16:9:flags=area,format=gray -f rawvideo - |
    od -An -v -tu1 -w144 | awk '
    function code(row, i, middle, clip, frame, sum) {
      if ($(row + 1) - $(row + 2) < 150) return "?"
      middle = ($(row + 1) + $(row + 2)) / 2
      for (i = 0; i < 4; i++) clip += ($(row + 3 + i) > middle) * 2 ^ i
      for (i = 0; i < 8; i++) frame += ($(row + 7 + i) > middle) * 2 ^ i
      for (i = 0; i < 2; i++) sum += ($(row + 15 + i) > middle) * 2 ^ i
      return sum == (clip + frame) % 4 ? clip ":" frame : "?"
    }
    { print NR - 1, code(0), code(128) }'
}

# numbers FILE: those at the top alone, on one line.
numbers() { read_numbers <"$1" | awk '{ printf "%s%s", n++ ? " " : "", $2 } END { print "" }'; }

# sequence CLIP FIRST LAST [STEP]: what such numbers look like.
sequence() {
  awk -v c="$1" -v a="$2" -v b="$3" -v s="${4:-1}" 'BEGIN {
    for (i = a; s > 0 ? i <= b : i >= b; i += s) printf "%s%s:%d", n++ ? " " : "", c, i
    print "" }'
}

# counting_ffmpeg: makes ./counting-ffmpeg, an ffmpeg that first writes itself down: its number of
# process in `children`, and in `started` how many of them are alive, and the arguments.
counting_ffmpeg() {
  cat >counting-ffmpeg <<EOF
#!/bin/sh
echo \$\$ >>"$PWD/children"
alive=0
for child in \$(cat "$PWD/children"); do
  case "\$(ps -o stat= -p \$child)" in "" | Z*) ;; *) alive=\$((alive + 1)) ;; esac
done
echo "\$alive \$*" >>"$PWD/started"
exec "$(command -v ffmpeg)" "\$@"
EOF
  chmod +x counting-ffmpeg
}

# How many children are alive now.
alive_children() {
  local child alive=0
  for child in $(cat children 2>/dev/null); do
    case "$(ps -o stat= -p "$child" || true)" in "" | Z*) ;; *) alive=$((alive + 1)) ;; esac
  done
  say $alive
}

# no_children_left: fails when a child outlives the program by more than a moment.
no_children_left() {
  local try
  for try in 1 2 3 4 5 6 7 8 9 10; do
    [ "$(alive_children)" -eq 0 ] && return 0
    sleep 0.1
  done
  wrong "$(alive_children) children are still alive"
}

# most_children: the most that were alive at once.
most_children() { sort -n started 2>/dev/null | awk '{ most = $1 } END { print most + 0 }'; }

# one_error WORD...: the program said one thing, and all these words in it. (How many faults a
# timeline has is another line.)
one_error() {
  local word
  [ "$(grep -v '^vfx: .*: [0-9]* errors*$' errors | grep -c '^vfx: \|: error: ')" -eq 1 ] ||
    wrong "not one error: $(cat errors)"
  for word in "$@"; do
    grep -q -e "$word" errors || wrong "no word of '$word': $(cat errors)"
  done
}
