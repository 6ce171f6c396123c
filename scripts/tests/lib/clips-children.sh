# Tests: clips that ffmpeg decodes. Sourced by scripts/tests/clips.

film() { numbered_mp4 "$1" "${2:-1}" "${3:-30}" 25 320:180; }

clips() { say "{ \"version\": 1, \"clips\": [ $1 ] }" >t.json; }

# What says how large the output is, where no clip can.
canvas='"canvas": { "size": [320, 180], "rate": 25 }'

# counted ARGUMENT...: runs the program with children that are counted, into out.y4m.
counted() {
  counting_ffmpeg
  within 30 "$vfx" -q -t t.json --ffmpeg ./counting-ffmpeg "$@" </dev/null >out.y4m 2>errors
}

# shows NUMBERS: the frames of out.y4m are these, and nothing was complained of.
shows() {
  [ ! -s errors ] || wrong "it complains: $(cat errors)"
  [ "$(numbers out.y4m)" = "$1" ] || wrong "$(numbers out.y4m) in place of $1"
}

test_film_as_a_clip() {
  film in.mp4
  clips '{ "source": "in.mp4" }'
  counted
  shows "$(sequence 1 0 29)"
  head -n 1 out.y4m | grep -q 'W320 H180 F25:1' || wrong "$(head -n 1 out.y4m)"
  no_children_left
}

test_film_from_the_middle() {
  film in.mp4
  clips '{ "source": "in.mp4", "in": "7f", "out": 0.8 }'
  counted
  shows "$(sequence 1 7 19)"
}

test_film_backwards() {
  film in.mp4
  clips '{ "source": "in.mp4", "reverse": true }'
  counted
  shows "$(sequence 1 29 0 -1)"
}

test_film_twice_and_fast() {
  film in.mp4
  clips '{ "source": "in.mp4", "out": 0.4, "loop": 2 }, { "source": "in.mp4", "speed": 3 }'
  counted
  shows "$(sequence 1 0 9) $(sequence 1 0 9) $(sequence 1 0 27 3)"
}

test_film_there_and_back() {
  film in.mp4
  clips '{ "source": "in.mp4", "out": 0.4, "loop": 2, "pingpong": true }'
  counted
  shows "$(sequence 1 0 9) $(sequence 1 9 0 -1)"
}

test_film_that_stands_still() {
  film in.mp4
  clips '{ "source": "in.mp4", "out": 0.4, "freeze": { "at": 0.2, "duration": 0.12 } }'
  counted
  shows "$(sequence 1 0 4) 1:5 1:5 1:5 $(sequence 1 5 9)"
}

# The film is longer than what is shown of it, so the child is stopped.
test_child_is_stopped_after_its_clip() {
  film in.mp4 1 250
  film next.mp4 2 10
  clips '{ "source": "in.mp4", "duration": 0.4 }, { "source": "next.mp4" }'
  counted
  shows "$(sequence 1 0 9) $(sequence 2 0 9)"
  no_children_left
}

test_film_as_a_layer() {
  film in.mp4
  numbered_y4m base.y4m 2 20 yuv420p 25 320:180
  cat >t.json <<'EOF'
{ "version": 1, "layers": [ { "type": "video", "source": "in.mp4", "in": 0.2, "end": 0.4 } ] }
EOF
  counting_ffmpeg
  within 30 "$vfx" -q -t t.json --ffmpeg ./counting-ffmpeg <base.y4m >out.y4m 2>errors
  shows "$(sequence 1 5 14) $(sequence 2 10 19)"
  no_children_left
}

