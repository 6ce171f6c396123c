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
