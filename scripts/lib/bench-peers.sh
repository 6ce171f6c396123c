# Installing the programs that vfx is measured against. Source it after bench.sh.

# install_peers: what can be had without asking anybody; what can't is named, and later skipped.
install_peers() {
  local python folder=$bench_folder/peers
  mkdir -p "$folder/config"
  # MLT's qtblend needs an X server.
  if ! { command -v melt && command -v xvfb-run; } >/dev/null && command -v apt-get >/dev/null &&
    [ "$(id -u)" = 0 ]; then
    say "installing melt and xvfb with apt-get"
    { apt-get -qq update &&
      DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends melt xvfb xauth; } \
      </dev/null >/dev/null 2>&1 || true
  fi
  command -v melt >/dev/null || say "melt is missing"
  # VapourSynth needs Python 3.12 or later.
  if python=$(find_python); then
    [ -x "$folder/python/bin/python3" ] || "$python" -m venv "$folder/python"
    install_wheel imageio-ffmpeg
    install_wheel numpy
    install_wheel opencv-python-headless
    install_wheel vapoursynth vapoursynth-vszip vapoursynth-bestsource
    install_timecube "$folder"
    # So that vspipe finds this Python; without it, it says how to.
    XDG_CONFIG_HOME=$folder/config "$folder/python/bin/vapoursynth" config >/dev/null 2>&1 || true
  else
    say "Python 3.12 or later is missing, and with it ffmpeg 9, OpenCV and VapourSynth"
  fi
}

# install_wheel NAME...: packages that need each other.
install_wheel() {
  "$bench_folder/peers/python/bin/pip" install -q --disable-pip-version-check "$@" ||
    say "could not be installed: $*"
}

# install_timecube FOLDER: VapourSynth's plugin for cubes of colours, which PyPI doesn't have.
install_timecube() {
  local plugins
  plugins=$(cd / && "$1/python/bin/python3" -c \
    'import os, vapoursynth as v; print(os.path.join(os.path.dirname(v.__file__), "plugins"))' 2>&1) &&
    { [ -e "$plugins/libvscube.so" ] ||
      { rm -rf "$1/timecube" &&
        git clone -q --recurse-submodules https://github.com/sekrit-twc/timecube "$1/timecube" &&
        make -s -C "$1/timecube" X86="$(uname -m | grep -c x86_64)" vscube.so &&
        cp "$1/timecube/vscube.so" "$plugins/libvscube.so"; } </dev/null >/dev/null 2>&1; } ||
    say "could not be installed: timecube"
}

# The newest Python that will do, among those on the PATH and those of pyenv.
find_python() {
  local candidate
  for candidate in python3.14 python3.13 python3.12 python3 \
    "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[2-9]*/bin/python3; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 12))' >/dev/null 2>&1; then
      command -v "$candidate"
      return
    fi
  done
  return 1
}
