# Tests: afx with NUT, between ffmpegs and behind vfx. Sourced by scripts/tests/pipe.

# What ffprobe says of the streams, and of all packets in an order of their own: sounds may stand a
# little later between the pictures than they came.
nut_sound_facts() {
  ffprobe -v error -show_streams "$1" | grep -v '^duration'
  ffprobe -v error -show_packets -show_entries packet=stream_index,pts,size,flags,data_hash \
    -show_data_hash md5 -of csv "$1" | sort
}

# nut_film OPTION...: a film of a second with a sound, as NUT.
nut_film() {
  ff -f lavfi -i testsrc=s=64x48:r=25:d=1 -f lavfi -i "sine=d=1:r=${rate:-44100}" -c:v rawvideo \
    -pix_fmt yuv420p "$@" -f nut -
}

# nut_samples FILE: the samples of its first sound, as floats.
nut_samples() { ff -i "$1" -map 0:a:0 -f f32le -c:a pcm_f32le -; }

for codec in $(some_of "s16le s24be f32le mulaw" "u8 s16be s24le s32le s32be f32be f64le f64be alaw"); do
  eval "test_nut_sound_passes_$codec() { nut_sound_passes -c:a pcm_$codec; }"
done

nut_sound_passes() {
  nut_film "$@" >in.nut
  "$afx" -q <in.nut >out.nut
  nut_sound_facts in.nut >expected
  nut_sound_facts out.nut >found
  [ "$(grep -c '^packet' found)" -ge 40 ]
  same expected found
}

# The pipe of the manual; ffmpeg's own volume is the judge of the sound, and its frames of the pictures.
test_nut_sound_behind_vfx() {
  nut_film -c:a pcm_f32le >in.nut
  say '{ "version": 1, "layers": [], "audio": { "volume": 0.5 } }' >half.json
  "$vfx" -q -t half.json <in.nut | "$afx" -q -t half.json >out.nut
  ff -i in.nut -map 0:v -f framemd5 - >expected
  ff -i out.nut -map 0:v -f framemd5 - >found
  same expected found
  ff -i in.nut -map 0:a -af volume=0.5:precision=float -f f32le - >expected
  nut_samples out.nut >found
  [ "$(wc -c <found)" -ge 176400 ]
  same expected found
  ff -i out.nut -c:a aac -y out.mp4
  [ "$(ffprobe -v error -show_entries stream=codec_type -of csv=p=0 out.mp4 | sort | tr '\n' ' ')" = "audio video " ]
}

# Sound that begins late stays late, and what a gap leaves open is silent; a track is heard there, too.
test_nut_sound_begins_late() {
  ff -f lavfi -i testsrc=s=64x48:r=25:d=1 -itsoffset 0.5 -f lavfi -i sine=d=1:r=44100 -c:v rawvideo \
    -c:a pcm_f32le -f nut in.nut
  say '{ "version": 1, "layers": [] }' >nothing.json
  "$afx" -q -t nothing.json <in.nut >out.nut
  nut_sound_facts in.nut >expected
  nut_sound_facts out.nut >found
  same expected found
  ff -f lavfi -i sine=f=880:d=2:r=44100 -c:a pcm_s16le music.wav
  say '{ "version": 1, "audio": { "tracks": [ { "source": "music.wav" } ] } }' >music.json
  "$afx" -q -t music.json <in.nut >out.nut
  # The first half second is the music's alone.
  ff -i music.wav -t 0.5 -f f32le - >expected
  ff -i out.nut -map 0:a -f f32le whole
  head -c 88200 whole >found
  same expected found
  # Its packets keep their times, with those of the music before them.
  ffprobe -v error -select_streams a -show_entries packet=pts -of csv=p=0 in.nut >expected
  ffprobe -v error -select_streams a -show_entries packet=pts -of csv=p=0 out.nut | awk '$1 >= 22050' >found
  same expected found
}

test_nut_sound_at_another_rate() {
  rate=44100 nut_film -c:a pcm_f32le >in.nut
  say '{ "version": 1, "layers": [], "audio": { "rate": 48000 } }' >rate.json
  "$afx" -q -t rate.json <in.nut >out.nut
  [ "$(ffprobe -v error -select_streams a -show_entries stream=sample_rate,time_base -of csv=p=0 out.nut)" = "48000,1/48000" ]
  # Packets follow one another without gaps.
  ffprobe -v error -select_streams a -show_entries packet=pts,size -of csv=p=0 out.nut |
    awk -F, 'NR > 1 && $1 != next_pts { exit 1 } { next_pts = $1 + $2 / 4 }'
}

# Sounds of clips join the pictures that vfx makes of them.
test_nut_sound_of_clips() {
  ff -f lavfi -i testsrc=s=64x48:r=25:d=1 -f lavfi -i sine=d=1:r=48000 -c:v ffv1 -c:a pcm_s16le clip.mkv
  say '{ "version": 1, "clips": [ { "source": "clip.mkv", "in": 0.2 } ] }' >clips.json
  "$vfx" -q -t clips.json --to nut | "$afx" -q -t clips.json --to nut >out.nut
  [ "$(ffprobe -v error -count_packets -show_entries stream=codec_type,nb_read_packets -of csv=p=0 out.nut | head -1)" = video,20 ]
  "$afx" -q -t clips.json </dev/null | ff -i - -f s16le - >expected
  ff -i out.nut -map 0:a -f s16le - >found
  [ "$(wc -c <found)" -eq $((48000 * 2 * 8 / 10)) ]
  same expected found
}

test_nut_sound_not_raw() {
  nut_film -c:a aac >in.nut
  expect_status 1 "$afx" -q <in.nut 2>words
  grep -q 'not raw, but aac.*-c:a pcm_f32le' words
  [ "$(wc -l <words)" -eq 1 ]
}
