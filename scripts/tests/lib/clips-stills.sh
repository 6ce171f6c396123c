# Tests: stills of clips at several moments, and what becomes of fields. Sourced by
# scripts/tests/clips.

# stills_are_of_the_render MOMENT...: stills of t.json at these moments, in this order, are the
# frames of out.y4m, which the program made of t.json.
stills_are_of_the_render() {
  local at=() moment number=0
  for moment in "$@"; do at+=(--at "$moment"); done
  within 30 "$vfx" still t.json "${at[@]}" -o still.png <"${input:-/dev/null}" 2>errors ||
    wrong "$(cat errors)"
  for moment in "$@"; do
    number=$((number + 1))
    "$vfx" still "$work/empty.json" --at "$moment" <out.y4m >expected.png
    cmp -s "still-$number.png" expected.png || wrong "still $number, at $moment, of $*"
  done
}

each_order() {
  echo '{ "version": 1 }' >"$work/empty.json"
  within 30 "$vfx" -q -t t.json <"${input:-/dev/null}" >out.y4m
  stills_are_of_the_render 0.2 0.6 1
  stills_are_of_the_render 1 0.2 0.2 0.6
  stills_are_of_the_render 0.96 0.04 0.52 0.48 0.56 0.04
  stills_are_of_the_render 0.44 0.48 0.52
}

test_stills_of_a_file() {
  numbered_y4m in.y4m 1 40 yuv420p 25 320:180
  clips '{ "source": "in.y4m" }'
  each_order
}

test_stills_of_a_film() {
  film in.mp4
  clips '{ "source": "in.mp4" }'
  each_order
}

test_stills_of_films_backwards_with_a_layer_and_transitions() {
  film one.mp4 1
  film two.mp4 2
  say '{ "version": 1, "canvas": { "rate": 50 },
    "clips": [
      { "source": "one.mp4", "reverse": true, "out": 0.8,
        "transition": { "type": "wipe", "duration": 0.3 } },
      { "source": "two.mp4", "speed": 0.7, "sampling": "blend",
        "transition": { "type": "crossfade", "duration": 0.2 } },
      { "source": "one.mp4", "out": 0.4, "loop": 2, "pingpong": true } ],
    "layers": [ { "type": "video", "source": "two.mp4", "size": [80, 45], "reverse": true } ] }' \
    >t.json
  each_order
}

test_stills_of_standard_input() {
  source_stream
  clips '{ "source": "stdin", "in": 0.4, "reverse": true, "out": 1.2 }, { "source": "stdin" }'
  local input=in.y4m
  each_order
}

test_fields_of_a_film() {
  ff -f lavfi -i "testsrc=s=320x180:r=50:d=1,interlace=scan=tff" -c:v libx264 -flags +ilme+ildct \
    -x264-params tff=1 in.mp4
  ff -f lavfi -i "testsrc=s=320x180:r=25:d=0.4" -c:v libx264 whole.mp4
  clips '{ "source": "in.mp4" }'
  within 30 "$vfx" -t t.json >out.y4m 2>errors
  [ ! -s errors ] || wrong "$(cat errors)"
  head -n 1 out.y4m | grep -q ' It ' || wrong "$(head -n 1 out.y4m)"
  clips '{ "source": "in.mp4", "zoom": 1.5 }'
  within 30 "$vfx" -t t.json 2>errors | head -n 1 >header
  grep -q ' Ip ' header || wrong "$(cat header)"
  grep -q 't.json:.* warning: in.mp4 is interlaced, .*bwdif' errors || wrong "$(cat errors)"
  clips '{ "source": "whole.mp4" }, { "source": "in.mp4" }'
  within 30 "$vfx" -t t.json 2>errors | head -n 1 >header
  grep -q ' Ip ' header || wrong "$(cat header)"
  grep -q 't.json:.* warning: in.mp4 is interlaced, and whole.mp4' errors || wrong "$(cat errors)"
}
