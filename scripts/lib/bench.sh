# Building what measures. Source it after common.sh.

# All of it, the results of builds included, has a folder of its own.
bench_folder=$root/.build-bench

# build_benchmark PRODUCT [native]: builds a program of the package Benchmarks as `swift build`
# does, or for the instruction set of this machine; `program` is then its path.
build_benchmark() {
  ensure_swift
  local flags=(-c release --package-path Benchmarks --product "$1")
  flags+=(--scratch-path "$bench_folder/${2:-baseline}")
  [ "${2:-}" = native ] && flags+=(-Xcc -march=native)
  swift build "${flags[@]}"
  program="$(swift build "${flags[@]}" --show-bin-path)/$1"
}

# Succeeds when valgrind can be run. Where CI is true it is installed if that asks nobody, as root
# on Debian and its kin; VFX_NO_INSTALL=1 forbids it.
ensure_valgrind() {
  command -v valgrind >/dev/null && return 0
  if [ "${CI:-}" = true ] && [ -z "${VFX_NO_INSTALL:-}" ] && command -v apt-get >/dev/null &&
    [ "$(id -u)" = 0 ]; then
    { apt-get -qq update &&
      DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends valgrind; } \
      </dev/null >/dev/null 2>&1 || true
  fi
  command -v valgrind >/dev/null
}
