"""Drives `gimbal studio` in a real browser: each place from start to end, a phone's page fed with recorded sensor events, an
edit conflict, a killed server, a lost network; what it measures is printed, what does not hold is counted.

Usage: studio_browser.py PROGRAM [FOLDER FOR SCREENSHOTS] [FOLDER WITH RECORDINGS]. Exit 1 when something does not hold.
Recordings: browsers' events as CSV (t, tRel, x, y, z, alpha, beta, gamma) in phone-browser/, strokes in omniglot/. Without them
events of the same form are made up.
"""

import base64
import csv
import io
import json
import math
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from PIL import Image, ImageChops
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from slider import command_to_figure, hand_to_figure

program = os.path.abspath(sys.argv[1])
pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
data = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else os.environ.get("GIMBAL_DATA", "../shared/data"))
notebooks = pathlib.Path("notebooks").absolute()
failures = []

# A recording played through the page: events with their own times, dispatched on the window as the browser would.
PLAY = """async ({rows, speed}) => {
  const start = performance.now(), first = rows[0][0];
  const sent = [];
  for (const [t, x, y, z, alpha, beta, gamma] of rows) {
    const due = start + (t - first) / speed;
    const wait = due - performance.now();
    if (wait > 0) await new Promise(r => setTimeout(r, wait));
    const stamp = 1000 + (t - first);
    const turn = new DeviceOrientationEvent("deviceorientation", {alpha, beta, gamma, absolute: false});
    const move = new DeviceMotionEvent("devicemotion", {
      accelerationIncludingGravity: {x, y, z}, acceleration: {x: null, y: null, z: null},
      rotationRate: {alpha: null, beta: null, gamma: null}, interval: 16});
    for (const event of [turn, move]) Object.defineProperty(event, "timeStamp", {value: stamp});
    window.dispatchEvent(turn);
    window.dispatchEvent(move);
    const g = move.accelerationIncludingGravity;
    sent.push(["o", stamp, turn.alpha, turn.beta, turn.gamma, 0]);
    sent.push(["m", stamp, g.x, g.y, g.z, null, null, null, null, null, null, move.interval]);
  }
  return sent;
}"""


# What scrolls, with all that can be unfolded, and neither takes the focus nor holds anything that does.
UNREACHED = """(() => {
  for (const details of document.querySelectorAll("details")) details.open = true;
  const takes = e => e.tabIndex >= 0 && !e.disabled;
  return [...document.querySelectorAll("body *")].filter(e => e.checkVisibility()
    && ["auto", "scroll"].some(k => [getComputedStyle(e).overflowX, getComputedStyle(e).overflowY].includes(k))
    && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
    && !takes(e) && ![...e.querySelectorAll("*")].some(takes)).map(e => e.outerHTML.slice(0, 80));
})()"""
# Long labels in the place of the letters: those that reach into their bars or out of their column.
LABELS = """(() => {
  document.querySelectorAll("#place-draw .candidates b").forEach((b, i) => { b.textContent = ["left-to-right", "W", "figure of eight", "ÄÖ"][i % 4]; });
  return [...document.querySelectorAll("#place-draw .candidates li")].filter(li => {
    const [word, bar, score] = ["b", ".score-bar", ".score"].map(k => li.querySelector(k).getBoundingClientRect());
    const range = document.createRange();
    range.selectNodeContents(li.querySelector("b"));
    const text = range.getBoundingClientRect(), list = li.parentElement.getBoundingClientRect();
    return text.right > bar.left + 0.5 || bar.right > score.left || score.right > list.right + 0.5 || bar.width < 30;
  }).map(li => li.textContent);
})()"""


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


