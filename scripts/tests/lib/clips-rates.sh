# Tests: clips of other rates than the canvas's. Sourced by scripts/tests/clips.
#
# ffmpeg's `fps` puts each frame at a whole frame of the output and shows it until the next comes:
# with round=up that is the frame that a player would show. The nearest frame is the same with all
# frames half of their length earlier. (With round=near, the default, it is neither.)

# conformed SAMPLING RATE EARLIER: frames of in.y4m at a rate, by the program and by ffmpeg.
conformed() {
  cat >t.json <<EOF
{ "version": 1, "canvas": { "rate": "$2" }, "clips": [ { "source": "in.y4m", "sampling": "$1" } ] }
EOF
  within 30 "$vfx" -q -t t.json </dev/null >out.y4m 2>errors || wrong "$(cat errors)"
  head -n 1 out.y4m | grep -q " F${2/\//:}" || wrong "$(head -n 1 out.y4m)"
  ff -i in.y4m -vf "settb=1/600000,setpts=PTS-$3,fps=$2:round=up:start_time=0" -f yuv4mpegpipe \
    expected.y4m
  read_numbers <out.y4m >found
  # The last frame of the source stands to its end, where ffmpeg's stream may be shorter.
  read_numbers <expected.y4m >wanted
  [ $(($(wc -l <found) - $(wc -l <wanted))) -le 2 ] ||
    wrong "$(wc -l <found) frames, ffmpeg has $(wc -l <wanted)"
  head -n "$(wc -l <wanted)" found | same wanted -
}

# each_way FROM TO FRAMES EXPECTED: both samplings, and how many frames come out.
each_way() {
  numbered_y4m in.y4m 1 "$3" yuv420p "$1" 320:180
  conformed previous "$2" 0
  # Half of a frame, in 600,000ths of a second.
  conformed nearest "$2" "$(awk -v r="$1" 'BEGIN {
    split(r, n, "/"); printf "%d", 300000 * (n[2] ? n[2] : 1) / n[1] }')"
  [ "$(wc -l <found)" -eq "$4" ] || wrong "$(wc -l <found) frames in place of $4"
  fact "$3 frames become $4"
}

test_rate_24_to_30() { each_way 24 30 100 125; }
test_rate_25_to_30000_1001() { each_way 25 30000/1001 100 120; }
test_rate_30000_1001_to_25() { each_way 30000/1001 25 120 101; }
test_rate_60_to_24() { each_way 60 24 120 48; }

test_rate_of_a_film() {
  numbered_mp4 in.mp4 1 48 24 320:180
  say '{ "version": 1, "canvas": { "rate": 30 }, "clips": [ { "source": "in.mp4" } ] }' >t.json
  within 30 "$vfx" -q -t t.json </dev/null >out.y4m 2>errors
  awk 'BEGIN { for (n = 0; n < 60; n++) {
    k = int((48 * n + 30) / 60); printf "%s1:%d", n ? " " : "", (k > 47 ? 47 : k) }; print "" }' >expected
  shows "$(cat expected)"
}

# A clip at double speed and with half the rate are the same frames.
test_speed_is_exact() {
  numbered_y4m in.y4m 1 200 yuv420p 25 320:180
  clips '{ "source": "in.y4m", "speed": 1.1 }'
  within 30 "$vfx" -q -t t.json </dev/null >out.y4m 2>errors
  # 11 n / 10, the nearest; a half goes up.
  awk 'BEGIN { for (n = 0; n < 182; n++) {
    k = int((22 * n + 10) / 20); printf "%s1:%d", n ? " " : "", (k > 199 ? 199 : k) }; print "" }' >expected
  shows "$(cat expected)"
}