# What the layer or the mask shows is what the same frames show as Y4M with alpha.
test_films_with_alpha() {
  local film use how
  local picture="testsrc2=s=160x90:r=25:d=0.4,format=yuva444p,geq=lum='p(X,Y)':cb='p(X,Y)'"
  picture="$picture:cr='p(X,Y)':a='clip(6*hypot(X-80,Y-45)-90,0,255)'"
  local -a decoder
  numbered_y4m base.y4m 2 10 yuv420p 25 320:180
  ff -f lavfi -i "$picture" -c:v ffv1 exact.mkv
  ff -f lavfi -i "$picture" -pix_fmt yuva420p -c:v libvpx-vp9 -b:v 1M sticker.webm
  for film in exact.mkv sticker.webm; do
    decoder=()
    [ $film = exact.mkv ] || decoder=(-c:v libvpx-vp9)
    ff "${decoder[@]}" -i $film -sws_flags bicubic+accurate_rnd+full_chroma_int \
      -vf scale=out_range=limited -pix_fmt yuva444p -strict -1 straight.y4m
    for use in '"type": "video", "source": "FILM", "position": [30, 20]' \
      '"type": "color", "color": "red", "mask": { "source": "FILM" }'; do
      for how in $film straight.y4m; do
        say "{ \"version\": 1, \"layers\": [ { ${use/FILM/$how} } ] }" >t.json
        within 30 "$vfx" -q -t t.json <base.y4m >$how.out 2>errors
        [ ! -s errors ] || wrong "$how: $(cat errors)"
      done
      cmp $film.out straight.y4m.out || wrong "$film is not shown with its alpha"
      ! cmp -s $film.out base.y4m || wrong "$film is not shown"
    done
  done
}

# A clip with alpha looks like a layer of the same film over the clip's background, at any depth.
test_clips_with_alpha() {
  local format canvas use
  local picture="testsrc2=s=160x90:r=25:d=0.4,format=yuva444p10,geq=lum='p(X,Y)':cb='p(X,Y)'"
  picture="$picture:cr='p(X,Y)':a='clip(24*hypot(X-80,Y-45)-360,0,1023)'"
  ff -f lavfi -i "$picture" -c:v ffv1 exact.mkv
  for format in 420mpeg2 444p10 444alpha; do
    canvas="\"canvas\": { \"size\": [160, 90], \"rate\": 25, \"format\": \"$format\" }"
    say "{ \"version\": 1, $canvas," \
      '"clips": [ { "source": "exact.mkv", "background": "teal" } ] }' >clip.json
    say "{ \"version\": 1, $canvas," \
      '"clips": [ { "source": { "color": "teal" }, "duration": 0.4 } ],
      "layers": [ { "type": "video", "source": "exact.mkv" } ] }' >layer.json
    for use in clip layer; do
      within 30 "$vfx" -q -t $use.json </dev/null >$use.y4m 2>errors
      [ ! -s errors ] || wrong "$use: $(cat errors)"
    done
    cmp clip.y4m layer.y4m || wrong "$format: a clip with alpha is not over its background"
  done
}

# A film of which nothing is transparent looks as it does without its alpha.
test_clips_of_whole_alpha() {
  local use
  ff -f lavfi -i testsrc2=s=161x91:r=25:d=0.2,format=yuv444p -strict -1 plain.y4m
  ff -i plain.y4m -pix_fmt yuva444p -strict -1 alpha.y4m
  for use in plain alpha; do
    say "{ \"version\": 1, \"canvas\": { \"size\": [320, 180], \"format\": \"420mpeg2\" }," \
      "\"clips\": [ { \"source\": \"$use.y4m\", \"background\": \"teal\" } ] }" >t.json
    within 30 "$vfx" -q -t t.json </dev/null >$use.out 2>errors
    [ ! -s errors ] || wrong "$use: $(cat errors)"
  done
  cmp plain.out alpha.out || wrong "whole alpha changes a picture"
}

