# Tests: streams of every format pass unchanged. Sourced by scripts/tests/pipe.

# What goes through a pipe with no active layer is what ffmpeg made, frame by frame.
passes() {
  y4m "$@" >in.y4m
  "$vfx" -t "$work/later.json" <in.y4m >out.y4m
  cmp in.y4m out.y4m
  frame_hashes in.y4m >expected
  y4m "$@" | "$vfx" -t "$work/empty.json" | frame_hashes >found
  [ "$(wc -l <found)" -eq "${3:-25}" ] || wrong "ffmpeg read $(wc -l <found) frames"
  same expected found
  "$vfx" hash in.y4m | sed -n 's/^0,.* \([0-9a-f]*\)$/\1/p' >own
  same expected own
}

for format in $(some_of "yuv420p yuva444p yuv422p10le gray16le" "yuv422p yuv444p yuv411p gray yuv420p9le \
  yuv420p10le yuv444p10le gray10le yuv420p12le yuv422p12le yuv444p12le yuv420p14le yuv444p16le"); do
  eval "test_pass_$format() { passes $format; }"
done

for size in $(some_of "17x15 33x2" "1x1 2x1 35x27"); do
  eval "test_pass_420_${size}() { passes yuv420p $size 5; }"
  eval "test_pass_422_${size}() { passes yuv422p $size 5; }"
  eval "test_pass_444_10_${size}() { passes yuv444p10le $size 5; }"
done

# ffmpeg 5.1 writes frames of odd width short where chroma is subsampled at more than 8 bits, and
# can't read them itself, so here vfx is the source.
test_pass_odd_widths_at_10_bits() {
  local format size
  for format in 420p10 422p10 420p16 422p12; do
    for size in 1x1 3x5 17x15 33x2; do
      "$vfx" testsrc -s $size -n 3 -f $format >in.y4m
      "$vfx" -t "$work/later.json" <in.y4m | cmp in.y4m -
      frame_hashes in.y4m >peer
      "$vfx" hash in.y4m | sed -n 's/^0,.* \([0-9a-f]*\)$/\1/p' >own
      [ "$(wc -l <peer)" -eq 3 ]
      same peer own
    done
  done
}

test_pass_interlaced() {
  ff -f lavfi -i testsrc=s=64x48:r=25 -frames:v 5 -vf setfield=tff -flags +ildct -pix_fmt yuv420p \
    -f yuv4mpegpipe - >in.y4m
  "$vfx" -t "$work/empty.json" <in.y4m | cmp in.y4m -
}

test_pass_full_range() {
  ff -f lavfi -i testsrc=s=64x48:r=25 -frames:v 5 -pix_fmt yuvj420p -f yuv4mpegpipe - >in.y4m
  head -n 1 in.y4m | grep -q XCOLORRANGE=FULL
  "$vfx" -t "$work/later.json" <in.y4m | cmp in.y4m -
}

test_pass_without_a_timeline() {
  y4m yuv420p >in.y4m
  "$vfx" <in.y4m | cmp in.y4m -
}