class Studio:
    """The program, with the address that it prints."""

    def __init__(self, folder, *arguments):
        self.folder, self.arguments = folder, arguments
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [program, "studio", str(self.folder), "--no-open", "--phone-on-loopback", *self.arguments],
            stdout=subprocess.PIPE, text=True)
        self.address = re.search(r"http://\S+", self.process.stdout.readline()).group(0)

    def memory(self):
        """Resident kilobytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()


def recording():
    """Rows t (ms), x, y, z (m/s² with iOS's sign), alpha, beta, gamma of a real recording, or of one made up."""
    files = sorted((data / "phone-browser").glob("square-*/*.csv"))
    if not files:
        print("no recordings of browsers here: made-up events instead")
        return [[i * 17.5, 0.3 * math.sin(i / 9), 0.2 * math.cos(i / 7), -9.7 + 0.1 * math.sin(i / 5), (10 + i / 20) % 360, 5, 1]
                for i in range(200)]
    with open(files[0]) as file:
        rows = [[float(row[key]) for key in ("t", "x", "y", "z", "alpha", "beta", "gamma")] for row in csv.DictReader(file)]
    kept, last = [], -1
    for row in rows:
        if row[0] > last:
            kept.append([row[0]] + [value * 9.80665 for value in row[1:4]] + row[4:])
            last = row[0]
    return kept


def letters(count):
    """Strokes of real letters, or a made-up one: each a list of (x, y, seconds), with its label."""
    path = next(iter(sorted((data / "omniglot").glob("*.csv"))), None)
    if path is None:
        return [[(20, 180, 0), (100, 20, 0.3), (180, 180, 0.6)]]
    found = {}
    with open(path) as file:
        for row in csv.DictReader(file):
            if row["stroke"] == "0" or row["stroke"] == "1":
                key = (row["letter_index"], row["drawer"], row["stroke"])
                found.setdefault(key, []).append((float(row["x"]) * 4 + 20, -float(row["y"]) * 4 + 20, float(row["t_ms"]) / 1000))

    def size(stroke):
        return max(max(p[i] for p in stroke) - min(p[i] for p in stroke) for i in (0, 1))

    # As large as the recognisers want them: what is smaller is refused, here and by the library.
    strokes = [stroke for stroke in found.values() if 10 < len(stroke) < 200 and size(stroke) > 110]
    return strokes[:: max(1, len(strokes) // count)][:count]


def shoot(page, name):
    if pictures:
        page.screenshot(path=pictures / f"{name}.png")


def look(page, name, dark=False):
    """axe-core's findings, with a picture."""
    page.wait_for_timeout(300)
    shoot(page, name)
    results = Axe().run(page)
    found = [f"{v['id']} {v['nodes'][0]['target']} {v['nodes'][0].get('failureSummary', '')[:160]}" for v in results.response["violations"]]
    check(f"axe-core is content with {name}", not found, "; ".join(found))


def go(page, studio, place):
    """Goes to a place, and loads it again where the page is there already: what a step has put into the folder is listed then."""
    address = f"{studio.address}#{place}"
    page.reload() if page.url == address else page.goto(address)
    page.wait_for_selector(f"#place-{place.split('/')[0]}:not([hidden])")
    page.wait_for_timeout(250)


def drag(page, selector, points, pause=12):
    box = page.locator(selector).bounding_box()
    page.mouse.move(box["x"] + points[0][0], box["y"] + points[0][1])
    page.mouse.down()
    for x, y in points[1:]:
        page.mouse.move(box["x"] + x, box["y"] + y)
        page.wait_for_timeout(pause)
    page.mouse.up()


def circle(n, centre=(150, 100), radius=(90, 55), turns=1):
    return [(centre[0] + radius[0] * math.sin(2 * math.pi * turns * i / n), centre[1] + radius[1] * math.cos(2 * math.pi * turns * i / n))
            for i in range(n)]


def document(page, studio):
    """The pictures of docs/studio.md."""
    page.set_viewport_size({"width": 1200, "height": 760})
    go(page, studio, "draw")
    drag(page, ".slate", [(100, 280), (170, 60), (240, 280)], 60)
    drag(page, ".slate", [(130, 190), (210, 190)], 60)
    page.wait_for_timeout(500)
    shoot(page, "doc-draw")
    go(page, studio, "wave")
    page.locator("#place-wave .pad").scroll_into_view_if_needed()
    drag(page, "#place-wave .pad", circle(150, turns=2), 20)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(100)
    shoot(page, "doc-wave")
    go(page, studio, "record")
    page.evaluate("document.getElementById('countdown').dataset.quick = '1'")
    drag(page, "#place-record .pad", circle(20), 20)
    page.click("#record-button")
    expect(page.locator("#record-button")).to_have_text("Stop", timeout=60000)
    page.wait_for_timeout(700)
    drag(page, "#place-record .pad", circle(100, turns=2), 20)
    page.wait_for_timeout(700)
    page.click("#record-button")
    expect(page.locator(".draft canvas").first).to_be_visible(timeout=60000)
    page.wait_for_timeout(500)
    shoot(page, "doc-record")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(".draft >> text=Discard").first.click()
    go(page, studio, "turn")
    page.wait_for_timeout(400)
    shoot(page, "doc-turn")
    go(page, studio, "notebooks")
    page.click("text=Why double integration flies off")
    frame = page.frame_locator("iframe.report")
    expect(frame.locator("#preview-status")).to_have_text("Up to date", timeout=240000)
    page.wait_for_timeout(800)
    shoot(page, "doc-notebook")
    page.set_viewport_size({"width": 1440, "height": 950})


def places(page, studio):
    """Every place, wide and narrow, light and dark."""
    for dark in (False, True):
        page.emulate_media(color_scheme="dark" if dark else "light")
        for width, height in ((1440, 950), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            for place in ("notebooks", "draw", "wave", "record", "turn"):
                go(page, studio, place)
                if place == "draw":
                    drag(page, ".slate", [(120, 230), (170, 60), (220, 230)])
                    page.wait_for_timeout(200)
                if place == "wave":
                    page.locator("#place-wave .pad").scroll_into_view_if_needed()
                    drag(page, "#place-wave .pad", circle(60), 20)
                    page.evaluate("scrollTo(0, 0)")
                name = f"{place}-{width}-{'dark' if dark else 'light'}"
                look(page, name, dark)
                unreached = page.evaluate(UNREACHED)
                check(f"{name}: what scrolls is reached by keys", not unreached, "; ".join(unreached))
                if place == "draw":
                    expect(page.locator("#place-draw .candidates li").first).to_be_visible(timeout=60000)
                    laid = page.evaluate(LABELS)
                    page.locator(".answers").scroll_into_view_if_needed()
                    shoot(page, f"draw-labels-{width}-{'dark' if dark else 'light'}")
                    check(f"{name}: no label lies over its bar", laid == [], str(laid))
                overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                check(f"{name} does not scroll sideways", overflow <= 0, f"{overflow} px too wide")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1440, "height": 950})


def keyboard(page, studio):
    page.set_viewport_size({"width": 1440, "height": 500})
    go(page, studio, "turn")
    page.evaluate("scrollTo(0, 300)")
    page.evaluate("location.hash = 'wave'")
    page.wait_for_timeout(200)
    check("another place begins at its top", page.evaluate("scrollY") == 0)
    page.set_viewport_size({"width": 1440, "height": 950})
    go(page, studio, "notebooks")
    page.locator("body").press("Tab")
    seen = []
    for _ in range(8):
        seen.append(page.evaluate("document.activeElement.textContent.trim().slice(0, 20)"))
        page.keyboard.press("Tab")
    check("the places are reached by the keyboard", {"Notebooks", "Draw", "Wave", "Record", "Turn"} <= set(seen), str(seen))
    go(page, studio, "draw")
    page.focus(".slate")
    page.keyboard.press("Space")
    for key in ["ArrowDown"] * 12 + ["ArrowRight"] * 8:
        page.keyboard.press(key)
    page.keyboard.press("Space")
    best = page.locator(".answers .best b").first
    expect(best).to_be_visible(timeout=60000)
    check("a letter drawn with the arrow keys is recognised", best.text_content() == "L", best.text_content())


def draw(page, studio):
    go(page, studio, "draw")
    agree = 0
    strokes = letters(int(os.environ.get("LETTERS", "12")))
    for stroke in strokes:
        page.click("#place-draw >> text=Clear")
        sent = page.evaluate("""async points => {
          const slate = document.querySelector(".slate"), box = slate.getBoundingClientRect();
          const requests = [];
          const real = window.fetch;
          let open = 0;
          window.fetch = async (path, options) => {
            if (path !== "letters/recognise") return real(path, options);
            requests.push(options.body);
            open += 1;
            try { return await real(path, options); } finally { open -= 1; }
          };
          const fire = (kind, [x, y, t]) => {
            const event = new PointerEvent(kind, {pointerId: 7, clientX: box.left + x, clientY: box.top + y, bubbles: true, pointerType: "pen"});
            Object.defineProperty(event, "timeStamp", {value: 1e6 + t * 1000});
            slate.dispatchEvent(event);
          };
          slate.setPointerCapture = () => {};
          fire("pointerdown", points[0]);
          for (const point of points.slice(1)) fire("pointermove", point);
          fire("pointerup", points[points.length - 1]);
          do { await new Promise(r => setTimeout(r, 300)); } while (open);
          window.fetch = real;
          return requests[requests.length - 1];
        }""", [list(point) for point in stroke])
        shown = page.locator(".answers .best b").first.text_content()
        with tempfile.NamedTemporaryFile("w", suffix=".csv", delete=False) as file:
            file.write("x,y,t\n")
            for x, y, t in json.loads(sent)["strokes"][0]:
                file.write(f"{x!r},{y!r},{t!r}\n")
        output = subprocess.run([program, "recognise", file.name], capture_output=True, text=True).stdout
        os.unlink(file.name)
        agree += output.startswith(f"1: {shown},")
    check("letters drawn by pointer events are recognised as the library recognises them", agree == len(strokes), f"{agree} of {len(strokes)}")
    for label, points in (("L", [(100, 50), (100, 250), (220, 250)]), ("V", [(80, 60), (150, 250), (220, 60)])):
        for i in range(4):
            page.click("#place-draw >> text=Clear")
            drag(page, ".slate", [(x + 3 * i, y - 2 * i) for x, y in points], 30)
            page.fill("#label", label)
            page.click("#place-draw >> button:text-is('Add')")
            page.wait_for_timeout(150)
    expect(page.locator(".counts")).to_have_text(re.compile("L 4.*V 4"), timeout=60000)
    page.click("#place-draw >> button:text-is('Train')")
    expect(page.locator("#training .confusion")).to_be_visible(timeout=60000)
    check("training shows accuracy and a confusion matrix", "cross-validation" in page.locator("#training").text_content())
    shoot(page, "draw-trained")
    log = (studio.folder / "letters" / "training-log.csv").read_text()
    check("the training log lies on the disk", log.count("\n") == 9, f"{log.count(chr(10))} lines")


def wave(page, studio):
    go(page, studio, "wave")
    page.locator("#place-wave .pad").scroll_into_view_if_needed()
    page.evaluate("gimbalStatistics.latencies.length = 0; gimbalStatistics.late = 0; gimbalStatistics.frames = 0")
    start = time.time()
    drag(page, "#place-wave .pad", circle(400, turns=4), 20)
    seconds = time.time() - start
    most, frame = report(page, seconds)
    check("event to ribbon takes at most five frames at the 95th percentile", most <= 5 * frame, f"{most:.0f} ms, a frame {frame:.0f} ms")
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "wave-ribbons")

    def distance(index):
        text = page.locator(".place-of").nth(index).text_content()
        value, unit = text.split(" ")[:2]
        return float(value.replace("−", "-")) * {"m": 1, "cm": 0.01, "mm": 0.001}[unit]

    before = distance(1)
    page.locator(".ribbon .slider input").first.evaluate("e => { e.value = 10; e.oninput(); }")
    page.locator("#place-wave .pad").scroll_into_view_if_needed()
    drag(page, "#place-wave .pad", circle(60), 20)
    page.wait_for_timeout(1500)
    after = distance(1)
    check("a slider moved changes the ribbon: strong damping brings it home", after < 0.01, f"{before} m before, {after} m after")
    expect(page.locator(".sign")).to_have_text("at rest", timeout=60000)
    page.check("#scheme-rest")
    page.wait_for_timeout(400)
    check("a third scheme has its ribbon", page.locator(".ribbon").count() == 3)
    page.uncheck("#scheme-rest")
    page.check("#pad-draws")
    drag(page, "#place-wave .pad", [(100, 40 + 6 * i) for i in range(20)] + [(100 + 6 * i, 160) for i in range(15)], 25)
    page.wait_for_timeout(1500)
    shown = page.locator("#place-wave .candidates").text_content()
    check("a letter drawn in the air has an answer", page.locator("#place-wave .candidates .best").count() == 1, shown)
    page.uncheck("#pad-draws")
    page.click("#place-wave >> text=Clear")


def pair(browser, page, script=None, known=None):
    """A phone's page that has traded its code, in a context of its own, after a script. With what an earlier context has stored, it is
    the same phone."""
    page.click("#phone-button")
    expect(page.locator("#phone-dialog")).to_be_visible()
    look(page, "phone-code")
    address = page.locator(".address code").text_content()
    page.click("#phone-dialog >> text=Done")
    context = browser.new_context(ignore_https_errors=True, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True,
                                  user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/605",
                                  storage_state=known)
    if script:
        context.add_init_script(script)
    phone = context.new_page()
    phone.on("pageerror", lambda error: check("the phone's page has no error", False, str(error)))
    phone.goto(address)
    phone.click("#start")
    return context, phone, address


def record(browser, page, studio):
    rows = recording()
    go(page, studio, "record")
    page.evaluate("document.getElementById('countdown').dataset.quick = '1'")
    context, phone, address = pair(browser, page)
    look(phone, "phone-390")
    # A moment before the recording, so that there is a phone to record.
    phone.evaluate(PLAY, {"rows": [[row[0] - 5000] + row[1:] for row in rows[:40]], "speed": 4})
    expect(page.locator(".facts")).to_contain_text("iPhone", timeout=60000)
    page.click("#record-button")
    expect(page.locator("#record-button")).to_have_text("Stop", timeout=60000)
    third = len(rows) // 3
    sent = phone.evaluate(PLAY, {"rows": rows, "speed": 1}) if len(rows) < 60 else None
    if sent is None:
        # The network is lost in the middle, and comes back.
        base = rows[0][0]
        play = PLAY.replace("first = rows[0][0]", "first = rows[0][0], origin = %r" % base).replace("1000 + (t - first)", "9000 + (t - origin)")
        sent = phone.evaluate(play, {"rows": rows[:third], "speed": 1})
        context.set_offline(True)
        sent += phone.evaluate(play, {"rows": rows[third:2 * third], "speed": 1})
        expect(phone.locator("#status")).to_contain_text("No connection", timeout=60000)
        shoot(phone, "phone-lost")
        context.set_offline(False)
        sent += phone.evaluate(play, {"rows": rows[2 * third:], "speed": 1})
    phone.wait_for_function("queue.waiting === 0", timeout=60000)
    page.wait_for_timeout(300)
    frames = page.locator(".facts").text_content().split("frames")[1]
    print(f"      while recording: {frames}")
    check("the frames are said while recording", re.match(r"\d+/s, \d+ dropped", frames) is not None, frames)
    shoot(page, "record-running")
    page.click("#record-button")
    draft = page.locator(".draft").first
    expect(draft).to_be_visible(timeout=60000)
    page.wait_for_timeout(300)
    shoot(page, "record-draft")
    draft.locator("input[type=text]").fill("drawn")
    # Until a notebook is there, no other's report is under its address.
    held = []
    page.route("**/notebooks/*/open", lambda route: held.append(route))
    draft.locator("text=Save and open in a notebook").click()
    page.wait_for_url("**#notebooks/*", timeout=60000)
    opening = page.locator("#place-notebooks .desk-bar [role=status]:not(.only-narrow)")
    expect(opening).to_have_text("Opening", timeout=60000)
    check("a notebook that is being opened shows no other's report", page.locator("iframe.report").count() == 0)
    for route in held:
        route.continue_()
    page.unroute("**/notebooks/*/open")
    saved = [json.loads(line) for line in (studio.folder / "traces" / "drawn.events.jsonl").read_text().splitlines()[1:]]
    same = [[e if not isinstance(e, (int, float)) else float(e) for e in event] for event in saved] == \
           [[e if not isinstance(e, (int, float)) else float(e) for e in event] for event in sent]
    check("the recording saved equals the events sent, bit for bit in value and time", same, f"{len(saved)} saved, {len(sent)} sent")
    with open(studio.folder / "traces" / "drawn.csv") as file:
        lines = [line for line in file if not line.startswith("#")]
    times = [float(row["time_s"]) for row in csv.DictReader(lines)]
    check("the trace has the times of the events", times == [event[1] / 1000 for event in sent if event[0] == "m"],
          f"{len(times)} rows")
    frame = page.frame_locator("iframe.report")
    expect(frame.locator("#preview-status")).to_have_text("Up to date", timeout=240000)
    figures = frame.locator("figure svg").count()
    check("the recording's notebook runs and compares schemes", figures >= 3, f"{figures} figures")
    page.wait_for_timeout(500)
    shoot(page, "record-notebook")
    # A second phone with the same code, and the first one after a new code.
    second = browser.new_context(ignore_https_errors=True).new_page()
    second.goto(address)
    second.evaluate("key = null; queue.add(['t', 1, 1])")
    expect(second.locator("#status")).to_contain_text("used this code already", timeout=60000)
    check("a second phone with the same code is refused, and told", True)
    page.evaluate("fetch('phone/invite', {method: 'POST', body: '{}'})")
    page.wait_for_timeout(300)
    phone.evaluate("queue.add(['t', 100000, 1])")
    expect(phone.locator("#status")).to_contain_text(re.compile("session is over|no longer valid"), timeout=60000)
    check("after a new code the earlier session is over", True)
    second.context.close()
    context.close()


def figures(browser, page, studio):
    """A report's drawing of a phone turns with the virtual phone and with a real one's events, and back."""
    go(page, studio, "notebooks")
    page.click("text=Rotations and orientations")
    frame = page.frame_locator("iframe.report")
    expect(frame.locator("#preview-status")).to_have_text("Up to date", timeout=240000)
    expect(page.locator("#phone-figures")).to_be_visible(timeout=60000)
    canvas = frame.locator("figure[data-follows] canvas").first
    canvas.scroll_into_view_if_needed()
    shown = lambda: canvas.evaluate("e => e.toDataURL()")
    before = shown()
    page.check("#phone-figures")
    pad = page.locator(".hand .pad")
    pad.focus()
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")
    turned = other_than([before], shown)
    check("a drawing of a phone turns with the virtual phone", turned != before)
    page.wait_for_timeout(600)
    turned = shown()
    for _ in range(6):
        page.keyboard.press("Shift+ArrowUp")
    check("and goes on", other_than([before, turned], shown) not in (before, turned))
    look(page, "notebook-phone")
    shoot(page, "notebook-phone")
    page.uncheck("#phone-figures")
    check("without the tick it is as it was", shown() == before and page.locator(".hand").is_hidden())
    # A phone that lies flat, is raised by 60° and turned to the left by 40°: the drawing is the one that a notebook makes of it.
    page.check("#phone-figures")
    context, phone, _ = pair(browser, page)
    flat = [[20 * i, 0, 0, -9.81, 0, 0, 0] for i in range(40)]
    raised = [[800 + 20 * i, 0, -8.496, -4.905, 40, 60, 0] for i in range(60)]
    phone.evaluate(PLAY, {"rows": flat, "speed": 1})
    page.wait_for_timeout(300)
    lying = shown()
    phone.evaluate(PLAY, {"rows": raised, "speed": 1})
    page.wait_for_timeout(300)
    check("it turns with a real phone's events", shown() not in (lying, turned))
    check("a phone that lies flat looks like the notebook's phone that does", alike(lying, before))
    context.close()
    page.uncheck("#phone-figures")
    go(page, studio, "notebooks")


def other_than(known, shown, seconds=5):
    """What is shown as soon as it is none of the known pictures; after some seconds whatever is shown."""
    end = time.monotonic() + seconds
    while (now := shown()) in known and time.monotonic() < end:
        time.sleep(0.05)
    return now


def alike(one, other):
    """Whether two pictures of a canvas show the same, but for edges."""
    one, other = (Image.open(io.BytesIO(base64.b64decode(url.split(",")[1]))).convert("RGBA") for url in (one, other))
    difference = ImageChops.difference(one, other).convert("L").point(lambda v: 255 if v > 48 else 0)
    return sum(difference.histogram()[1:]) < 0.01 * one.width * one.height


def edit(page, studio):
    """Sliders, errors at their lines, a conflict, a killed server."""
    go(page, studio, "notebooks")
    page.click("text=Why double integration flies off")
    frame = page.frame_locator("iframe.report")
    expect(frame.locator("#preview-status")).to_have_text("Up to date", timeout=240000)
    page.wait_for_timeout(800)
    shoot(page, "notebook")
    look(page, "notebook-open")
    median, slowest = hand_to_figure(page.locator("iframe.report").element_handle().content_frame(), "studio")
    run = command_to_figure(program, "notebooks/stabilisation.md")
    check("from hand to figure takes at most an eighth of a run", median <= run / 8, f"{median:.2f} s, a run {run:.2f} s")
    frame.locator("#control-alpha").evaluate("e => { e.value = 3.5; e.oninput(); }")
    expect(frame.locator("#preview-status")).to_have_text("Up to date", timeout=60000)
    page.wait_for_timeout(1000)
    path = studio.folder / "stabilisation.md"
    frame.locator("[aria-label='Write alpha into the notebook']").click()
    page.wait_for_timeout(1500)
    check("a slider's value is written into the notebook", "alpha: 3.5" in path.read_text(), next(line for line in path.read_text().splitlines() if line.startswith("  alpha:")))
    editor = "window.document.querySelector('.CodeMirror').CodeMirror"
    check("the editor has the new text", "alpha: 3.5" in page.evaluate(f"{editor}.getValue()"))
    page.evaluate(f"{editor}.setValue({editor}.getValue().replace('comparison.driftFigure()', 'comparison.driftFgure()'))")
    page.click("text=Save and run")
    expect(page.locator(".problems li.error").first).to_contain_text("driftF", timeout=60000)
    page.locator(".problems li.error button").first.click()
    expect(page.locator(".flag.error")).to_have_count(1, timeout=60000)
    check("the compiler's error stands at its line", "driftFgure" in page.locator(".CodeMirror-activeline, .squiggle.error").first.text_content())
    shoot(page, "notebook-error")
    page.evaluate(f"{editor}.setValue({editor}.getValue().replace('driftFgure', 'driftFigure'))")
    page.click("text=Save and run")
    expect(frame.locator("#preview-status")).to_have_text("Up to date", timeout=60000)
    # Someone else writes the file.
    page.evaluate(f"{editor}.replaceRange('Mine. ', {{line: 14, ch: 0}})")
    theirs = path.read_text() + "\nTheirs.\n"
    path.write_text(theirs)
    page.click("text=Save and run")
    expect(page.locator(".conflict")).to_be_visible(timeout=60000)
    shoot(page, "notebook-conflict")
    check("an edit conflict overwrites nothing and shows both versions", path.read_text() == theirs
          and "Mine." in page.locator(".conflict").text_content() and "Theirs." in page.locator(".conflict").text_content())
    page.click("text=Go on writing")
    # The server is killed while someone types.
    page.evaluate(f"{editor}.replaceRange('Before the end. ', {{line: 14, ch: 0}})")
    page.wait_for_timeout(700)
    studio.kill()
    page.evaluate(f"{editor}.replaceRange('After the end. ', {{line: 14, ch: 0}})")
    page.wait_for_timeout(800)
    check("a killed server is said", "does not answer" in page.locator("#notice").text_content())
    page.on("dialog", lambda dialog: dialog.accept())
    studio.start()
    go(page, studio, "notebooks")
    page.click("text=Why double integration flies off")
    page.wait_for_selector(".CodeMirror")
    page.wait_for_timeout(600)
    text = page.evaluate(f"{editor}.getValue()")
    check("no typed character is lost with the server", "After the end. Before the end. Mine. " in text, text[300:500])
    page.evaluate(f"{editor}.setValue({json.dumps(theirs)})")
    page.wait_for_timeout(700)


def create(page, studio):
    """A new notebook, from a recording, with schemes ticked."""
    go(page, studio, "notebooks")
    page.click("#place-notebooks >> text=New notebook")
    expect(page.locator("dialog.new-notebook")).to_be_visible()
    look(page, "new-notebook")
    page.fill("#new-name", "rotations")
    page.select_option("#new-recording", index=1)
    chosen = page.locator("#new-recording").input_value()
    page.check("#new-highPass")
    page.uncheck("#new-rest")
    page.click("dialog.new-notebook >> text=Write it")
    expect(page.locator("dialog.new-notebook .problem")).to_contain_text("not overwritten", timeout=60000)
    page.fill("#new-name", "ticked")
    page.click("dialog.new-notebook >> text=Write it")
    page.wait_for_url("**#notebooks/*", timeout=60000)
    expect(page.frame_locator("iframe.report").locator("#preview-status")).to_have_text("Up to date", timeout=240000)
    text = (studio.folder / "ticked.md").read_text()
    check("the notebook has the recording and the schemes that were ticked", chosen in text and ".highPass(" in text
          and ".exponential(" in text and "restRecognition" not in text, text)


def assist(page, studio):
    """Completion by the compiler's own helper, the list of variables, and the halves scrolled together in both directions."""
    go(page, studio, "notebooks")
    page.click("text=Why double integration flies off")
    frame = page.frame_locator("iframe.report")
    expect(frame.locator("#preview-status")).to_have_text("Up to date", timeout=240000)
    page.wait_for_timeout(500)
    editor = "window.document.querySelector('.CodeMirror').CodeMirror"
    before = page.evaluate(f"{editor}.getValue()")
    page.click("details.variables summary")
    expect(page.locator("details.variables tbody tr").first).to_be_visible(timeout=60000)
    names = page.locator("details.variables tbody th").all_text_contents()
    kinds = page.locator("details.variables tbody tr").filter(has_text="comparison").first.text_content()
    shoot(page, "notebook-variables")
    check("the variables of the cells are listed with their types", "comparison" in names and "Comparison" in kinds, f"{names} {kinds}")
    page.click("details.variables summary")
    page.evaluate(f"""() => {{ const e = {editor}; const line = e.getValue().split("\\n").findIndex(l => l.includes("comparison.driftFigure()"));
      e.focus(); e.setCursor({{line, ch: 0}}); e.replaceRange("let 🎲 = 1; comparison.traj", {{line, ch: 0}}, {{line, ch: 1e4}}); e.setCursor({{line, ch: 1e4}}); }}""")
    page.keyboard.press("Control+Space")
    expect(page.locator(".CodeMirror-hints .hint-name").first).to_be_visible(timeout=60000)
    shoot(page, "notebook-completion")
    names = page.locator(".CodeMirror-hints .hint-name").all_text_contents()
    check("the editor completes members of a value of an earlier cell", "trajectoryFigure" in names, str(names[:20]))
    page.keyboard.press("Escape")
    seconds = page.evaluate("""async () => {
      const e = document.querySelector('.CodeMirror').CodeMirror, id = location.hash.split("/")[1], cursor = e.getCursor(), all = [];
      for (let i = 0; i < 9; i++) {
        const start = performance.now();
        await (await fetch(`notebooks/${id}/complete`, {method: "POST", body: JSON.stringify({text: e.getValue(), line: cursor.line, column: cursor.ch})})).json();
        all.push(performance.now() - start);
      }
      return all.sort((a, b) => a - b);
    }""")
    print(f"      completion in the editor: median {seconds[4]:.0f} ms, slowest {seconds[-1]:.0f} ms")
    page.evaluate(f"{editor}.setValue({json.dumps(before)})")
    page.wait_for_timeout(700)
    # Down in the source, and the report follows; down in the report, and the source follows.
    expect(frame.locator("#preview-status")).to_have_text("Up to date", timeout=60000)
    page.evaluate(f"{editor}.scrollTo(0, 0)")
    page.wait_for_timeout(1000)
    page.evaluate(f"{editor}.scrollTo(0, {editor}.getScrollInfo().height)")
    page.wait_for_timeout(1000)
    report_at = page.evaluate("document.querySelector('iframe.report').contentWindow.scrollY")
    page.evaluate("document.querySelector('iframe.report').contentWindow.scrollTo(0, 1)")
    page.wait_for_timeout(1000)
    top = page.evaluate(f"{editor}.getScrollInfo().top")
    page.evaluate("document.querySelector('iframe.report').contentWindow.scrollTo(0, 2500)")
    page.wait_for_timeout(600)
    below = page.evaluate(f"{editor}.getScrollInfo().top")
    check("source and report scroll together in both directions", report_at > 200 and below > top + 50, f"{report_at}, {top}, {below}")


# Motion events with rotation rates and their own times, as fast as `speed` says.
LAY = """async ({rows, speed}) => {
  const start = performance.now();
  for (const [t, x, y, z, alpha, beta, gamma] of rows) {
    const wait = start + t / speed - performance.now();
    if (wait > 0) await new Promise(r => setTimeout(r, wait));
    const event = new DeviceMotionEvent("devicemotion", {accelerationIncludingGravity: {x, y, z}, rotationRate: {alpha, beta, gamma}, interval: 20});
    Object.defineProperty(event, "timeStamp", {value: window.laid = (window.laid || 1000) + 20});
    if (window.magnet) window.magnet.read(event.timeStamp);
    window.dispatchEvent(event);
  }
}"""
# The Generic Sensor API's magnetometer, next to a magnet, in a field that comes from all sides.
MAGNET = """window.Magnetometer = class extends EventTarget {
  start() { window.magnet = this; this.count = 0; }
  stop() { window.magnet = null; }
  read(timestamp) {
    const height = Math.cos(0.013 * ++this.count), across = Math.sqrt(1 - height * height), angle = 0.31 * this.count;
    [this.timestamp, this.x, this.y, this.z] = [timestamp, 20 + 48 * across * Math.cos(angle), 48 * across * Math.sin(angle), 48 * height];
    this.dispatchEvent(new Event("reading"));
  }
};"""


def laid_down(ups, seed):
    """Rows t (ms), x, y, z (iOS's sign), rotation rates (°/s) of an iPhone with a bias and a scale that lies two seconds with each of these
    directions up; turns between them take a second."""
    random_of = random.Random(seed)

    def times(a, b):
        return (a[0] * b[0] - sum(a[i] * b[i] for i in (1, 2, 3)),
                *(a[0] * b[i] + b[0] * a[i] + a[i % 3 + 1] * b[(i + 1) % 3 + 1] - a[(i + 1) % 3 + 1] * b[i % 3 + 1] for i in (1, 2, 3)))

    def turned(v, q):
        return times(times((q[0], -q[1], -q[2], -q[3]), (0, *v)), q)[1:]

    def unit(v):
        return [x / math.hypot(*v) for x in v]

    ups = [unit(up) for up in ups]
    rows = []
    for place, up in enumerate(ups):
        after = ups[min(place + 1, len(ups) - 1)]
        cross = [up[(i + 1) % 3] * after[(i + 2) % 3] - up[(i + 2) % 3] * after[(i + 1) % 3] for i in range(3)]
        angle = math.atan2(math.hypot(*cross), sum(a * b for a, b in zip(up, after)))
        axis = unit(cross) if math.hypot(*cross) > 1e-9 else [0, 0, 0]
        for step in range(150):
            share = max(0, step - 100) / 50
            done = angle * share * share * (3 - 2 * share)
            speed = angle * 6 * share * (1 - share)
            # Gravity turns about the axis; the device turns the other way.
            q = (math.cos(done / 2), *(-math.sin(done / 2) * a for a in axis))
            gravity = turned(up, q)
            force = [9.80665 * g * s + b + random_of.gauss(0, 0.01) for g, s, b in zip(gravity, (1.01, 0.99, 1.005), (0.05, -0.08, 0.1))]
            rate = [-math.degrees(speed * a) * s + b + random_of.gauss(0, 0.05) for a, s, b in zip(axis, (1.01, 0.99, 1.0), (0.5, -0.4, 0.3))]
            rows.append([20 * len(rows)] + [-f for f in force] + rate)
    return rows[:-40]


def calibrate(browser, page, studio):
    """A phone is laid down in twelve positions: what the page says meanwhile, the file, and a notebook that applies it."""
    sides = [(0, 0, 1), (1, 0, 0), (0, 1, 1), (0, -1, 0), (1, 1, 0), (0, 0, -1), (-1, 0, 1), (0, 1, 0), (0, -1, 1), (-1, 0, 0), (1, 0, 1), (-1, 1, 0)]
    rows = laid_down(sides, 1)
    go(page, studio, "record")
    page.click("text=Calibrate the phone")
    words = page.locator("#calibration-words")
    expect(words).to_contain_text("Nothing moves yet", timeout=60000)
    page.click("#place-calibrate >> button:text-is('Start')")
    expect(page.locator("#notice.problem")).to_contain_text("Nothing moves yet", timeout=60000)
    views = [(width, height, dark) for width, height in ((1280, 800), (390, 844)) for dark in (False, True)]

    def seen(name):
        for width, height, dark in views:
            page.emulate_media(color_scheme="dark" if dark else "light")
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(400)
            full = f"calibrate-{name}-{width}-{'dark' if dark else 'light'}"
            look(page, full, dark)
            overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            check(f"{full} does not scroll sideways", overflow <= 0, f"{overflow} px too wide")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1440, "height": 950})

    seen("before")
    context, phone, _ = pair(browser, page)
    phone.evaluate(LAY, {"rows": rows[:50], "speed": 4})
    expect(words).to_contain_text("iPhone", timeout=60000)
    page.click("#place-calibrate >> button:text-is('Start')")
    expect(page.locator("#place-calibrate >> button:text-is('Finish')")).to_be_visible(timeout=60000)
    expect(words).to_contain_text(re.compile("Nothing|moves|Hold|sent nothing"), timeout=60000)
    phone.evaluate(LAY, {"rows": rows[:700], "speed": 5})
    done = page.locator("#place-calibrate .targets .done")
    expect(done).to_have_count(3, timeout=60000)
    page.set_viewport_size({"width": 1200, "height": 760})
    page.wait_for_timeout(400)
    shoot(page, "doc-calibrate")
    check("the page says where the phone lies", "corner" in words.text_content() or "bottom edge" in words.text_content(), words.text_content())
    seen("half")
    expect(words).to_contain_text("has sent nothing for", timeout=60000)
    check("a phone that is away is named", True)
    # The place is left, and the studio killed; the session is there again.
    go(page, studio, "turn")
    studio.kill()
    studio.start()
    go(page, studio, "calibrate")
    expect(page.locator("#place-calibrate >> button:text-is('Continue')")).to_be_visible(timeout=60000)
    expect(done).to_have_count(3, timeout=60000)
    seen("restarted")
    known = context.storage_state()
    context.close()
    # Another phone of the same model is not the one that was calibrated.
    other, phone, _ = pair(browser, page)
    phone.evaluate(LAY, {"rows": rows[:50], "speed": 4})
    page.click("#place-calibrate >> button:text-is('Continue')")
    expect(page.locator("#notice.problem")).to_contain_text("another phone of that model moves now", timeout=60000)
    other.close()
    context, phone, _ = pair(browser, page, MAGNET, known)
    phone.evaluate(LAY, {"rows": rows[:50], "speed": 4})
    page.click("#place-calibrate >> button:text-is('Continue')")
    expect(page.locator("#place-calibrate >> button:text-is('Finish')")).to_be_visible(timeout=60000)
    phone.evaluate(LAY, {"rows": rows[600:700], "speed": 5})
    expect(page.locator("#place-calibrate .score-bar")).to_be_visible(timeout=60000)
    phone.evaluate(LAY, {"rows": rows[600:], "speed": 5})
    expect(done).to_have_count(9, timeout=60000)
    expect(words).to_contain_text("finish", timeout=60000)
    seen("running")
    page.click("#place-calibrate >> button:text-is('Finish')")
    expect(page.locator("#calibration-save")).to_be_visible(timeout=60000)
    check("all sensors are better calibrated than not", page.locator("#place-calibrate").text_content().count("It is better than doing nothing.") == 3)
    page.locator("#place-calibrate summary").first.click()
    seen("found")
    check("the name is the phone's", page.locator("#calibration-name").input_value() == "iphone")
    (studio.folder / "iphone.calibration.yaml").write_text("mine")
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.click("#calibration-save")
    page.wait_for_timeout(600)
    check("a file that is there is not replaced without asking", len(asked) == 1 and (studio.folder / "iphone.calibration.yaml").read_text() == "mine", str(asked))
    page.fill("#calibration-name", "mine")
    page.click("#calibration-save")
    expect(page.locator("#place-calibrate")).to_contain_text("Written: mine.calibration.yaml", timeout=60000)
    (studio.folder / "iphone.calibration.yaml").unlink()
    written = (studio.folder / "mine.calibration.yaml").read_text()
    bias = float(re.search(r"accelerometer:.*\n  bias: \[([-\d.e]+)", written)[1])
    iron = float(re.search(r"magnetometer:.*\n  bias: \[([-\d.e]+)", written)[1])
    check("the file holds what was wrong with the phone", abs(bias - 0.05) < 0.01 and abs(iron - 20) < 0.1, written)
    seen("written")
    go(page, studio, "record")
    page.select_option("#calibration", "mine.calibration.yaml")
    page.locator("#recordings button", has_text="Open in a notebook").first.click()
    page.wait_for_url("**#notebooks/*", timeout=60000)
    expect(page.frame_locator("iframe.report").locator("#preview-status")).to_have_text("Up to date", timeout=240000)
    notebook = max(studio.folder.glob("*.md"), key=lambda file: file.stat().st_mtime)
    check("a recording's notebook applies it, and runs", 'calibration: "mine.calibration.yaml"' in notebook.read_text()
          and page.frame_locator("iframe.report").locator("figure svg").count() >= 2, notebook.name)
    notebook.unlink()
    context.close()