# Alpha that rises by less than a code of 8 bits is seen in a stream of 10: no step is wider than ffmpeg's
# own mixture has it, and none is more than a code away.
test_alpha_of_ten_bits() {
  local ramp="nullsrc=s=640x36:r=25:d=0.08,format=yuva444p10,geq=lum=940:cb=512:cr=512:a='256+X/5'"
  ff -f lavfi -i "$ramp" -c:v ffv1 ramp.mkv
  ff -f lavfi -i "color=black:s=640x36:r=25:d=0.08,format=yuv444p10" -strict -1 base.y4m
  say '{ "version": 1, "layers": [ { "type": "video", "source": "ramp.mkv" } ] }' >t.json
  within 30 "$vfx" -q -t t.json <base.y4m >out.y4m 2>errors
  [ ! -s errors ] || wrong "$(cat errors)"
  ff -i out.y4m -frames:v 1 -vf extractplanes=y -f rawvideo -pix_fmt gray10le out.raw
  # 64 + 876 * alpha / 1023
  od -An -v -tu2 -w1280 -N1280 out.raw | awk '{
    for (x = 0; x < 640; x++) {
      exact = 64 + 876 * (256 + int(x / 5)) / 1023; off = $(x + 1) - exact
      if (off > 1 || off < -1) bad++
      seen[$(x + 1)] = 1
    }
    n = 0; for (value in seen) n++
    if (bad || n < 100) { print bad + 0 " samples astray, " n " values"; exit 1 }
  }' >said || wrong "$(cat said)"
}

# A stream's length is not known, so neither is how often the layer is repeated.
test_layers_that_loop_for_ever() {
  film in.mp4 1 10
  numbered_y4m in.y4m 1 10 yuv420p 25 320:180
  numbered_y4m base.y4m 2 25 yuv420p 25 320:180
  local source
  for source in in.mp4 in.y4m; do
    say "{ \"version\": 1, \"layers\": [ { \"type\": \"video\", \"source\": \"$source\"," \
      '"loop": "forever" } ] }' >t.json
    within 30 "$vfx" -q -t t.json <base.y4m >out.y4m 2>errors
    shows "$(sequence 1 0 9) $(sequence 1 0 9) $(sequence 1 0 4)"
  done
}

test_photos_as_clips_and_layers() {
  local ending
  numbered_y4m base.y4m 2 5 yuv420p 25 320:180
  for ending in jpg webp bmp tiff; do
    ff -f lavfi -i "$(numbered 3 1 25 320:180)" photo.$ending || continue
    say '{ "version": 1, "canvas": { "rate": 25 }, "clips": [' \
      "{ \"source\": \"photo.$ending\", \"duration\": 0.2 } ] }" >t.json
    counted
    shows "3:0 3:0 3:0 3:0 3:0"
    say "{ \"version\": 1, \"layers\": [ { \"type\": \"image\", \"source\": \"photo.$ending\" } ] }" \
      >t.json
    within 30 "$vfx" -q -t t.json <base.y4m >out.y4m 2>errors
    shows "3:0 3:0 3:0 3:0 3:0"
  done
}

# slideshow: ten pictures that ffmpeg reads of 0.4 s each, from 0.bmp to 9.bmp, the first as a layer too.
slideshow() {
  local number clips=
  for number in {0..9}; do
    ff -f lavfi -i "$(numbered $((number + 1)) 1 25 320:180)" $number.bmp
    clips="$clips${clips:+, }{ \"source\": \"$number.bmp\", \"duration\": 0.4 }"
  done
  say "{ \"version\": 1, \"canvas\": { \"rate\": 25 }, \"clips\": [ $clips ]," \
    '"layers": [ { "type": "image", "source": "0.bmp", "size": [2, 2], "start": 3.9 } ] }' >t.json
}

# conversions NUMBER: so many ffmpegs were started, and no more than two at once.
conversions() {
  local count=0
  [ ! -e started ] || count=$(wc -l <started)
  [ "$count" -eq "$1" ] || wrong "$count conversions in place of $1: $(cat started)"
  [ "$(most_children)" -le 2 ] || wrong "$(most_children) at once"
  rm -f started children
}

test_photos_are_converted_once() {
  slideshow
  counted
  [ "$(numbers out.y4m | tr ' ' '\n' | uniq | wc -l)" -ge 10 ] || wrong "$(numbers out.y4m)"
  conversions 10
  # Frames 25 to 34 show two of them.
  counted --start 1 -n 10
  [ "$(numbers out.y4m)" = "3:0 3:0 3:0 3:0 3:0 4:0 4:0 4:0 4:0 4:0" ] || wrong "$(numbers out.y4m)"
  conversions 2
  "$vfx" still t.json --ffmpeg ./counting-ffmpeg --at 0.1 --at 2.1 --sheet sheet.png
  conversions 2
}

