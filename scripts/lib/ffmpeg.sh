# Getting ffmpeg. Source it after common.sh.

# Succeeds when ffmpeg and ffprobe can be run, installing them first where that asks nobody:
# as root on Debian and its kin, or with Homebrew. VFX_NO_INSTALL=1 forbids installing.
ensure_ffmpeg() {
  has_ffmpeg && return 0
  if [ -z "${VFX_NO_INSTALL:-}" ]; then
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
      say "installing ffmpeg with apt-get"
      { apt-get -qq update &&
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends ffmpeg; } \
        </dev/null >/dev/null 2>&1 || true
    elif command -v brew >/dev/null; then
      say "installing ffmpeg with brew"
      brew install -q ffmpeg </dev/null >/dev/null 2>&1 || true
    fi
  fi
  has_ffmpeg && return 0
  say "ffmpeg is missing: install it as root with 'apt-get install ffmpeg', or 'brew install ffmpeg'"
  return 1
}

has_ffmpeg() { command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null; }
