# What the portable program does that `portable` holds. Source it after pipe.sh.

# has_avx PROGRAM: whether it has an instruction of processors that are newer than x86-64.
has_avx() { objdump -d --no-show-raw-insn "$1" | grep '%[yz]mm[0-9]' >/dev/null; }

# A plain build runs on any processor, and the others are not plain builds by mistake.
test_instructions() {
  command -v objdump >/dev/null || { fact "not looked at: needs objdump" && return; }
  if has_avx "$plain"; then wrong "the plain build has AVX instructions"; fi
  for build in "${builds[@]}"; do has_avx "$build" || wrong "$build has no AVX instruction"; done
}

# running PROGRAM [ENVIRONMENT...]: prints the path of the program that passes frames on when PROGRAM
# is started, and the name that the system gives it.
running() {
  local program=$1 id tries
  shift
  rm -f fifo out.y4m
  mkfifo fifo
  "$plain" testsrc -q -s 64x48 -n 2 >in.y4m
  env -u VFX_BASELINE "$@" "$program" -q -t "$root/examples/vortex.json" <fifo >out.y4m &
  id=$!
  exec 3>fifo
  cat in.y4m >&3
  for ((tries = 0; tries < 200; tries++)); do
    [ -s out.y4m ] && break
    sleep 0.05
  done
  say "$(readlink "/proc/$id/exe") $(cat "/proc/$id/comm")"
  exec 3>&-
  wait $id
}

# expect_running PATH PROGRAM [ENVIRONMENT...]
expect_running() {
  local expected=$1 found
  shift
  found=$(running "$@")
  [ "$found" = "$expected vfx" ] || wrong "$expected does not run, but $found"
}

# A portable folder of one's own, to do harm to, in `folder`.
copy_folder() {
  folder=$PWD/folder
  rm -rf "$folder"
  cp -R "$portable" "$folder"
}

test_the_newer_build_runs() {
  copy_folder
  expect_running "$folder/x86-64-v3/vfx" "$folder/vfx"
  mkdir bin
  ln -s ../folder/vfx bin/draw
  expect_running "$folder/x86-64-v3/vfx" bin/draw
  expect_running "$folder/x86-64-v3/vfx" vfx "PATH=$folder:$PATH"
}

test_the_baseline_runs_when_asked() {
  copy_folder
  expect_running "$folder/vfx" "$folder/vfx" VFX_BASELINE=1
}

# glibc then says that the processor has no such instructions.
test_the_baseline_runs_on_older_processors() {
  copy_folder
  local feature
  for feature in AVX2 BMI2 FMA MOVBE LZCNT; do
    expect_running "$folder/vfx" "$folder/vfx" "GLIBC_TUNABLES=glibc.cpu.hwcaps=-$feature"
  done
}

test_the_baseline_runs_beside_a_broken_build() {
  copy_folder
  local newer=$folder/x86-64-v3/vfx
  chmod -x "$newer"
  expect_running "$folder/vfx" "$folder/vfx"
  # Cut short.
  head -c 100000 "$portable/x86-64-v3/vfx" >"$newer"
  chmod +x "$newer"
  expect_running "$folder/vfx" "$folder/vfx"
  # Of another build, and of none.
  mark x86-64-v3 "$(printf '%064d' 7)" "$portable/x86-64-v3/vfx" "$newer"
  expect_running "$folder/vfx" "$folder/vfx"
  head -c -80 "$portable/x86-64-v3/vfx" >"$newer"
  expect_running "$folder/vfx" "$folder/vfx"
  # No program, with the right mark.
  { head -c 1000 /dev/zero && tail -c 80 "$portable/x86-64-v3/vfx"; } >"$newer"
  expect_running "$folder/vfx" "$folder/vfx"
  rm "$newer"
  mkfifo "$newer"
  expect_running "$folder/vfx" "$folder/vfx"
  rm -r "$folder/x86-64-v3"
  expect_running "$folder/vfx" "$folder/vfx"
}

# A plain build looks at no other, even where one stands.
test_a_build_without_a_mark_stays() {
  copy_folder
  head -c -80 "$portable/vfx" >"$folder/vfx"
  expect_running "$folder/vfx" "$folder/vfx"
}

# answers PROGRAM ARGUMENT...: exit code, standard output and standard error.
answers() {
  local status=0
  env -u VFX_BASELINE "$@" >stdout 2>stderr <in.y4m || status=$?
  say "status $status"
  cat stdout stderr
}

# answer ARGUMENT...: the portable program answers as a plain one.
answer() {
  answers "$bare" "$@" >plain.txt
  answers "$portable/vfx" "$@" >portable.txt
  same plain.txt portable.txt
}

test_arguments_and_answers() {
  mkdir bare
  bare=bare/vfx
  head -c -80 "$portable/vfx" >$bare
  chmod +x $bare
  "$plain" testsrc -q -s 64x48 -n 2 >in.y4m
  answer
  answer --version
  answer help vortex
  answer hash
  answer -t "$root/examples/vortex.json" --frames 1
  answer -t missing.json
  answer ''
  answer $'\xff\xfe' '  two words ' '*'
  answer check $'a\nb'
  answer --opaque
}

# Closed descriptors and signals, as a plain program meets them.
test_faults() {
  VFX=$portable/vfx env -u VFX_BASELINE "$root/scripts/tests/faults" test_stdin_closed \
    test_stdout_closed test_stderr_closed test_all_closed test_no_descriptors_left test_dev_full \
    test_sigterm_while_it_reads test_sigint_while_it_reads test_sigterm_while_it_writes
}