# A phone that lies there, at 50 Hz.
LIE = """() => { setInterval(() => {
  window.dispatchEvent(new DeviceOrientationEvent("deviceorientation", {alpha: 0, beta: 0, gamma: 0, absolute: false}));
  window.dispatchEvent(new DeviceMotionEvent("devicemotion", {accelerationIncludingGravity: {x: 0, y: 0, z: -9.81},
    acceleration: {x: 0, y: 0, z: 0}, rotationRate: {alpha: 0, beta: 0, gamma: 0}, interval: 20}));
}, 20); }"""


def reload(browser, page, studio):
    """A phone whose page is loaded anew while the studio records it, and while it records by itself; a studio without room."""
    go(page, studio, "record")
    page.evaluate("document.getElementById('countdown').dataset.quick = '1'")
    context, phone, _ = pair(browser, page)

    def again():
        phone.reload()
        phone.click("#start")
        phone.evaluate(LIE)

    def samples():
        found = re.search(r"samples(\d+)", page.locator(".facts").text_content())
        return int(found[1]) if found else 0

    def draft():
        found = page.locator(".draft")
        expect(found.first).to_be_visible(timeout=60000)
        return found.first

    phone.evaluate(LIE)
    expect(page.locator(".facts")).to_contain_text("iPhone", timeout=60000)
    page.click("#record-button")
    expect(page.locator("#record-button")).to_have_text("Stop", timeout=60000)
    page.wait_for_timeout(700)
    again()
    before = samples()
    page.wait_for_timeout(1500)
    check("the recording goes on when the phone's page is loaded anew", before > 5 and samples() > before + 20, f"{before}, then {samples()}")
    phone.evaluate("location.href = 'about:blank'")
    expect(page.locator("#place-record .problem").first).to_contain_text("has sent nothing for", timeout=60000)
    check("a phone that falls silent while it is recorded is named", True)
    page.click("#record-button")
    draft().locator("input[type=text]").fill("reloaded")
    draft().locator("button", has_text="Save").first.click()
    expect(page.locator("#recordings")).to_contain_text("reloaded.csv", timeout=60000)
    lines = (studio.folder / "traces" / "reloaded.events.jsonl").read_text().splitlines()
    check("both pages of the phone are in the file", sum(line.startswith("{") for line in lines) == 2)
    with open(studio.folder / "traces" / "reloaded.csv") as file:
        times = [float(row["time_s"]) for row in csv.DictReader(line for line in file if not line.startswith("#"))]
    check("and stand on one clock", times == sorted(times) and times[-1] - times[0] > 2, f"{times[:1]} to {times[-1:]}")
    # The phone's own recording.
    phone.go_back()
    again()
    phone.click("#record")
    expect(phone.locator("#record")).to_have_text("Stop recording")
    page.wait_for_timeout(500)
    phone.reload()
    expect(phone.locator("#status")).to_contain_text("the recording goes on")
    phone.click("#start")
    phone.evaluate(LIE)
    expect(phone.locator("#record")).to_have_text("Stop recording")
    page.wait_for_timeout(500)
    look(phone, "phone-recording")
    phone.click("#record")
    expect(phone.locator("#record")).to_have_text("Record")
    text = draft().text_content()
    count = int((re.search(r"(\d+) samples", text) or [0, "0"])[1])
    check("the phone's own recording goes on, too", count > 40, text[:200])
    names = list((studio.folder / "traces").glob(".recording-*"))
    check("in one file", len(names) == 1, str(names))
    # No room: the sentence is shown, and nothing is lost.
    sentence = "The studio cannot keep more at present: The recording cannot be written: No space left on device."
    context.route("**/events", lambda route: route.fulfill(status=507, body=sentence))
    expect(phone.locator("#status")).to_contain_text("No space left on device", timeout=60000)
    page.wait_for_timeout(1500)
    waiting = phone.evaluate("queue.waiting")
    shoot(phone, "phone-no-room")
    context.unroute("**/events")
    page.wait_for_timeout(6000)
    check("what found no room on the disk is sent when there is some", waiting > 100 and phone.evaluate("queue.waiting") < 30,
          f"{waiting}, then {phone.evaluate('queue.waiting')}")
    context.close()


