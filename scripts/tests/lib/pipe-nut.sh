# Tests: NUT in the place of Y4M, with times and sounds. Sourced by scripts/tests/pipe.

# All that ffprobe says of a NUT stream: streams, chapters, and each packet with the MD5 of its data.
nut_facts() {
  ffprobe -v error -show_streams -show_chapters -show_packets -show_data_hash md5 "$1" | grep -v '^pos='
}

# nut_passes OPTION...: what ffmpeg makes of a picture and a sound with these options leaves as it came.
nut_passes() {
  ff -f lavfi -i "testsrc=s=${size:-64x48}:r=25:d=0.4" -f lavfi -i "sine=d=0.4:r=48000" \
    -c:v rawvideo -c:a pcm_s16le "$@" -f nut - >in.nut
  "$vfx" -q -t "$work/${timeline:-later}.json" <in.nut >out.nut
  nut_facts in.nut >expected
  nut_facts out.nut >found
  [ "$(grep -c '^pts=' found)" -ge 10 ]
  same expected found
  # Out of a pipe, as well as from a file.
  ff -i - -map 0 -f framemd5 - <out.nut >found
  ff -i in.nut -map 0 -f framemd5 - >expected
  same expected found
}

for format in $(some_of "yuv420p yuv410p gray16le yuv422p10le yuva444p" "yuv422p yuv444p yuv411p yuv440p \
  gray gray10le yuv420p9le yuv420p10le yuv444p12le yuv420p14le yuv444p16le"); do
  eval "test_nut_pass_$format() { nut_passes -pix_fmt $format; }"
done

# Alpha on which nothing is drawn.
for format in $(some_of "yuva420p yuva444p16le" "yuva422p yuva420p10le yuva422p12le"); do
  eval "test_nut_pass_$format() { timeline=empty nut_passes -pix_fmt $format; }"
done

for codec in $(some_of "u8 s24be f64le" "s16be s24le s32le f32le f32be alaw"); do
  eval "test_nut_pass_pcm_$codec() { nut_passes -pix_fmt yuv420p -c:a pcm_$codec; }"
done

for odd in $(some_of "1x1 17x15" "3x5 33x2"); do
  eval "test_nut_pass_420_10_$odd() { size=$odd nut_passes -pix_fmt yuv420p10le; }"
  eval "test_nut_pass_alpha_$odd() { size=$odd timeline=empty nut_passes -pix_fmt yuva422p; }"
done

test_nut_pass_large() { size=1920x1080 nut_passes -pix_fmt yuv420p; }
test_nut_pass_aac() { nut_passes -pix_fmt yuv420p -c:a aac; }
test_nut_pass_opus() { nut_passes -pix_fmt yuv420p -c:a libopus; }

# The times of a film whose rate varies, and what is drawn by them, with ffmpeg's own drawing as the
# judge.
test_nut_uneven_times() {
  ff -f lavfi -i testsrc=s=64x48:r=50:d=2 -vf "select='not(mod(n*n,7))+eq(mod(n,11),3)'" -vsync vfr \
    -enc_time_base 1/90000 -pix_fmt yuv444p -c:v rawvideo -f nut - >in.nut
  say '{ "version": 1, "layers": [ { "type": "color", "color": "#fff", "start": 0.5, "end": 1.28,
    "position": [8, 8], "anchor": "top-left", "size": [20, 10] } ] }' >box.json
  "$vfx" -q -t box.json <in.nut >out.nut
  ff -i in.nut -vf "drawbox=8:8:20:10:white:fill:enable='gte(t,0.5)*lt(t,1.28)'" -vsync passthrough \
    -f framemd5 - | grep -v '^#' >expected
  ff -i out.nut -vsync passthrough -f framemd5 - | grep -v '^#' >found
  [ "$(wc -l <found)" -gt 20 ]
  same expected found
}

# What is written into a file can be sought in.
test_nut_can_be_sought() {
  ff -f lavfi -i testsrc=s=320x240:r=25:d=3 -f lavfi -i sine=d=3 -pix_fmt yuv420p -c:v rawvideo \
    -c:a aac -f nut - | "$vfx" -q -t "$work/empty.json" >out.nut
  local time
  for time in 0.5 1.32 2.6; do
    ff -ss $time -i out.nut -map 0:v -frames:v 3 -f framemd5 - | awk '!/^#/ { print $NF }' >found
    ff -i out.nut -map 0:v -vf "select='gte(t,$time)'" -frames:v 3 -f framemd5 - | awk '!/^#/ { print $NF }' >expected
    same expected found
  done
  [ "$(ffprobe -v error -show_entries format=duration -of csv=p=0 out.nut | cut -c1-3)" = 3.0 ]
}

# Alpha of 4:4:4 is drawn on; of other formats it passes, and is not drawn on.
test_nut_alpha() {
  say '{ "version": 1, "layers": [ { "type": "color", "color": "#fff", "position": [0, 0],
    "anchor": "top-left", "size": [32, 48] } ] }' >half.json
  local format
  for format in yuva444p yuva420p yuva422p10le yuva444p10le yuva444p16le; do
    ff -f lavfi -i "color=c=black@0:s=64x48:r=25:d=0.2,format=$format" -c:v rawvideo -f nut in.nut
    "$vfx" -q -t half.json <in.nut >out.nut
    ff -i out.nut -frames:v 1 -vf alphaextract,format=gray -f rawvideo - | od -An -v -tu1 -w64 | sort -u >alpha
    [ "$(awk '{ print $1, $32, $33, $64 }' alpha)" = "255 255 0 0" ]
  done
  say '{ "version": 1, "canvas": { "size": [32, 24] } }' >small.json
  expect_status 2 "$vfx" -q -t small.json <in.nut 2>words
  grep -q 'pix_fmt yuva444p' words
}

test_nut_in_a_chain() {
  ff -f lavfi -i testsrc=s=64x48:r=30000/1001:d=1 -f lavfi -i sine=d=1 -pix_fmt yuv420p -c:v rawvideo \
    -c:a pcm_f32le -f nut - >in.nut
  "$vfx" -q <in.nut | "$vfx" -q -t "$work/later.json" | "$vfx" -q >out.nut
  nut_facts in.nut >expected
  nut_facts out.nut >found
  same expected found
}
