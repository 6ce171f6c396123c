# Tests: clips of films whose frames follow at no even rate, every frame against the one that its own
# time asks for. Sourced by scripts/tests/clips.

# times_film FILE OPTION...: a film of 100 frames at times of their own, with a pause in the middle, and
# a sound.
times_film() {
  local file=$1
  shift
  ff -f lavfi -i testsrc2=s=64x48:r=25:d=4 -f lavfi -i sine=d=5 "$@" -vf \
    "settb=1/1000,setpts='floor(N*33.4+15*sin(N*1.7))+if(gt(N,50),700,0)'" -vsync passthrough \
    -enc_time_base 1/1000 -pix_fmt "${pixels:-yuv420p}" -c:v "${codec:-ffv1}" -c:a "${sound:-pcm_s16le}" -y "$file"
}

# times_table FILE: the time of each frame in ticks of its clock, and its MD5; sets `ticks`.
times_table() {
  ticks=$(ffprobe -v error -select_streams v -show_entries stream=time_base -of csv=p=0 "$1")
  ff -copyts -start_at_zero -i "$1" -map 0:v -vsync passthrough -enc_time_base "$ticks" -f framemd5 - | awk -F'[, ]+' '!/^#/ { print $3, $6 }'
}

# times_expected TABLE RATE COUNT IN [OUT]: the frame that is shown at each moment; backwards from OUT.
times_expected() {
  awk -v rate="$2" -v count="$3" -v first="$4" -v last="${5:-}" -v ticks="${ticks#*/}" '
    { time[NR] = $1; sum[NR] = $2 }
    END {
      split(rate, part, "/")
      step = ticks * (part[2] ? part[2] : 1) / part[1]
      for (k = 0; k < count; k++) {
        if (last == "") tick = int(first * ticks + k * step + 0.5 + 1e-7)
        else {
          place = last * ticks - k * step - 1.5
          tick = int(place - 1e-7) + (place - 1e-7 > int(place - 1e-7))
        }
        shown = 1
        for (n = 1; n <= NR && time[n] <= tick; n++) shown = n
        print sum[shown]
      }
    }' "$1"
}

# times_shown RATE CLIP OPTION...: what vfx shows of a clip.
times_shown() {
  local rate=$1 clip=$2
  shift 2
  say "{ \"version\": 1, \"canvas\": { \"rate\": \"$rate\" }, \"clips\": [ $clip ] }" >times.json
  "$vfx" -q -t times.json "$@" </dev/null | ff -i - -f framemd5 - | awk -F'[, ]+' '!/^#/ { print $6 }'
}

# times_agree FILE: frames at several rates, from within, of parts and backwards.
times_agree() {
  times_table "$1" >table
  local count
  times_shown 25 "{ \"source\": \"$1\" }" >found
  count=$(wc -l <found)
  [ "$count" -ge "${least:-90}" ]
  times_expected table 25 "$count" 0 >expected
  same expected found
  times_shown 30000/1001 "{ \"source\": \"$1\", \"in\": 0.37, \"out\": 3.5 }" >found
  times_expected table 30000/1001 "$(wc -l <found)" 0.37 >expected
  same expected found
  times_shown 60 "{ \"source\": \"$1\", \"in\": 2.1, \"out\": 3.7 }" --start 0.7 >found
  [ "$(wc -l <found)" -eq 54 ]
  times_expected table 60 54 2.8 >expected
  same expected found
  times_shown 25 "{ \"source\": \"$1\", \"in\": 0.5, \"out\": 3.5, \"reverse\": true }" >found
  [ "$(wc -l <found)" -eq 75 ]
  times_expected table 25 75 0.5 3.5 >expected
  same expected found
}

test_times_of_matroska() {
  times_film a.mkv
  times_agree a.mkv
}

test_times_of_mp4() {
  codec=libx264 sound=aac times_film a.mp4 -g 17 -bf 2
  times_agree a.mp4
}

# A picture that begins late begins when it does, and the first frame stands until then.
test_times_of_late_pictures() {
  times_film a.mkv
  ff -itsoffset 0.517 -i a.mkv -i a.mkv -map 0:v -map 1:a -c copy -y late.mkv
  times_agree late.mkv
}

