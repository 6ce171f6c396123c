# Getting a browser. Source it after common.sh.

# Succeeds when Chromium can be run, as `$chromium`, installing it first where that asks nobody: as root
# on Debian and its kin. VFX_NO_INSTALL=1 forbids installing.
ensure_chromium() {
  has_chromium && return 0
  if [ -z "${VFX_NO_INSTALL:-}" ] && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    say "installing chromium with apt-get"
    { apt-get -qq update &&
      DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium; } \
      </dev/null >/dev/null 2>&1 || true
  fi
  has_chromium
}

has_chromium() {
  local name
  for name in chromium chromium-browser google-chrome; do
    if chromium=$(command -v "$name"); then return 0; fi
  done
  return 1
}
