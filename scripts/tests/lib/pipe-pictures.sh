# Tests: what is drawn, against ffmpeg's own filters where both do the same work. Sourced by
# scripts/tests/pipe.

# logo_agrees PIXELS OVERLAY BOUND: a logo from frame 10 up to, not including, frame 20. ffmpeg's
# overlay works with the 601 matrix and at even positions; there both must agree.
logo_agrees() {
  cat >t.json <<EOF
{ "version": 1, "layers": [
  { "type": "image", "source": "$work/logo.png", "position": [40, 30], "start": "10f", "end": "20f" }
] }
EOF
  y4m "$1" >in.y4m
  "$vfx" -t t.json --matrix 601 <in.y4m >out.y4m
  frame_hashes in.y4m | cat -n >before
  frame_hashes out.y4m | cat -n >after
  comm -3 before after | awk '{ print $1 - 1 }' | sort -nu | tr '\n' ' ' >changed
  [ "$(cat changed)" = "10 11 12 13 14 15 16 17 18 19 " ] || wrong "frames changed: $(cat changed)"

  # Around the logo nothing has changed: left, right, above, below. Chroma sited to the left of a
  # pair reaches half a column further, so the right part begins a pair later.
  local around
  for around in 40:96:0:0 38:96:90:0 128:30:0:0 128:34:0:62; do
    ff -i in.y4m -vf "crop=$around" -strict -1 -bitexact -f framemd5 before
    ff -i out.y4m -vf "crop=$around" -strict -1 -bitexact -f framemd5 after
    cmp before after
  done

  ff -i in.y4m -i "$work/logo.png" -filter_complex \
    "[0:v][1:v]overlay=40:30:format=$2:enable='between(n,10,19)',format=$1" \
    -strict -1 -f yuv4mpegpipe peer.y4m
  local found
  found=$(psnr out.y4m peer.y4m "trim=start_frame=10:end_frame=20,crop=48:32:40:30")
  at_least "$found" "$3"
  fact "PSNR against ffmpeg's overlay $found dB"
}

test_logo_420_8() { logo_agrees yuv420p yuv420 40; }
test_logo_422_8() { logo_agrees yuv422p yuv422 40; }
test_logo_444_8() { logo_agrees yuv444p yuv444 40; }
test_logo_420_10() { logo_agrees yuv420p10le yuv420p10 40; }
test_logo_422_10() { logo_agrees yuv422p10le yuv422p10 40; }

# ffmpeg's overlay has no 10-bit 4:4:4, so here the 8-bit picture is the judge.
test_logo_444_10() {
  cat >t.json <<EOF
{ "version": 1, "layers": [
  { "type": "image", "source": "$work/logo.png", "position": [40, 30] } ] }
EOF
  y4m yuv444p >eight.y4m
  ff -i eight.y4m -pix_fmt yuv444p10le -strict -1 -f yuv4mpegpipe ten.y4m
  "$vfx" -t t.json --matrix 601 <eight.y4m >eight-out.y4m
  "$vfx" -t t.json --matrix 601 <ten.y4m |
    ff -i - -pix_fmt yuv444p -sws_flags accurate_rnd -f yuv4mpegpipe ten-out.y4m
  local found
  found=$(psnr eight-out.y4m ten-out.y4m)
  at_least "$found" 45
  fact "PSNR of 10 against 8 bits $found dB"
}

# Pure red in the code values of each matrix and range.
red_is() {
  local pixels=yuv444p
  [ "$2" = full ] && pixels=yuvj444p
  say '{ "version": 1, "layers": [ { "type": "color", "color": "#f00" } ] }' >t.json
  ff -f lavfi -i color=c=gray:s=16x16:r=25 -frames:v 1 -pix_fmt $pixels -f yuv4mpegpipe in.y4m
  "$vfx" -t t.json --matrix "$1" <in.y4m >out.y4m
  [ "$(top_left out.y4m)" = "$3" ] || wrong "red is $(top_left out.y4m) in place of $3"
}

test_red_709_limited() { red_is 709 limited "63 102 240"; }
test_red_709_full() { red_is 709 full "54 99 255"; }
test_red_601_limited() { red_is 601 limited "81 90 240"; }
test_red_601_full() { red_is 601 full "76 85 255"; }