# A film at an even rate that begins late, off its grid.
test_times_of_late_webm() {
  ff -f lavfi -i testsrc2=s=64x48:r=25:d=4 -c:v libvpx -b:v 2M -y even.webm
  ff -itsoffset 0.413 -i even.webm -f lavfi -i sine=d=5 -c:v copy -c:a libopus -y late.webm
  times_agree late.webm
}

# What is cut off by an edit list is not shown.
test_times_of_cut_film() {
  codec=libx264 sound=aac times_film a.mp4 -g 17 -bf 2
  ff -ss 0.3 -i a.mp4 -c copy -y cut.mp4
  least=80 times_agree cut.mp4
}

# The same film on standard input, as NUT with its own times.
test_times_of_standard_input() {
  times_film a.mkv
  ff -i a.mkv -map 0:v -c:v rawvideo -pix_fmt yuv420p -vsync passthrough -enc_time_base 1/1000 \
    -f nut -y a.nut
  times_table a.nut >table
  say '{ "version": 1, "canvas": { "rate": 30 }, "clips": [ { "source": "stdin", "in": 0.37, "out": 3.5 } ] }' >t.json
  "$vfx" -q -t t.json <a.nut | ff -i - -f framemd5 - | awk -F'[, ]+' '!/^#/ { print $6 }' >found
  times_expected table 30 "$(wc -l <found)" 0.37 >expected
  [ "$(wc -l <found)" -ge 90 ]
  same expected found
  # At another rate, as the main track.
  say '{ "version": 1, "canvas": { "rate": 25 } }' >t.json
  "$vfx" -q -t t.json <a.nut | ff -i - -f framemd5 - | awk -F'[, ]+' '!/^#/ { print $6 }' >found
  times_expected table 25 "$(wc -l <found)" 0 >expected
  [ "$(wc -l <found)" -ge 100 ]
  same expected found
}

# A film in a layer shows the frames that the times of the stream below ask for.
test_times_of_layers_on_nut() {
  pixels=yuv444p times_film a.mkv
  times_table a.mkv >table
  ff -f lavfi -i color=c=gray:s=64x48:r=50:d=3 -vf "select='not(mod(n*n,7))'" -vsync passthrough \
    -enc_time_base 1/1000 -c:v rawvideo -pix_fmt yuv444p -f nut -y base.nut
  say '{ "version": 1, "layers": [ { "type": "video", "source": "a.mkv", "fit": "cover",
    "size": ["100%", "100%"] } ] }' >t.json
  "$vfx" -q -t t.json <base.nut >out.nut
  ffprobe -v error -show_entries packet=pts_time -of csv=p=0 base.nut >expected
  ffprobe -v error -show_entries packet=pts_time -of csv=p=0 out.nut >found
  same expected found
  ff -i out.nut -vsync passthrough -enc_time_base 1/1000 -f framemd5 - |
    awk -F'[, ]+' '!/^#/ { print $3, $6 }' >shown
  awk 'NR == FNR { time[NR] = $1; sum[NR] = $2; last = NR; next }
    { n = 1; while (n < last && time[n + 1] <= $1) n++; if (sum[n] != $2) { print $1, n; exit 1 } }' \
    table shown
}

# Sound passes beside an input that is played as it comes, at its times; clips make a new film.
test_times_of_sound_beside() {
  times_film a.mkv
  ff -i a.mkv -c:v rawvideo -vsync passthrough -enc_time_base 1/1000 -c:a pcm_s16le -f nut -y a.nut
  say '{ "version": 1, "canvas": { "rate": 25 } }' >t.json
  "$vfx" -q -t t.json <a.nut >out.nut
  ffprobe -v error -select_streams a -show_entries packet=pts,size,data_hash -show_data_hash md5 -of csv a.nut >expected
  ffprobe -v error -select_streams a -show_entries packet=pts,size,data_hash -show_data_hash md5 -of csv out.nut >found
  same expected found
  say '{ "version": 1, "canvas": { "rate": 25 }, "clips": [ { "source": "stdin", "out": 1 } ] }' >t.json
  "$vfx" -t t.json --progress none <a.nut >out.nut 2>words || "$vfx" -t t.json <a.nut >out.nut 2>words
  grep -q 'the clips make a new film' words
  [ "$(ffprobe -v error -show_entries stream=codec_type -of csv=p=0 out.nut)" = video ]
}
