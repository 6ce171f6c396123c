# Tests: the commands that look at streams, against ffmpeg. Sourced by scripts/tests/pipe.

# measures_as_ffmpeg PIXELS: compare's PSNR and SSIM are those of ffmpeg's filters.
measures_as_ffmpeg() {
  say '{ "version": 1, "layers": [
    { "type": "color", "color": "#f084", "size": [60, 40], "position": [11, 7] } ] }' >t.json
  y4m "$1" >a.y4m
  "$vfx" -t t.json <a.y4m >b.y4m
  expect_status 1 "$vfx" compare a.y4m b.y4m >own.txt
  expect_status 0 "$vfx" compare a.y4m a.y4m >/dev/null
  expect_status 0 "$vfx" compare a.y4m b.y4m --min-psnr 10 >/dev/null
  local measure
  for measure in psnr ssim; do
    ffmpeg -v info -nostdin -i a.y4m -i b.y4m -lavfi "[0:v][1:v]$measure" -f null - 2>&1 |
      sed -nE 's/.*(PSNR|SSIM) //p' >$measure.txt
  done
  local row psnr ssim
  while read -r row; do
    set -- $row
    psnr=$(sed -n "s/.*$2:\([0-9.]*\).*/\1/p" psnr.txt)
    ssim=$(sed -n "s/.*$3:\([0-9.]*\).*/\1/p" ssim.txt)
    set -- $(awk -v plane="$1" '$1 == plane { print $2, $3 }' own.txt)
    awk -v a="$psnr" -v b="$1" -v c="$ssim" -v d="$2" \
      'BEGIN { exit !(a - b < 0.0006 && b - a < 0.0006 && c - d < 2e-6 && d - c < 2e-6) }' ||
      wrong "PSNR $1 in place of $psnr, SSIM $2 in place of $ssim"
  done <<'ROWS'
luma y Y
blue u U
red v V
all average All
ROWS
}

test_compare_420_8() { measures_as_ffmpeg yuv420p; }
test_compare_422_10() { measures_as_ffmpeg yuv422p10le; }

# What vfx drew is proved; what another program changed is found.
test_verify() {
  cat >t.json <<EOF
{ "version": 1, "layers": [
  { "type": "image", "source": "$work/logo.png", "position": [40, 30], "start": "10f", "end": "20f" }
] }
EOF
  y4m yuv420p >in.y4m
  "$vfx" -t t.json <in.y4m >out.y4m
  expect_status 0 "$vfx" verify in.y4m out.y4m -t t.json
  ff -i out.y4m -vf "drawbox=100:80:4:4:red:fill:enable='eq(n,22)'" -f yuv4mpegpipe foreign.y4m
  # The drawing of a box has not changed the rest.
  expect_status 1 "$vfx" verify in.y4m foreign.y4m -t t.json 2>errors >found
  grep -hq "frame 22" errors found || wrong "frame 22 is not named: $(cat errors found)"
  if grep -hq "frame 21" errors found; then wrong "frame 21 is named"; fi
}

# A still is the frame as ffmpeg shows it.
still_agrees() {
  ff -f lavfi -i mandelbrot=s=320x180:r=25 -frames:v 30 -sws_flags accurate_rnd -pix_fmt "$1" \
    -strict -1 -f yuv4mpegpipe in.y4m
  "$vfx" still "$work/empty.json" --matrix 709 --at 1 -o own.png <in.y4m
  ff -i in.y4m -vf "select='eq(n,25)',scale=in_color_matrix=bt709:flags=accurate_rnd+bicubic+full_chroma_int,format=$2" \
    -frames:v 1 peer.png
  local found
  found=$(psnr own.png peer.png)
  at_least "$found" "$3"
  fact "PSNR against ffmpeg's PNG $found dB"
}

test_still_444_8() { still_agrees yuv444p rgb24 45; }
test_still_444_10() { still_agrees yuv444p10le rgb48be 45; }

# The flags of vfx tags keep labels and depth from film to film.
labels_survive() {
  film "$1"
  # shellcheck disable=SC2046
  ff -i in.mp4 -pix_fmt "$1" -strict -1 -f yuv4mpegpipe - >in.y4m
  "$vfx" <in.y4m | ff -i - $("$vfx" tags --matrix 709 --only encode in.y4m) out.mp4
  probe() {
    ffprobe -v error -select_streams v -show_entries \
      stream=pix_fmt,color_space,color_transfer,color_primaries,color_range,chroma_location \
      -of default=nw=1 "$1"
  }
  probe in.mp4 >before
  probe out.mp4 >after
  grep -q 'color_space=bt709' before
  same before after
}

test_tags_420_8() { labels_survive yuv420p; }
test_tags_422_10() { labels_survive yuv422p10le; }

# Which effects are one is seen in the plan: a layer between them and the end of one part them.
test_plan_shows_what_is_drawn_at_once() {
  cat >grades.json <<'END'
{ "version": 1, "layers": [
  { "type": "effect", "effect": "adjust", "contrast": 1.2, "name": "contrast" },
  { "type": "effect", "effect": "exposure", "ev": 0.3 },
  { "type": "effect", "effect": "vibrance", "amount": 0.3, "end": 4 },
  { "type": "color", "color": "red", "size": [10, 10] },
  { "type": "effect", "effect": "sepia", "mix": 0.5 },
  { "type": "effect", "effect": "vortex", "start": 3, "angle": 20, "name": "one" },
  { "type": "effect", "effect": "vortex", "start": 3, "angle": 9, "name": "two" } ] }
END
  "$vfx" plan grades.json --costs --size 320x180 --fps 25 --frames 150 >plan
  for line in "0:00.000 – 0:04.000: contrast, exposure, vibrance: 2 changes of each colour" \
    "0:04.000 – 0:06.000: contrast, exposure: one matrix" \
    "0:00.000 – 0:06.000: sepia: one matrix" "0:03.000 – 0:06.000: one, two: one resampling"; do
    grep -qF "  $line" plan || wrong "no \"$line\" in $(cat plan)"
  done
  ! "$vfx" plan grades.json --size 320x180 --fps 25 | grep "one matrix" || wrong "told unasked"
}