# Sensors of the Generic Sensor API at 200 Hz, as a phone's browser has them, moved by the page's clock.
SENSORS = """(() => {
  const rate = 5;
  class Fake extends EventTarget {
    constructor() { super(); this.hasReading = false; }
    start() { this.timer = setInterval(() => { this.timestamp = performance.now(); this.hasReading = true; this.read(this.timestamp / 1000); this.dispatchEvent(new Event("reading")); }, rate); }
    stop() { clearInterval(this.timer); }
  }
  // A phone that turns about its z axis with 0.5 rad/s, tilted by 30° about x before.
  const q = t => { const a = 0.25 * t, c = Math.cos(Math.PI / 12), s = Math.sin(Math.PI / 12); return [s * Math.cos(a), s * Math.sin(a), c * Math.sin(a), c * Math.cos(a)]; };
  window.Accelerometer = class extends Fake { read() { this.x = 0; this.y = 9.80665 * 0.5; this.z = 9.80665 * Math.cos(Math.PI / 6); } };
  window.LinearAccelerationSensor = class extends Fake { read() { this.x = this.y = this.z = 0; } };
  window.Gyroscope = class extends Fake { read() { this.x = 0; this.y = 0.25; this.z = 0.5 * Math.cos(Math.PI / 6); } };
  window.RelativeOrientationSensor = class extends Fake { read(t) { this.quaternion = q(t); } };
})()"""


