# Tests: clips whose colours, sizes and depths are not the canvas's. Sourced by scripts/tests/clips.

# Smooth, so that the siting of chroma and the filters of the two programs count for little.
smooth="nullsrc=s=640x360:r=25,trim=end_frame=3,format=gbrp,geq=
r='127+110*sin(X/97+N/5)*cos(Y/71)':g='127+110*cos(X/83)*sin(Y/59+N/7)':b='40+X/4+Y/8'"

# as_ffmpeg CLIP GRAPH LIMIT: a clip of in.y4m or in.mp4 on a canvas of 709 against a graph.
as_ffmpeg() {
  # Chroma is sited as ffmpeg says of either, so that it need not be moved.
  local source=in.y4m format=420jpeg
  [ ! -e in.mp4 ] || source=in.mp4 format=420mpeg2
  cat >t.json <<EOF
{ "version": 1, "canvas": { "size": [640, 360], "rate": 25, "format": "$format" },
  "clips": [ { "source": "$source"${1:+, $1} } ] }
EOF
  # The canvas would else be of the clip's own range.
  within 30 "$vfx" -q -t t.json --matrix 709 --range limited </dev/null >out.y4m 2>errors || wrong "$(cat errors)"
  ff -i $source -vf "$2,format=yuv420p" -f yuv4mpegpipe expected.y4m
  found=$(psnr out.y4m expected.y4m)
  at_least "$found" "$3"
  fact "$found dB"
}

# convert FROM: what does the same in ffmpeg, with libzimg where there is one.
convert() {
  if ffmpeg -v error -filters | grep ' zscale ' >/dev/null; then
    say "zscale=$1:matrix=709:range=limited"
  else
    say "$1" | sed 's/matrixin=170m/scale=in_color_matrix=bt601/; s/matrixin=709/scale=in_color_matrix=bt709/
      s/rangein=full/in_range=full/; s/rangein=limited/in_range=tv/; s/$/:out_color_matrix=bt709:out_range=tv/'
  fi
}

test_matrix_601_to_709() {
  ff -f lavfi -i "$smooth,scale=out_color_matrix=bt601,format=yuv420p" -f yuv4mpegpipe in.y4m
  as_ffmpeg '"matrix": "601"' "$(convert matrixin=170m:rangein=limited)" 45
}

test_matrix_709_is_left_alone() {
  ff -f lavfi -i "$smooth,scale=out_color_matrix=bt709,format=yuv420p" -f yuv4mpegpipe in.y4m
  as_ffmpeg '"matrix": "709"' null inf
}

test_full_range_of_a_y4m_file() {
  "$vfx" testsrc -q -s 640x360 -n 3 -f 420jpeg --range full --matrix 709 >in.y4m
  grep -q -a XCOLORRANGE=FULL in.y4m
  as_ffmpeg '"matrix": "709"' "$(convert matrixin=709:rangein=full)" 45
}

test_range_that_the_clip_says() {
  ff -f lavfi -i "$smooth,scale=out_color_matrix=bt709:out_range=full,format=yuv420p" \
    -f yuv4mpegpipe whole.y4m
  # Without what the header says of it.
  sed '1s/ XCOLORRANGE=[A-Z]*//' whole.y4m >in.y4m
  as_ffmpeg '"range": "full", "matrix": "709"' "$(convert matrixin=709:rangein=full)" 45
}

test_matrix_and_range_of_a_film() {
  local matrix range
  for matrix in smpte170m bt709; do
    for range in tv pc; do
      ff -f lavfi -i "$smooth,scale=out_color_matrix=$matrix:out_range=$range,format=yuv420p" \
        -c:v libx264 -preset ultrafast -qp 1 -colorspace $matrix -color_range $range \
        -color_primaries bt709 -color_trc bt709 in.mp4
      as_ffmpeg '' "$(convert \
        matrixin="$([ $matrix = bt709 ] && say 709 || say 170m)":rangein="$([ $range = pc ] &&
          say full || say limited)")" 42
    done
  done
}

test_other_depth_and_subsampling() {
  local format
  for format in yuv444p yuv422p yuv420p10le yuv444p12le; do
    ff -f lavfi -i "$smooth,scale=out_color_matrix=bt709,format=$format" -strict -1 \
      -f yuv4mpegpipe in.y4m
    as_ffmpeg '"matrix": "709"' "scale=flags=accurate_rnd+full_chroma_inp" 42
  done
}

test_grey_alone() {
  ff -f lavfi -i "$smooth,scale=out_color_matrix=bt709,format=yuv420p,lutyuv=u=128:v=128" \
    -f yuv4mpegpipe coloured.y4m
  # Written out, for ffmpeg takes what is grey alone as of full range.
  ff -i coloured.y4m -vf extractplanes=y -f rawvideo luma
  {
    say "YUV4MPEG2 W640 H360 F25:1 Ip A1:1 Cmono"
    for frame in 0 1 2; do
      say FRAME
      tail -c +$((frame * 640 * 360 + 1)) luma | head -c $((640 * 360)) || true
    done
  } >in.y4m
  cat >t.json <<'EOF'
{ "version": 1, "canvas": { "format": "420jpeg" }, "clips": [ { "source": "in.y4m" } ] }
EOF
  within 30 "$vfx" -q -t t.json </dev/null >out.y4m 2>errors || wrong "$(cat errors)"
  [ "$(psnr out.y4m coloured.y4m)" = inf ] || wrong "$(psnr out.y4m coloured.y4m) dB"
}

test_other_size() {
  ff -f lavfi -i "$smooth,scale=320:180:out_color_matrix=bt709,format=yuv420p" -f yuv4mpegpipe in.y4m
  as_ffmpeg '"matrix": "709"' "scale=640:360:flags=bicubic:param0=0:param1=0.5" 42
}
