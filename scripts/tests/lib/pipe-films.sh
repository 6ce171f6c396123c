# Tests: whole films, from MP4 to MP4, in parts and with any number of threads. Sourced by
# scripts/tests/pipe.

# A film with sound, as cameras write them.
film() {
  ff -f lavfi -i mandelbrot=s=320x180:r=30000/1001 -f lavfi -i sine=frequency=440 -t 2 \
    -c:v libx264 -preset ultrafast -pix_fmt "${1:-yuv420p}" -colorspace bt709 \
    -color_primaries bt709 -color_trc bt709 -color_range tv -c:a aac in.mp4
}

moving_logo() {
  cat >t.json <<EOF
{ "version": 1, "layers": [
  { "type": "effect", "effect": "vortex", "start": 0.3, "end": 1.5,
    "angle": { "from": 0, "to": 360 }, "radius": 80 },
  { "type": "image", "source": "$work/logo.png", "start": 0.5,
    "position": { "from": [10, 10], "to": ["80%", "70%"], "duration": 1, "ease": "ease-in-out" },
    "rotation": { "from": 0, "to": 90, "duration": 1 } } ] }
EOF
}

film_survives() {
  film "$1"
  moving_logo
  local strict=()
  [ "$1" != yuv420p ] && strict=(-strict -1)
  ff -i in.mp4 -f yuv4mpegpipe ${strict[@]+"${strict[@]}"} - | "$vfx" -t t.json |
    ff -i - -i in.mp4 -map 0:v -map 1:a -c:v libx264 -preset ultrafast -c:a copy out.mp4
  probe() {
    ffprobe -v error -count_frames -select_streams "$2" -show_entries "stream=$3" -of csv=p=0 "$1"
  }
  [ "$(probe out.mp4 v nb_read_frames)" = "$(probe in.mp4 v nb_read_frames)" ] ||
    wrong "$(probe out.mp4 v nb_read_frames) frames of $(probe in.mp4 v nb_read_frames)"
  [ "$(probe out.mp4 v pix_fmt)" = "$1" ] || wrong "pixels are $(probe out.mp4 v pix_fmt)"
  [ "$(probe out.mp4 v r_frame_rate)" = 30000/1001 ] || wrong "the rate has changed"
  [ "$(probe out.mp4 a codec_name)" = aac ] || wrong "the sound is gone"
  fact "$(probe out.mp4 v nb_read_frames) frames"
}

test_film_420_8() { film_survives yuv420p; }
test_film_420_10() { film_survives yuv420p10le; }
test_film_422_10() { film_survives yuv422p10le; }

test_threads_make_no_difference() {
  moving_logo
  y4m yuv420p 128x96 40 >in.y4m
  "$vfx" -t t.json -j 1 <in.y4m >one.y4m
  for threads in 2 7; do "$vfx" -t t.json -j $threads <in.y4m | cmp one.y4m -; done
}

test_parts_are_as_the_whole() {
  moving_logo
  y4m yuv420p10le 128x96 40 >in.y4m
  "$vfx" -t t.json <in.y4m | frame_hashes >whole
  local part
  for part in 0 13 26; do
    ff -i in.y4m -vf "trim=start_frame=$part:end_frame=$((part + (part == 26 ? 14 : 13)))" \
      -strict -1 -f yuv4mpegpipe - | "$vfx" -t t.json --start ${part}f
  done >/dev/null
  for part in 0 13 26; do
    ff -i in.y4m -vf "trim=start_frame=$part:end_frame=$((part + (part == 26 ? 14 : 13)))" \
      -strict -1 -f yuv4mpegpipe - | "$vfx" -t t.json --start ${part}f | frame_hashes
  done >parts
  same whole parts
}

test_ffmpeg_reads_what_testsrc_writes() {
  local format
  for format in 420jpeg 420mpeg2 422 444 411 444alpha mono 420p10 422p10 444p12 444p16 mono16; do
    "$vfx" testsrc -s 33x21 -n 3 -f $format >in.y4m
    [ "$(frame_hashes in.y4m | wc -l)" -eq 3 ] || wrong "ffmpeg does not read $format"
    "$vfx" hash in.y4m | sed -n 's/^0,.* \([0-9a-f]*\)$/\1/p' >own
    frame_hashes in.y4m >peer
    same peer own
  done
}