def sensors(browser, page, studio):
    """A browser whose Generic Sensor API is faster than its events."""
    go(page, studio, "wave")
    page.click("#phone-button")
    address = page.locator(".address code").text_content()
    page.click("#phone-dialog >> text=Done")
    context = browser.new_context(ignore_https_errors=True, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True,
                                  user_agent="Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36")
    context.add_init_script(SENSORS)
    phone = context.new_page()
    phone.on("pageerror", lambda error: check("the phone's page has no error", False, str(error)))
    phone.goto(address)
    phone.click("#start")
    # Slow events next to them.
    phone.evaluate("""() => { setInterval(() => window.dispatchEvent(new DeviceMotionEvent("devicemotion",
      {accelerationIncludingGravity: {x: 0, y: 4.903, z: 8.493}, interval: 16})), 33); }""")
    expect(phone.locator("#rate")).to_contain_text("fused", timeout=60000)
    page.wait_for_timeout(3000)
    shown = page.locator("#place-wave .bar").text_content()
    rate = int((re.search(r"(\d+) Hz", shown) or [0, "0"])[1])
    print(f"      fused sensors: {rate} Hz, beside events at 30 Hz")
    check("the faster source is used", rate > 100, shown)
    close = phone.evaluate("""() => {
      const radians = Math.PI / 180;
      const matrix = ({alpha, beta, gamma}) => {
        const [ca, sa, cb, sb, cg, sg] = [alpha, beta, gamma].flatMap(x => [Math.cos(x * radians), Math.sin(x * radians)]);
        return [ca * cg - sa * sb * sg, -sa * cb, ca * sg + sa * sb * cg, sa * cg + ca * sb * sg, ca * cb, sa * sg - ca * sb * cg, -cb * sg, sb, cb * cg];
      };
      const own = ([x, y, z, w]) => [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z), 1 - 2 * (x * x + z * z),
        2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
      let worst = 0;
      for (let i = 0; i < 2000; i++) {
        let q = [0, 0, 0, 0].map(() => Math.random() - 0.5);
        if (i < 20) q = [Math.SQRT1_2, 0, 0, Math.SQRT1_2 * (i % 2 ? 1 : -1)];
        const n = Math.hypot(...q);
        q = q.map(v => v / n);
        const [a, b] = [matrix(angles(q)), own(q)];
        for (let k = 0; k < 9; k++) worst = Math.max(worst, Math.abs(a[k] - b[k]));
      }
      return worst;
    }""")
    check("a sensor's quaternion and the angles that are sent are one attitude", close < 1e-6, str(close))
    for how, fail in (("with an error", "fused.gyroscope.dispatchEvent(new Event('error'))"),
                      ("without a word", "for (const sensor of fused.sensors) clearInterval(sensor.timer)")):
        if not phone.evaluate("fused !== null && fused.isChosen"):
            phone.evaluate("chooseSource()")
        expect(phone.locator("#rate")).to_contain_text("fused", timeout=60000)
        phone.evaluate("""() => { window.taken = []; const add = Object.getPrototypeOf(queue).add;
          queue.add = event => { if (event[0] === "m") taken.push(event[1]); add.call(queue, event); };
          window.fired = []; window.addEventListener("devicemotion", event => fired.push(event.timeStamp)); }""")
        phone.wait_for_timeout(500)
        last = phone.evaluate(f"(() => {{ {fail}; return fused.lastReading; }})()")
        expect(phone.locator("#rate")).not_to_contain_text("fused", timeout=60000)
        phone.wait_for_timeout(1000)
        taken, fired = phone.evaluate("[taken, fired]")
        lost = [t for t in fired[:-1] if t > last and t not in taken]
        check(f"fused sensors that fail {how} give their place back to events, and none is lost",
              not lost and taken == sorted(taken) and len([t for t in fired if t > last]) > 10, f"{len(lost)} of {len(fired)} lost")
    expect(phone.locator("#status")).not_to_contain_text("refused", timeout=60000)
    context.close()