test_photos_are_not_converted_to_be_checked() {
  slideshow
  counting_ffmpeg
  "$vfx" check t.json --ffmpeg ./counting-ffmpeg
  conversions 0
  "$vfx" plan t.json --ffmpeg ./counting-ffmpeg >/dev/null
  conversions 0
  "${afx:-$(dirname "$vfx")/afx}" check t.json --ffmpeg ./counting-ffmpeg
  conversions 0
}

test_sigint_while_photos_are_converted() {
  slideshow
  printf '#!/bin/sh\ntouch begun\nsleep 10\n' >slow-ffmpeg
  chmod +x slow-ffmpeg
  answering "$vfx" -q -t t.json --ffmpeg ./slow-ffmpeg </dev/null >out.y4m 2>errors &
  local program=$!
  for _ in {1..100}; do [ -e begun ] && break; sleep 0.05; done
  kill -INT $program
  expect_status 130 wait $program
  [ ! -s errors ] || wrong "it complains: $(cat errors)"
}

# Frames that a camera turned are upright, as ffmpeg shows them.
test_rotation_of_a_film() {
  ff -f lavfi -i testsrc=s=320x180:r=25 -frames:v 10 -c:v libx264 -preset ultrafast -crf 10 \
    -pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709 flat.mp4
  ff -i flat.mp4 -c copy -metadata:s:v rotate=90 turned.mp4
  # Newer ones take it as an option of the input.
  ffprobe -v error -show_entries stream_side_data=rotation turned.mp4 | grep -q rotation= ||
    ff -display_rotation 90 -i flat.mp4 -c copy turned.mp4
  ff -i turned.mp4 -f yuv4mpegpipe expected.y4m
  clips '{ "source": "turned.mp4" }'
  counted
  head -n 1 out.y4m | grep -q 'W180 H320' || wrong "$(head -n 1 out.y4m)"
  at_least "$(psnr out.y4m expected.y4m)" 60
  fact "$(psnr out.y4m expected.y4m) dB from ffmpeg's own"
}

# hold COMMAND...: runs the program until its first frames are out and nobody takes the others,
# then the command, and lets the output go on; `status` is how the program ends.
hold() {
  local program reader
  mkfifo out
  {
    head -c 100000 >/dev/null
    touch begun
    for _ in $(seq 400); do [ -e go ] && break; sleep 0.05; done
    cat >rest
  } <out &
  reader=$!
  counting_ffmpeg
  within 30 "$vfx" -q -t t.json --ffmpeg ./counting-ffmpeg </dev/null >out 2>errors &
  program=$!
  for _ in $(seq 200); do [ -e begun ] && break; sleep 0.05; done
  [ -e begun ] || wrong "nothing comes out: $(cat errors)"
  "$@"
  touch go
  status=0
  wait $program || status=$?
  wait $reader
}

kill_children() {
  local child killed=0
  for child in $(cat children); do kill -KILL "$child" 2>/dev/null && killed=$((killed + 1)); done
  [ $killed -gt 0 ] || wrong "there is no child to kill"
}

test_killed_child_is_an_error() {
  film in.mp4 1 250
  clips '{ "source": "in.mp4" }'
  hold kill_children
  [ $status -eq 1 ] || wrong "exit code $status: $(cat errors)"
  one_error 't.json:1:' in.mp4
  no_children_left
  fact "$(sed -n '/error:\|^vfx:/{s/^.*t.json/t.json/;p;q;}' errors)"
}

test_killed_child_of_a_layer_is_an_error() {
  film in.mp4 1 250
  numbered_y4m base.y4m 2 250 yuv420p 25 320:180
  cat >t.json <<'EOF'
{ "version": 1, "clips": [ { "source": "base.y4m" } ],
  "layers": [ { "type": "video", "source": "in.mp4" } ] }
EOF
  hold kill_children
  [ $status -eq 1 ] || wrong "exit code $status: $(cat errors)"
  one_error 't.json:2:' in.mp4
}

