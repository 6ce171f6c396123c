# Shared by all scripts: where things are, and steps with a summary. Source it; bash 3.2 or later.
set -euo pipefail

# Every script says by --help what stands at its head.
if [ "${1:-}" = --help ]; then
  awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$0"
  exit 0
fi
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
export LC_ALL=C

# Debug build and tests have a folder of their own, as their flags differ from those of a plain
# `swift build`. Without records for debuggers they are built in less time.
strict=(--scratch-path .build-check -Xswiftc -warnings-as-errors -debug-info-format none)

say() { printf '%s\n' "$*"; }

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# misused FORMS: ends a script whose arguments are wrong, with status 2.
misused() {
  printf 'usage: scripts/%s\n' "$1" >&2
  exit 2
}

# takes NAME WORDS ARGUMENT...: ends the script NAME unless its only argument, if any, is one of WORDS.
takes() {
  local name=$1 words=$2
  shift 2
  [ $# -gt 0 ] || return 0
  [ $# -gt 1 ] || case " $words " in *" $1 "*) return 0 ;; esac
  misused "$name [${words// /|}]"
}

# The Swift sources that people write.
swift_sources() {
  printf '%s\n' Package.swift Sources Tests Fuzz \
    Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Modules
}

ensure_swift() {
  command -v swift >/dev/null ||
    fail "the Swift toolchain (6.2 or later) is not on the PATH; see https://www.swift.org/install"
}

# build_release [ARCH]: sets `vfx` and `afx` to the release programs, built now: as plain `swift build`
# does, or for `native` or another instruction set that clang's -march knows, in a folder of its own.
# Records for debuggers are left out: they are two thirds of a program, and a tenth of the time.
build_release() {
  ensure_swift
  local flags=(-c release -debug-info-format none) folder
  [ -n "${1:-}" ] && flags+=(--scratch-path ".build-$1" -Xcc "-march=$1")
  # Linked in on Linux, so that the programs run where no Swift is installed.
  [ "$(uname -s)" = Linux ] && flags+=(--static-swift-stdlib)
  swift build "${flags[@]}" --product vfx
  swift build "${flags[@]}" --product afx
  folder=$(swift build "${flags[@]}" --show-bin-path)
  vfx=$folder/vfx afx=$folder/afx
}

# A folder that is removed when the script ends, in `work`.
make_work_folder() {
  work=$(mktemp -d "${TMPDIR:-/tmp}/vfx.XXXXXX")
  trap 'rm -rf "$work"' EXIT
}
