"""Drives the page of vfx preview in Chromium, by the DevTools protocol over a pipe; see scripts/tests/preview."""

import array
import base64
import json
import os
import signal
import statistics
import subprocess
import sys
import time

WORK = sys.argv[1]
VFX, AFX, CHROMIUM = os.environ["VFX"], os.environ["AFX"], os.environ["CHROMIUM"]
# Samples a second of the film with a sound.
RATE = 48000
failures = 0


class Browser:
    """A page in Chromium, as the DevTools protocol shows it."""

    def __init__(self, url):
        down, up = os.pipe(), os.pipe()

        def connect():
            os.dup2(down[0], 3)
            os.dup2(up[1], 4)

        for end in (down[0], up[1]):
            os.set_inheritable(end, True)
        self.process = subprocess.Popen(
            [
                CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--mute-audio",
                "--no-first-run", "--remote-debugging-pipe", "--hide-scrollbars",
                "--autoplay-policy=no-user-gesture-required", "--window-size=1440,900",
                f"--user-data-dir={WORK}/chromium", "about:blank",
            ],
            preexec_fn=connect, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(down[0])
        os.close(up[1])
        self.output, self.input = os.fdopen(down[1], "wb", 0), os.fdopen(up[0], "rb", 0)
        self.rest, self.count, self.session, self.console = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.call("Page.navigate", url=url)

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.input.fileno(), 1 << 20)
            if not more:
                raise EOFError("the browser has ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.count += 1
        call = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            call["sessionId"] = self.session
        self.output.write(json.dumps(call).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.count:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            level = message.get("params", {}).get("entry", {}).get("level")
            if message.get("method") == "Runtime.exceptionThrown" or level == "error":
                self.console.append(json.dumps(message["params"])[:600])

    def get(self, code):
        result = self.call("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{code}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, code, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                value = self.get(code)
            except RuntimeError:
                # The page is being loaded.
                value = None
            if value:
                return value
            time.sleep(0.02)
        raise TimeoutError(f"never true: {code}; {self.get('JSON.stringify(preview)')}")

    def key(self, key):
        for kind in ("keyDown", "keyUp"):
            text = {"text": " "} if key == " " and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, **text)

    def click(self, selector):
        box = json.loads(self.get(
            f"JSON.stringify(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"))
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)

    def shot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def end(self):
        try:
            self.call("Browser.close")
        except (EOFError, RuntimeError, OSError):
            pass
        self.process.wait(20)


def test(name, holds, details=""):
    global failures
    if not holds:
        failures += 1
        print(f"failed: {name} {details}")


def timeline(title):
    """The text of a timeline with a grade, a sticker and a title."""
    return """{
  "version": 1,
  "audio": { "main": false, "tracks": [{ "source": "music.wav", "volume": 0.5 }] },
  "layers": [
    { "type": "effect", "effect": "adjust", "name": "grade",
      "saturation": 0.85, "contrast": 1.08, "brightness": -0.05 },
    { "type": "image", "name": "sticker", "source": "sticker.png",
      "position": [1500, 690], "start": 1, "end": 5,
      "shadow": { "blur": 24, "offset": [0, 10] } },
    { "type": "text", "name": "title", "text": "%s",
      "size": 150, "color": "#fff3d6", "position": ["50%%", "38%%"], "anchor": "center",
      "start": 0, "end": 4 }
  ]
}
""" % title


def write(text, name="t.json"):
    path = f"{WORK}/{name}"
    with open(path + ".new", "w") as file:
        file.write(text)
    os.rename(path + ".new", path)


def run(*words):
    subprocess.run(words, check=True, cwd=WORK, stdin=subprocess.DEVNULL)


def prepare():
    run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "mandelbrot=s=1920x1080:r=30:start_scale=0.6",
        "-t", "6", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "in.mp4")
    run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "sine=330:d=6", "music.wav")
    run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=320x180:r=30:d=6", "-f", "lavfi", "-i",
        f"aevalsrc='0.5*sin(2*PI*(200*t+50*t*t))':s={RATE}:d=6", "-c:a", "pcm_s16le", "chirp.mkv")
    run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
        "gradients=s=320x320:c0=red:c1=yellow:d=1,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)'"
        ":a='255*lt(hypot(X-160,Y-160),150)'", "-frames:v", "1", "sticker.png")


def corner(browser):
    """A pixel of the picture: red, green and blue."""
    return browser.get("Array.from(context.getImageData(canvas.width * 0.83, canvas.height * 0.75, 1, 1).data)")


def saves(browser, count):
    """Milliseconds from a save to the picture, of so many saves."""
    times = []
    for step in range(count):
        before = browser.get("preview.edition")
        text = timeline(f"Take {step}")
        began = time.time()
        write(text)
        browser.wait(f"preview.edition > {before}")
        times.append(browser.get("preview.shownAt") - began * 1000)
    return times