test_sigterm_ends_the_children() {
  film in.mp4 1 250
  clips '{ "source": "in.mp4" }'
  mkfifo out
  counting_ffmpeg
  { head -c 100000 >/dev/null; touch begun; sleep 1; cat >rest; } <out &
  "$vfx" -q -t t.json --ffmpeg ./counting-ffmpeg </dev/null >out 2>errors &
  local program=$! status=0
  for _ in $(seq 200); do [ -e begun ] && break; sleep 0.05; done
  kill -TERM $program
  wait $program || status=$?
  [ $status -eq 143 ] || wrong "exit code $status: $(cat errors)"
  no_children_left
}

test_reader_that_goes_ends_the_children() {
  film in.mp4 1 250
  clips '{ "source": "in.mp4" }'
  counting_ffmpeg
  set +e
  within 30 "$vfx" -q -t t.json --ffmpeg ./counting-ffmpeg 2>errors </dev/null |
    head -c 100000 >/dev/null
  local codes=("${PIPESTATUS[@]}")
  set -e
  [ "${codes[0]}" -eq 0 ] || wrong "exit code ${codes[0]}: $(cat errors)"
  [ ! -s errors ] || wrong "it complains: $(cat errors)"
  no_children_left
}

test_what_ffmpeg_can_not_read() {
  printf 'no video' >in.mp4
  say "{ \"version\": 1, $canvas, \"clips\": [ { \"source\": \"in.mp4\" } ] }" >t.json
  expect_status 1 counted
  one_error 't.json:1:' 'Invalid data'
  [ ! -s out.y4m ] || wrong "something was written"
}

test_no_exec() {
  film in.mp4
  ff -f lavfi -i "$(numbered 3 1 25 320:180)" photo.bmp
  numbered_y4m base.y4m 2 3 yuv420p 25 320:180
  local part
  for part in '"clips": [ { "source": "in.mp4" } ]' \
    '"clips": [ { "source": "photo.bmp", "duration": 1 } ]' \
    '"layers": [ { "type": "video", "source": "in.mp4" } ]' \
    '"layers": [ { "type": "image", "source": "photo.bmp" } ]'; do
    say "{ \"version\": 1, $canvas, $part }" >t.json
    counting_ffmpeg
    expect_status 2 within 10 "$vfx" -q -t t.json --no-exec --ffmpeg ./counting-ffmpeg \
      <base.y4m >out.y4m 2>errors
    one_error 't.json:1:'
    [ ! -s out.y4m ] || wrong "something was written for $part"
    [ ! -e started ] || wrong "a child was started for $part"
  done
}

test_ffmpeg_that_is_not_there() {
  film in.mp4
  clips '{ "source": "in.mp4" }'
  local status=0
  within 10 "$vfx" -q -t t.json --ffmpeg ./nowhere </dev/null >out.y4m 2>errors || status=$?
  [ $status -eq 1 ] || [ $status -eq 2 ] || wrong "exit code $status"
  one_error nowhere
}

test_names_that_are_refused() {
  local name
  for name in -x.mp4 http://127.0.0.1:9/a.mp4 https://127.0.0.1:9/a.mp4 'concat:a.mp4|b.mp4' pipe:0 \
    file:a.mp4 'data:,a' tcp://127.0.0.1:9 crypto:a.mp4; do
    for part in '"clips": [ { "source": "%s" } ]' \
      '"clips": [ { "source": { "color": "red" }, "duration": 1 } ],
        "layers": [ { "type": "video", "source": "%s" } ]'; do
      # The format is one of the two above.
      # shellcheck disable=SC2059
      say "{ \"version\": 1, $canvas, $(printf "$part" "$name") }" >t.json
      expect_status 2 counted
      one_error 't.json:[12]:'
      [ ! -e started ] || wrong "a child was started for $name"
    done
  done
}

# Nothing of a name is taken by a shell.
test_names_with_everything_in_them() {
  local name="a b';\$(touch taken)&%d|\"x\".mp4"
  film in.mp4
  mv in.mp4 "$name"
  clips '{ "source": "a b'"'"';$(touch taken)&%d|\"x\".mp4" }'
  counted
  shows "$(sequence 1 0 29)"
  [ ! -e taken ] || wrong "a shell read the name"
}