# canvas_agrees PIXELS CANVAS FILTER BOUND: the canvas against a filter of ffmpeg's.
canvas_agrees() {
  say "{ \"version\": 1, \"canvas\": { $2 } }" >t.json
  ff -f lavfi -i mandelbrot=s=320x240:r=25 -frames:v 5 -sws_flags accurate_rnd -pix_fmt "$1" \
    -f yuv4mpegpipe in.y4m
  "$vfx" -t t.json <in.y4m >out.y4m
  ff -i in.y4m -vf "$3" -f yuv4mpegpipe peer.y4m
  local found
  found=$(psnr out.y4m peer.y4m)
  at_least "$found" "$4"
  fact "PSNR against ffmpeg's $3 $found dB"
}

test_canvas_rotate_is_transpose() { canvas_agrees yuv444p '"rotate": 90' transpose=clock 999; }
test_canvas_flip_is_hflip() { canvas_agrees yuv444p '"flip": "horizontal"' hflip 999; }
test_canvas_enlarges_as_bicubic() {
  canvas_agrees yuv444p '"size": [640, 480]' "scale=640:480:flags=bicubic+accurate_rnd" 35
}
test_canvas_reduces_as_area() {
  canvas_agrees yuv444p '"size": [160, 120]' "scale=160:120:flags=area+accurate_rnd" 40
}

# A picture larger than the frame is clipped by the frame and by nothing else.
test_large_picture_off_the_frame() {
  ff -f lavfi -i mandelbrot=s=300x200:r=25 -frames:v 1 picture.png
  cat >t.json <<'EOF'
{ "version": 1, "layers": [ { "type": "image", "source": "picture.png", "position": [-70, -50] } ] }
EOF
  ff -f lavfi -i color=c=gray:s=160x120:r=25 -frames:v 1 -pix_fmt yuv444p -f yuv4mpegpipe in.y4m
  "$vfx" -t t.json --matrix 601 <in.y4m >out.y4m
  ff -i picture.png -vf "crop=160:120:70:50,format=yuv444p" -sws_flags accurate_rnd \
    -f yuv4mpegpipe peer.y4m
  local found
  found=$(psnr out.y4m peer.y4m)
  at_least "$found" 50
  fact "PSNR against ffmpeg's crop $found dB"
}

# A picture turned by 30 degrees, against ffmpeg's bilinear rotation.
test_rotation_agrees() {
  ff -f lavfi -i mandelbrot=s=200x200:r=25 -frames:v 1 picture.png
  cat >t.json <<'EOF'
{ "version": 1, "layers": [
  { "type": "image", "source": "picture.png", "rotation": 30, "sampling": "bilinear" } ] }
EOF
  ff -f lavfi -i color=c=black:s=200x200:r=25 -frames:v 1 -pix_fmt yuv444p -f yuv4mpegpipe in.y4m
  "$vfx" -t t.json --matrix 601 <in.y4m >out.y4m
  ff -i picture.png -vf "rotate=30*PI/180:c=black,format=yuv444p" -sws_flags accurate_rnd \
    -f yuv4mpegpipe peer.y4m
  local found
  # The middle, as ffmpeg's rotation cuts its corners without smoothing.
  found=$(psnr out.y4m peer.y4m crop=120:120:40:40)
  at_least "$found" 30
  fact "PSNR against ffmpeg's rotate $found dB"
}

# An opaque colour over a transparent stream makes it opaque, half of one half.
test_alpha_is_composited() {
  say '{ "version": 1, "layers": [ { "type": "color", "color": "white", "opacity": 0.5 } ] }' \
    >t.json
  ff -f lavfi -i "color=c=black@0:s=16x16:r=25,format=yuva444p" -frames:v 1 -strict -1 \
    -f yuv4mpegpipe in.y4m
  head -n 1 in.y4m | grep -q C444alpha
  "$vfx" -t t.json <in.y4m >out.y4m
  set -- $(ff -i out.y4m -vf crop=1:1:0:0 -f rawvideo - | od -An -tu1)
  [ "$4" -eq 128 ] || [ "$4" -eq 127 ] || wrong "alpha is $4"
  [ "$1" -ge 234 ] || wrong "luma is $1, so transparent black has darkened white"
}