def tests(browser):
    browser.wait("preview.shown === 0 && preview.number > 0")
    test("the picture has the film's size", browser.get("canvas.width + 'x' + canvas.height") == "1920x1080")
    test("there is no fault", browser.get("document.getElementById('state').textContent") == "no faults")
    test("there are three bars", browser.get("document.querySelectorAll('.bar').length") == 3)

    # Scrubbing and steps.
    browser.key("ArrowRight")
    browser.wait("preview.shown === 1")
    browser.key("End")
    browser.wait("preview.shown === plan.frames - 1")
    browser.key("Home")
    browser.wait("preview.shown === 0")
    browser.click(".bar.image")
    browser.wait("preview.shown === 30")
    line = browser.get("document.querySelector('.line.here').textContent")
    test("a bar names its line", browser.get("line > 0") and "{" in line, line)
    before = corner(browser)
    test("the sticker is seen", before[0] > 150, before)

    # Playing.
    browser.key("Home")
    browser.wait("preview.shown === 0")
    browser.key(" ")
    browser.wait("preview.playing && preview.shown > 60")
    state = json.loads(browser.get("JSON.stringify(preview)"))
    test("the sound is heard", state["heard"] > 1, state)
    print(f"playing: frame {state['shown']}, {state['drawn']} drawn, {state['left']} left out, "
          f"{state['late'] * 1000:.0f} ms behind")
    browser.key(" ")
    browser.wait("!preview.playing")
    place = browser.get("preview.frame")
    time.sleep(0.3)
    test("a pause holds", browser.get("preview.frame") == place)

    # Saving.
    times = saves(browser, 20)
    print(f"from save to picture: median {statistics.median(times):.0f} ms, most {max(times):.0f} ms")
    test("the frame stays", browser.get("preview.shown") == place)

    # A fault and its going.
    edition = browser.get("preview.edition")
    write(timeline("Broken").replace('"size"', '"siize"'))
    browser.wait("document.getElementById('state').className === 'fault'")
    test("the fault stands at its line", browser.wait("document.querySelector('.line.error') !== null"))
    test("the picture stays", browser.get("preview.edition") == edition)
    if os.environ.get("VFX_SHOT"):
        browser.shot(os.environ["VFX_SHOT"].replace(".png", "-fault.png"))
    write(timeline("Sound again"))
    browser.wait("document.getElementById('state').textContent === 'no faults'")
    browser.wait(f"preview.edition > {edition}")
    test("no line is marked", browser.get("document.querySelectorAll('.line.error').length") == 0)

    # A file that it names.
    edition = browser.get("preview.edition")
    run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "color=lime:s=320x320", "-frames:v", "1", "sticker.png")
    browser.wait(f"preview.edition > {edition}")
    browser.key("Home")
    browser.click(".bar.image")
    browser.wait("preview.shown === 30")
    end = time.monotonic() + 5
    while corner(browser)[1] < 200 and time.monotonic() < end:
        time.sleep(0.05)
    test("the new sticker is seen", corner(browser)[1] > 200, corner(browser))
    if os.environ.get("VFX_SHOT"):
        browser.shot(os.environ["VFX_SHOT"])


def sounds(browser):
    """Tests the sound of a film that is standard input."""
    browser.wait("preview.shown === 0 && preview.number > 0")
    served = browser.get(
        "fetch(base + 'sound?n=90').then(answer => answer.arrayBuffer())"
        ".then(bytes => Array.from(new Int16Array(bytes.slice(bytes.byteLength % 2))))")
    whole = subprocess.run(
        ["bash", "-c", f"ffmpeg -v error -i chirp.mkv -f wav - | {AFX} -q -t f.json --format s16"],
        check=True, cwd=WORK, capture_output=True).stdout
    rest = array.array("h", whole[-(len(whole) - 44) // 2 * 2:])[-3 * RATE:]
    test("the film's sound begins where it is asked for", len(served) > 3 * RATE, len(served))
    # Dither is of its own from each start.
    apart = max(abs(a - b) for a, b in zip(served[-3 * RATE:], rest))
    test("it is what afx plays", apart <= 3 and max(rest) > 4000, apart)
    browser.key(" ")
    browser.wait("preview.playing && preview.shown > 20")
    test("the film is heard", browser.get("preview.heard") > 0.3)


def look(tests, *words):
    """Runs the tests on a preview with these arguments."""
    preview = subprocess.Popen(
        [VFX, "preview", *words], cwd=WORK, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
        text=True)
    browser = None
    try:
        browser = Browser(preview.stdout.readline().strip())
        tests(browser)
        test("the browser has nothing to complain about", not browser.console, browser.console)
    finally:
        if browser:
            browser.end()
        preview.send_signal(signal.SIGINT)
        status = preview.wait(10)
    test("it ends as a signal ends it", status == 130, status)


def main():
    # Jobs that a shell runs in the background ignore it, and so would the preview.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    prepare()
    write(timeline("Hello"))
    look(tests, "t.json", "-i", "in.mp4")
    write('{ "version": 1, "audio": { "volume": 0.5 }, "layers": [] }', "f.json")
    look(sounds, "f.json", "-i", "chirp.mkv")
    print("failed" if failures else "all tests of the preview passed")
    sys.exit(1 if failures else 0)


main()
