# Building for several levels of processors. Source it after common.sh.

# Succeeds where the program can go on as a build for newer processors.
has_levels() { [ "$(uname -s)" = Linux ] && [ "$(uname -m)" = x86_64 ]; }

# Succeeds where this processor has what x86-64-v3 adds, as the kernel names it.
has_level_three() {
  local flags flag
  flags=" $(sed -n 's/^flags[^:]*://p;/^flags/q' /proc/cpuinfo) "
  for flag in avx avx2 bmi1 bmi2 f16c fma abm movbe; do
    case $flags in *" $flag "*) ;; *) return 1 ;; esac
  done
}

# One number for all that a program is made of: sources, how they are built, and the compiler.
identity() {
  {
    find Sources Package.swift scripts/lib/common.sh -type f | sort | xargs sha256sum
    swift --version 2>/dev/null
  } | sha256sum | cut -c 1-64
}

# mark LEVEL IDENTITY FROM TO: copies a program and puts the mark at its end that
# Sources/Pipes/ProcessorBuild.swift reads.
mark() {
  mkdir -p "$(dirname "$4")"
  cp "$3" "$4.new"
  printf '%-16s%s' "$1" "$2" >>"$4.new"
  mv "$4.new" "$4"
}

# marked IDENTITY FILE...: succeeds where all of these programs end in the mark of these sources.
marked() {
  local wanted=$1 file
  shift
  for file; do [ -x "$file" ] && [ "$(tail -c 64 "$file")" = "$wanted" ] || return 1; done
}

# build_levels: builds the plain program and the one for newer processors at once, as each keeps one
# core busy.
build_levels() {
  local plain newer
  (build_release) &
  plain=$!
  (build_release x86-64-v3) &
  newer=$!
  wait $plain || {
    wait $newer || true
    return 1
  }
  wait $newer
}

# Makes the folder `portable`, of what is built now; leaves it as it is where the same sources were
# built before.
build_portable() {
  local before program
  portable=$root/.build-portable/vfx
  before=$(identity)
  if has_levels && marked "$before" "$portable"/{,x86-64-v3/}{vfx,afx}; then return; fi
  rm -rf "$portable"
  if has_levels; then
    build_levels
    build_release x86-64-v3
    for program in "$vfx" "$afx"; do
      mark x86-64-v3 "$before" "$program" "$portable/x86-64-v3/$(basename "$program")"
    done
    build_release
    for program in "$vfx" "$afx"; do
      mark x86-64 "$before" "$program" "$portable/$(basename "$program")"
    done
    [ "$(identity)" = "$before" ] || fail "the sources have changed meanwhile"
  else
    build_release
    mkdir -p "$portable"
    cp "$vfx" "$afx" "$portable"
  fi
}