def odd(page, studio):
    """Odd names and lines, a notebook that is deleted while it is open, two tabs, files that do not hold a recording."""
    name = "Wäsche & <b>x 🎲.md"
    path = studio.folder / name
    path.write_bytes(b"---\r\ntitle: Odd\r\nnotebook: {}\r\n---\r\n```swift\r\nprint(1)\r\n```\r\n")
    go(page, studio, "notebooks")
    page.click("text=Odd")
    editor = "window.document.querySelector('.CodeMirror').CodeMirror"
    status = page.frame_locator("iframe.report").locator("#preview-status")
    expect(status).to_have_text("Up to date", timeout=240000)
    check("a file with Windows' lines is unchanged when it is opened", page.locator(".desk-bar [role=status]:not(.only-narrow)").text_content() == "")
    page.evaluate(f"{editor}.replaceRange('More.\\n', {{line: 7, ch: 0}})")
    page.click("text=Save and run")
    expect(page.locator(".desk-bar [role=status]:not(.only-narrow)")).to_have_text("saved", timeout=60000)
    content = path.read_bytes()
    check("its lines end as they did", content.endswith(b"```\r\nMore.\r\n") and content.count(b"\n") == content.count(b"\r\n"), str(content))
    # Another tab has the same notebook.
    other = page.context.browser.new_page()
    other.goto(page.url)
    other.wait_for_selector(".CodeMirror")
    page.evaluate(f"{editor}.replaceRange('First tab. ', {{line: 7, ch: 0}})")
    other.evaluate(f"{editor}.replaceRange('Second tab. ', {{line: 7, ch: 0}})")
    page.click("text=Save and run")
    expect(page.locator(".desk-bar [role=status]:not(.only-narrow)")).to_have_text("saved", timeout=60000)
    other.click("text=Save and run")
    expect(other.locator(".conflict")).to_be_visible(timeout=60000)
    check("of two tabs the second is shown both versions", "First tab." in other.locator(".conflict").text_content()
          and "Second tab." in other.locator(".conflict").text_content() and b"First tab." in path.read_bytes())
    other.close(run_before_unload=False)
    # Deleted while it is open.
    path.unlink()
    page.evaluate(f"{editor}.replaceRange('Typed later. ', {{line: 7, ch: 0}})")
    page.wait_for_timeout(800)
    page.click("text=Save and run")
    expect(page.locator(".conflict")).to_contain_text("no longer on the disk", timeout=60000)
    shoot(page, "notebook-deleted")
    check("a deleted file is not written behind anybody's back", not path.exists())
    page.click("text=Write it again")
    expect(page.locator(".conflict")).to_be_hidden(timeout=60000)
    check("it is written again when that is wished", b"Typed later." in path.read_bytes())
    expect(status).to_have_text("Up to date", timeout=60000)
    go(page, studio, "record")
    drop = """([name, bytes, letter]) => {
      const data = new DataTransfer();
      data.items.add(new File([letter.repeat(bytes)], name));
      document.querySelector("#place-record").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
    }"""
    files = [("photo.png", 5000, "\u0001"), ("empty.csv", 0, "x"), ("../../evil.csv", 100, "a,b\n"), ("letter.csv", 20000, "x,1\n"),
             ("large.csv", 100_000_000, "7"), ("larger.csv", 150_000_000, "7")]
    before = studio.memory()
    for file, size, letter in files:
        start = time.time()
        page.evaluate(drop, [file, size // len(letter), letter])
        words = page.locator("#dropped > *").first
        expect(words).not_to_contain_text("looking at it", timeout=60000)
        page.wait_for_timeout(100)
        text = words.text_content()
        print(f"      {file}, {size} bytes, after {time.time() - start:.1f} s: {text[:110]!r}")
        said = any(words in text for words in ("no known format", "no samples", "larger than 128 MB", "cannot be read: it is "))
        check(f"{file} does not hold a recording, and the page says so", said and ("Keep" not in text or file.endswith(".csv")), text[:200])
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    shoot(page, "record-dropped")
    page.wait_for_timeout(1000)
    check("what was dropped is not kept in memory", studio.memory() - before < 100_000, f"{before} → {studio.memory()} kB")
    check("and not on the disk", not list(studio.folder.rglob("*evil*")) and not list(studio.folder.rglob("large*")))
    path.unlink()


def tabs(page, studio):
    """Text typed in several tabs and browsers, and more tabs than a browser opens connections to a host."""
    names = ["tabs", "tabs2", "tabs3"]
    for name in names:
        (studio.folder / f"{name}.md").write_text(f"---\ntitle: {name}\nnotebook: {{}}\n---\n```swift\nprint(1)\n```\n")
    path = studio.folder / "tabs.md"
    editor = "window.document.querySelector('.CodeMirror').CodeMirror"

    def opened(context, name="tabs"):
        tab = context.new_page()
        go(tab, studio, "notebooks")
        tab.locator(".notebook-list a", has_text=re.compile(f"^{name}$")).click()
        tab.wait_for_selector(".CodeMirror")
        return tab

    def type_in(tab, words):
        tab.evaluate(f"{editor}.replaceRange({json.dumps(words)}, {{line: 7, ch: 0}})")
        tab.wait_for_timeout(700)

    def text(tab):
        return tab.evaluate(f"{editor}.getValue()")

    context = page.context.browser.new_context()
    first, second = opened(context), opened(context)
    type_in(first, "From the first.\n")
    type_in(second, "From the second.\n")
    second.click("text=Save and run")
    expect(second.locator(".desk-bar [role=status]:not(.only-narrow)")).to_have_text("saved", timeout=60000)
    expect(first.locator(".conflict")).to_be_visible(timeout=60000)
    check("a tab is told what another one has saved, and keeps its own text", "From the first." in text(first)
          and "From the second." in first.locator(".conflict").text_content() and "From the second." in path.read_text())
    shoot(first, "notebook-two-tabs")
    first.on("dialog", lambda dialog: dialog.accept())
    first.reload()
    first.wait_for_selector(".CodeMirror")
    first.wait_for_timeout(300)
    check("after a reload it is there again", "From the first." in text(first) and "From the second." not in text(first))
    elsewhere = page.context.browser.new_context()
    stranger = opened(elsewhere)
    expect(stranger.locator(".conflict")).to_contain_text("In another browser", timeout=60000)
    shoot(stranger, "notebook-typed-elsewhere")
    check("another browser is offered the text, and does not take it by itself", "From the first." not in text(stranger))
    elsewhere.close()
    first.close(run_before_unload=False)
    heir = opened(context)
    heir.wait_for_timeout(300)
    check("a tab that is gone leaves its text to the next one", "From the first." in text(heir))
    heir.wait_for_timeout(700)
    heir.click("text=Save and run")
    expect(heir.locator(".conflict")).to_be_visible(timeout=60000)
    heir.click("text=Save mine over it")
    expect(heir.locator(".desk-bar [role=status]:not(.only-narrow)")).to_have_text("saved", timeout=60000)
    check("and it is saved when that is wished", "From the first." in path.read_text())
    check("nothing is left then", not list(studio.folder.glob(".tabs.md*")), str(list(studio.folder.glob(".*"))))
    # Seven tabs: four notebooks, three waves.
    seven = [heir, second]
    for place in ["tabs2", "tabs3", "wave", "wave", "wave"]:
        if place == "wave":
            tab = context.new_page()
            go(tab, studio, "wave")
        else:
            tab = opened(context, place)
        seven.append(tab)
    last = context.new_page()
    start = time.time()
    go(last, studio, "notebooks")
    last.locator(".notebook-list a", has_text=re.compile("^tabs$")).click()
    last.wait_for_selector(".CodeMirror", timeout=60000)
    check("the eighth tab opens", time.time() - start < 10, f"{time.time() - start:.1f} s")
    last.evaluate(f"{editor}.replaceRange('print(2)', {{line: 5, ch: 0}}, {{line: 5, ch: 8}})")
    start = time.time()
    last.click("text=Save and run")
    expect(last.locator(".desk-bar [role=status]:not(.only-narrow)")).to_have_text("saved", timeout=60000)
    check("and saves at once", time.time() - start < 3, f"{time.time() - start:.1f} s")
    for number, tab in enumerate([last, second]):
        # While the cell runs, what it prints stands next to what it printed before.
        expect(tab.frame_locator("iframe.report").locator("pre.output")).to_have_text(["2"], timeout=60000)
    check("a tab that nobody turns to follows, too", True)
    # A fourth notebook: the idle one that was opened longest ago goes to sleep, and says so.
    fourth = context.new_page()
    go(fourth, studio, "notebooks")
    fourth.locator(".notebook-list a", has_text="otation").first.click()
    fourth.wait_for_selector(".CodeMirror")
    sleeper = seven[2].frame_locator("iframe.report")
    expect(sleeper.locator("#preview-status")).to_have_text("Asleep", timeout=60000)
    shoot(seven[2], "notebook-asleep")
    seven[2].wait_for_timeout(4000)
    check("what sleeps stays asleep", sleeper.locator("#preview-status").text_content() == "Asleep")
    sleeper.locator("text=Wake up").click()
    expect(sleeper.locator("#preview-status")).to_have_text("Up to date", timeout=60000)
    check("and wakes up when it is asked to", True)
    context.close()
    for name in names:
        (studio.folder / f"{name}.md").unlink()


def links(page, studio):
    """Links of the prose, and what a notebook slips into its report."""
    acts = json.loads((pathlib.Path(__file__).parents[2] / "Tests/Support/NotebookBench/SlippedActs.json").read_text())
    (studio.folder / "data").mkdir(exist_ok=True)
    (studio.folder / "data" / "walk 1.csv").write_text("t,x\n0,1\n")
    (studio.folder / "page.html").write_text("<p>a page</p><script>document.title = 'ran'</script>")
    (studio.folder / "deep").mkdir(exist_ok=True)
    (studio.folder / "deep" / "other note.md").write_text("---\ntitle: Another one\nnotebook: {}\n---\n[back](../links.md)\n")
    (studio.folder / "plain.md").write_text("# Not a notebook\n")
    (studio.folder / "links.md").write_text("---\ntitle: Links\nnotebook: {}\n---\n# Above\n\n"
        "[outside](https://example.org/there) [another](deep/other%20note.md) [data](data/walk%201.csv) [page](page.html) "
        "[text](plain.md) [up](#above) <a href=\"https://example.org/raw\">raw</a>\n")
    (studio.folder / "hostile.md").write_text("---\ntitle: Hostile\nnotebook: {}\n---\n"
        + "\n\n".join(f"Words {act.replace(chr(10), ' ')} and more." for act in acts) + "\n\n" + "\n\n".join(acts) + "\n")
    context = page.context.browser.new_context(viewport={"width": 1440, "height": 950})
    context.route(lambda url: not url.startswith(studio.address.rsplit("/", 2)[0]), lambda route: route.fulfill(body="elsewhere"))
    tab = context.new_page()
    events = []
    tab.on("dialog", lambda dialog: (events.append(f"dialog {dialog.message}"), dialog.dismiss()))
    tab.on("request", lambda request: events.append(f"request to {request.url}")
           if not request.url.startswith((studio.address, "data:")) else None)
    tab.on("framenavigated", lambda frame: events.append(f"navigation to {frame.url}") if not frame.url.startswith(studio.address) else None)
    tab.on("pageerror", lambda error: events.append(f"error {error}"))
    go(tab, studio, "notebooks")
    # By keyboard: the focus goes along, there and back.
    tab.locator(".notebook-list a", has_text=re.compile("^Links$")).focus()
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".CodeMirror")
    tab.wait_for_timeout(300)
    check("a notebook that is opened by keyboard has the focus", tab.evaluate("document.activeElement.textContent") == "links.md",
          tab.evaluate("document.activeElement.outerHTML.slice(0, 200)"))
    tab.keyboard.press("Shift+Tab")
    check("the way back is one step before it", tab.evaluate("document.activeElement.textContent") == "All notebooks")
    tab.keyboard.press("Enter")
    tab.wait_for_timeout(500)
    check("back in the list, it is at the notebook", tab.evaluate("document.activeElement.textContent") == "Links",
          tab.evaluate("document.activeElement.outerHTML.slice(0, 200)"))
    tab.locator(".notebook-list a", has_text=re.compile("^Hostile$")).click()
    frame = tab.frame_locator("iframe.report")
    expect(frame.locator("#preview-status")).to_have_text("Up to date", timeout=60000)
    tab.wait_for_timeout(1500)
    frame.locator("main").evaluate("""main => {
      for (const e of main.querySelectorAll("*")) {
        if (e.closest("a[href]")) continue;
        for (const kind of ["pointerenter", "mouseover", "focus", "toggle"]) e.dispatchEvent(new Event(kind));
        if (e.focus) e.focus();
        if (e.click) e.click();
      }
    }""")
    tab.wait_for_timeout(500)
    check("nothing that is slipped in acts in the report", not events, str(events[:5]))
    check("nor does it cover the report's own bar", frame.locator("#preview-status").evaluate("""bar => {
      const box = bar.getBoundingClientRect();
      return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === bar;
    }"""))
    shoot(tab, "notebook-hostile")
    tab.click("text=All notebooks")
    tab.locator(".notebook-list a", has_text=re.compile("^Links$")).click()
    frame = tab.frame_locator("iframe.report")
    expect(frame.locator("#preview-status")).to_have_text("Up to date", timeout=60000)
    for words, shown, address in [("outside", "elsewhere", "https://example.org/there"), ("raw", "elsewhere", "https://example.org/raw"),
                                  ("data", "t,x", "data/walk%201.csv"), ("page", "a page", "page.html"), ("text", "# Not a notebook", "plain.md")]:
        with context.expect_page() as opening:
            frame.locator("main > p >> text=/^" + words + "$/").first.click()
        beside = opening.value
        beside.wait_for_load_state()
        check(f"the link “{words}” opens beside the report", beside.url.endswith(address) and shown in beside.text_content("body"),
              f"{beside.url}: {beside.text_content('body')[:80]}")
        check(f"what “{words}” opens cannot reach the studio, and runs nothing", beside.evaluate("opener === null") and beside.title() != "ran")
        beside.close()
    frame.locator("text=/^up$/").click()
    check("the report is still there", "Up to date" == frame.locator("#preview-status").text_content())
    shoot(tab, "notebook-links")
    frame.locator("text=/^another$/").click()
    expect(tab.locator(".desk-bar h1")).to_have_text("deep/other note.md", timeout=60000)
    frame.locator("text=/^back$/").click()
    expect(tab.locator(".desk-bar h1")).to_have_text("links.md", timeout=60000)
    check("a notebook that the prose names opens in the studio, there and back", True)
    context.close()
    shutil.rmtree(studio.folder / "deep")
    for name in ["links.md", "hostile.md", "plain.md", "page.html"]:
        (studio.folder / name).unlink()


def restart(page, studio):
    """A page that is open while the studio ends and is started again, with another secret."""
    name = "restarted.md"
    (studio.folder / name).write_text("---\ntitle: Restarted\nnotebook: {}\n---\n```swift\nprint(1)\n```\n")
    context = page.context.browser.new_context(viewport={"width": 1440, "height": 950})
    tab, asked = context.new_page(), []
    tab.on("request", lambda request: asked.append(request.url))
    go(tab, studio, "notebooks")
    tab.click("text=Restarted")
    expect(tab.frame_locator("iframe.report").locator("#preview-status")).to_have_text("Up to date", timeout=60000)
    editor = "document.querySelector('.CodeMirror').CodeMirror"
    tab.evaluate(f"{editor}.replaceRange('Typed before. ', {{line: 4, ch: 0}})")
    tab.wait_for_timeout(600)
    studio.kill()
    expect(tab.locator("#notice")).to_contain_text("does not answer", timeout=60000)
    tab.evaluate(f"{editor}.replaceRange('Typed after. ', {{line: 4, ch: 0}})")
    old = studio.address
    studio.start()
    check("the studio's new address is at the same port, with another secret",
          old != studio.address and old.rsplit("/", 2)[0] == studio.address.rsplit("/", 2)[0], f"{old} {studio.address}")
    expect(tab.locator("#notice")).to_contain_text("started again", timeout=60000)
    shoot(tab, "notebook-restarted")
    tab.wait_for_timeout(4000)
    asked.clear()
    tab.evaluate(f"{editor}.replaceRange('Typed last. ', {{line: 4, ch: 0}})")
    tab.wait_for_timeout(8000)
    check("a page of an earlier studio stops asking", asked == [], str(asked))
    text = tab.locator("#notice").text_content()
    check("and goes on saying why", "started again" in text, text)
    other = context.new_page()
    go(other, studio, "notebooks")
    link = tab.locator("#notice a")
    expect(link).to_have_text("Go on in the new one", timeout=60000)
    other.close()
    tab.on("dialog", lambda dialog: (check("nobody is asked whether to leave", False, dialog.message), dialog.accept()))
    link.click()
    tab.wait_for_selector(".CodeMirror", timeout=60000)
    tab.wait_for_timeout(600)
    check("the link leads to the notebook in the new studio", tab.url.startswith(studio.address), tab.url)
    text = tab.evaluate(f"{editor}.getValue()")
    check("with all that was typed", "Typed last. Typed after. Typed before. " in text, text)
    # A studio that does not come back is not asked for ever.
    studio.kill()
    tab.evaluate(f"{editor}.replaceRange('More. ', {{line: 4, ch: 0}})")
    tab.wait_for_timeout(45000)
    asked.clear()
    tab.wait_for_timeout(15000)
    check("a studio that has ended is asked less and less", len(asked) < 4, str(asked))
    context.close()
    studio.start()
    (studio.folder / name).unlink()
    go(page, studio, "notebooks")


def places_kept(page, studio):
    """What a person has typed or looks at stays, whatever ends meanwhile; below 768 px the state of the run is shown."""
    cells = "".join(f"# Part {i}\n\nWords of part {i}.\n\n```swift\nprint(params.alpha + {i})\n```\n\n" for i in range(12))
    path = studio.folder / "kept.md"
    path.write_text("---\ntitle: Kept\nnotebook:\n  ranges: {alpha: [0, 9, 0.5]}\nparams: {alpha: 1.0, name: one}\n---\n" + cells)
    context = page.context.browser.new_context(viewport={"width": 1440, "height": 950})
    tab = context.new_page()
    go(tab, studio, "notebooks")
    tab.click("text=Kept")
    frame = tab.frame_locator("iframe.report")
    status = frame.locator("#preview-status")
    expect(status).to_have_text("Up to date", timeout=120000)
    field = frame.locator("#control-name")
    field.fill("typed and not")
    report = tab.locator("iframe.report").element_handle().content_frame()
    path.write_text(path.read_text() + "\nMore.\n")
    expect(frame.get_by_text("More.", exact=True)).to_be_attached(timeout=60000)
    expect(status).to_have_text("Up to date", timeout=60000)
    tab.wait_for_timeout(500)
    check("a parameter that is being typed stays when a run ends", field.input_value() == "typed and not", field.input_value())
    # The reader is far down; a slider moves all cells above.
    section = report.locator("h1, h2", has_text="Part 9")
    section.first.evaluate("e => e.scrollIntoView()")
    tab.wait_for_timeout(400)
    before = section.first.evaluate("e => e.getBoundingClientRect().top")
    report.evaluate("fetch('parameter', {method: 'POST', body: JSON.stringify({name: 'alpha', value: '4.5'})})")
    expect(frame.locator("section.cell .output").first).to_have_text("4.5", timeout=60000)
    expect(status).to_have_text("Up to date", timeout=60000)
    moved = abs(section.first.evaluate("e => e.getBoundingClientRect().top") - before)
    check("the parameters are in sight next to what they change, far down, too", frame.locator("#control-alpha").evaluate(
        "e => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom < innerHeight / 2; }"))
    check("the reader's place is kept while cells above run again", moved < 2, f"{moved} px")
    path.write_text(path.read_text().replace("print(params.alpha + 3)", "print(params.alpa + 3)"))
    expect(status).to_contain_text("failed", timeout=60000)
    status.locator("a").click()
    check("“A cell failed” leads to the cell", frame.locator(".failure").first.evaluate(
        "e => { const r = e.getBoundingClientRect(); return r.top < innerHeight && r.bottom > 0; }"))
    path.write_text(path.read_text().replace("params.alpa", "params.alpha"))
    expect(status).to_have_text("Up to date", timeout=60000)
    tab.set_viewport_size({"width": 700, "height": 900})
    told = tab.locator(".desk-bar .only-narrow[role=status]")
    expect(told).to_have_text("up to date", timeout=60000)
    check("below 768 px the state of the run is shown", told.is_visible())
    # A message about one notebook is not above another place, and success takes it away.
    tab.evaluate("() => { const real = fetch; window.fetch = (path, ...rest) => path.endsWith('/upto') ? Promise.reject(new Error('x')) : real(path, ...rest); }")
    tab.click("text=Run to cursor")
    expect(tab.locator("#notice.problem")).to_contain_text("does not answer", timeout=60000)
    tab.click("text=Save and run")
    tab.wait_for_timeout(800)
    check("a red message goes with the next success", tab.locator("#notice").text_content() == "", tab.locator("#notice").text_content())
    tab.click("text=Run to cursor")
    expect(tab.locator("#notice.problem")).to_contain_text("does not answer", timeout=60000)
    tab.click("text=All notebooks")
    tab.wait_for_timeout(500)
    check("a message about one notebook is not above all others", tab.locator("#notice").text_content() == "")
    context.close()
    path.unlink()


def one_screen(page, studio):
    """Controls and what they change are seen together."""
    seen = """([control, shown]) => [control, shown].every(s => [...document.querySelectorAll(s)].filter(e => e.checkVisibility()).some(e => {
      const r = e.getBoundingClientRect(); return r.top < innerHeight - 20 && r.bottom > 20; }))"""
    for width, height in ((1440, 900), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        go(page, studio, "turn")
        for fields in ("quaternion", "matrix", "axisAngle", "rollPitchYaw"):
            control = page.locator(f"#place-turn .fields-{fields} input").first
            if not control.count():
                continue
            control.scroll_into_view_if_needed()
            check(f"Turn at {width} px: the phone is seen next to {fields}",
                  page.evaluate(seen, [f"#place-turn .fields-{fields} input", "#place-turn .stage"]))
        go(page, studio, "wave")
        control = page.locator("#place-wave .ribbon .slider input").first
        control.scroll_into_view_if_needed()
        check(f"Wave at {width} px: the ribbon is seen next to its slider",
              page.evaluate(seen, ["#place-wave .ribbon .slider input", "#place-wave .ribbon canvas"]))
        page.locator("#place-wave .pad").scroll_into_view_if_needed()
        check(f"Wave at {width} px: the ribbons are seen next to the pad",
              page.evaluate(seen, ["#place-wave .pad", "#place-wave .ribbon canvas"]))
    page.set_viewport_size({"width": 1440, "height": 950})


def turn(page, studio):
    go(page, studio, "turn")
    page.locator(".fields-quaternion input").first.fill("1")
    for index in (1, 2, 3):
        page.locator(".fields-quaternion input").nth(index).fill("1" if index == 1 else "0")
    page.locator(".fields-quaternion input").nth(3).press("Tab")
    page.wait_for_timeout(1500)
    check("a quaternion typed is normalised and shown in all other ways",
          page.locator(".fields-axisAngle input").nth(3).input_value() == "90")
    expect(page.locator(".lock .words")).to_contain_text("Gimbal lock")
    check("gimbal lock is said", True)
    page.locator(".fields-matrix input").first.fill("2")
    page.locator(".fields-matrix input").first.press("Enter")
    expect(page.locator("#notice")).to_have_class("problem", timeout=60000)
    check("a matrix that is not a rotation is refused in words", len(page.locator("#notice").text_content()) > 20)
    # An answer that comes late does not overwrite what is being typed.
    page.evaluate("""() => { const real = window.fetch; window.fetch = async (path, options) => {
      const reply = await real(path, options);
      if (path === "attitude") await new Promise(r => setTimeout(r, 700));
      return reply; }; window.realFetch = real; }""")
    page.locator(".fields-axisAngle input").nth(3).fill("30")
    page.locator(".fields-axisAngle input").nth(3).press("Enter")
    page.locator(".fields-rotationVector input").first.fill("0.25")
    page.wait_for_timeout(1500)
    typed = page.locator(".fields-rotationVector input").first.input_value()
    check("a late answer does not overwrite what is being typed", typed == "0.25", typed)
    page.evaluate("window.fetch = window.realFetch")


def endurance(page, studio, seconds):
    """A long motion at 100 Hz: what page and server hold, looked at ten times on the way."""
    go(page, studio, "wave")
    page.locator("#place-wave .pad").scroll_into_view_if_needed()
    drag(page, "#place-wave .pad", circle(20), 20)
    session = page.context.new_cdp_session(page)

    def held():
        session.send("HeapProfiler.collectGarbage")
        return page.evaluate("performance.memory.usedJSHeapSize") / 1e6, studio.memory() / 1000

    page.wait_for_timeout(10000)
    page.evaluate("gimbalStatistics.latencies.length = 0; gimbalStatistics.late = 0; gimbalStatistics.frames = 0")
    page.evaluate("""seconds => { const pad = document.querySelector('#place-wave .pad'); let n = 0;
      const timer = setInterval(() => { pad.dispatchEvent(new KeyboardEvent('keydown', {key: ['ArrowLeft','ArrowUp','ArrowRight','ArrowDown'][n++ >> 2 & 3]})); }, 200);
      setTimeout(() => clearInterval(timer), seconds * 1000); }""", seconds)
    seen = [held()]
    for _ in range(10):
        page.wait_for_timeout(seconds * 100)
        seen.append(held())
    print(f"      {seconds} s at 100 Hz: page {' '.join(f'{p:.1f}' for p, _ in seen)} MB, server {' '.join(f'{s:.1f}' for _, s in seen)} MB")
    report(page, seconds)
    half = len(seen) // 2
    # Memory that grows does so in the second half, too; what is set up once does not.
    check("neither page nor server grows", seen[-1][0] - seen[half][0] < 2 and seen[-1][1] - seen[half][1] < 3
          and seen[-1][0] - seen[0][0] < 5 and seen[-1][1] - seen[0][1] < 10, str(seen))


def report(page, seconds):
    """Prints how late the ribbon was and how many frames were dropped; the 95th percentile, and how long a frame was, in ms."""
    result = page.evaluate("""() => {
      const l = [...gimbalStatistics.latencies].sort((a, b) => a - b);
      return {n: l.length, half: l[l.length >> 1], most: l[Math.floor(l.length * 0.95)], frames: gimbalStatistics.frames, late: gimbalStatistics.late};
    }""")
    print(f"      event to ribbon at 100 Hz: median {result['half']:.0f} ms, 95th percentile {result['most']:.0f} ms "
          f"({result['n']} frames; {result['frames'] / seconds:.0f} frames/s, {result['late']} dropped)")
    return result["most"], 1000 * seconds / max(result["frames"], 1)


def main():
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gimbal-studio-"))
    shutil.copy(notebooks / "stabilisation.md", folder)
    shutil.copy(notebooks / "rotations.md", folder)
    shutil.copytree(notebooks / "traces", folder / "traces")
    studio = Studio(folder)
    only = os.environ.get("ONLY", "").split(",") if os.environ.get("ONLY") else None
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--enable-precise-memory-info"])
            page = browser.new_page(viewport={"width": 1440, "height": 950})
            page.on("pageerror", lambda error: check("the page has no error", False, str(error)))
            steps = {
                "wave": lambda: wave(page, studio), "draw": lambda: draw(page, studio), "turn": lambda: turn(page, studio),
                "keyboard": lambda: keyboard(page, studio), "create": lambda: create(page, studio),
                "assist": lambda: assist(page, studio), "sensors": lambda: sensors(browser, page, studio), "record": lambda: record(browser, page, studio),
                "calibrate": lambda: calibrate(browser, page, studio),
                "reload": lambda: reload(browser, page, studio),
                "figures": lambda: figures(browser, page, studio), "odd": lambda: odd(page, studio), "tabs": lambda: tabs(page, studio), "links": lambda: links(page, studio),
                "document": lambda: document(page, studio), "places": lambda: places(page, studio),
                "endurance": lambda: endurance(page, studio, int(os.environ.get("SECONDS_OF_MOTION", "60"))),
                "edit": lambda: edit(page, studio), "kept": lambda: places_kept(page, studio),
                "screen": lambda: one_screen(page, studio), "restart": lambda: restart(page, studio),
            }
            for name, step in steps.items():
                if only and name not in only:
                    continue
                try:
                    step()
                except Exception as error:  # a step that breaks off is a failure, and the others go on
                    check(f"{name} goes through", False, str(error)[:600])
                    shoot(page, f"broken-{name}")
            browser.close()
    finally:
        studio.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
